"""Words of scripts written from right to left, put into the order in which they are read.

PDF programs paint such words as glyphs from left to right, and a library that reads them back keeps that order for some
of them. Where each letter stands on the page tells.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_FEW = 8  # letters that a page must hold before it is worth the time
# the blank that PDFium finds stands behind an opening bracket in place of before it
_LOOSE_BRACKET = re.compile(r"(?<=\S)([(\[{«]) (?=\S)")
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")

Letter = tuple[str, float]  # a character and the middle of its box on the page


def written_from_the_right(text: str) -> bool:
    """Whether a page holds more than a few such letters."""
    return sum(1 for _ in zip(range(_FEW), _RIGHT_TO_LEFT.finditer(text), strict=False)) == _FEW


def page_text(letters: Any) -> str:
    """The text of a PDFium text page in the order of reading."""
    from pypdfium2 import raw

    edges = [ctypes.c_double() for _ in range(4)]
    found: list[Letter] = []
    for number in range(letters.count_chars()):
        raw.FPDFText_GetCharBox(letters.raw, number, *edges)
        code = raw.FPDFText_GetUnicode(letters.raw, number)
        found.append((chr(code), (edges[0].value + edges[1].value) / 2))
    return in_reading_order(found)


def in_reading_order(letters: Sequence[Letter]) -> str:
    """Lines and words as they come; the letters of a word, and left-to-right words among others, by their place."""
    lines: list[str] = []
    words: list[list[Letter]] = [[]]
    for letter in (*letters, ("\n", 0.0)):
        if letter[0] in "\r\n":
            lines.append(_line([word for word in words if word]))
            words = [[]]
        elif letter[0].isspace():
            words.append([])
        else:
            words[-1].append(letter)
    return "\n".join(lines)


def _line(words: list[list[Letter]]) -> str:
    text = " ".join(_spelled(word) for word in _words_of_line(words))
    return _LOOSE_BRACKET.sub(r" \1", text) if _RIGHT_TO_LEFT.search(text) else text


def _is_rtl(word: Iterable[Letter]) -> bool:
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character, _ in word)


def _words_of_line(words: list[list[Letter]]) -> list[list[Letter]]:
    """Runs of left-to-right words in a line that goes the other way, turned round."""
    if not any(_is_rtl(word) for word in words):
        return words
    ordered: list[list[Letter]] = []
    run: list[list[Letter]] = []
    for word in (*words, []):
        if word and not _is_rtl(word):
            run.append(word)
            continue
        ordered += sorted(run, key=lambda other: min(place for _, place in other))
        run = []
        if word:
            ordered.append(word)
    return ordered


def _spelled(word: list[Letter]) -> str:
    if not _is_rtl(word):
        return "".join(character for character, _ in word)
    placed = sorted(word, key=lambda letter: -letter[1])
    return "".join(character for character, _ in placed).translate(_MIRRORED)
