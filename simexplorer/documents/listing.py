"""The table of documents: one row a document, the row number its only key from scan to report."""

from __future__ import annotations

import base64
import enum
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.documents.decode import is_utf8

_AT_ONCE = 4096  # names whose places stand as Python numbers at one time

AnyPath = str | bytes | os.PathLike[str] | os.PathLike[bytes]


class Status(enum.IntEnum):
    """What became of a document."""

    READ = 0
    EMPTY = 1
    SKIPPED = 2
    PENDING = 3


STATUS_WORDS = ("read", "empty", "skipped", "pending")


class Paths(Struct, frozen=True):
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

    def file_row(self, row: int) -> int:
        """The row of the file that this document is, or lies in."""
        return int(row if self.container[row] < 0 else self.container[row])

    def file(self, row: int) -> bytes:
        """The absolute path of the file that holds this document."""
        row = self.file_row(row)
        return os.path.join(self.roots[self.root_of[row]], self.raw(row)[self.prefix_length[row] :])

    def below(self, folders: Sequence[bytes]) -> NDArray[np.bool_]:
        """(n,) whether each document's file lies in one of these folders (absolute), also where a link leads to it."""
        below = np.zeros(len(self), np.bool_)
        names = np.frombuffer(self.names, np.uint8)
        start = self.offsets[:-1] + self.prefix_length
        length = self.offsets[1:] - start
        for folder in dict.fromkeys([*folders, *map(os.path.realpath, folders)]):
            for number, root in enumerate(self.roots):
                inside = self.root_of == number
                if _contains(folder, root):
                    below |= inside
                elif _contains(root, folder):
                    prefix = os.path.relpath(folder, root) + b"/"
                    inside &= length > len(prefix)
                    for place, byte in enumerate(prefix):
                        rows = np.flatnonzero(inside)
                        inside[rows] = names[start[rows] + place] == byte
                    below |= inside
        return below

    def display(self, row: int) -> str:
        """The relative path to show, as ``shown_path`` spells it; never a key."""
        return shown_path(self.raw(row))

    def decoded(self) -> list[str]:
        """Every path as text, n of them, as reports spell it: undecodable bytes alone are escaped, as ``\\xhh``.

        Names that would read alike stand as they are shown, and so do those that read alike after that.
        """
        starts, names = range(0, len(self), _AT_ONCE), self.names
        parts = chain.from_iterable(pairwise(self.offsets[start : start + _AT_ONCE + 1].tolist()) for start in starts)
        if names.isascii() and b"\\" not in names:
            together = names.decode("ascii")
            return [together[start:end] for start, end in parts]
        texts = [names[start:end].decode("utf-8", "backslashreplace") for start, end in parts]
        slashed = [row for row, text in enumerate(texts) if "\\" in text]
        told_apart: set[int] = set()
        while True:
            times = Counter(texts[row] for row in slashed)
            alike = {row for row in slashed if times[texts[row]] > 1} - told_apart
            if not alike:
                return texts
            for row in alike:
                texts[row] = self.display(row)
            told_apart |= alike

    def exact(self, row: int, spelled: str) -> str | None:
        """The bytes of a path in base64, where its spelling in a report is something else."""
        raw = self.raw(row)
        return base64.b64encode(raw).decode("ascii") if spelled.encode() != raw else None


def _contains(folder: bytes, inner: bytes) -> bool:
    """Whether ``inner`` is ``folder`` or lies in it; both absolute."""
    return (inner.rstrip(b"/") + b"/").startswith(folder.rstrip(b"/") + b"/")


# a backslash in a name before a letter that an escape may begin with, or before another one
_LIKE_AN_ESCAPE = re.compile(rb"\\[\\xuUntr]")


def shown_path(raw: bytes) -> str:
    """A path as it is shown: undecodable bytes and control characters escaped as ``\\xhh``, no two paths alike.

    In a name with such an escape, or with backslashes that look like one, each backslash of its own is written twice.
    Of characters without a shape only joiners are left as they are, and those where writing needs them.
    """
    text = raw.decode("utf-8", "backslashreplace")
    if b"\\" in raw and (not text.isprintable() or _LIKE_AN_ESCAPE.search(raw) or not is_utf8(raw)):
        text = raw.replace(b"\\", b"\\\\").decode("utf-8", "backslashreplace")
    if text.isprintable():
        return text
    pairs = zip(" " + text, text, strict=False)
    return "".join(c if c.isprintable() or _joins(c, before) else escaped(c) for before, c in pairs)


def _joins(character: str, before: str) -> bool:
    """Whether it joins, or keeps apart, what is written with it: Arabic letters, Indic ones, parts of an emoji."""
    if character not in "\u200c\u200d":
        return False
    after_virama = unicodedata.combining(before) == 9
    of_emoji = before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk")
    return after_virama or of_emoji or unicodedata.bidirectional(before) == "AL"


def escaped(character: str) -> str:
    """A character as an escape; ``\\x80`` and above are bytes, so the characters of these numbers are ``\\u0080``."""
    number = ord(character)
    return f"\\u{number:04x}" if 0x80 <= number < 0x100 else character.encode("unicode_escape").decode("ascii")


class Documents(Struct, frozen=True):
    """What is known of every document, in columns of length n, sorted by path.

    status : uint8, of ``Status``
    reason : int32, index into ``reasons``; 0 is "no reason"
    format : uint8, index into ``formats`` (media types)
    size : int64, bytes of the file or member; modified_ns : int64, time of last change
    noted_ns : int64, when the system last noted a change of the file or its name; empty where an earlier version wrote
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
    noted_ns: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))

    def __len__(self) -> int:
        return len(self.paths)

    def unlisted(self, rows: int | slice) -> NDArray[np.bool_]:
        """Which rows are folders that were not looked into or files that could not be asked about.

        Nothing is known of their size and time, which are all 0.
        """
        known = self.size[rows] | self.modified_ns[rows]
        if self.noted_ns.size:
            known = known | self.noted_ns[rows]
        return np.asarray((self.status[rows] == Status.SKIPPED) & (known == 0))

    def reason_of(self, row: int) -> str | None:
        """Why the document was skipped, is empty or was cut short, in words; None where there is nothing to say."""
        return self.reasons[self.reason[row]] or None
