"""One packed file as a stream of what is in it, to a limit: gzip, bzip2, xz and Zstandard."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import Any, BinaryIO

from backports import zstd

from simexplorer.documents import formats
from simexplorer.documents.extracted import Refusal

PARTLY = "damaged: only its beginning could be unpacked"
LARGEST = 2**32  # bytes
BROKEN = (zlib.error, lzma.LZMAError, zstd.ZstdError, EOFError, OSError, ValueError)
"""Raised where packed bytes are damaged."""

_OPENERS: dict[str, Any] = {
    formats.GZIP: gzip.open,
    formats.BZIP2: bz2.open,
    formats.XZ: lzma.open,
    formats.ZSTANDARD: zstd.open,
}
_STEP = 1 << 16
_RATIO, _RATIO_FROM = 100, 2**20


class Unpacked(io.RawIOBase):
    """A packed stream unpacked as it is read, to a limit, and anew from its beginning: Refusal where it is a bomb.

    packed_size : bytes of it
    strict : Refusal where it is damaged, too
    damage : that it did not go on to its end, in words; empty as long as it did
    """

    def __init__(self, packed: BinaryIO, packed_size: int, media_type: str, *, strict: bool = False) -> None:
        self._packed, self._packed_size, self._media_type = packed, packed_size, media_type
        self._source = _OPENERS[media_type](packed, "rb")
        self._done, self._strict = 0, strict
        self.damage = ""

    def readable(self) -> bool:
        """Always."""
        return True

    def seekable(self) -> bool:
        """To its beginning."""
        return True

    def tell(self) -> int:
        """How much was unpacked."""
        return self._done

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go back to the beginning; OSError for any other place."""
        if offset or whence != io.SEEK_SET:
            raise io.UnsupportedOperation("only the beginning can be gone back to")
        self._packed.seek(0)
        self._source, self._done = _OPENERS[self._media_type](self._packed, "rb"), 0
        return 0

    def readinto(self, buffer: object) -> int:
        """Unpack the next bytes; where they are damaged, but not from the first one on, it ends there."""
        view = memoryview(buffer)  # type: ignore[arg-type]
        try:
            part = self._source.read1(min(len(view), _STEP))
        except BROKEN as error:
            if self._strict:
                raise Refusal(PARTLY, self._media_type) from error
            if not self._done:
                raise
            self.damage = PARTLY
            return 0
        view[: len(part)] = part
        self._done += len(part)
        if self._done > LARGEST:
            raise Refusal(f"it unpacks to more than {LARGEST >> 20:,} MB")
        if self._done > _RATIO_FROM and self._done > _RATIO * max(self._packed_size, 1):
            raise Refusal(f"a bomb: it unpacks to more than {_RATIO} times its size")
        return len(part)
