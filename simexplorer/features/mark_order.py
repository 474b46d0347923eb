"""Unicode forms in linear time: combining marks are put in their order before Python composes them.

Python sorts the marks after a character by insertion, so that a hundred thousand of them take minutes. A run of marks
that was sorted before is canonically the same text (UAX 15, D108) and is left as it stands.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata

from simexplorer.features.code_points import Form

LONGEST_RUN = 128  # marks after one character that Python may sort: about 10 microseconds
_STRIDE = 16  # characters: a long run shows in every sixteenth of them, ordinary text has no eight marks there
_LAST_MARK = 0x1F000  # beyond it no character is a mark that moves


def in_form(text: str, form: Form) -> str:
    """``unicodedata.normalize(form, text)``, for hostile texts as fast as for others."""
    if len(text) >= LONGEST_RUN and not text.isascii() and _marks(form, LONGEST_RUN // _STRIDE).search(text[::_STRIDE]):
        text = _marks(form, LONGEST_RUN).sub(lambda run: _sorted_marks(run.group(), form), text)
    return unicodedata.normalize(form, text)


@functools.cache
def _marks(form: Form, least: int) -> re.Pattern[str]:
    """Runs of ``least`` or more characters that begin with a mark of a combining class in this form."""
    marks = [point for point in range(0x300, _LAST_MARK) if _moves(chr(point), form)]
    spans = itertools.groupby(enumerate(marks), lambda one: one[1] - one[0])
    ends = ((span[0][1], span[-1][1]) for span in (list(group) for _, group in spans))
    ranges = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ends)
    return re.compile(f"[{ranges}]{{{least},}}")


def _moves(character: str, form: Form) -> bool:
    return not 0xD800 <= ord(character) < 0xE000 and bool(unicodedata.combining(_apart(character, form)[0]))


def _apart(text: str, form: Form) -> str:
    return unicodedata.normalize("NFKD" if form == "NFKC" else "NFD", text)


def _sorted_marks(run: str, form: Form) -> str:
    """The marks of a run, taken apart and by class; those of one class stay in their order."""
    known = {character: _apart(character, form) for character in set(run)}
    return "".join(sorted("".join(known[character] for character in run), key=unicodedata.combining))
