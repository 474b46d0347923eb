"""Compound files ([MS-CFB]), which hold old Office files and Outlook's messages: streams by name, opened with care."""

from __future__ import annotations

from typing import BinaryIO

import olefile

from simexplorer.documents import formats
from simexplorer.documents.extracted import LOCKED, Refusal

LARGEST_WHOLE = 256 * 2**20  # all streams that are read
# the first stream that is there tells what the file is
_KINDS = (
    ("WordDocument", formats.DOC),
    ("Workbook", formats.XLS),
    ("Book", formats.XLS),
    ("PowerPoint Document", formats.PPT),
    ("__properties_version1.0", formats.MSG),
)
_DAMAGED = "damaged: its streams cannot be read"


class CompoundFile:
    """Streams of a compound file by name, names of storages before them with "/"; Refusal where it is damaged."""

    def __init__(self, stream: BinaryIO) -> None:
        try:
            self._ole = olefile.OleFileIO(stream)
            self.names = ["/".join(path) for path in self._ole.listdir()]
        except Exception as error:  # of damaged files it raises whatever comes
            raise Refusal(_DAMAGED) from error
        self._known = {name.lower(): name for name in self.names}
        self._read = 0

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._known

    @property
    def media_type(self) -> str | None:
        """What it is, by the streams it holds; None where it is nothing that can be read."""
        if "EncryptedPackage" in self:
            raise Refusal(LOCKED)
        return next((media_type for name, media_type in _KINDS if name in self), None)

    def read(self, name: str) -> bytes:
        """One whole stream; Refusal where it is missing, damaged or too large."""
        if name not in self:
            raise Refusal(f"damaged: its part {name[:80]} is missing")
        name = self._known[name.lower()]
        try:
            self._read += self._ole.get_size(name)
            if self._read > LARGEST_WHOLE:
                raise Refusal(f"parts of it are larger than {LARGEST_WHOLE >> 20} MB")
            with self._ole.openstream(name) as opened:
                return bytes(opened.read())
        except Refusal:
            raise
        except Exception as error:
            raise Refusal(_DAMAGED) from error
