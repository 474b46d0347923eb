"""How runs lie in the file of a workspace: headers, and columns in parts that runs share."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.workspace import chain
from simexplorer.workspace.columns import Column, Part, describe, pack
from simexplorer.workspace.entry import Entry
from simexplorer.workspace.run_record import RunRecord, is_heavy
from simexplorer.workspace.storage import State

KEEP_RUNS = 20


def packed(arrays: dict[str, NDArray[Any]]) -> tuple[dict[str, Column], dict[bytes, bytes | memoryview]]:
    """Descriptions of all columns, and the bytes of their parts by digest."""
    columns: dict[str, Column] = {}
    parts: dict[bytes, bytes | memoryview] = {}
    for name, array in arrays.items():
        described: list[Part] = []
        for part, data in pack(array):
            described.append(part)
            parts.setdefault(part.digest, data)
        columns[name] = describe(array, tuple(described))
    return columns, parts


def pruned(runs: Sequence[RunRecord]) -> tuple[RunRecord, ...]:
    """The last runs, in order; only the newest and the newest whole one keep what is large."""
    ordered = sorted(runs, key=lambda record: record.number)[-KEEP_RUNS:]
    whole = [record.number for record in ordered if not record.partial]
    keep = {ordered[-1].number, *whole[-1:]}
    return tuple(
        record if record.number in keep else record.without([name for name in record.columns if is_heavy(name)])
        for record in ordered
    )


def swept(connection: sqlite3.Connection, state: State, parts: Sequence[tuple[int]]) -> State:
    """Remove the parts with these numbers inside a transaction; the state stays as it is."""
    connection.executemany("DELETE FROM part WHERE id = ?", parts)
    return state


def written(
    connection: sqlite3.Connection,
    state: State,
    runs: Sequence[RunRecord],
    parts: dict[bytes, bytes | memoryview],
    entries: Sequence[Entry] | None,
) -> State:
    """Write headers, new parts and decisions inside a transaction."""
    for digest, data in parts.items():
        connection.execute("INSERT OR IGNORE INTO part (sha256, data) VALUES (?, ?)", (digest, data))
    digests = []
    stored = dict(state.runs)
    for record in runs:
        body = record.encoded()
        digest = hashlib.sha256(body).digest()
        digests.append((record.number, digest))
        if stored.get(record.number) != digest:
            connection.execute(
                "INSERT OR REPLACE INTO run (number, body, sha256) VALUES (?, ?, ?)", (record.number, body, digest)
            )
    kept = {number for number, _ in digests}
    connection.executemany("DELETE FROM run WHERE number = ?", [(n,) for n in stored if n not in kept])
    if entries is not None:
        head = chain.replace_all(connection, "decision", [entry.encoded() for entry in entries])
        state = replace(state, decisions=head)
    return replace(state, runs=tuple(digests), next_run=max(state.next_run, runs[-1].number + 1))
