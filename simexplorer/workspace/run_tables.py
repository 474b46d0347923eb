"""How runs lie in the file of a workspace: headers, and columns in parts that runs share."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from simexplorer.workspace import chain
from simexplorer.workspace.columns import Column, Part, describe, pack
from simexplorer.workspace.entry import Entry
from simexplorer.workspace.fields import Columns
from simexplorer.workspace.run_record import RunRecord, is_heavy
from simexplorer.workspace.storage import State

KEEP_RUNS = 20
_AT_ONCE = 4 * 2**20  # bytes of columns that are read before their parts are written, and that before another's turn

Parts = dict[bytes, bytes]


def packed(columns: Columns, keep: Callable[[Parts], None]) -> dict[str, Column]:
    """Descriptions of all columns; the bytes of their parts go to ``keep``, as soon as they are many."""
    told: dict[str, Column] = {}
    parts: Parts = {}
    read = 0
    for name, column in columns.items():
        described: list[Part] = []
        for part, data in pack(column):
            described.append(part)
            parts[part.digest] = data
            read += part.raw
            if read >= _AT_ONCE:
                keep(parts)
                parts, read = {}, 0
        told[name] = describe(column, tuple(described))
    keep(parts)
    return told


def with_parts(connection: sqlite3.Connection, state: State, parts: Parts) -> State:
    """Write parts that are not there yet inside a transaction; the state stays as it is: no run needs them so far.

    One that is there but was damaged since is written anew: the run that is saved could not be read else.
    """
    connection.executemany(
        "INSERT INTO part (sha256, data) VALUES (?, ?) "
        "ON CONFLICT (sha256) DO UPDATE SET data = excluded.data WHERE data IS NOT excluded.data",
        parts.items(),
    )
    return state


def pruned(runs: Sequence[RunRecord]) -> tuple[RunRecord, ...]:
    """The last runs, in order, and the newest two whole ones: what is new in the last is told since the one before.

    Only the newest whole one and the newest of all keep what is large.
    """
    ordered = sorted(runs, key=lambda record: record.number)
    whole = [record.number for record in ordered if not record.partial]
    keep = {ordered[-1].number, *whole[-1:]}
    return tuple(
        record if record.number in keep else record.without([name for name in record.columns if is_heavy(name)])
        for place, record in enumerate(ordered, KEEP_RUNS - len(ordered))
        if place >= 0 or record.number in keep or record.number in whole[-2:]
    )


def swept(connection: sqlite3.Connection, state: State, parts: Sequence[tuple[int]]) -> State:
    """Remove the parts with these numbers inside a transaction; the state stays as it is."""
    connection.executemany("DELETE FROM part WHERE id = ?", parts)
    return state


def written(
    connection: sqlite3.Connection,
    state: State,
    runs: Sequence[RunRecord],
    entries: Sequence[Entry] | None,
) -> State:
    """Write headers and decisions inside a transaction; the parts of all runs are there."""
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
