"""Texts that had to be made from files, kept on disk for later readings so that memory stays flat."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Self

from simexplorer.documents.read_kernels import Spooled
from simexplorer.documents.temporary_files import refused, temporary_file


class SpoolCopy:
    """Descriptors of one's own to read the texts through while the spool itself may be closed; to be closed, too."""

    def __init__(self, own: int, recalled: tuple[int, int, int]) -> None:
        self._own = own
        self._recalled = recalled

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        os.close(self._own)
        if self._recalled[0] >= 0:
            os.close(self._recalled[0])

    def read(self, offset: int, size: int) -> bytes:
        """The bytes from ``offset`` on, within one text."""
        recalled, start, recalled_size = self._recalled
        if offset < recalled_size:
            return os.pread(recalled, size, offset + start)
        return os.pread(self._own, size, offset - recalled_size)


class Spool:
    """A temporary file that only grows; it has no name on POSIX and is gone with the process, whatever happens.

    Texts of an earlier run may lie in another file, which is only read: they have the offsets below its size.
    """

    def __init__(self) -> None:
        self._file = temporary_file()
        self._lock = threading.Lock()
        self._end = 0
        self._recalled = (-1, 0, 0)

    @property
    def places(self) -> Spooled:
        """Where texts lie, for kernels that read them."""
        return Spooled(self._file.fileno(), *self._recalled)

    def recall(self, descriptor: int, start: int, size: int) -> None:
        """Take over ``size`` bytes of texts from an open file, before anything is appended; closed by ``close``."""
        assert not self._end
        self._recalled = (descriptor, start, size)

    def append(self, text: bytes) -> int:
        """Keep a text; the offset it is found at. InputError where the disk is full."""
        with self._lock:
            start = self._end
            view = memoryview(text)
            while view:
                try:
                    written = os.pwrite(self._file.fileno(), view, start + len(text) - len(view))
                except OSError as error:
                    raise refused(error) from error
                view = view[written:]
            self._end = start + len(text)
        return start + self._recalled[2]

    def read(self, offset: int, size: int) -> bytes:
        """A text kept before."""
        return b"".join(self.pieces(offset, size))

    def pieces(self, offset: int, size: int) -> Iterator[bytes]:
        """The same in parts, over any number of texts."""
        recalled, start, recalled_size = self._recalled
        while size:
            if offset < recalled_size:
                part = os.pread(recalled, min(size, recalled_size - offset), offset + start)
            else:
                part = os.pread(self._file.fileno(), size, offset - recalled_size)
            if not part:
                raise OSError("the temporary file with extracted texts was cut short")
            yield part
            offset, size = offset + len(part), size - len(part)

    def copied(self) -> SpoolCopy | None:
        """What reads the same texts also after this is closed; None where the system has no more descriptors."""
        recalled, start, size = self._recalled
        own = -1
        try:
            own = os.dup(self._file.fileno())
            return SpoolCopy(own, (os.dup(recalled) if recalled >= 0 else -1, start, size))
        except OSError:
            if own >= 0:
                os.close(own)
            return None

    def close(self) -> None:
        """Remove it."""
        self._file.close()
        if self._recalled[0] >= 0:
            os.close(self._recalled[0])
            self._recalled = (-1, 0, 0)
