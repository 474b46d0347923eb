"""Text to comparable text: the same switches once for people (``normalise_text``) and once for kernels, on UTF-8 bytes.

The order is fixed: line ends become ``\\n``; Unicode form; case; accents; punctuation (each sign a blank); white space
(``space``: every run one blank, none at the ends; ``nospace``: none at all; neither: as it stands).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel_part, lean_kernel
from simexplorer.features.code_points import (
    BYTES_MASK,
    CLASS_SHIFT,
    COMPOSED,
    MAYBE,
    SAME,
    SPACE,
    UNSTABLE,
    CodePointTable,
    code_point_table,
    fold,
    pair_key,
    pair_place,
    unicode_form,
)
from simexplorer.features.mark_order import in_form
from simexplorer.features.utf8_points import decode
from simexplorer.kernel_words import ONE, PADDING, bytes_within, copy_64_bytes, load64, store64, trailing_zeros

KEEP, COLLAPSE, REMOVE = 0, 1, 2
SEGMENT = 4096
FOLDED_ROOM = SEGMENT + PADDING  # bytes
NEEDS_COMPOSITION, NEEDS_ROOM = -1, -2

_BYTES, _SAME = U32(BYTES_MASK), U32(SAME)
_SPACE, _UNSTABLE, _CLASS_SHIFT = U32(SPACE), U32(UNSTABLE), U32(CLASS_SHIFT)
_MAYBE, _COMPOSED = U32(MAYBE), U32(COMPOSED)
_FAR_BACK = 32  # marks between a character and what it might compose with
_RARE = U32(SPACE | UNSTABLE | 0xFF << CLASS_SHIFT)
GROWTH = 4  # no character takes more than this many times its bytes
_LAST = U(1 << 63)


class _Folds(dict[int, str]):
    """What each code point becomes under switches, found out when it first comes up: for ``str.translate``."""

    def __init__(self, switches: frozenset[str]) -> None:
        super().__init__()
        self._switches = switches

    def __missing__(self, point: int) -> str:
        folded = self[point] = fold(chr(point), self._switches)
        return folded


_folds = functools.cache(_Folds)


def normalise_text(text: str, switches: Iterable[str]) -> str:
    """The text under these switches (names as in the recipe); what the kernels do to bytes, said in Python."""
    wanted = frozenset(switches)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if form := unicode_form(wanted):
        text = in_form(text, form)
    if wanted & {"case", "accents", "punctuation"}:
        text = text.translate(_folds(wanted))
    if "nospace" in wanted:
        return "".join(text.split())
    return " ".join(text.split()) if "space" in wanted else text


_pair_key, _pair_place = inlined(pair_key), inlined(pair_place)


class NormaliseRules(NamedTuple):
    """The switches in the form that kernels read; made by ``normalise_rules``."""

    fold_case: int
    drop_punctuation: int
    space_mode: int
    block_of: NDArray[np.uint16]
    text: NDArray[np.uint64]
    info: NDArray[np.uint32]
    pairs: NDArray[np.uint64]
    staying: NDArray[np.uint64]
    composing: NDArray[np.uint64]


def normalise_rules(switches: Iterable[str]) -> NormaliseRules:
    """Rules for these switches; unknown names do nothing (the recipe refuses them)."""
    wanted = frozenset(switches)
    table = code_point_table(wanted - {"space", "nospace"})
    mode = REMOVE if "nospace" in wanted else COLLAPSE if "space" in wanted else KEEP
    fold_case, signs = int("case" in wanted), int("punctuation" in wanted)
    arrays = table.block_of, table.text, table.info, _pairs(table), _staying(table), table.composing
    return NormaliseRules(fold_case, signs, mode, *arrays)


def _pairs(table: CodePointTable) -> NDArray[np.uint64]:
    """(2048,) what characters of two bytes become, in one word: up to four bytes, their number from bit 32 on.

    The last bit is set for characters that ``normalise_utf8`` has to look at (white space, marks, those left out).
    """
    points = np.arange(2048, dtype=np.uint64)
    entries = table.block_of[points >> U(8)].astype(np.int64) * 256 + (points & U(255)).astype(np.int64)
    info, text = table.info[entries], table.text[entries]
    itself = (U(0xC0) | (points >> U(6))) | ((U(0x80) | (points & U(0x3F))) << U(8))
    same = (info & _SAME) != 0
    size = np.where(same, 2, info & _BYTES).astype(np.uint64)
    rare = ((info & _RARE) != 0) | (size < 1) | (size > 4)
    return np.where(rare, _LAST, np.where(same, itself, text) & U(0xFFFFFFFF) | (size << U(32))).astype(np.uint64)


def _staying(table: CodePointTable) -> NDArray[np.uint64]:
    """(1024,) a bit for each code point below 2^16, 64 to a word: ``normalise_utf8`` copies it without looking it up.

    These stay as they are, whatever stands before or behind them, as ideographs, kana and most signs do.
    """
    stays = (table.info & (_SAME | _RARE)) == _SAME
    return np.packbits(stays, bitorder="little").view("<u8").reshape(-1, 4)[table.block_of[:256]].reshape(-1)


@lean_kernel
def is_ascii(source: NDArray[np.uint8], start: Int, length: Int) -> bool:
    """Whether no byte of ``source[start:start + length]`` has its high bit set; 64 bytes beyond are readable."""
    first, rest, seen = U(source.ctypes.data) + U(start), U(length), U(0)
    while rest >= U(64):
        seen |= bytes_within(first, U(128), U(128))
        first, rest = first + U(64), rest - U(64)
    return bool((seen | (bytes_within(first, U(128), U(128)) & ((ONE << rest) - ONE))) == U(0))


@kernel_part
def _fold_ascii(
    source: NDArray[np.uint8], first: Int, count: Int, rules: NormaliseRules, folded: NDArray[np.uint8]
) -> None:
    """Write what the ASCII of a segment becomes to ``folded``: case, signs, white space, line ends; vector code.

    So many bytes and as many as make them a multiple of 64: what is left over would take as long as all others.
    """
    case = np.uint8(32) if rules.fold_case else np.uint8(0)
    punctuation = np.uint8(1) if rules.drop_punctuation else np.uint8(0)
    blank = np.uint8(rules.space_mode != KEEP)
    for t in range((count + U(63)) & ~U(63)):
        c = source[first + t]
        white = np.uint8(c == 32) | np.uint8(np.uint8(c - 9) < 5) | np.uint8(np.uint8(c - 28) < 4)
        upper = np.uint8(np.uint8(c - 65) < 26)
        letter = np.uint8(np.uint8((c | np.uint8(32)) - 97) < 26)
        sign = np.uint8(np.uint8(c - 33) < 94) & (letter ^ np.uint8(1)) & np.uint8(np.uint8(c - 48) >= 10)
        to_blank = (white & blank) | (sign & punctuation)
        plain = np.uint8(c + upper * case)
        plain = np.uint8(10) if c == 13 else plain
        folded[t] = np.uint8(32) if to_blank else plain


@inlined
def _left_out(source: Int, folded: Int, mode: Int, before: Int) -> Int:
    """A bit for each of 64 bytes that the text does without: blanks behind blanks, any, or a line feed behind its twin.

    source, folded : addresses of the bytes as they came and as they were folded; before : the byte before them, folded,
    or as it came where white space is kept
    """
    if mode == KEEP:
        return bytes_within(source, U(10), ONE) & ((bytes_within(source, U(13), ONE) << ONE) | U(before == 13))
    blanks = bytes_within(folded, U(32), ONE)
    return blanks if mode == REMOVE else blanks & ((blanks << ONE) | U(before == 32))


@inlined
def _is_staying(raw: Int, staying: NDArray[np.uint64]) -> bool:
    """Whether the character that ``raw`` begins with, of three bytes or four, has three and its bit in ``staying``."""
    stays = staying[((raw & U(0x0F)) << U(6)) | ((raw >> U(8)) & U(0x3F))] >> ((raw >> U(16)) & U(0x3F))
    return bool(stays & ONE) and raw & U(0xFF) < U(0xF0)


@inlined
def _write_character(
    target: Int, raw: Int, rules: NormaliseRules, check: bool, previous_space: bool, previous_class: Int
) -> Any:
    """Write what the character that ``raw`` begins with becomes to the address ``target``.

    Returns (bytes read, bytes written, whether a blank was the last thing written, combining class); nothing is read
    where ``check`` is set and composing might change the text.
    """
    size, point = decode(raw)
    entry = (U(rules.block_of[point >> U(8)]) << U(8)) | (point & U(255))
    info = rules.info[entry]
    combining = info >> _CLASS_SHIFT
    if check and (info & _UNSTABLE or (combining != U32(0) and combining < previous_class)):
        return U(0), U(0), previous_space, combining
    if info & _SPACE and rules.space_mode != KEEP:
        store64(target, U(32))
        return size, U(rules.space_mode == COLLAPSE and not previous_space), True, combining
    text, taken = rules.text[entry], U(info & _BYTES)
    text, taken = (raw, size) if info & _SAME else (text, taken)
    store64(target, text)
    return size, taken, previous_space and taken == U(0), combining


@kernel_part
def _stays(source: NDArray[np.uint8], start: Int, at: Int, previous_class: Int, rules: NormaliseRules) -> bool:
    """Whether the character at ``at``, which may compose with what stands before it, does not; when in doubt, not.

    start : where the text begins; previous_class : combining class of the character before. It composes with the last
    character of class 0 alone (UAX 15, D117), whatever marks lie between; where that one is composed itself, its own
    mark may have to make room.
    """
    origin = U(source.ctypes.data)
    _, point = decode(load64(origin + U(at)))
    info = rules.info[(U(rules.block_of[point >> U(8)]) << U(8)) | (point & U(255))]
    combining = info >> _CLASS_SHIFT
    if not info & _MAYBE or (combining != U32(0) and combining < previous_class):
        return False
    before = U(at)
    for _ in range(_FAR_BACK):
        if before == U(start):
            return True
        before -= ONE
        while (source[before] & np.uint8(0xC0)) == np.uint8(0x80):
            before -= ONE
        first = U(source[before])
        if first >= U(0x80):
            _, first = decode(load64(origin + before))
        info = rules.info[(U(rules.block_of[first >> U(8)]) << U(8)) | (first & U(255))]
        if info >> _CLASS_SHIFT == U32(0):
            if info & _COMPOSED and combining != U32(0):
                return False
            return bool(rules.composing[_pair_place(rules.composing, _pair_key(first, point))] == U(0))
    return False


@lean_kernel
def normalise_utf8(
    source: NDArray[np.uint8],
    start: Int,
    length: Int,
    rules: NormaliseRules,
    check: bool,
    folded: NDArray[np.uint8],
    out: NDArray[np.uint8],
    capacity: Int,
) -> Int:
    """Write the normalised form of valid UTF-8 to ``out`` and return its length in bytes.

    folded : (FOLDED_ROOM,) uint8 scratch; source, out : 64 bytes more than the text and ``capacity``. Returns
    NEEDS_COMPOSITION when ``check`` is set and the text may not be in its Unicode form yet (the quick check of UAX 15,
    section 9), NEEDS_ROOM when a segment might take it beyond ``capacity`` bytes. A vector pass folds the ASCII of a
    segment, then it is moved 64 bytes at a time, up to what is left out and to other characters, which are looked up.
    About 0.1 ns a byte of plain prose.
    """
    mode = rules.space_mode
    collapse, keep = mode == COLLAPSE, mode == KEEP
    origin, target, plain = U(source.ctypes.data), U(out.ctypes.data), U(folded.ctypes.data)
    written = U(0)
    previous_space, previous_class = collapse, U32(0)
    before = np.uint8(32) if collapse else np.uint8(0)
    position, end = U(start), U(start + length)
    settled = end  # where a character was found to stay as it is
    while position < end:
        count = min(U(SEGMENT), end - position)
        while position + count < end and (source[position + count] & np.uint8(0xC0)) == np.uint8(0x80):
            count -= ONE  # a character stays in one piece
        if written + U(GROWTH) * count + U(64) > U(capacity):
            return NEEDS_ROOM
        _fold_ascii(source, position, count, rules, folded)
        p = U(0)
        while p < count:
            if p > U(0):
                before = source[position + p - ONE] if keep else folded[p - ONE]
            left_out = _left_out(origin + position + p, plain + p, mode, before)
            special = left_out | bytes_within(plain + p, U(128), U(128))
            copy_64_bytes(plain + p, target + written)
            if special == U(0) and count - p >= U(64):  # a branch that is foreseen: the next bytes need not wait
                written += U(64)
                p += U(64)
                continue
            ahead = min(count - p, trailing_zeros(special))
            written += ahead
            p += ahead
            if p == count:
                break
            if (left_out >> ahead) & ONE:
                p += min(count - p, trailing_zeros(~(left_out >> ahead)))
                continue
            if p > U(0):
                previous_space, previous_class = folded[p - ONE] == 32, U32(0)
            while p < count:
                raw = load64(origin + position + p)
                if raw & U(0x80) == U(0):
                    if not collapse or raw & U(0x808000) == U(0):
                        break
                    blank = folded[p] == 32  # what stands between two words, most of all
                    out[written] = folded[p]
                    written += U(not (blank and previous_space))
                    previous_space, previous_class = blank, U32(0)
                    p += ONE
                    continue
                if raw & U(0xFF) < U(0xE0):
                    pair = rules.pairs[((raw & U(0x1F)) << U(6)) | ((raw >> U(8)) & U(0x3F))]
                    if pair & _LAST == U(0):
                        store64(target + written, pair)
                        written += pair >> U(32)
                        previous_space, previous_class = False, U32(0)
                        p += U(2)
                        continue
                elif _is_staying(raw, rules.staying):
                    store64(target + written, raw)
                    written += U(3)
                    previous_space, previous_class = False, U32(0)
                    p += U(3)
                    continue
                class_before = previous_class
                size, taken, previous_space, previous_class = _write_character(
                    target + written, raw, rules, check and position + p != settled, previous_space, class_before
                )
                if size == U(0):
                    if not _stays(source, start, position + p, class_before, rules):
                        return NEEDS_COMPOSITION
                    settled, previous_class = position + p, class_before
                    continue
                written += taken
                p += size
            while collapse and previous_space and p < count and folded[p] == 32:
                p += ONE
        last = source[position + count - ONE]
        if last < 0x80:
            previous_space, previous_class = folded[count - ONE] == 32, U32(0)
        before = last if keep else np.uint8(32) if previous_space else np.uint8(0)
        position += count
    if collapse and written > U(0) and out[written - ONE] == 32:
        written -= ONE
    return np.int64(written)
