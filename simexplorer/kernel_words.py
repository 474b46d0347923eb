"""Operations on machine words that kernels share: loads, stores, multiplies, masks of bytes, mixing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, inlined, machine_word

ONE = U(1)
GOLD = U(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, odd: of multiplicative hashing (Knuth 1973) and SplitMix64
# odd words for folded multiplies: what mixers of others multiply by (rrmxmx, Evensen 2018; Degski's)
KEY_A, KEY_B = U(0x9FB21C651E98DF25), U(0xD6E8FEB86659FD93)


@machine_word
def load64(_context: Any, address: Any) -> Any:  # noqa: ARG001
    """Little-endian 8 bytes at any address (uint64 -> uint64); the caller's buffer is padded by 8 bytes or more."""

    from llvmlite import ir
    from numba import types

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        value = builder.load(pointer)
        value.align = 1
        return value

    return types.uint64(types.uint64), codegen


@machine_word
def store64(_context: Any, address: Any, word: Any) -> Any:  # noqa: ARG001
    """Write a uint64 as little-endian 8 bytes to any address; the caller's buffer has room for all of them."""

    from llvmlite import ir
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[1], pointer, align=1)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), codegen


@machine_word
def prefetch(_context: Any, address: Any) -> Any:  # noqa: ARG001
    """Have the processor fetch the memory at an address (uint64), which will be wanted soon; any address will do."""

    from llvmlite import ir
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        options = (number(0), number(3), number(1))  # for reading, to stay in all caches, of data
        builder.call(fetch, [builder.inttoptr(args[0], pointer), *options])
        return context.get_dummy_value()

    return types.void(types.uint64), codegen


@machine_word
def folded_multiply(_context: Any, a: Any, b: Any) -> Any:  # noqa: ARG001
    """Low xor high half of the 128-bit product of two uint64: one multiply mixes all bits (wyhash, Wang Yi 2019)."""

    from llvmlite import ir
    from numba import types

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return builder.xor(builder.trunc(product, word), high)

    return types.uint64(types.uint64, types.uint64), codegen


@machine_word
def trailing_zeros(_context: Any, word: Any) -> Any:  # noqa: ARG001
    """Number of zero bits below the lowest one of a uint64; 64 of 0."""

    from llvmlite import ir
    from numba import types

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen


@machine_word
def popcount(_context: Any, word: Any) -> Any:  # noqa: ARG001
    """Number of one bits of a uint64."""

    from numba import types

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


TOGETHER = 64  # bytes


def of_vector(builder: Any, name: str, result: Any, words: Any) -> Any:
    """What LLVM's function of that name makes of one vector; for the bodies of machine words."""
    from llvmlite import ir

    known = builder.module.globals.get(name)
    return builder.call(known or ir.Function(builder.module, ir.FunctionType(result, [words.type]), name), [words])


