"""A table that grows at its end, each row's SHA-256 taking in the one before: nothing can change or be missing."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence

from msgspec import Struct

from simexplorer.workspace.columns import DamagedError

_START = bytes(32)


class Head(Struct, frozen=True):
    """How long a chain is and the digest of its last row."""

    count: int = 0
    digest: bytes = _START

    def to_json(self) -> list[object]:
        """A plain list for the workspace's state."""
        return [self.count, self.digest.hex()]

    @classmethod
    def from_json(cls, plain: Sequence[object]) -> Head:
        """What ``to_json`` wrote."""
        count, digest = plain
        return cls(int(str(count)), bytes.fromhex(str(digest)))


EMPTY = Head()


def linked(before: bytes, body: bytes, data: bytes) -> bytes:
    """The digest of a row after the row with the digest ``before``."""
    return hashlib.sha256(before + len(body).to_bytes(8, "little") + body + data).digest()


def append(connection: sqlite3.Connection, table: str, head: Head, body: bytes, data: bytes = b"") -> Head:
    """Add a row inside the caller's transaction; the new head."""
    digest = linked(head.digest, body, data)
    connection.execute(
        f"INSERT INTO {table} (number, body, data, sha256) VALUES (?, ?, ?, ?)",  # noqa: S608 - our own table names
        (head.count + 1, body, data, digest),
    )
    return Head(head.count + 1, digest)


def cut(connection: sqlite3.Connection, table: str, head: Head, count: int) -> Head:
    """Remove the rows after the first ``count`` inside the caller's transaction; the new head."""
    if count >= head.count:
        return head
    connection.execute(f"DELETE FROM {table} WHERE number > ?", (count,))  # noqa: S608
    if count == 0:
        return EMPTY
    row = connection.execute(f"SELECT sha256 FROM {table} WHERE number = ?", (count,)).fetchone()  # noqa: S608
    return Head(count, bytes(row[0]))


def replace_all(connection: sqlite3.Connection, table: str, rows: Sequence[tuple[bytes, bytes]]) -> Head:
    """Write the whole chain anew inside the caller's transaction; the new head."""
    connection.execute(f"DELETE FROM {table}")  # noqa: S608
    head = EMPTY
    for body, data in rows:
        head = append(connection, table, head, body, data)
    return head


def rows_of(connection: sqlite3.Connection, table: str, head: Head | None) -> Iterator[tuple[bytes, bytes]]:
    """(body, data) of every row; DamagedError where one is not what was written, or the end is not ``head``.

    Without a head (it was lost) the chain is read as far as it holds together.
    """
    digest, count = _START, 0
    for number, body, data, stored in connection.execute(
        f"SELECT number, body, data, sha256 FROM {table} ORDER BY number"  # noqa: S608
    ):
        sound = number == count + 1 and isinstance(body, bytes) and isinstance(data, bytes)
        if not sound or linked(digest, body, data) != stored:
            raise DamagedError(f"Row {count + 1} of the table {table} does not match its checksum.")
        digest, count = stored, count + 1
        yield body, data
    if head is not None and (count, digest) != (head.count, head.digest):
        raise DamagedError(f"The table {table} ends after {count} of {head.count} rows.")
