"""Documents found inside one file, gathered as columns while its reading process sends them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.formats import NUMBER_OF
from simexplorer.documents.listing import Status
from simexplorer.documents.read_kernels import NO_TEXT
from simexplorer.documents.readers.member_names import MemberNames
from simexplorer.documents.spool import Spool
from simexplorer.documents.table import DocumentTable, Members
from simexplorer.documents.wire import WORDS, unpack_found

MOST_MEMBERS = 5_000_000
MOST_TEXT_BYTES = 2**32

_KEPT = ("lengths", "text_bytes", "size", "status", "truncated", "guessed")


class FoundMembers:
    """The members of one container so far."""

    def __init__(self, container: int) -> None:
        self.container = container
        self._names: list[bytes] = []
        self._columns: dict[str, list[NDArray[Any]]] = {}
        self._words: dict[str, dict[str, int]] = {name: {} for name, _ in WORDS}
        self._count = 0
        self._text_bytes = 0

    def __len__(self) -> int:
        return self._count

    @property
    def too_large(self) -> str:
        """Why no more is taken, in words; empty while there is room."""
        if self._count > MOST_MEMBERS:
            return f"it holds more than {MOST_MEMBERS:,} documents; the first ones were read"
        if self._text_bytes > MOST_TEXT_BYTES:
            return f"its documents are larger than {MOST_TEXT_BYTES >> 20:,} MB; the first ones were read"
        return ""

    def add(self, meta: dict[str, Any], payload: bytes, spool: Spool) -> int:
        """Take over one answer of the process: columns kept here, texts in the spool; how many members it told of."""
        packed, names, texts = unpack_found(meta, payload)
        return self.take({name: np.array(values) for name, values in packed.items()}, meta, names, texts, spool)

    def take(
        self, columns: dict[str, NDArray[Any]], words: dict[str, Any], names: bytes, texts: bytes, spool: Spool
    ) -> int:
        """The same of columns as an answer has them, numbers of words into ``words``, joined names and joined texts."""
        text_bytes = columns["text_bytes"].astype(np.int64)
        start = spool.append(texts)
        ends = np.cumsum(text_bytes)
        readable = (columns["status"] == Status.READ) & (text_bytes > 0)
        columns["place"] = np.where(readable, start + ends - text_bytes, NO_TEXT)
        columns["characters"] = characters_of(texts, ends)
        for name, plural in WORDS:
            known = self._words[name]
            numbers = [known.setdefault(word, len(known)) for word in words[plural]]
            columns[name] = np.array(numbers, np.int64)[columns[name]]
        for name, values in columns.items():
            self._columns.setdefault(name, []).append(values)
        self._names.append(names)
        self._count += text_bytes.size
        self._text_bytes += len(texts)
        return int(text_bytes.size)

    def forget_last(self, count: int) -> None:
        """Give up the last so many members."""
        self._count -= count
        while count:
            lengths, text_bytes = self._columns["lengths"][-1], self._columns["text_bytes"][-1]
            left = max(lengths.size - count, 0)
            count -= lengths.size - left
            self._text_bytes -= int(text_bytes[left:].sum())
            self._names[-1] = self._names[-1][: int(lengths[:left].sum())]
            for parts in self._columns.values():
                parts[-1] = parts[-1][:left]
            if not left:
                self._names.pop()
                for parts in self._columns.values():
                    parts.pop()

    def of_container(self, table: DocumentTable, row: int) -> Members:
        """All columns, their words numbered as the table numbers them; the caller holds the table."""
        joined = {name: np.concatenate(parts) for name, parts in self._columns.items()}
        columns: dict[str, NDArray[Any]] = {
            name: joined[name] for name in (*_KEPT, "place", "characters") if name != "lengths"
        }
        columns["reason"] = self._numbered(joined, "reason", table.reason_number)
        columns["format"] = self._numbered(joined, "media_type", NUMBER_OF.__getitem__)
        columns["encoding"] = self._numbered(joined, "encoding", table.encoding_number)
        names, lengths = b"".join(self._names), joined["lengths"].astype(np.int64)
        if b"!" in names:
            apart = unlike_each_other(_cut(names, lengths))
            order = containers_first(apart)
            names, lengths = b"".join(apart[at] for at in order), np.array([len(apart[at]) for at in order], np.int64)
            columns = {name: values[order] for name, values in columns.items()}
        return Members(row, names, lengths, columns)

    def _numbered(self, joined: dict[str, NDArray[Any]], name: str, number_of: Any) -> NDArray[np.int64]:
        numbers: NDArray[np.int64] = np.array([number_of(word) for word in self._words[name]], np.int64)[joined[name]]
        return numbers


def containers_first(names: list[bytes]) -> list[int]:
    """Positions of members in the order of the report: readers give a container inside of one after its members."""
    order: list[int] = []
    for number, name in enumerate(names):
        at, inside = len(order), name + b"!"
        while at and names[order[at - 1]].startswith(inside):
            at -= 1
        order.insert(at, number)
    return order


def unlike_each_other(names: list[bytes]) -> list[bytes]:
    """The same names, but for members of members that are called as another one: "b" in "a.zip" beside "a.zip!b"."""
    apart = MemberNames()
    return [apart.told_apart(name) if b"!" in name else name for name in names]


def _cut(joined: bytes, lengths: NDArray[np.int64]) -> list[bytes]:
    ends = np.cumsum(lengths).tolist()
    return [joined[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def characters_of(texts: bytes, ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m,) code points of joined UTF-8 texts that end at ``ends``."""
    bounds = np.concatenate([np.zeros(1, np.int64), ends])
    if texts.isascii():
        return np.diff(bounds)
    later = (np.frombuffer(texts, np.uint8) & 0xC0) == 0x80  # bytes of characters but their first
    if ends.size == 1:  # it may be of many megabytes
        return ends - np.count_nonzero(later)
    counts: NDArray[np.int64] = np.diff(bounds - np.searchsorted(np.flatnonzero(later), bounds))
    return counts
