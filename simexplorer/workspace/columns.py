"""Arrays as bytes that say what they are: little-endian, cut in parts, each with its SHA-256, packed where it pays."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import WorkspaceError
from simexplorer.pipeline.told_column import ToldColumn

PART_BYTES = 2**20
_KINDS = "biuf"
_SAMPLE = 1 << 16
_WORTH = 0.8


# What contents that are not what they should be lead to where they are read, if their checksums are right.
MISREAD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class DamagedError(WorkspaceError):
    """Something in a workspace is not what was written there."""


class NewerError(WorkspaceError):
    """Something in a workspace is of a newer version of the program."""


class Part(Struct, frozen=True):
    """One piece of a column as it is stored: its digest and length there, its length unpacked, whether it is packed."""

    digest: bytes
    stored: int
    raw: int
    packed: bool


class Column(Struct, frozen=True):
    """An array's dtype, shape and parts, without its contents."""

    dtype: str
    shape: tuple[int, ...]
    parts: tuple[Part, ...]

    def to_json(self) -> list[Any]:
        """A plain list for a header."""
        parts = [[part.digest.hex(), part.stored, part.raw, int(part.packed)] for part in self.parts]
        return [self.dtype, list(self.shape), parts]

    @classmethod
    def from_json(cls, plain: list[Any]) -> Column:
        """The column that ``to_json`` wrote; DamagedError for anything else."""
        try:
            dtype, shape, parts = plain
            read = tuple(Part(bytes.fromhex(d), int(s), int(r), bool(p)) for d, s, r, p in parts)
            return cls(str(dtype), tuple(int(side) for side in shape), read)
        except MISREAD as error:
            raise DamagedError("A column's description cannot be read.") from error


def pack(array: NDArray[Any] | ToldColumn) -> Iterator[tuple[Part, bytes]]:
    """The parts of an array of numbers, in order, with their bytes; of a told column no more is worked out at once."""
    if array.dtype.kind not in _KINDS:
        raise ValueError(f"columns hold numbers, not {array.dtype}")
    flat = array if isinstance(array, ToldColumn) else array.reshape(-1)
    step, packs = PART_BYTES // array.dtype.itemsize, None
    for start in range(0, flat.size, step):
        plain = np.ascontiguousarray(flat[start : start + step], array.dtype.newbyteorder("<"))
        raw = memoryview(plain.view(np.uint8).data)
        if packs is None:  # as the beginning does
            packs = len(zlib.compress(raw[:_SAMPLE], 1)) < _WORTH * min(len(raw), _SAMPLE)
        data = zlib.compress(raw, 1) if packs else bytes(raw)
        yield Part(hashlib.sha256(data).digest(), len(data), len(raw), packs), data


def describe(array: NDArray[Any] | ToldColumn, parts: tuple[Part, ...]) -> Column:
    """The column of an array whose parts are these."""
    return Column(array.dtype.newbyteorder("<").str, array.shape, parts)


def unpack(column: Column, fetch: Callable[[bytes], bytes]) -> NDArray[Any]:
    """The array; ``fetch(digest)`` gives a part's stored bytes. DamagedError where they are not what was written."""
    try:
        dtype = np.dtype(column.dtype)
        count = int(np.prod(column.shape, dtype=np.int64))
    except (TypeError, ValueError) as error:
        raise DamagedError(f"There is no array of {column.dtype!r}.") from error
    size = sum(part.raw for part in column.parts)
    cut = all(0 < part.raw <= PART_BYTES for part in column.parts)  # else no memory would be enough
    if dtype.kind not in _KINDS or min(column.shape, default=0) < 0 or count * dtype.itemsize != size or not cut:
        raise DamagedError("A column's length does not fit its description.")
    raw = np.empty(size, np.uint8)
    at = 0
    for part in column.parts:
        raw[at : at + part.raw] = np.frombuffer(_checked(part, fetch(part.digest)), np.uint8)
        at += part.raw
    return raw.view(dtype).reshape(column.shape).astype(dtype.newbyteorder("="), copy=False)


def _checked(part: Part, data: bytes) -> bytes:
    if hashlib.sha256(data).digest() != part.digest:
        raise DamagedError("A part of the contents does not match its checksum.")
    if part.packed:
        try:
            data = zlib.decompressobj().decompress(data, max(1, part.raw))
        except zlib.error as error:
            raise DamagedError("A part of the contents cannot be unpacked.") from error
    if len(data) != part.raw:
        raise DamagedError("A part of the contents has another length than was written.")
    return data
