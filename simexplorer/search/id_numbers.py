"""Numbers for shingle ids, given as they first appear: a table of open addressing that kernels look up and fill."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part, lean_kernel
from simexplorer.kernel_words import GOLD, ONE, prefetch

AHEAD = U(16)  # ids: so far ahead memory is asked for what they need
NEAR_SLOTS = U(1 << 17)  # of a table that stays in a processor's own cache
FETCH_REACH = U(48)  # ids for which memory is asked ahead, after one that had to be looked up
_LEAST_SLOTS = U(1 << 10)
_SPARE = U(64)  # numbers that a table has room for, at least, once ``with_room`` returns
_LOOKED_AT = U(1 << 15)  # ids for which it makes room in advance: of millions most may be repeats


@kernel_part
def slot_of(wanted: Int, mask: Int) -> Int:
    """Where looking for an id begins, in a table of ``mask`` + 1 slots."""
    return ((wanted * GOLD) >> U(16)) & mask


@kernel_part
def fetch_slot(table: NDArray[np.uint32], mask: Int, wanted: Int) -> None:
    """Ask for the memory where looking for an id will begin; ``table``, ``mask`` : as in ``number_of``."""
    prefetch(U(table.ctypes.data) + slot_of(wanted, mask) * U(4))


@kernel_part
def _found_slot(table: NDArray[np.uint32], mask: Int, id_of: NDArray[np.uint64], wanted: Int) -> Int:
    """The slot that holds the number of an id, or the empty one where it would stand."""
    slot = slot_of(wanted, mask)
    while table[slot] != np.uint32(0) and id_of[U(table[slot]) - ONE] != wanted:
        slot = (slot + ONE) & mask
    return slot


@lean_kernel
def number_of(table: NDArray[np.uint32], mask: Int, id_of: NDArray[np.uint64], known: Int, wanted: Int) -> Int:
    """The number of an id: its own, or ``known``, the next one, under which it is entered now.

    table, id_of : of a Numbering; mask : the slots in use, a power of two, less 1
    """
    slot = _found_slot(table, mask, id_of, wanted)
    if table[slot] == np.uint32(0):
        table[slot] = np.uint32(known + ONE)
        id_of[known] = wanted
        return known
    return U(table[slot]) - ONE


@kernel_part
def known_number(table: NDArray[np.uint32], mask: Int, id_of: NDArray[np.uint64], known: Int, wanted: Int) -> Int:
    """The number of an id, or ``known`` where it has none; others may look at the same time.

    table, mask, id_of : as in ``number_of``
    """
    number = U(table[_found_slot(table, mask, id_of, wanted)])
    return known if number == U(0) else number - ONE


@kernel_part
def spread_numbers(table: NDArray[np.uint32], slots: Int, id_of: NDArray[np.uint64], first: Int, known: Int) -> None:
    """Empty the first ``slots`` of the table and enter the numbers from ``first`` up to ``known`` there."""
    for slot in range(U(slots)):
        table[slot] = np.uint32(0)
    mask = U(slots) - ONE
    for number in range(U(first), U(known)):
        fetch_slot(table, mask, id_of[min(number + AHEAD, U(known) - ONE)])
        slot = slot_of(id_of[number], mask)
        while table[slot] != np.uint32(0):
            slot = (slot + ONE) & mask
        table[slot] = np.uint32(number + ONE)


@kernel_part
def with_room(
    table: NDArray[np.uint32], slots: Int, id_of: NDArray[np.uint64], first: Int, known: Int, more: Int
) -> Int:
    """The slots in use once some of so many more ids have room; the numbers from ``first`` to ``known`` are entered.

    A table stays at most half full, and begins with a quarter: what similar documents add to it needs no larger one,
    and where most slots are empty, looking seldom goes on to the next.
    """
    used = U(known) - U(first)
    if U(2) * (used + _SPARE) <= U(slots):
        return U(slots)
    wanted = U(2) * (used + U(2) * min(U(more), _LOOKED_AT) + _SPARE)
    grown = max(U(slots), _LEAST_SLOTS)
    while grown < wanted:
        grown *= U(2)
    spread_numbers(table, grown, id_of, first, known)
    return grown


def slots_for(numbers: int) -> int:
    """Slots with which ``with_room`` makes do until there are so many numbers."""
    wanted = 2 * (numbers + min(numbers, int(_LOOKED_AT)) + int(_SPARE))
    return max(int(_LEAST_SLOTS), 1 << (wanted - 1).bit_length())


@kernel_part
def fetch_number(
    table: NDArray[np.uint32], mask: Int, id_of: NDArray[np.uint64], ids: NDArray[np.uint64], p: Int, end: Int
) -> None:
    """Ask for the memory that looking up the next ids will take: a later one's slot, and what a sooner one's names.

    The ids are ``ids[p:end]``. Worth its time in a table of more than NEAR_SLOTS, for FETCH_REACH ids after one that
    had to be looked up.
    """
    last = end - ONE
    fetch_slot(table, mask, ids[min(p + AHEAD + AHEAD, last)])
    following = U(table[slot_of(ids[min(p + AHEAD, last)], mask)])  # a number + 1, where it is this id's slot
    prefetch(U(id_of.ctypes.data) + following * U(8) - U(8))
