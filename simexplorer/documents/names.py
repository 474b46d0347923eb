"""Many names in one buffer, as kernels take them and give them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.offsets import offsets_of


class Names(Struct, frozen=True):
    """Names that hold no NUL, each with one behind it: name ``i`` begins at ``offsets[i]``.

    joined : uint8; offsets : (n + 1,) int64
    """

    joined: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, names: list[bytes]) -> Names:
        """These names, in this order."""
        offsets = offsets_of(np.fromiter((len(name) + 1 for name in names), np.int64, len(names)))
        return cls(np.frombuffer(bytearray(b"\0".join([*names, b""])), np.uint8), offsets)

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, number: int) -> bytes:
        return self.joined[self.offsets[number] : self.offsets[number + 1] - 1].tobytes()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.joined.tobytes().split(b"\0")[:-1])

    @property
    def first_bytes(self) -> NDArray[np.uint8]:
        """(n,) the byte that each name begins with."""
        return self.joined[self.offsets[:-1]]

    def part(self, first: int, last: int) -> NDArray[np.uint8]:
        """Names ``first:last`` as they stand in the buffer."""
        return self.joined[self.offsets[first] : self.offsets[last]]

    def prefixed(self, prefix: bytes, first: int, last: int) -> tuple[bytes, NDArray[np.int64]]:
        """Names ``first:last``, each with the prefix before it and no NUL behind it, joined; and their lengths."""
        offsets = self.offsets[first : last + 1]
        joined = self.joined[offsets[0] : offsets[-1] - 1].tobytes()
        return prefix + joined.replace(b"\0", prefix), offsets[1:] - offsets[:-1] + (len(prefix) - 1)
