"""Whether anything in a collection changed, found out without reading a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import mmh3
import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.globs import PathFilter
from simexplorer.documents.listing import Documents, Paths, Status
from simexplorer.documents.opening import may_pass, open_file, words_for
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.sources import resolve_sources
from simexplorer.documents.walk import ignore_count, walk


def collection_stamp(
    sources: Sequence[bytes], options: ReadOptions, on_listed: Callable[[int], None] = ignore_count
) -> str:
    """A text that changes when a file comes, goes, or changes its size or time; for watching a folder every so often.

    Costs a listing: 2 to 3 microseconds a file. ``on_listed`` may raise to give up.
    """
    wanted = PathFilter(options.include, options.exclude, hidden=options.hidden_files)
    listing = walk(resolve_sources(sources), wanted, on_listed, follow_links=options.follow_links)
    return _digest(listing.names, listing.offsets, listing.size, listing.modified_ns)


def documents_stamp(documents: Documents) -> str:
    """The stamp of the collection as it was when these documents were read: equal means that nothing changed since."""
    paths = documents.paths
    files = np.flatnonzero(paths.container < 0)
    if files.size == len(paths):
        return _digest(paths.names, paths.offsets, documents.size, documents.modified_ns)
    names = [paths.raw(row) for row in files.tolist()]
    offsets = np.zeros(files.size + 1, np.int64)
    np.cumsum(np.fromiter(map(len, names), np.int64, files.size), out=offsets[1:])
    return _digest(b"".join(names), offsets, documents.size[files], documents.modified_ns[files])


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
    return _digest("".join(told).encode()) if told else ""


def _words_now(paths: Paths, row: int, *, follow: bool) -> str:
    """Why a file cannot be opened now; empty where it can."""
    try:
        relative = paths.raw(row)[paths.prefix_length[row] :]
        descriptor, _ = open_file(paths.roots[paths.root_of[row]], relative, follow=follow)
    except OSError as error:
        return words_for(error)
    os.close(descriptor)
    return ""


def _digest(names: bytes, *columns: NDArray[np.int64]) -> str:
    digest = mmh3.mmh3_x64_128(seed=0)
    digest.update(names)
    for column in columns:
        digest.update(np.ascontiguousarray(column, np.int64).data)
    return digest.digest().hex()
