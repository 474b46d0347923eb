"""The table of documents: one row a document, the row number its only key from scan to report."""

from __future__ import annotations

import base64
import enum
import os
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


class Status(enum.IntEnum):
    """What became of a document."""

    READ = 0
    EMPTY = 1
    SKIPPED = 2
    PENDING = 3


STATUS_WORDS = ("read", "empty", "skipped", "pending")


@dataclass(frozen=True, slots=True)
class Paths:
    """All paths as bytes in one buffer: a path never passes through a QString, a row number leads to it.

    A path is relative to its root, ``/`` between the parts; of several roots each begins with its unique name.
    Members of a container end in ``!member`` and share the container's file.

    names : one buffer, row ``i`` is ``names[offsets[i]:offsets[i + 1]]``
    roots : absolute folder of each root, as bytes
    root_of : (n,) int32, index into ``roots``
    prefix_length : (n,) int32, bytes of ``names`` that stand for the root's name and are no part of the file path
    container : (n,) int64, row of the file that holds this member; -1 for files
    """

    names: bytes
    offsets: NDArray[np.int64]
    roots: tuple[bytes, ...]
    root_of: NDArray[np.int32]
    prefix_length: NDArray[np.int32]
    container: NDArray[np.int64]

    def __len__(self) -> int:
        return self.offsets.size - 1

    def raw(self, row: int) -> bytes:
        """The relative path as the file system spells it."""
        return self.names[self.offsets[row] : self.offsets[row + 1]]

    def file(self, row: int) -> bytes:
        """The absolute path of the file that holds this document."""
        row = int(row if self.container[row] < 0 else self.container[row])
        return os.path.join(self.roots[self.root_of[row]], self.raw(row)[self.prefix_length[row] :])

    def display(self, row: int) -> str:
        """The relative path to show: undecodable bytes and control characters escaped as ``\\xhh``; never a key."""
        text = self.raw(row).decode("utf-8", "backslashreplace")
        return text if text.isprintable() else "".join(c if c.isprintable() else _escaped(c) for c in text)

    def base64(self, row: int) -> str | None:
        """The exact bytes for a report, where the name is not UTF-8."""
        raw = self.raw(row)
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError:
            return base64.b64encode(raw).decode("ascii")
        return None


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


@dataclass(frozen=True, slots=True)
class Documents:
    """What is known of every document, in columns of length n, sorted by path.

    status : uint8, of ``Status``
    reason : int32, index into ``reasons``; 0 is "no reason"
    format : uint8, index into ``formats`` (media types)
    size : int64, bytes of the file or member; modified_ns : int64
    characters : int64, of the text as read; truncated : bool, only a part was read
    encoding : uint8, index into ``encodings``: what the bytes were decoded from; guessed : bool
    """

    paths: Paths
    status: NDArray[np.uint8]
    reason: NDArray[np.int32]
    reasons: tuple[str, ...]
    format: NDArray[np.uint8]
    formats: tuple[str, ...]
    size: NDArray[np.int64]
    modified_ns: NDArray[np.int64]
    characters: NDArray[np.int64]
    truncated: NDArray[np.bool_]
    encoding: NDArray[np.uint8]
    encodings: tuple[str, ...] = ("",)
    guessed: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, np.bool_))

    def __len__(self) -> int:
        return len(self.paths)

    def reason_of(self, row: int) -> str | None:
        """Why the document was skipped, is empty or was cut short, in words; None where there is nothing to say."""
        return self.reasons[self.reason[row]] or None
