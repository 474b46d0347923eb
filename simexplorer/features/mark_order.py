"""Unicode forms in linear time: combining marks are put in their order before Python composes them.

Python sorts the marks after a character by insertion, so that a hundred thousand of them take minutes. A run of marks
that was sorted before is canonically the same text (UAX 15, D108) and is left as it stands.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from simexplorer.features.code_points import Form

LONGEST_RUN = 128  # marks after one character that Python may sort: about 10 microseconds
_STRIDE = 16  # characters: a long run shows in every sixteenth of them, ordinary text has no eight marks there


def in_form(text: str, form: Form) -> str:
    """``unicodedata.normalize(form, text)``, for hostile texts as fast as for others."""
    if len(text) >= LONGEST_RUN and not text.isascii():
        few = text[::_STRIDE]
        marks = _marks_in(few, form)
        if marks and _runs(marks, LONGEST_RUN // _STRIDE).search(few):
            text = _runs(_marks_in(text, form), LONGEST_RUN).sub(lambda run: _sorted_marks(run.group(), form), text)
    return unicodedata.normalize(form, text)


def _marks_in(text: str, form: Form) -> frozenset[str]:
    return frozenset(character for character in set(text) if _moves(character, form))


@functools.lru_cache(64)
def _runs(marks: frozenset[str], least: int) -> re.Pattern[str]:
    """Runs of ``least`` or more of these characters."""
    return re.compile(f"[{re.escape(''.join(sorted(marks)))}]{{{least},}}")


@functools.lru_cache(1 << 16)
def _moves(character: str, form: Form) -> bool:
    """Whether it begins with a mark of a combining class in this form."""
    return not 0xD800 <= ord(character) < 0xE000 and bool(unicodedata.combining(_apart(character, form)[0]))


def _apart(text: str, form: Form) -> str:
    return unicodedata.normalize("NFKD" if form == "NFKC" else "NFD", text)


def _sorted_marks(run: str, form: Form) -> str:
    """The marks of a run, taken apart and by class; those of one class stay in their order."""
    known = {character: _apart(character, form) for character in set(run)}
    return "".join(sorted("".join(known[character] for character in run), key=unicodedata.combining))
