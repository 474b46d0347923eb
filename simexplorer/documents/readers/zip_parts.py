"""Zip files opened with care: no bomb inflates, no entry lies about its size, no two share their bytes."""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from simexplorer.documents.extracted import LOCKED, Refusal

LARGEST_PART = 64 * 2**20
LARGEST_WHOLE = 256 * 2**20
LARGEST_TABLE = 2**31  # that is read row by row
_MOST_ENTRIES = 200_000
RATIO, RATIO_FROM = 100, 2**20  # of what is larger than that, more than so many times its packed size is a bomb
_STEP = 1 << 16
_ENCRYPTED = 0x1


class PartStream:
    """One part as a stream of pieces; ``head`` is its first."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self.head = next(pieces, b"")
        self._begun = False

    def read(self, _size: int = -1) -> bytes:
        """The next piece, of whatever size; nothing at the end."""
        if self._begun:
            return next(self._pieces, b"")
        self._begun = True
        return self.head


class ZipParts:
    """Entries of a zip file by name; raises Refusal where it is damaged, encrypted or a bomb.

    most_bytes : that all entries together may unpack to
    """

    def __init__(self, stream: BinaryIO) -> None:
        try:
            self._zip = zipfile.ZipFile(stream)
            self.entries = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError, UnicodeDecodeError) as error:
            raise Refusal("damaged: the directory of the zip file cannot be read") from error
        if len(self.entries) > _MOST_ENTRIES:
            raise Refusal(f"it holds more than {_MOST_ENTRIES:,} entries")
        # some programs write the separator of Windows, which the format does not know
        self._by_name = {entry.filename.replace("\\", "/"): entry for entry in self.entries}
        # and some call a part otherwise than they write it: names of parts do not differ by case (ECMA-376, part 2)
        self._by_letters = {name.lower(): entry for name, entry in self._by_name.items()}
        self._inflated = 0
        self.most_bytes = LARGEST_WHOLE
        _refuse_overlap(self.entries)

    def __contains__(self, name: str) -> bool:
        return self._entry(name) is not None

    @property
    def names(self) -> list[str]:
        """All names, in the order of the directory, their parts separated by slashes."""
        return list(self._by_name)

    def read(self, name: str) -> bytes:
        """One whole part; Refusal where it is missing, damaged, encrypted or too large."""
        entry = self._entry(name)
        if entry is None:
            raise Refusal(f"damaged: its part {name[:80]} is missing")
        content, complete = self.inflate(entry, LARGEST_PART)
        if not complete:
            raise Refusal(f"a part of it is larger than {LARGEST_PART >> 20} MB: save it as plain text or CSV")
        return content

    def stream(self, name: str) -> PartStream:
        """One part of any size, unpacked as it is read; raises Refusal as ``read`` does, also while it is read."""
        entry = self._entry(name)
        if entry is None:
            raise Refusal(f"damaged: its part {name[:80]} is missing")
        return PartStream(self._pieces(entry, self.most_bytes))

    def _entry(self, name: str) -> zipfile.ZipInfo | None:
        return self._by_name.get(name) or self._by_letters.get(name.lower())

    def inflate(self, entry: zipfile.ZipInfo, most: int) -> tuple[bytes, bool]:
        """(up to ``most`` bytes of an entry, whether that is all of it)."""
        content = b"".join(self._pieces(entry, most))
        return content[:most], len(content) <= most

    def _pieces(self, entry: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
        """What an entry unpacks to, up to a byte more than ``most``."""
        if entry.flag_bits & _ENCRYPTED:
            raise Refusal(LOCKED)
        size = 0
        try:
            with self._zip.open(entry) as opened:
                while size <= most and (piece := opened.read(min(_STEP, most + 1 - size))):
                    size += len(piece)
                    self._count(len(piece), size, entry.compress_size)
                    yield piece
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError) as error:
            raise Refusal("damaged: a part of it cannot be unpacked") from error
        except (NotImplementedError, RuntimeError) as error:
            raise Refusal("packed in a way that cannot be read") from error

    def _count(self, added: int, size: int, packed: int) -> None:
        self._inflated += added
        if size > RATIO_FROM and size > RATIO * max(packed, 1):
            raise Refusal(f"a zip bomb: a part of it unpacks to more than {RATIO} times its size")
        if self._inflated > self.most_bytes:
            raise Refusal(f"it unpacks to more than {self.most_bytes >> 20:,} MB")


def _refuse_overlap(entries: list[zipfile.ZipInfo]) -> None:
    """Entries that share their packed bytes make a bomb of any size out of one kernel."""
    end = 0
    in_order = sorted(entries, key=lambda entry: entry.header_offset)
    if in_order and in_order[0].header_offset < 0:
        raise Refusal("damaged: its directory speaks of bytes that are not there")
    for entry in in_order:
        if entry.header_offset < end:
            raise Refusal("a zip bomb: its entries overlap")
        end = entry.header_offset + entry.compress_size
