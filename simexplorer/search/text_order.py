"""The numbers of a long text's shingles in text order: another version of the text is numbered by following it.

Shingles are numbered as they first appear. In a long text many appear again, and each of those leaps from one number to
another: looking them up in a table larger than the caches is most of what packing takes. A version of the text leaps
alike. So the order of the first text is kept, and of what follows it each id is compared with the one that is expected.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part
from simexplorer.kernel_words import ONE, prefetch
from simexplorer.search.numbered_bits import Numbering

LONG = U(1 << 16)  # shingles of a document, at least, for its order to be kept or followed
FURTHER = 32  # numbers that an order has room for beyond its end: so far ahead memory is asked for
_NOTED = U(3)  # one number in 2^3 has its place noted
_REACH = U(512)  # places behind that one which are looked at: in a text of long repeats the next one may be far


def noted_places(numbers: int) -> int:
    """Room for the noted places of so many numbers."""
    return -(-numbers >> int(_NOTED))


@kernel_part
def keep_run(order: NDArray[np.uint32], place: Int, end: Int, number: Int) -> None:
    """Write that the numbers from ``number`` on stand at ``place`` up to ``end``."""
    while place < end:
        order[place] = np.uint32(number)
        place += ONE
        number += ONE


@kernel_part
def note_places(order: NDArray[np.uint32], size: Int, places: NDArray[np.uint32]) -> None:
    """Write where one number in eight first stands among the first ``size`` of an order, in which they first rise."""
    wanted = U(0)
    for place in range(U(size)):
        if U(order[place]) == wanted:
            if wanted & ((ONE << _NOTED) - ONE) == U(0):
                places[wanted >> _NOTED] = np.uint32(place)
            wanted += ONE


@kernel_part
def place_after(order: NDArray[np.uint32], places: NDArray[np.uint32], number: Int, end: Int) -> Int:
    """The place that follows the first one of a number, which the order up to ``end`` has; ``end`` if that is far."""
    place = U(places[number >> _NOTED])
    until = min(place + _REACH, end)
    while place < until:
        if U(order[place]) == number:
            return place + ONE
        place += ONE
    return end


@kernel_part
def follow_order(own: Numbering, place: Int, end: Int, ids: NDArray[np.uint64], p: Int, last: Int) -> Int:
    """How many ids from ``p`` on, up to ``last``, are those of the order from ``place`` on, up to ``end``.

    Their bits are set, their words not marked as used: see ``use_all``.
    """
    count, most = U(0), min(last - p, end - place)
    while count < most:
        number = U(own.order[place + count])
        if own.id_of[number] != ids[p + count]:
            break
        prefetch(U(own.id_of.ctypes.data) + U(own.order[place + count + U(FURTHER)]) * U(8))
        own.bits[number >> U(6)] |= ONE << (number & U(63))
        count += ONE
    return count
