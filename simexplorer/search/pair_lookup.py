"""Known overlaps looked up for the pairs that are asked for, by a hash table of those that are asked for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part, lean_kernel
from simexplorer.kernel_words import GOLD
from simexplorer.search.mapping import Mapper, one_by_one

_AT_ONCE = 1 << 18  # known pairs
_MARKS = 4  # two to this power of them a slot


class Overlaps(NamedTuple):
    """Pairs of rows and what they share: all columns are (m,) int32.

    shared : distinct shingles of both, -1 where that is not known
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    shared: NDArray[np.int32]


@kernel_part
def _slot_of(i: Int, j: Int, shift: Int) -> Int:
    """Where the search for a pair begins."""
    return (((U(i) << U(32)) ^ U(j)) * GOLD) >> U(shift)


@lean_kernel
def enter_pairs(asked: Overlaps, shift: Int, table: NDArray[np.int32], marks: NDArray[np.uint64]) -> None:
    """Enter the places of all pairs that are not known; ``table`` has 2^(64 - shift) slots, -1 where one is empty.

    marks : 16 bits a slot, all 0 before; a bit is set where a pair belongs: most pairs that are not asked for hit none
    """
    mask = U(table.size - 1)
    for p in range(asked.i.size):
        if asked.shared[p] < 0:
            mark = _slot_of(asked.i[p], asked.j[p], shift - _MARKS)
            marks[mark >> U(6)] |= U(1) << (mark & U(63))
            slot = mark >> U(_MARKS)
            while table[slot] >= 0:
                slot = (slot + U(1)) & mask
            table[slot] = p


@lean_kernel
def copy_known(
    known: Overlaps, shift: Int, table: NDArray[np.int32], marks: NDArray[np.uint64], asked: Overlaps
) -> None:
    """Write what is known of the pairs in the table to ``asked``; a pair may be asked for more than once.

    shift, table, marks : as ``enter_pairs`` left them
    """
    mask = U(table.size - 1)
    for p in range(known.i.size):
        mark = _slot_of(known.i[p], known.j[p], shift - _MARKS)
        if (marks[mark >> U(6)] >> (mark & U(63))) & U(1) == U(0):
            continue
        slot = mark >> U(_MARKS)
        while table[slot] >= 0:
            place = table[slot]
            if asked.i[place] == known.i[p] and asked.j[place] == known.j[p]:
                asked.shared[place] = known.shared[p]
            slot = (slot + U(1)) & mask


def look_up(asked: Overlaps, known: list[Overlaps], each: Mapper = one_by_one) -> None:
    """Fill in the pairs of ``asked`` that stand in any of the lists; a step a known pair, whatever is asked.

    ``each(function, jobs)`` goes through parts of the lists, in parallel if it likes.
    """
    unknown = int(np.count_nonzero(asked.shared < 0))
    if not unknown or not known:
        return
    bits = max(4, (2 * unknown).bit_length())
    table, marks = np.full(1 << bits, -1, np.int32), np.zeros((1 << (bits + _MARKS)) // 64, np.uint64)
    enter_pairs(asked, 64 - bits, table, marks)
    starts = [(one, first) for one in known for first in range(0, one.i.size, _AT_ONCE)]

    def copy_part(number: int) -> None:
        one, first = starts[number]
        part = Overlaps(*(column[first : first + _AT_ONCE] for column in one))
        copy_known(part, 64 - bits, table, marks, asked)

    each(copy_part, range(len(starts)))
