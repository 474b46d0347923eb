"""Whether anything in a collection changed, found out without reading a file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

import mmh3
import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.globs import PathFilter
from simexplorer.documents.listing import Documents, Paths, Status
from simexplorer.documents.magic import WORKSPACE_ENDING
from simexplorer.documents.opening import may_pass, open_file, words_for
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.sources import resolve_sources
from simexplorer.documents.walk import ignore_count, walk

# a workspace, its lock, and what SQLite puts beside it
_WORKSPACE = re.compile(re.escape(WORKSPACE_ENDING) + rb"(?:-[a-z]+)?\Z")


def collection_stamp(
    sources: Sequence[bytes], options: ReadOptions, on_listed: Callable[[int], None] = ignore_count
) -> str:
    """A text that changes when a file comes, goes, changes, or another one takes its name; for watching a folder.

    Workspaces (``*.simx``, with what lies beside them) do not count. Costs a listing: 2 to 3 microseconds a file.
    ``on_listed`` may raise to give up.
    """
    wanted = PathFilter(options.include, options.exclude, hidden=options.hidden_files)
    listing = walk(resolve_sources(sources), wanted, on_listed, follow_links=options.follow_links)
    columns = listing.size, listing.modified_ns, listing.noted_ns
    return _digest(listing.names, listing.offsets, np.arange(len(listing)), *columns)


def documents_stamp(documents: Documents) -> str:
    """The stamp of the collection as it was when these documents were read: equal means that nothing changed since.

    Of documents that an earlier version saved it never is: they do not tell whether files have exchanged names since.
    """
    paths = documents.paths
    files = np.flatnonzero(paths.container < 0)
    noted = documents.noted_ns if documents.noted_ns.size else np.zeros(len(documents), np.int64)
    return _digest(paths.names, paths.offsets, files, documents.size, documents.modified_ns, noted)


def unread_stamp(documents: Documents, *, follow: bool, check: Callable[[], None]) -> str:
    """A text of those files that could not be read and would not fail like that now; empty where there are none.

    They are opened, no others; ``follow`` : also through links. ``check`` is called before each, and may raise.
    """
    passing = [number for number, reason in enumerate(documents.reasons) if may_pass(reason)]
    unread = (documents.status == Status.SKIPPED) & np.isin(documents.reason, passing) & (documents.paths.container < 0)
    told = []
    for row in np.flatnonzero(unread).tolist():
        check()
        words = _words_now(documents.paths, row, follow=follow)
        if words != documents.reason_of(row):
            told.append(f"{row} {words}\n")
    return mmh3.hash_bytes("".join(told)).hex() if told else ""


def _words_now(paths: Paths, row: int, *, follow: bool) -> str:
    """Why a file cannot be opened now; empty where it can."""
    try:
        relative = paths.raw(row)[paths.prefix_length[row] :]
        descriptor, _ = open_file(paths.roots[paths.root_of[row]], relative, follow=follow)
    except OSError as error:
        return words_for(error)
    os.close(descriptor)
    return ""


def _digest(names: bytes, offsets: NDArray[np.int64], rows: NDArray[np.int64], *columns: NDArray[np.int64]) -> str:
    """The stamp of these rows, but for workspaces among them: a result that follows a change is saved in one."""
    if rows.size < offsets.size - 1 or WORKSPACE_ENDING in names:
        spelled = [(row, names[offsets[row] : offsets[row + 1]]) for row in rows.tolist()]
        taken = [(row, name) for row, name in spelled if _WORKSPACE.search(name) is None]
        names = b"".join(name for _, name in taken)
        rows = np.array([row for row, _ in taken], np.int64)
        offsets = np.cumsum([0, *(len(name) for _, name in taken)])
        columns = tuple(column[rows] for column in columns)
    digest = mmh3.mmh3_x64_128(seed=0)
    digest.update(names)
    for column in (offsets, *columns):
        digest.update(np.ascontiguousarray(column, np.int64).data)
    return digest.digest().hex()
