"""Ids of words and of character shingles of any length in bytes, LANES at a time: their ends are mixed as vectors.

Shingle i reaches from where character i begins to where character ``i + span`` does. See ``shingle_hash`` for what its
id is made of: its first eight bytes, and its last eight with their number; of more than 16 bytes, what is before the
last eight goes into the first word by folded multiplies, 16 bytes each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel_part, machine_word
from simexplorer.features.shingle_hash import CHAIN, LANES, LENGTH, SALT, hash_shingles, hash_span, mixed_ends
from simexplorer.kernel_words import ONE, TOGETHER, splat, words_at

_EIGHT, _SIXTEEN, _LONG, _OTHERS = U(8), U(16), U(32), U(LANES - 1)
_HALF, _ONES = 2**32 - 1, 2**64 - 1


class _Spans:
    """LANES shingles in the body of a machine word: vectors of uint32 where they begin and end, and of their lengths.

    args : addresses of the text, of LANES uint32 where they begin in it, and of as many where they end
    """

    def __init__(self, context: Any, builder: Any, args: Any) -> None:
        from llvmlite import ir

        self.context, self.builder, self.base = context, builder, args[0]
        places = ir.VectorType(ir.IntType(32), LANES).as_pointer()
        self.starts, self.ends = (builder.load(builder.inttoptr(one, places), align=4) for one in args[1:3])
        self.lengths = builder.sub(self.ends, self.starts)

    def are_longer(self, length: int) -> Any:
        """Which shingles have more than so many bytes."""
        return self.builder.icmp_unsigned(">", self.lengths, _all(self.lengths, length))

    def before_ends(self, count: int) -> Any:
        """The eight bytes that begin ``count`` before the end of each one; its first eight where it has fewer."""
        back = self.builder.select(self.are_longer(count), _all(self.lengths, count), self.lengths)
        return self.words(self.builder.sub(self.ends, back))

    def words(self, places: Any) -> Any:
        """The eight bytes at a place for each one."""
        return words_at(self.context, self.builder, self.base, places)

    def lane_lengths(self) -> Any:
        """Their lengths as uint64."""
        return self.builder.zext(self.lengths, _lanes())

    def salted(self, words: Any) -> Any:
        """Words with their lengths added, see ``length_salt``."""
        lengths = self.lane_lengths()
        salt = self.builder.mul(lengths, _all(lengths, LENGTH))
        return self.builder.add(words, self.builder.add(salt, _all(lengths, SALT)))

    def short_ends(self) -> tuple[Any, Any]:
        """What the hashes of 1 to 16 bytes are made of: see ``mixed_ends``."""
        builder, some = self.builder, self.lengths
        missing = builder.select(self.are_longer(7), _all(some, 0), builder.sub(_all(some, 8), some))
        bits = builder.zext(builder.shl(missing, _all(some, 3)), _lanes())
        firsts = self.words(self.starts)
        firsts = builder.and_(firsts, builder.lshr(_all(firsts, _ONES), builder.and_(bits, _all(firsts, 63))))
        lasts = builder.select(self.are_longer(8), self.before_ends(8), _all(firsts, 0))
        return firsts, self.salted(lasts)

    def chained(self, state: Any, position: Any) -> Any:
        """The state once the 16 bytes at a position in them are taken in; 32 bytes from there on some have."""
        builder = self.builder
        near = builder.add(self.starts, splat(builder, position, LANES))
        words = []
        for places in (near, builder.add(near, _all(near, 8))):
            passed = builder.icmp_unsigned(">", places, self.ends)
            words.append(self.words(builder.select(passed, self.ends, places)))
        return _folded_product(builder, builder.xor(words[0], _all(state, CHAIN)), builder.xor(words[1], state))

    def long_ends(self, state: Any) -> tuple[Any, Any]:
        """The same of any length: of more than 16 bytes the state holds what is before the last 16."""
        firsts, lasts = self.short_ends()
        far = self.builder.xor(self.before_ends(16), state)
        return self.builder.select(self.are_longer(16), far, firsts), lasts


def _lanes() -> Any:
    """The type of LANES words."""
    from llvmlite import ir

    return ir.VectorType(ir.IntType(64), LANES)


def _all(like: Any, number: int) -> Any:
    """So many lanes of one number."""
    return like.type([like.type.element(number)] * LANES)


def _folded_product(builder: Any, a: Any, b: Any) -> Any:
    """Low xor high halves of the products of LANES words, put together from those of their halves."""
    half, low = _all(a, 32), _all(a, _HALF)
    (a_low, a_high), (b_low, b_high) = ((builder.and_(one, low), builder.lshr(one, half)) for one in (a, b))
    lowest, cross = builder.mul(a_low, b_low), builder.mul(a_high, b_low)
    cross = builder.add(cross, builder.lshr(lowest, half))
    other = builder.add(builder.mul(a_low, b_high), builder.and_(cross, low))
    high = builder.add(builder.add(builder.mul(a_high, b_high), builder.lshr(cross, half)), builder.lshr(other, half))
    return builder.xor(builder.or_(builder.shl(other, half), builder.and_(lowest, low)), high)


def _stored(context: Any, builder: Any, words: Any, address: Any) -> Any:
    """Store LANES words at an address; what a machine word that gives nothing back gives back."""
    builder.store(words, builder.inttoptr(address, _lanes().as_pointer()), align=8)
    return context.get_dummy_value()


@machine_word
def _hash_short(_context: Any, base: Any, starts: Any, ends: Any, out: Any) -> Any:  # noqa: ARG001
    """Write the hashes of LANES shingles of 1 to 16 bytes to the address ``out``."""
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        spans = _Spans(context, builder, args)
        return _stored(context, builder, mixed_ends(builder, *spans.short_ends()), args[3])

    return types.void(*[types.uint64] * 4), codegen


@machine_word
def _hash_medium(_context: Any, base: Any, starts: Any, ends: Any, out: Any) -> Any:  # noqa: ARG001
    """The same of 9 to 16 bytes, with less to do."""
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        spans = _Spans(context, builder, args)
        lasts = spans.words(builder.sub(spans.ends, _all(spans.ends, 8)))
        return _stored(context, builder, mixed_ends(builder, spans.words(spans.starts), spans.salted(lasts)), args[3])

    return types.void(*[types.uint64] * 4), codegen


@machine_word
def _hash_long(_context: Any, base: Any, starts: Any, ends: Any, out: Any) -> Any:  # noqa: ARG001
    """The same of 1 to 32 bytes."""
    from llvmlite import ir
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        spans = _Spans(context, builder, args)
        state = spans.chained(spans.lane_lengths(), ir.IntType(32)(0))
        return _stored(context, builder, mixed_ends(builder, *spans.long_ends(state)), args[3])

    return types.void(*[types.uint64] * 4), codegen


@machine_word
def _chain(_context: Any, base: Any, starts: Any, ends: Any, position: Any, states: Any) -> Any:  # noqa: ARG001
    """Take 16 bytes from ``position`` on into the states, at an address, of those shingles that have more than these.

    At position 0 a state is the shingle's length.
    """
    from llvmlite import ir
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        spans, position = _Spans(context, builder, args), builder.trunc(args[3], ir.IntType(32))
        begins = builder.icmp_unsigned("==", position, position.type(0))
        state = builder.load(builder.inttoptr(args[4], _lanes().as_pointer()), align=8)
        state = builder.select(begins, spans.lane_lengths(), state)
        used = splat(builder, builder.add(position, position.type(16)), LANES)
        follows = builder.icmp_unsigned(">", spans.lengths, used)
        return _stored(context, builder, builder.select(follows, spans.chained(state, position), state), args[4])

    return types.void(*[types.uint64] * 5), codegen


@machine_word
def _hash_chained(_context: Any, base: Any, starts: Any, ends: Any, states: Any, out: Any) -> Any:  # noqa: ARG001
    """The same of any length; the states are there already."""
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        spans = _Spans(context, builder, args)
        state = builder.load(builder.inttoptr(args[3], _lanes().as_pointer()), align=8)
        return _stored(context, builder, mixed_ends(builder, *spans.long_ends(state)), args[4])

    return types.void(*[types.uint64] * 5), codegen


@inlined
def _hash_any(base: Int, begin: Int, end: Int, longest: Int, state: Int, place: Int) -> None:
    """The same of LANES shingles of up to ``longest`` bytes; ``state`` : address of LANES words of scratch."""
    if longest > _LONG:
        for position in range(U(0), longest - _SIXTEEN, _SIXTEEN):
            _chain(base, begin, end, position, state)
        _hash_chained(base, begin, end, state, place)
    elif longest > _SIXTEEN:
        _hash_long(base, begin, end, place)
    else:
        _hash_short(base, begin, end, place)


@kernel_part
def hash_spans(
    base: Int, starts: NDArray[np.uint32], span: Int, count: Int, states: NDArray[np.uint64], out: NDArray[np.uint64]
) -> None:
    """Ids of ``count`` shingles of ``span`` characters; ``starts``: where these begin, and LANES places behind them.

    out : (count,), with room for LANES more; states : (LANES,) scratch. The places behind the text's end are each one
    further, as if it went on; 64 bytes more than the text can be read.
    """
    first, target, state = U(starts.ctypes.data), U(out.ctypes.data), U(states.ctypes.data)
    for i in range(U(0), count, U(LANES)):
        longest = U(starts[i + span + _OTHERS] - starts[i]) - _OTHERS  # at most: each of the others has a byte or more
        begin, end, place = first + (i << U(2)), first + ((i + span) << U(2)), target + (i << U(3))
        if longest == span and span <= _SIXTEEN:
            hash_shingles(base + U(starts[i]), span, U(LANES), place)
        elif longest <= _SIXTEEN and span > _EIGHT:
            _hash_medium(base, begin, end, place)
        else:
            _hash_any(base, begin, end, longest, state, place)


@kernel_part
def hash_words(
    base: Int,
    starts: NDArray[np.uint32],
    ends: NDArray[np.uint32],
    count: Int,
    states: NDArray[np.uint64],
    out: NDArray[np.uint64],
) -> None:
    """Ids of ``count`` words, one after another, which begin and end at these places; LANES more are written to.

    starts, ends, out : (count,), with room for LANES more; states : (LANES,) scratch
    64 bytes more than the text can be read.
    """
    begin, end, target = U(starts.ctypes.data), U(ends.ctypes.data), U(out.ctypes.data)
    for i in range(count, count + U(LANES)):
        starts[i], ends[i] = starts[count - ONE], ends[count - ONE]
    for i in range(U(0), count, U(LANES)):
        longest = U32(0)
        for t in range(i, i + U(LANES)):
            longest = max(longest, U32(ends[t] - starts[t]))
        if U(ends[i + _OTHERS] - starts[i]) > U(TOGETHER):
            for t in range(i, i + U(LANES)):
                out[t] = hash_span(base + U(starts[t]), U(ends[t] - starts[t]))
        else:
            place = i << U(2)
            _hash_any(base, begin + place, end + place, U(longest), U(states.ctypes.data), target + (i << U(3)))
