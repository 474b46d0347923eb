"""One packed file as a stream of what is in it, to a limit: gzip, bzip2, xz and Zstandard."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO

from backports import zstd

from simexplorer.documents import formats
from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.zip_parts import RATIO, RATIO_FROM

PARTLY = "damaged: only its beginning could be unpacked"
FOLLOWED = "bytes behind the end of what is packed were left out"
LARGEST = 2**32  # bytes
BROKEN = (zlib.error, lzma.LZMAError, zstd.ZstdError, EOFError, OSError, ValueError)
"""Raised where packed bytes are damaged."""


class _BehindTheEnd(OSError):  # noqa: N818 - it says what is there
    """What follows a packed stream is none."""


class _Streams:
    """What bzip2 or xz packed, one stream behind another; Python's own readers hide that something else follows."""

    def __init__(self, packed: BinaryIO, _mode: str, start: Callable[[], Any], magic: bytes) -> None:
        self._packed, self._start, self._magic = packed, start, magic
        self._stream = start()

    def read1(self, size: int) -> bytes:
        """Up to so many of the next bytes, none at the end; an exception of BROKEN where they are damaged."""
        while True:
            raw = b""
            if self._stream.eof:
                raw = self._stream.unused_data
                while not (raw := raw.lstrip(b"\0")):  # xz may be padded
                    raw = self._packed.read(_STEP)
                    if not raw:
                        return b""
                if not self._magic.startswith(raw[: len(self._magic)]):
                    raise _BehindTheEnd
                self._stream = self._start()
            elif self._stream.needs_input:
                raw = self._packed.read(_STEP)
                if not raw:
                    raise EOFError
            part: bytes = self._stream.decompress(raw, size)
            if part:
                return part


def _is_behind_the_end(error: Exception) -> bool:
    """Whether a packed stream was whole, and what follows it is none; the libraries tell by their words alone."""
    words = str(error)
    return isinstance(error, _BehindTheEnd) or "Not a gzipped file" in words or "Unknown frame descriptor" in words


_OPENERS: dict[str, Any] = {
    formats.GZIP: gzip.open,
    formats.BZIP2: partial(_Streams, start=bz2.BZ2Decompressor, magic=b"BZh"),
    formats.XZ: partial(_Streams, start=lzma.LZMADecompressor, magic=b"\xfd7zXZ\0"),
    formats.ZSTANDARD: zstd.open,
}
_STEP = 1 << 16


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
            self.damage = self.damage or (FOLLOWED if _is_behind_the_end(error) else PARTLY)
            return 0
        view[: len(part)] = part
        self._done += len(part)
        if self._done > LARGEST:
            raise Refusal(f"it unpacks to more than {LARGEST >> 20:,} MB")
        if self._done > RATIO_FROM and self._done > RATIO * max(self._packed_size, 1):
            raise Refusal(f"a bomb: it unpacks to more than {RATIO} times its size")
        return len(part)
