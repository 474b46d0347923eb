"""Text to comparable text: the same switches once for people (``normalise_text``) and once for kernels, on UTF-8 bytes.

The order is fixed: line ends become ``\\n``; Unicode form; case; accents; punctuation (each sign a blank); white space
(``space``: every run one blank, none at the ends; ``nospace``: none at all; neither: as it stands).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel
from simexplorer.features.code_points import (
    BYTES_MASK,
    CLASS_SHIFT,
    SAME,
    SPACE,
    UNSTABLE,
    code_point_table,
    fold,
    unicode_form,
)

KEEP, COLLAPSE, REMOVE = 0, 1, 2
SEGMENT = 4096
NEEDS_COMPOSITION, NEEDS_ROOM = -1, -2

_BYTES, _SAME = U32(BYTES_MASK), U32(SAME)
_SPACE, _UNSTABLE, _CLASS_SHIFT = U32(SPACE), U32(UNSTABLE), U32(CLASS_SHIFT)
ONE = U(1)


def normalise_text(text: str, switches: Iterable[str]) -> str:
    """The text under these switches (names as in the recipe); what the kernels do to bytes, said in Python."""
    wanted = frozenset(switches)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if form := unicode_form(wanted):
        text = unicodedata.normalize(form, text)
    if wanted & {"case", "accents", "punctuation"}:
        text = "".join(fold(character, wanted) for character in text)
    if "nospace" in wanted:
        return "".join(text.split())
    return " ".join(text.split()) if "space" in wanted else text


def compose(data: bytes, switches: Iterable[str]) -> bytes:
    """UTF-8 in the Unicode form that the switches name, for the few documents whose marks are not composed yet."""
    return unicodedata.normalize(unicode_form(switches) or "NFC", data.decode("utf-8")).encode("utf-8")


class NormaliseRules(NamedTuple):
    """The switches in the form that kernels read; made by ``normalise_rules``."""

    fold_case: int
    drop_punctuation: int
    space_mode: int
    block_of: NDArray[np.uint16]
    text: NDArray[np.uint64]
    info: NDArray[np.uint32]


def normalise_rules(switches: Iterable[str]) -> NormaliseRules:
    """Rules for these switches; unknown names do nothing (the recipe refuses them)."""
    wanted = frozenset(switches)
    table = code_point_table(wanted - {"space", "nospace"})
    mode = REMOVE if "nospace" in wanted else COLLAPSE if "space" in wanted else KEEP
    return NormaliseRules(
        int("case" in wanted), int("punctuation" in wanted), mode, table.block_of, table.text, table.info
    )


@kernel
def is_ascii(source: NDArray[np.uint8], start: Int, length: int) -> bool:
    """Whether no byte of ``source[start:start + length]`` has its high bit set."""
    seen = np.uint8(0)
    for i in range(U(start), U(start + length)):
        seen |= source[i]
    return bool(seen < 128)


@kernel
def normalise_ascii(
    source: NDArray[np.uint8],
    start: Int,
    length: Int,
    rules: NormaliseRules,
    folded: NDArray[np.uint8],
    dropped: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> Int:
    """Write the normalised form of ASCII text to ``out`` and return its length.

    folded, dropped : (SEGMENT + 8,) uint8 scratch. out : at least ``length + 8`` bytes.
    A vector pass classifies and folds a segment, a second marks the bytes to drop, the third moves eight bytes
    at a time except around a dropped one. About 0.3 ns a byte.
    """
    case = np.uint8(32) if rules.fold_case else np.uint8(0)
    punctuation = np.uint8(1) if rules.drop_punctuation else np.uint8(0)
    blank = np.uint8(rules.space_mode != KEEP)
    collapse = np.uint8(rules.space_mode == COLLAPSE)
    previous = np.uint8(32) if rules.space_mode == COLLAPSE else np.uint8(0)
    before_return = np.uint8(0)
    written = U(0)
    position, end = U(start), U(start + length)
    while position < end:
        count = min(U(SEGMENT), end - position)
        for t in range(count):
            c = source[position + t]
            white = np.uint8(c == 32) | np.uint8(np.uint8(c - 9) < 5) | np.uint8(np.uint8(c - 28) < 4)
            upper = np.uint8(np.uint8(c - 65) < 26)
            letter = np.uint8(np.uint8((c | np.uint8(32)) - 97) < 26)
            sign = np.uint8(np.uint8(c - 33) < 94) & (letter ^ np.uint8(1)) & np.uint8(np.uint8(c - 48) >= 10)
            to_blank = (white & blank) | (sign & punctuation)
            plain = np.uint8(c + upper * case)
            plain = np.uint8(10) if c == 13 else plain
            folded[t] = np.uint8(32) if to_blank else plain
        if blank:
            dropped[0] = np.uint8(folded[0] == 32) & (np.uint8(previous == 32) | (collapse ^ np.uint8(1)))
            for t in range(ONE, count):
                twin = np.uint8(folded[t - ONE] == 32) | (collapse ^ np.uint8(1))
                dropped[t] = np.uint8(folded[t] == 32) & twin
        else:
            dropped[0] = np.uint8(source[position] == 10) & before_return
            for t in range(ONE, count):
                dropped[t] = np.uint8(source[position + t] == 10) & np.uint8(source[position + t - ONE] == 13)
        previous = folded[count - ONE]
        before_return = np.uint8(source[position + count - ONE] == 13)
        words = (count + U(7)) >> U(3)
        for t in range(count, words << U(3)):
            dropped[t] = np.uint8(1)
        marks = dropped[: words << U(3)].view(np.uint64)
        for word in range(words):
            first = word << U(3)
            if marks[word] == U(0):
                for t in range(U(8)):
                    out[written + t] = folded[first + t]
                written += U(8)
            else:
                for t in range(U(8)):
                    out[written] = folded[first + t]
                    written += ONE - U(dropped[first + t])
        position += count
    if collapse and written > U(0) and out[written - ONE] == 32:
        written -= ONE
    return np.int64(written)


@kernel
def normalise_utf8(
    source: NDArray[np.uint8],
    start: Int,
    length: Int,
    rules: NormaliseRules,
    check: bool,
    out: NDArray[np.uint8],
    capacity: Int,
) -> Int:
    """Write the normalised form of valid UTF-8 to ``out`` and return its length in bytes.

    Returns NEEDS_COMPOSITION when ``check`` is set and the text may not be in its Unicode form yet (the quick check
    of UAX 15, section 9), NEEDS_ROOM when it takes more than ``capacity`` bytes (1.5 ``length`` + 16 nearly always do).
    """
    collapse, remove, keep = rules.space_mode == COLLAPSE, rules.space_mode == REMOVE, rules.space_mode == KEEP
    written = U(0)
    room = U(capacity - 16)
    previous_space = collapse
    previous_class = U32(0)
    i, end = U(start), U(start + length)
    while i < end:
        lead = U32(source[i])
        size = U(1)
        point = lead
        if lead >= U32(0x80):
            size = U(2) + U(lead >= U32(0xE0)) + U(lead >= U32(0xF0))
            point = lead & (U32(0x7F) >> U32(size))
            for t in range(ONE, size):
                point = (point << U32(6)) | U32(source[i + t] & np.uint8(0x3F))
        entry = (U(rules.block_of[point >> U32(8)]) << U(8)) | U(point & U32(255))
        info = rules.info[entry]
        if check:
            combining = info >> _CLASS_SHIFT
            if info & _UNSTABLE or (combining != U32(0) and combining < previous_class):
                return NEEDS_COMPOSITION
            previous_class = combining
        if written > room:
            return NEEDS_ROOM
        if info & _SPACE and not keep:
            if not remove and not previous_space:
                out[written] = np.uint8(32)
                written += ONE
            previous_space = True
        elif info & _SAME:
            previous_space = False
            if lead == U32(13):  # \r\n and \r are \n
                if i + ONE >= end or source[i + ONE] != 10:
                    out[written] = np.uint8(10)
                    written += ONE
            else:
                for t in range(size):
                    out[written + t] = source[i + t]
                written += size
        elif info & _BYTES:
            previous_space = False
            text = rules.text[entry]
            for t in range(U(8)):
                out[written + t] = np.uint8(text >> (t << U(3)))
            written += U(info & _BYTES)
        i += size
    if collapse and written > U(0) and out[written - ONE] == 32:
        written -= ONE
    return np.int64(written)
