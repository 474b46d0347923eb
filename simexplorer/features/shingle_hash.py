"""Hashes of bytes at an address, for kernels: of words and items, of character shingles, and of whole texts.

Vector code hashes several words or shingles at a time: the first eight bytes of each and its last eight times a factor
are added up and go through the finaliser of SplitMix64 (Steele, Lea, Flood 2014); what lies between them is taken into
the first by folded multiplies in the manner of wyhash (Wang Yi 2019), own constants, as are whole texts.
Equal bytes get equal hashes, unlike ones the same with a chance of 2^-64 a pair; those of one length up to eight bytes
never.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel_part, machine_word
from simexplorer.kernel_words import GOLD, KEY_B, folded_multiply, load64, mix64, mixed_lanes, splat

LANES = 8  # shingles that are hashed at once

LENGTH, SALT, CHAIN = int(GOLD), 0xA24BAED4963EE407, 0xCA9B0C7EBA1DA115
LAST = 0x8C3F62A54D1B5E2B
_SALT, _CHAIN, _LAST = U(SALT), U(CHAIN), U(LAST)
_LOW_BYTES = np.array([(1 << (8 * i)) - 1 for i in range(8)] + [2**64 - 1], np.uint64)
_WORD, _SIXTEEN = U(8), U(16)


@inlined
def length_salt(length: Int) -> Int:
    """What the number of bytes adds to a hash, so that ``aaa`` is not ``aaaa``."""
    return _SALT + length * GOLD


@inlined
def hash_span(address: Int, length: Int) -> Int:
    """Hash of ``length`` bytes at an address, the same as vector code makes of them; 8 more can be read."""
    end = address + length
    if length <= _WORD:
        first, last = load64(address) & _LOW_BYTES[length], U(0)
    else:
        state, position = length, U(0)
        while position + _SIXTEEN < length:
            state = folded_multiply(load64(address + position) ^ _CHAIN, load64(address + position + _WORD) ^ state)
            position += _SIXTEEN
        first = load64(end - _SIXTEEN) ^ state if length > _SIXTEEN else load64(address)
        last = load64(end - _WORD)
    return mix64(first + (last + length_salt(length)) * _LAST)


def mixed_ends(builder: Any, firsts: Any, lasts: Any) -> Any:
    """The hashes of shingles from their ends, vectors of LANES words."""
    return mixed_lanes(builder, builder.add(firsts, builder.mul(lasts, lasts.type([LAST] * LANES))))


@machine_word
def _hash_lanes(_context: Any, address: Any, tail: Any, first: Any, last: Any, salt: Any, out: Any) -> Any:  # noqa: ARG001
    """The same of the shingles that begin at LANES addresses, each one byte further.

    tail : how far behind the first word the last one stands, 0 to 8; first, last : which of their bits count
    """
    from llvmlite import ir
    from numba import types

    word, number = ir.IntType(64), ir.IntType(32)
    lanes, block = ir.VectorType(word, LANES), ir.VectorType(ir.IntType(8), 2 * LANES)
    order = ir.Constant(ir.VectorType(number, 8 * LANES), [number(n + t) for n in range(LANES) for t in range(8)])

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        address, tail, firsts, lasts, salt, out = args

        def words(place: Any, kept: Any) -> Any:
            """The words that begin at eight bytes in a row."""
            loaded = builder.load(builder.inttoptr(place, block.as_pointer()), align=1)
            spread = builder.bitcast(builder.shuffle_vector(loaded, loaded, order), lanes)
            return builder.and_(spread, splat(builder, kept, LANES))

        last = builder.add(words(builder.add(address, tail), lasts), splat(builder, salt, LANES))
        hashes = mixed_ends(builder, words(address, firsts), last)
        builder.store(hashes, builder.inttoptr(out, lanes.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(*[types.uint64] * 6), codegen


@inlined
def hash_shingles(address: Int, length: Int, count: Int, out: Int) -> None:
    """Write the hashes of ``count`` shingles of ``length`` bytes, each one byte further, to the address ``out``.

    length : 1 to 16. LANES are written at a time: there is room for as many more, and behind the last shingle 16 bytes
    can be read.
    """
    tail, salt = max(length, _WORD) - _WORD, length_salt(length)
    first, last = _LOW_BYTES[min(length, _WORD)], _LOW_BYTES[_WORD if length > _WORD else U(0)]
    for i in range(U(0), count, U(LANES)):
        _hash_lanes(address + i, tail, first, last, salt, out + i * _WORD)


@kernel_part
def hash_text(text: NDArray[np.uint8], length: Int, out: NDArray[np.uint64]) -> None:
    """Write the 128-bit hash of ``text[:length]`` to ``out`` (2,): equal texts, equal hashes. About 0.1 ns a byte.

    ``text`` is readable for 16 bytes beyond ``length``.
    """
    base = U(text.ctypes.data)
    a, b = U(length) * GOLD, _LAST
    count = U(length)
    position = U(0)
    while position + U(16) <= count:
        first, second = load64(base + position), load64(base + position + U(8))
        a = folded_multiply(first ^ a, second ^ KEY_B)
        b = folded_multiply(second ^ b, first ^ _SALT)
        position += U(16)
    rest = count - position
    first = load64(base + position) & _LOW_BYTES[min(rest, U(8))]
    second = load64(base + position + U(8)) & _LOW_BYTES[max(rest, U(8)) - U(8)]
    out[0] = folded_multiply(folded_multiply(first ^ a, second ^ _CHAIN) ^ _LAST, a + GOLD)
    out[1] = folded_multiply(folded_multiply(second ^ b, first ^ _LAST) ^ _CHAIN, b + GOLD)
