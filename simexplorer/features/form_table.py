"""What kernels need to bring text into a Unicode form: every code point taken apart, and the pairs that compose.

Hangul syllables are in neither: they are reckoned (UAX 15; The Unicode Standard, section 3.12).
"""

from __future__ import annotations

import functools
import unicodedata
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U
from simexplorer.features.code_points import (
    CODE_POINTS,
    LAST_PLAIN,
    PAIR_SLOTS,
    Form,
    composites,
    distinct_blocks,
    pair_key,
    pair_place,
    second_parts,
)
from simexplorer.features.kept_arrays import kept_arrays

# Bits of an entry's ``info``: the low byte is the canonical combining class.
SECOND = 1 << 8  # can compose with what stands before it
PARTS_SHIFT, FIRST_SHIFT = 9, 14  # number of code points that it is taken apart to (0: itself), where they begin
PARTS_MASK = 31


class FormTable(NamedTuple):
    """One Unicode form. An entry is ``info[block_of[point >> 8] * 256 + (point & 255)]``.

    block_of : (4352,) uint16; info : (blocks * 256,) uint32; parts : (p,) uint32 code points
    pairs : (PAIR_SLOTS,) uint64, ``pair_key`` at ``pair_place``, 0 is free; composites : what they become
    """

    block_of: NDArray[np.uint16]
    info: NDArray[np.uint32]
    parts: NDArray[np.uint32]
    pairs: NDArray[np.uint64]
    composites: NDArray[np.uint32]


@functools.cache
def form_table(form: Form) -> FormTable:
    """The table of this form, kept beside the compiled kernels."""
    name = f"form-{unicodedata.unidata_version}-{form}"
    return FormTable(*kept_arrays(name, FormTable._fields, lambda: _build(form)))


def _build(form: Form) -> list[NDArray[Any]]:
    info, parts = np.zeros(CODE_POINTS, np.uint32), [0]
    apart: Literal["NFD", "NFKD"] = "NFD" if form == "NFC" else "NFKD"
    for point in range(0xA0, LAST_PLAIN):
        if 0xAC00 <= point < 0xE000:  # Hangul syllables and surrogates
            continue
        character = chr(point)
        taken = unicodedata.normalize(apart, character)
        info[point] = unicodedata.combining(character) | (SECOND if point in second_parts() else 0)
        if taken != character:
            info[point] |= len(taken) << PARTS_SHIFT | len(parts) << FIRST_SHIFT
            parts += map(ord, taken)
    blocks, block_of = distinct_blocks(info.reshape(-1, 256))
    slots, became = np.zeros(PAIR_SLOTS, np.uint64), np.zeros(PAIR_SLOTS, np.uint32)
    for pair, composite in _primary_composites().items():
        key = pair_key(*map(U, pair))
        slot = pair_place(slots, key)
        slots[slot], became[slot] = key, composite
    return [block_of, blocks.reshape(-1), np.array(parts, np.uint32), slots, became]


def _primary_composites() -> dict[tuple[int, int], int]:
    """The pairs that compose, and to what: all composites but those that Unicode excludes (UAX 15, section 5)."""
    return {
        pair: point
        for point, pair in composites().items()
        if unicodedata.normalize("NFC", chr(pair[0]) + chr(pair[1])) == chr(point)
    }
