"""The first words of a text in one line that is safe to show: by them people know a document without a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from simexplorer.documents.formats import JSON, named_type, promises_table
from simexplorer.documents.listing import Paths

MOST_CHARACTERS = 80
_FEW_MARKS = 2  # before the first word of a line: more are a decoration
_LEAST_WORDS = 60  # a blank before this one is no place to cut
_MOST_MARKS = 4  # combining marks in a row: more of them paint over the lines above and below
_ZERO_WIDTH_JOINERS = "\u200c\u200d"  # Persian and joined emoji need them; all other format characters are left out
_LEFT_OUT = "…"
_NUMBER = re.compile(rb"!\d+(#\d+)?\Z")  # with a second one where several rows have the same

# files that a program has named: messages of a Maildir, numbers, checksums
_NAMED_BY_PROGRAMS = re.compile(
    rb"(?:\A|[/!])(?:(?:cur|new)/\d+\.[^/!]*|\d+(?:\.[A-Za-z0-9]{1,5})?|[0-9a-f]{16,}(?:\.[A-Za-z0-9]{1,5})?)\Z"
)


class HasBeginnings(Protocol):
    """An analysis, running, finished or saved."""

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        """The first bytes of the texts of these rows of ``paths``, in order; empty where they do not lie ready."""


def first_words_of(analysis: HasBeginnings, paths: Paths, rows: Sequence[int]) -> list[str]:
    """The first words of each of these rows of ``paths``, empty where there are none; not for the main thread."""
    from simexplorer.documents.beginnings import BEGINNING  # brings the compiler with it

    return [first_words(raw, cut=len(raw) >= BEGINNING) for raw in analysis.beginnings(paths, rows)]


def is_numbered(paths: Paths, row: int) -> bool:
    """Whether a document is called by a number alone inside its file: a message of a mailbox, a row of a table."""
    return bool(paths.container[row] >= 0) and _NUMBER.search(paths.raw(row)) is not None


def is_nameless(paths: Paths, row: int) -> bool:
    """Whether the name of a document tells a person nothing of its text.

    A number in its file, a row of a table whatever its id is, or a file that a program named.
    """
    named_by_program = _NAMED_BY_PROGRAMS.search(paths.raw(row)) is not None
    return named_by_program or is_numbered(paths, row) or _is_row(paths, row)


def _is_row(paths: Paths, row: int) -> bool:
    return bool(paths.container[row] >= 0) and any(map(_holds_rows, paths.raw(row).split(b"!")[:-1]))


@lru_cache(maxsize=256)
def _holds_rows(file: bytes) -> bool:
    """Whether members of a file of this name are the rows of a table."""
    return promises_table(file) or named_type(file) == JSON


def first_words(raw: bytes, *, cut: bool = False) -> str:
    """The first line with a letter or a number of a text that begins with these UTF-8 bytes, or with any sign at all.

    Blanks are collapsed, control characters are blanks, those that turn the direction of writing are left out, and
    what is longer than MOST_CHARACTERS ends at a word or at least at a whole character. ``cut`` : the text goes on.
    """
    lines = raw.decode("utf-8", "ignore").splitlines()
    for kinds in ("LN", "LNPS"):  # a rule or a bracket alone tells nothing, but may be all there is
        for number, line in enumerate(lines):
            words = " ".join(_harmless(line).split())
            if any(unicodedata.category(character)[0] in kinds for character in words):
                return _shortened(_undecorated(words), goes_on=cut and number == len(lines) - 1)
    return ""


def _harmless(line: str) -> str:
    """The line without what is not seen; blanks for control characters, marks up to some number."""
    if line.isascii() and line.isprintable():
        return line
    kept: list[str] = []
    marks = 0
    for character in line:
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" else 0
        if category == "Cc":
            kept.append(" ")
        elif marks <= _MOST_MARKS and (category not in ("Cf", "Cs") or character in _ZERO_WIDTH_JOINERS):
            kept.append(character)
    return "".join(kept)


def _undecorated(words: str) -> str:
    """Without the rule or row of marks before the words: ``=== Title`` is ``Title``, ``# Title`` stays."""
    first = next((place for place, character in enumerate(words) if unicodedata.category(character)[0] in "LN"), 0)
    return words[first:] if first > _FEW_MARKS else words


def _shortened(words: str, goes_on: bool) -> str:
    if len(words) <= MOST_CHARACTERS:
        return words + _LEFT_OUT if goes_on else words
    blank = words.rfind(" ", _LEAST_WORDS, MOST_CHARACTERS + 1)
    end = blank if blank > 0 else MOST_CHARACTERS
    while blank <= 0 and end > 1 and _inside_character(words, end):
        end -= 1
    return words[:end].rstrip() + _LEFT_OUT


def _inside_character(words: str, at: int) -> bool:
    """Whether a cut before ``words[at]`` would part what is seen as one character."""
    before, after = words[at - 1], words[at]
    if unicodedata.category(after)[0] == "M" or after in _ZERO_WIDTH_JOINERS or before == "\u200d":
        return True
    if "\u1160" <= after <= "\u11ff" or "\U0001f3fb" <= after <= "\U0001f3ff":  # Korean in parts; colours of skin
        return True
    flags = 0
    while at - flags > 0 and "\U0001f1e6" <= words[at - flags - 1] <= "\U0001f1ff":
        flags += 1
    return flags % 2 == 1 and "\U0001f1e6" <= after <= "\U0001f1ff"
