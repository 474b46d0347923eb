"""What every Unicode code point becomes under a choice of normalisation switches, as a table kernels can read.

Two stages keep it small: ``block_of[cp >> 8]`` leads to a block of 256 entries, and equal blocks are stored once.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Literal, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U
from simexplorer.features.kept_arrays import kept_arrays

Form: TypeAlias = Literal["NFC", "NFKC"]

CODE_POINTS = 0x110000
# Beyond the tertiary ideographic plane only tags and private use are assigned: nothing there folds or composes.
LAST_PLAIN = 0x323B0
_TAGS = range(0xE0000, 0xE01F0)

# Bits of an entry's ``info``: the low nibble counts output bytes.
BYTES_MASK = 15
APART = 1 << 4  # unstable, but whatever stands before it: a text may be cut here before it is composed
SAME, SPACE, WORD, SINGLE, MARK, UNSTABLE = 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13
MAYBE = 1 << 14  # unstable behind some characters only: see ``composing``
COMPOSED = 1 << 15  # taken apart it is a character with a mark
CLASS_SHIFT = 16  # canonical combining class, 8 bits

PAIR_SLOTS = 4096  # about a thousand pairs compose
_HANGUL_PARTS = (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))  # vowels and final consonants

# Scripts written without blanks between words, and Korean, whose words carry their particles: every character is a
# word of its own.
_SINGLE_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Korean letters that make up syllables
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # CJK radicals
    (0x3005, 0x3007),  # ideographic iteration mark, closing mark, zero
    (0x3040, 0x30FF),  # hiragana, katakana
    (0x3130, 0x318F),  # Korean letters
    (0x31F0, 0x31FF),  # katakana extensions
    (0x3400, 0x4DBF),  # CJK extension A
    (0x4E00, 0x9FFF),  # CJK
    (0xA960, 0xA97F),  # Korean letters, extension A
    (0xAC00, 0xD7FF),  # Korean syllables, and letters, extension B
    (0xF900, 0xFAFF),  # CJK compatibility
    (0xFF66, 0xFFDC),  # half-width katakana and Korean letters
    (0x1B000, 0x1B16F),  # kana supplement
    (0x20000, 0x323AF),  # CJK extensions B to H
)


class CodePointTable(Struct, frozen=True):
    """Entries for all code points: ``text`` holds up to 8 bytes of UTF-8, ``info`` their number and the classes.

    block_of : (4352,) uint16; text : (blocks * 256,) uint64; info : (blocks * 256,) uint32
    composing : (PAIR_SLOTS,) uint64, ``pair_key`` of the pairs that compose, at their ``pair_place``; 0 is free
    """

    block_of: NDArray[np.uint16]
    text: NDArray[np.uint64]
    info: NDArray[np.uint32]
    composing: NDArray[np.uint64]


def is_word(character: str) -> bool:
    """Whether the character can begin a word: a letter, a digit or the underscore, as in ``\\w``."""
    return character.isalnum() or character == "_"


def is_mark(character: str) -> bool:
    """Whether the character continues a word without beginning one (combining marks)."""
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def is_single(code_point: int) -> bool:
    """Whether the script is one of those in which each character is a word."""
    return any(low <= code_point <= high for low, high in _SINGLE_RANGES)


def single_points() -> Iterator[int]:
    """All code points of such scripts, rising."""
    return chain.from_iterable(range(low, high + 1) for low, high in _SINGLE_RANGES)


def strip_accents(text: str) -> str:
    """The text without its combining marks: NFD, nonspacing marks left out, NFC; as it stands where it has none."""
    decomposed = unicodedata.normalize("NFD", text)
    bare = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
    return text if bare == decomposed else unicodedata.normalize("NFC", bare)


def fold(character: str, switches: frozenset[str]) -> str:
    """What one character of the composed text becomes: case, accents, punctuation, in this order; white space stays."""
    folded = character.casefold() if "case" in switches else character
    if "accents" in switches:
        folded = strip_accents(folded)
    if "punctuation" in switches:
        folded = "".join(" " if unicodedata.category(c)[0] in "PS" else c for c in folded)
    return folded


def unicode_form(switches: Iterable[str]) -> Form | None:
    """The Unicode form that the switches name; None for the text as it came."""
    return "NFKC" if "nfkc" in switches else "NFC" if "nfc" in switches else None


@functools.cache
def composites() -> dict[int, tuple[int, int]]:
    """Characters that are two others, as the Unicode data has them; Hangul syllables, which are reckoned, left out."""
    parts = ((point, unicodedata.decomposition(chr(point))) for point in range(0xC0, LAST_PLAIN))
    pairs = ((point, apart.split()) for point, apart in parts if apart and apart[0] != "<" and " " in apart)
    return {point: (int(first, 16), int(second, 16)) for point, (first, second) in pairs}


@functools.cache
def second_parts() -> frozenset[int]:
    """Code points that can compose with what stands before them (the "Maybe" of the NFC quick check, UAX 15)."""
    return frozenset(_HANGUL_PARTS) | {second for _, second in composites().values()}


def pair_key(first: Int, second: Int) -> Int:
    """A pair of code points (uint64) in one word that is not 0."""
    return first << U(21) | second


def pair_place(pairs: NDArray[np.uint64], key: Int) -> Int:
    """Where in a table of keys that of a pair stands, or the free place that it would take."""
    place = ((key >> U(21)) * U(31) ^ (key & U(0x1FFFFF)) * U(1021)) % U(PAIR_SLOTS)
    while pairs[place] != U(0) and pairs[place] != key:
        place = (place + U(1)) % U(PAIR_SLOTS)
    return place


def _composing(form: Form) -> NDArray[np.uint64]:
    """The hash table of the pairs that become something else in this form."""
    slots = np.zeros(PAIR_SLOTS, np.uint64)
    for pair in set(composites().values()):
        text, parts = "".join(map(chr, pair)), tuple(map(U, pair))
        if unicodedata.normalize(form, text) != text:
            key = pair_key(*parts)
            slots[pair_place(slots, key)] = key
    return slots


def _begins_apart(character: str, form: Form) -> bool:
    """Whether the character neither composes with what stands before it nor is put in order with it (UAX 15)."""
    first = unicodedata.normalize("NFD" if form == "NFC" else "NFKD", character)[0]
    return not unicodedata.combining(first) and ord(first) not in second_parts()


def _entry(point: int, switches: frozenset[str], composition: Form | None) -> tuple[int, int]:
    """(text, info) of one code point; ``composition`` is the Unicode form wanted, or None."""
    character = chr(point)
    if unicodedata.category(character) in ("Cn", "Co"):
        return 0, SAME
    folded = fold(character, switches)
    flags = SPACE if character.isspace() or folded == " " else 0
    if folded and not flags:
        flags |= WORD if is_word(folded[0]) else 0
        flags |= SINGLE if flags & WORD and is_single(point) else 0
        flags |= MARK if not flags & WORD and is_mark(folded[0]) else 0
    if composition:
        if unicodedata.normalize(composition, character) != character:
            flags |= UNSTABLE | (APART if _begins_apart(character, composition) else 0)
        elif point in second_parts():
            flags |= UNSTABLE | (0 if point in _HANGUL_PARTS else MAYBE)
        flags |= COMPOSED if point in composites() else 0
        flags |= unicodedata.combining(character) << CLASS_SHIFT
    if folded == character:
        return 0, flags | SAME
    encoded = folded.encode("utf-8")
    return int.from_bytes(encoded, "little"), flags | len(encoded)


def _is_uniform(block: int, composition: Form | None) -> bool:
    """Whether 256 code points are all letters that no switch touches, as ideographs are."""
    text = "".join(map(chr, range(block << 8, (block + 1) << 8)))
    return (
        text.isalnum()
        and text.casefold() == text
        and unicodedata.normalize(composition or "NFC", text) == text
        and unicodedata.normalize("NFD", text) == text
    )


def _build(switches: frozenset[str]) -> list[NDArray[Any]]:
    composition = unicode_form(switches)
    info = np.full((CODE_POINTS >> 8, 256), SAME, np.uint32)
    text = np.zeros((CODE_POINTS >> 8, 256), np.uint64)
    hangul = _entry(0xAC00, switches, composition)
    for block in (*range(LAST_PLAIN >> 8), _TAGS.start >> 8, (_TAGS.stop - 1) >> 8):
        first = block << 8
        if 0xAC00 <= first < 0xD700:  # Hangul syllables are alike
            text[block], info[block] = hangul
        elif first >= 0x3400 and not 0xD700 <= first < 0xE000 and _is_uniform(block, composition):
            text[block], info[block] = _entry(first, switches, composition)
        elif not 0xD800 <= first < 0xE000:  # surrogates stand for themselves
            entries = [_entry(point, switches, composition) for point in range(first, first + 256)]
            text[block] = np.fromiter((entry[0] for entry in entries), np.uint64, 256)
            info[block] = np.fromiter((entry[1] for entry in entries), np.uint32, 256)
    blocks = np.concatenate([text, info.astype(np.uint64)], axis=1)
    unique, block_of = distinct_blocks(blocks)
    return [
        block_of,
        np.ascontiguousarray(unique[:, :256]).reshape(-1).astype(U),
        np.ascontiguousarray(unique[:, 256:]).reshape(-1).astype(np.uint32),
        _composing(composition) if composition else np.zeros(PAIR_SLOTS, np.uint64),
    ]


def distinct_blocks(blocks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.uint16]]:
    """The different rows, in the order of their first places, and (len(blocks),) which one each row is.

    ``np.unique`` of rows compares them number by number: twenty to seventy times as slow.
    """
    place: dict[bytes, int] = {}
    of = np.array([place.setdefault(row.tobytes(), len(place)) for row in blocks], np.uint16)
    return blocks[np.unique(of, return_index=True)[1]], of


@functools.lru_cache(maxsize=8)
def code_point_table(switches: frozenset[str]) -> CodePointTable:
    """The table for these switches (names of the recipe's ``normalise``), kept beside the compiled kernels.

    Code points that are unassigned, private or surrogates stand for themselves and belong to no class.
    """
    name = "-".join(["code-points", unicodedata.unidata_version, *sorted(switches)])
    return CodePointTable(*kept_arrays(name, ("block_of", "text", "info", "composing"), lambda: _build(switches)))
