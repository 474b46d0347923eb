"""All that is known of every document, in columns that grow: the writable side of ``listing.Documents``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import kernel
from simexplorer.documents.decode import whole_characters
from simexplorer.documents.formats import BINARY, MEDIA_TYPES, NUMBER_OF
from simexplorer.documents.listing import Documents, Paths, Status
from simexplorer.documents.read_kernels import NO_TEXT, UNREAD
from simexplorer.documents.suffix_kernel import promised_formats
from simexplorer.documents.walk import Listing
from simexplorer.offsets import offsets_of

COLUMNS: dict[str, type[np.generic]] = {
    "root_of": np.int32,
    "prefix_length": np.int32,
    "container": np.int64,
    "size": np.int64,
    "modified_ns": np.int64,
    "noted_ns": np.int64,
    "status": np.uint8,
    "reason": np.int32,
    "format": np.uint8,
    "characters": np.int64,
    "truncated": np.bool_,
    "encoding": np.uint8,
    "guessed": np.bool_,
    "place": np.int64,
    "text_bytes": np.int64,
    "lasting": np.bool_,
}
"""Columns by name. ``lasting``: what is known of the row holds for as long as its file does not change."""


class Members(Struct, frozen=True):
    """Documents found inside one container, as columns of length m, in the order of the report.

    names : joined member names, ``lengths`` of each
    """

    container: int
    names: bytes
    lengths: NDArray[np.int64]
    columns: dict[str, NDArray[Any]]


class DocumentTable:
    """Rows of documents; ``place`` says where a row's text is (see ``read_kernels``), ``text_bytes`` how long it is."""

    def __init__(self, listing: Listing, roots: Sequence[bytes]) -> None:
        count = len(listing)
        self._roots = tuple(roots)
        self._count = count
        self.names = np.frombuffer(bytearray(listing.names), np.uint8)  # writable: kernels have one kind of array
        self.offsets = listing.offsets
        self._columns: dict[str, NDArray[Any]] = {name: np.zeros(count, dtype) for name, dtype in COLUMNS.items()}
        for name in ("root_of", "prefix_length", "size", "modified_ns", "noted_ns", "reason"):
            self._columns[name] = getattr(listing, name)
        skipped = listing.reason != 0
        self._columns["container"][:] = -1
        self._columns["status"][:] = np.where(skipped, Status.SKIPPED, Status.PENDING)
        self._columns["place"][:] = np.where(skipped, NO_TEXT, UNREAD)
        self._columns["format"][:] = promised_formats(self.names, self.offsets)
        self._columns["format"][skipped] = NUMBER_OF[BINARY]
        self._reasons = {reason: number for number, reason in enumerate(listing.reasons)}
        self._encodings = {"": 0, "utf-8": 1}
        # names of files that members may have
        marked = np.flatnonzero(self.names == ord("!")) if b"!" in listing.names else np.empty(0, np.int64)
        rows = np.searchsorted(self.offsets, marked, side="right") - 1
        self.like_members = frozenset(self.raw_name(row) for row in rows.tolist())

    def __len__(self) -> int:
        return self._count

    def column(self, name: str) -> NDArray[Any]:
        """A view of one column; writing to it changes the table until rows are added."""
        return self._columns[name][: self._count]

    def reason_number(self, reason: str) -> int:
        """The number of a reason, new if need be; not thread-safe. It may tell of names with half of a character."""
        known = self._reasons.get(reason)
        return self._reasons.setdefault(whole_characters(reason), len(self._reasons)) if known is None else known

    def encoding_number(self, encoding: str) -> int:
        """The number of an encoding, new if need be; the 256th and later ones have none. Not thread-safe."""
        known = self._encodings.get(encoding)
        if known is None:
            known = self._encodings[encoding] = len(self._encodings) if len(self._encodings) < 255 else 0
        return known

    @property
    def reasons(self) -> list[str]:
        """All reasons by their numbers."""
        return list(self._reasons)

    @property
    def encodings(self) -> list[str]:
        """All encodings by their numbers."""
        return list(self._encoding_names())

    def raw_name(self, row: int) -> bytes:
        """The relative path of a row."""
        return self._raw_name(row).tobytes()

    def _raw_name(self, row: int) -> NDArray[np.uint8]:
        return self.names[self.offsets[row] : self.offsets[row + 1]]

    def add_members(self, found: Sequence[Members]) -> NDArray[np.int64]:
        """Append the members of some containers; their rows. Each is named ``container!member``."""
        added = sum(members.lengths.size for members in found)
        at = self._count
        rows = np.arange(at, at + added)
        if not added:
            return rows
        self._grow(added)
        for members in map(self._unlike_files, found):
            count = members.lengths.size
            prefix = np.append(self._raw_name(members.container), np.uint8(ord("!")))
            start, end = self._add_lengths(at, members.lengths + prefix.size)
            names = np.frombuffer(bytearray(members.names), np.uint8)
            _write_prefixed(prefix, names, members.lengths, self.names[start:end])
            for column in ("root_of", "prefix_length", "modified_ns", "noted_ns"):
                self._columns[column][at : at + count] = self._columns[column][members.container]
            self._columns["container"][at : at + count] = members.container
            for column, values in members.columns.items():
                self._columns[column][at : at + count] = values
            at += count
        self._count = at
        return rows

    def _unlike_files(self, members: Members) -> Members:
        """The same members; one whose path is that of a file, as beside "a.zip" one called "a.zip!b", gets a number."""
        prefix = self.raw_name(members.container) + b"!"
        taken = sorted(name[len(prefix) :] for name in self.like_members if name.startswith(prefix))
        if not taken:
            return members
        from simexplorer.documents.readers.member_names import MemberNames

        apart, ends = MemberNames(), members.lengths.cumsum().tolist()
        for name in taken:
            apart.told_apart(name)
        names = [
            apart.told_apart(members.names[end - size : end])
            for size, end in zip(members.lengths.tolist(), ends, strict=True)
        ]
        lengths = np.array([len(name) for name in names], np.int64)
        return replace(members, names=b"".join(names), lengths=lengths)

    def add_rows(
        self,
        names: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        rows: NDArray[np.int64],
        columns: Mapping[str, NDArray[Any]],
    ) -> None:
        """Append ``rows`` (m,) of another table, whose whole names these are, with all columns (m,) of them."""
        self._grow(rows.size)
        end = self._count + rows.size
        self._add_lengths(self._count, np.diff(offsets)[rows])
        _gather(names, offsets, rows, self.offsets[self._count : end + 1], self.names)
        for name in COLUMNS:
            self._columns[name][self._count : end] = columns[name]
        self._count = end

    def _grow(self, added: int) -> None:
        needed = self._count + added
        for name, column in self._columns.items():
            self._columns[name] = _with_room(column, self._count, needed)
        self.offsets = _with_room(self.offsets, self._count + 1, needed + 1)

    def _add_lengths(self, at: int, lengths: NDArray[np.int64]) -> tuple[int, int]:
        """Make room for names of these lengths from row ``at`` on; where in ``names`` they begin and end."""
        start = int(self.offsets[at])
        self.offsets[at + 1 : at + 1 + lengths.size] = start + np.cumsum(lengths)
        end = int(self.offsets[at + lengths.size])
        self.names = _with_room(self.names, start, end)
        return start, end

    def order(self) -> NDArray[np.int64]:
        """All rows by path, members after their container; rows of files must stand in the order of their paths."""
        container = self.column("container")
        rows = np.arange(self._count)
        return np.argsort(2 * np.where(container < 0, rows, container) + (container >= 0), kind="stable")

    def reorder(self, order: NDArray[np.int64]) -> None:
        """Row ``i`` becomes what row ``order[i]`` was."""
        new_row = np.empty(self._count, np.int64)
        new_row[order] = np.arange(self._count)
        offsets = offsets_of(np.diff(self.offsets[: self._count + 1])[order])
        names = np.empty(int(offsets[-1]), np.uint8)
        _gather(self.names, self.offsets, order, offsets, names)
        self.names, self.offsets = names, offsets
        for name, column in self._columns.items():
            self._columns[name] = column[: self._count][order]
        container = self._columns["container"]
        inside = container >= 0
        container[inside] = new_row[container[inside]]

    def path_bytes(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """(joined paths, (n + 1,) offsets) as they stand."""
        return self.names[: self.offsets[self._count]], self.offsets[: self._count + 1]

    def paths(self) -> Paths:
        """The paths as they stand."""
        names, offsets = self.path_bytes()
        return Paths(
            names.tobytes(),
            offsets.copy(),
            self._roots,
            self.column("root_of").copy(),
            self.column("prefix_length").copy(),
            self.column("container").copy(),
        )

    def snapshot(self, paths: Paths) -> Documents:
        """All columns as they stand; later changes do not show in it."""
        copied = {
            name: self.column(name).copy()
            for name in (
                "status",
                "reason",
                "format",
                "size",
                "modified_ns",
                "noted_ns",
                "characters",
                "truncated",
                "encoding",
                "guessed",
            )
        }
        copied["reason"], reasons = _in_order_of_use(copied["reason"], self.reasons)
        copied["encoding"], encodings = _in_order_of_use(copied["encoding"], self._encoding_names())
        return Documents(paths=paths, reasons=reasons, formats=MEDIA_TYPES, encodings=encodings, **copied)

    def _encoding_names(self) -> tuple[str, ...]:
        names = {number: name for name, number in reversed(self._encodings.items())}
        return tuple(names[number] for number in sorted(names))


def _in_order_of_use(codes: NDArray[Any], words: Sequence[str]) -> tuple[NDArray[Any], tuple[str, ...]]:
    """Codes and words anew: the first word, then the others as rows come to use them; what no row uses is left out.

    Which of them was met first by some thread is chance, and reports of the same documents are to be the same.
    """
    if len(words) < 2 or (len(words) == 2 and codes.any()):  # of most collections
        return codes, tuple(words)
    first = np.full(len(words), codes.size)
    first[codes[::-1]] = np.arange(codes.size)[::-1]
    first[:1] = -1
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < codes.size)]
    number = np.zeros(len(words), codes.dtype)
    number[order] = np.arange(order.size)
    return number[codes], tuple(words[code] for code in order.tolist())


def _with_room(column: NDArray[Any], used: int, needed: int) -> NDArray[Any]:
    """The column itself, or a longer copy: readers that hold the old one keep what they saw."""
    if column.size >= needed and column.flags.writeable:
        return column
    larger = np.zeros(needed + needed // 2, column.dtype)
    larger[:used] = column[:used]
    return larger


@kernel
def _write_prefixed(
    prefix: NDArray[np.uint8], names: NDArray[np.uint8], lengths: NDArray[np.int64], out: NDArray[np.uint8]
) -> None:
    """Write joined names to ``out``, each with the prefix before it."""
    read, written = 0, 0
    for row in range(lengths.size):
        for t in range(prefix.size):
            out[written + t] = prefix[t]
        written += prefix.size
        for t in range(lengths[row]):
            out[written + t] = names[read + t]
        read, written = read + lengths[row], written + lengths[row]


@kernel
def _gather(
    names: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    order: NDArray[np.int64],
    new_offsets: NDArray[np.int64],
    out: NDArray[np.uint8],
) -> None:
    """Copy each name to its new place."""
    for i in range(order.size):
        old = offsets[order[i]]
        for k in range(new_offsets[i + 1] - new_offsets[i]):
            out[new_offsets[i] + k] = names[old + k]