@machine_word
def differing_bits(_context: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    """In how many bits the TOGETHER bytes at two addresses differ: a few vector operations."""

    from llvmlite import ir
    from numba import types

    word = ir.IntType(64)
    words = ir.VectorType(word, TOGETHER // 8)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        left, right = (builder.load(builder.inttoptr(address, words.as_pointer()), align=8) for address in args)
        counts = of_vector(builder, "llvm.ctpop.v8i64", words, builder.xor(left, right))
        return of_vector(builder, "llvm.vector.reduce.add.v8i64", word, counts)

    return types.uint64(types.uint64, types.uint64), codegen


@machine_word
def words_near(_context: Any, address: Any, word: Any, most: Any) -> Any:  # noqa: ARG001
    """A bit for each of the 8 words at an address, the first one's lowest: is it within ``most`` bits of ``word``?

    All are uint64. All 8 words are read, also those that the caller masks out.
    """

    from llvmlite import ir
    from numba import types

    words = ir.VectorType(ir.IntType(64), TOGETHER // 8)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        block = builder.load(builder.inttoptr(args[0], words.as_pointer()), align=8)
        word, most = (splat(builder, value, TOGETHER // 8) for value in args[1:])
        counts = of_vector(builder, "llvm.ctpop.v8i64", words, builder.xor(block, word))
        near = builder.bitcast(builder.icmp_unsigned("<=", counts, most), ir.IntType(TOGETHER // 8))
        return builder.zext(near, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64, types.uint64), codegen


def splat(builder: Any, value: Any, lanes: int) -> Any:
    """A vector of so many lanes that all hold the same integer; for the bodies of machine words."""
    from llvmlite import ir

    number = ir.IntType(32)
    one = builder.insert_element(ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined), value, number(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(number, lanes), [number(0)] * lanes))


CHOOSES_BYTES = "avx512vbmi"  # any of 64 bytes to any place, at once
PACKS_BYTES = "avx512vbmi2"  # the bytes of a mask moved together


def has_feature(context: Any, name: str) -> bool:
    """Whether kernels are compiled for a processor with these instructions; for the bodies of machine words."""
    return f"+{name}" in context.codegen().magic_tuple()[2].split(",")


def processor_has(name: str) -> Callable[[], bool]:
    """A machine word that tells kernels the same; a constant, so that what it rules out is not compiled."""

    def has(_context: Any) -> Any:
        from numba import types

        def codegen(context: Any, builder: Any, signature: Any, _args: Any) -> Any:  # noqa: ARG001
            return context.get_constant(types.boolean, has_feature(context, name))

        return types.boolean(), codegen

    return machine_word(has)


def words_at(context: Any, builder: Any, base: Any, places: Any) -> Any:
    """The 8-byte words that begin at places behind an address: a vector of them; for the bodies of machine words.

    places : vector of 8 uint32, ascending; what is needed of them ends within TOGETHER bytes from the first one on,
    else anything may stand for it. Where the processor can choose among these, that is one load; else a load a word.
    """
    from llvmlite import ir

    byte, number, word = ir.IntType(8), ir.IntType(32), ir.IntType(64)
    lanes = ir.VectorType(word, 8)
    if has_feature(context, CHOOSES_BYTES):
        block = ir.VectorType(byte, 64)
        first = builder.extract_element(places, number(0))
        address = builder.add(base, builder.zext(first, word))
        loaded = builder.load(builder.inttoptr(address, block.as_pointer()), align=1)
        steps = builder.bitcast(builder.sub(places, splat(builder, first, 8)), ir.VectorType(byte, 32))
        each = ir.Constant(ir.VectorType(number, 64), [number(n // 8 * 4) for n in range(64)])
        order = builder.add(builder.shuffle_vector(steps, steps, each), block([byte(n % 8) for n in range(64)]))
        kind = ir.FunctionType(block, [block, block])
        choose = builder.module.declare_intrinsic("llvm.x86.avx512.permvar.qi.512", (), kind)
        return builder.bitcast(builder.call(choose, [loaded, order]), lanes)
    words = ir.Constant(lanes, ir.Undefined)
    for t in range(8):
        place = builder.add(base, builder.zext(builder.extract_element(places, number(t)), word))
        loaded = builder.load(builder.inttoptr(place, word.as_pointer()), align=1)
        words = builder.insert_element(words, loaded, number(t))
    return words


PADDING = 64  # bytes behind a text that vector code may read, and that it may write behind what it makes


@machine_word
def bytes_within(_context: Any, address: Any, low: Any, span: Any) -> Any:  # noqa: ARG001
    """A bit for each of the 64 bytes at an address, the first one's lowest: is it in ``low ... low + span - 1``?

    All three are uint64; ``span`` is 1 to 255, and the range may go on from 255 to 0. All 64 bytes are read, also those
    that the caller masks out: see PADDING.
    """

    from llvmlite import ir
    from numba import types

    byte = ir.IntType(8)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        block = builder.load(builder.inttoptr(args[0], ir.VectorType(byte, 64).as_pointer()), align=1)
        low, span = (splat(builder, builder.trunc(bound, byte), 64) for bound in args[1:])
        within = builder.icmp_unsigned("<", builder.sub(block, low), span)
        return builder.bitcast(within, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64, types.uint64), codegen


@machine_word
def copy_64_bytes(_context: Any, source: Any, target: Any) -> Any:  # noqa: ARG001
    """Copy the 64 bytes at one address (uint64) to another, all of them: see PADDING."""

    from llvmlite import ir
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        block = ir.VectorType(ir.IntType(8), 64).as_pointer()
        value = builder.load(builder.inttoptr(args[0], block), align=1)
        builder.store(value, builder.inttoptr(args[1], block), align=1)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), codegen


_FOLDS, FACTORS = (U(30), U(27), U(31)), (U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB))


@inlined
def mix64(word: np.uint64) -> np.uint64:
    """Bijective finaliser of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit."""
    word = (word ^ (word >> _FOLDS[0])) * FACTORS[0]
    word = (word ^ (word >> _FOLDS[1])) * FACTORS[1]
    return word ^ (word >> _FOLDS[2])


def mixed_lanes(builder: Any, words: Any) -> Any:
    """The same of each word of a vector; for the bodies of machine words."""

    def folded(bits: np.uint64) -> Any:
        return builder.xor(words, builder.lshr(words, words.type([int(bits)] * words.type.count)))

    for fold, factor in zip(_FOLDS, FACTORS, strict=False):
        words = builder.mul(folded(fold), words.type([int(factor)] * words.type.count))
    return folded(_FOLDS[2])


def seed_words(seed: int, count: int) -> NDArray[np.uint64]:
    """The first ``count`` words of SplitMix64 started at ``seed``: (count,) uint64, the same on every machine."""
    words = U(seed & (2**64 - 1)) + np.arange(1, count + 1, dtype=np.uint64) * GOLD
    for fold, factor in zip(_FOLDS, FACTORS, strict=False):
        words = (words ^ (words >> fold)) * factor
    return words ^ (words >> _FOLDS[2])
