"""Sets of numbered shingles as bits: of the document that is being packed, and of those that are, in lists of words."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part
from simexplorer.kernel_words import ONE, popcount, trailing_zeros


class Numbering(NamedTuple):
    """Shingles numbered as they first appear, and the bits of the document in hand.

    table : open addressing in a power of two of its first slots: the number of an id + 1, or 0; id_of : of each number
    bits : a bit a number; used : a bit a word of ``bits`` that is not 0
    order, places : of the numbers of the first document, if that is long (see ``search.text_order``)
    at : (4,) int64, numbers and slots in use, how long the order is, and how many numbers it has
    """

    table: NDArray[np.uint32]
    id_of: NDArray[np.uint64]
    bits: NDArray[np.uint64]
    used: NDArray[np.uint64]
    order: NDArray[np.uint32]
    places: NDArray[np.uint32]
    at: NDArray[np.int64]


class Packed(NamedTuple):
    """Sets as lists of (block, word of 64 bits): document ``d`` has ``[starts[d], starts[d + 1])`` of both columns.

    sizes : distinct ids of each document; at : (2,) int64, how many list entries and documents there are
    """

    blocks: NDArray[np.int32]
    words: NDArray[np.uint64]
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    at: NDArray[np.int64]


@kernel_part
def put_bits(own: Numbering, block: Int, word: Int) -> None:
    """Set the bits of a word."""
    own.bits[block] |= word
    own.used[block >> U(6)] |= ONE << (block & U(63))


@kernel_part
def put_run(own: Numbering, first: Int, end: Int) -> None:
    """Set the bits of the numbers from ``first`` up to ``end``."""
    while first < end:
        block = first >> U(6)
        stop = min(end, (block + ONE) << U(6))
        put_bits(own, block, (~U(0) >> (U(64) - (stop - first))) << (first & U(63)))
        first = stop


@kernel_part
def put_list(own: Numbering, lists: Packed, document: Int) -> None:
    """Set the bits that a list has."""
    for a in range(U(lists.starts[document]), U(lists.starts[document + 1])):
        put_bits(own, U(lists.blocks[a]), lists.words[a])


@kernel_part
def use_all(own: Numbering, numbers: Int) -> None:
    """Mark the words of all numbers below ``numbers`` as used, those that are 0 as well."""
    blocks = (U(numbers) + U(63)) >> U(6)
    for part in range(blocks >> U(6)):
        own.used[part] = ~U(0)
    if blocks & U(63) != U(0):
        own.used[blocks >> U(6)] |= (ONE << (blocks & U(63))) - ONE


@kernel_part
def take_bits(own: Numbering, known: Int, packed: Packed) -> None:
    """Write the bits of the document in hand to its list, and clear them."""
    written, size = U(packed.at[0]), U(0)
    for part in range((U(known) >> U(12)) + ONE):
        marks = own.used[part]
        own.used[part] = U(0)
        while marks != U(0):
            block = (part << U(6)) | trailing_zeros(marks)
            marks &= marks - ONE
            if own.bits[block] != U(0):
                packed.blocks[written], packed.words[written] = np.int32(block), own.bits[block]
                size += popcount(own.bits[block])
                own.bits[block] = U(0)
                written += ONE
    document = packed.at[1]
    packed.starts[document + 1], packed.sizes[document] = np.int64(written), np.int64(size)
    packed.at[0], packed.at[1] = np.int64(written), document + 1
