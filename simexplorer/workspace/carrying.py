"""Decisions follow their documents into a new run: through renaming, and through another way of hashing texts.

A file that kept path, size and time but whose text has another hash under another recipe was normalised differently:
what was decided under the old name holds under the new one as well, and both stay (the person may go back). A document
that is gone, or gave its place to another text, while the same text stands where it did not stand before, was renamed:
the new name takes the place of the old, as it does where a file only gets another name since a folder was added to its
own or left out, or a row another number since one was added above it. A file that was only left out stays what it was,
and no copy of it takes its place.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Documents, Paths
from simexplorer.offsets import offsets_of
from simexplorer.pipeline.result import Result, says_something
from simexplorer.workspace.entry import OF_DOCUMENTS, Entry, Keys, Kind, path_digest
from simexplorer.workspace.fields import rebuild
from simexplorer.workspace.matching import Side, matched, turned
from simexplorer.workspace.moved import UNKNOWN
from simexplorer.workspace.naming import Flags, Rows
from simexplorer.workspace.renaming import renamed

Name = bytes
Files = Collection[tuple[bytes, int, int]]  # path as listed, size, time of last change


class _Side(Struct, frozen=True):
    """Documents of one run: what of them decisions know."""

    side: Side
    stamps: NDArray[np.int64]
    texts: bytes

    @classmethod
    def of(cls, side: Side) -> _Side:
        documents = side.documents
        stamps = np.stack([documents.size, documents.modified_ns], axis=1)
        named = np.where(says_something(side.hashes)[:, None], side.hashes, np.uint64(0))
        return cls(side, stamps, named.astype("<u8").tobytes())

    @property
    def paths(self) -> Paths:
        return self.side.documents.paths

    def text(self, row: int) -> Name:
        return self.texts[16 * row : 16 * row + 16]

    def is_among(self, files: Files, row: int) -> bool:
        """Whether the file of a document is one of these; where its size and time are not known, its path tells."""
        holder = self.paths.file_row(row)
        path, (size, modified_ns) = self.paths.raw(holder), self.stamps[holder].tolist()
        return (path, size, modified_ns) in files or (path, UNKNOWN, UNKNOWN) in files

    def document(self, row: int) -> Name:
        return self.text(row) + path_digest(self.paths.raw(row))


class _Moves(Struct, frozen=True):
    """documents : old name to new name, in its place; also : old name to a further one; texts : the same for texts."""

    documents: dict[Name, Name]
    also: dict[Name, Name]
    texts: dict[Name, set[Name]]


def carried(
    entries: Sequence[Entry],
    plain: dict[str, Any],
    arrays: dict[str, NDArray[Any]],
    result: Result,
    away: Files,
    *,
    hashed_alike: bool,
) -> list[Entry] | None:
    """All entries under the names of the documents of ``result``; None where nothing changes.

    plain, arrays : documents and text hashes of the run before; away : files that this program moved itself: what
    appears at a new path is a copy then, not the same document; hashed_alike : a text read in both runs has the same
    hash in both
    """
    documents = rebuild(Documents, arrays, plain, "documents.")
    ids = plain["recipe"].get("id_column") is not None
    before, after = _Side.of(Side(documents, arrays["text_hashes"], ids=ids)), _Side.of(Side.of(result))
    decided = _decided_texts(entries)
    was_at = matched(before.side, after.side, hashed_alike=hashed_alike)
    moves = _moves(before, after, was_at, decided, away, partial=result.partial, hashed_alike=hashed_alike)
    if not (moves.documents or moves.also or moves.texts):
        return None
    changed = [_renamed(entry, moves) for entry in entries]
    return changed if any(a is not b for a, b in zip(changed, entries, strict=True)) else None


def _decided_texts(entries: Sequence[Entry]) -> set[Name]:
    return {name for entry in entries for name in _split(entry.keys[:, :2])}


def _moves(
    before: _Side,
    after: _Side,
    was_at: Rows,
    decided: set[Name],
    away: Files,
    *,
    partial: bool,
    hashed_alike: bool,
) -> _Moves:
    """was_at : (n,) row before of each document after, -1 where it is new

    partial : the later run was stopped, so that a document without a text may not have been read
    """
    documents: dict[Name, Name] = {}
    also: dict[Name, Name] = {}
    texts: defaultdict[Name, set[Name]] = defaultdict(set)
    gone: list[int] = []
    is_at = turned(was_at, len(before.paths))
    for row, now in enumerate(is_at.tolist()):
        old, new_text = before.text(row), after.text(now) if now >= 0 else b""
        if old not in decided:
            continue
        if now < 0:
            if not (partial or _was_left_out(before.paths, row, is_at) or before.is_among(away, row)):
                gone.append(row)
        elif new_text == old:
            if after.document(now) != before.document(row):
                documents[before.document(row)] = after.document(now)
        elif hashed_alike and any(old) and any(new_text):  # another text has its place
            if not before.is_among(away, row):
                gone.append(row)
        elif np.array_equal(before.stamps[row], after.stamps[now]):
            if any(old) and any(new_text):
                texts[old].add(new_text)
            if any(new_text) or not partial:
                also[before.document(row)] = after.document(now)
    new = np.flatnonzero(_is_new(before.side, after.side, was_at, hashed_alike=hashed_alike))
    found = renamed(before.side, after.side, np.array(gone, np.int64), new)
    for now, row in zip(*(rows.tolist() for rows in found), strict=True):
        documents[before.document(row)] = after.document(now)
    return _Moves(documents, also, dict(texts))


def _is_new(before: Side, after: Side, was_at: Rows, *, hashed_alike: bool) -> Flags:
    """(n,) whether a document stands where none stood before, or where another text stood."""
    new = was_at < 0
    if hashed_alike:
        met = np.flatnonzero(~new)
        texts, texts_now = before.hashes[was_at[met]], after.hashes[met]
        new[met] = np.any(texts != texts_now, axis=1) & says_something(texts) & says_something(texts_now)
    return new


def _was_left_out(paths: Paths, row: int, is_at: Rows) -> bool:
    """Whether the later run does not have a document though its file is there."""
    holder = paths.file_row(row)
    return is_at[holder] < 0 and os.path.lexists(paths.file(holder))


def _renamed(entry: Entry, moves: _Moves) -> Entry:
    """The entry under the new names; the very same object where it names nothing that moved."""
    if entry.kind == Kind.PROTECT:
        return entry
    if entry.kind in OF_DOCUMENTS:
        return _documents_renamed(entry, moves)
    return _sets_renamed(entry, moves.texts)


def _documents_renamed(entry: Entry, moves: _Moves) -> Entry:
    old = _split(entry.keys)
    keys = [moves.documents.get(name, name) for name in old]
    present = {None, *keys}
    further = [(i, moves.also[name]) for i, name in enumerate(old) if moves.also.get(name) not in present]
    if entry.kind == Kind.NOTE_DOCUMENT:  # a note stands on one document; it goes over to the new name
        keys = [name for _, name in further] or keys
        further = []
    if keys == old and not further:
        return entry
    keys += [name for _, name in further]
    values = np.concatenate([entry.values, entry.values[[i for i, _ in further]]]) if further else entry.values
    return replace(entry, keys=_joined(keys, 4), values=values)


def _sets_renamed(entry: Entry, texts: dict[Name, set[Name]]) -> Entry:
    sets = []
    grown = False
    for number in range(entry.sets):
        old = _split(entry.set_keys(number))
        more = {new for name in old for new in texts.get(name, ())} - set(old)
        grown |= bool(more)
        sets.append(sorted({*old, *more}))
    if not grown:
        return entry
    keys = _joined([name for names in sets for name in names], 2)
    return replace(entry, keys=keys, offsets=offsets_of([len(names) for names in sets]))


def _split(keys: Keys) -> list[Name]:
    """Each row as bytes."""
    width = 8 * keys.shape[1]
    raw = keys.astype("<u8").tobytes()
    return [raw[at : at + width] for at in range(0, len(raw), width)]


def _joined(names: Sequence[Name], width: int) -> Keys:
    return np.frombuffer(b"".join(names), "<u8").astype(np.uint64).reshape(-1, width)
