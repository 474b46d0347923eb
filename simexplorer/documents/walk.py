"""Every entry of the sources, once, in the order of its path: a walk that no link, loop, pipe or depth can catch."""

from __future__ import annotations

import os
import stat
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.documents import system_calls
from simexplorer.documents.folder import FolderEntries, read_folder, words_of
from simexplorer.documents.globs import PathFilter
from simexplorer.documents.links import LinkFollower
from simexplorer.documents.listing import shown_path
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.read_ahead import LISTED_AHEAD, ReadAhead
from simexplorer.documents.sources import Source, forbidden, resolve_sources
from simexplorer.documents.trees import Tree, list_below
from simexplorer.errors import InputError, reason_of
from simexplorer.offsets import offsets_of

_ANNOUNCE_EVERY = 1000
_FILE_KIND = 0o170000
_STORES = frozenset({b".git", b".hg", b".svn", b".bzr"})
STORE = "version control keeps it; read if opened on its own"


class Listing(Struct, frozen=True):
    """All entries as columns, by path: ``names`` and ``offsets`` as in ``Paths``.

    reason : (n,) int32 index into ``reasons``; 0 for files that can be opened, else why the entry is skipped
    """

    names: bytes
    offsets: NDArray[np.int64]
    root_of: NDArray[np.int32]
    prefix_length: NDArray[np.int32]
    size: NDArray[np.int64]
    modified_ns: NDArray[np.int64]
    noted_ns: NDArray[np.int64]
    reason: NDArray[np.int32]
    reasons: tuple[str, ...]

    def __len__(self) -> int:
        return self.offsets.size - 1


class _Rows:
    """Columns that grow by runs of entries of one folder."""

    def __init__(self, on_listed: Callable[[int], None]) -> None:
        self.names = bytearray()
        self.lengths, self.sizes, self.modified, self.noted = array("q"), array("q"), array("q"), array("q")
        self.reason, self.root_of, self.prefix_length = array("i"), array("i"), array("i")
        self.reasons: dict[str, int] = {"": 0}
        self._on_listed = on_listed
        self._announced = 0

    def add_run(self, prefix: bytes, entries: FolderEntries, first: int, last: int) -> None:
        """Entries ``first:last`` of the folder whose path begins with ``prefix``."""
        self._add(*entries.names.prefixed(prefix, first, last), entries, first, last)

    def add_tree(self, tree: Tree, first: int, last: int) -> None:
        """Rows ``first:last`` of a tree."""
        ends = tree.ends[first : last + 1]
        self._add(tree.names[ends[0] : ends[-1]], np.diff(ends), tree, first, last)

    def _add(
        self, paths: bytes, lengths: NDArray[np.int64], entries: FolderEntries | Tree, first: int, last: int
    ) -> None:
        self.names += paths
        self.lengths.frombytes(lengths.tobytes())
        self.sizes.frombytes(entries.size[first:last].tobytes())
        self.modified.frombytes(entries.modified_ns[first:last].tobytes())
        self.noted.frombytes(entries.noted_ns[first:last].tobytes())
        self.reason.frombytes(self._codes(entries.mode[first:last]))
        if len(self.lengths) - self._announced >= _ANNOUNCE_EVERY:
            self.announce()

    def add_problem(self, path: bytes, reason: str) -> None:
        """One entry that cannot be read at all."""
        self.names += path
        self.lengths.append(len(path))
        self.sizes.append(0)
        self.modified.append(0)
        self.noted.append(0)
        self.reason.append(self.reasons.setdefault(reason, len(self.reasons)))

    def announce(self) -> None:
        """Tell how many entries there are so far."""
        self._announced = len(self.lengths)
        self._on_listed(self._announced)

    def _codes(self, mode: NDArray[np.int32]) -> bytes:
        irregular = (mode & _FILE_KIND) != stat.S_IFREG
        codes = np.zeros(mode.size, np.int32)
        if irregular.any():
            for i in np.flatnonzero(irregular):
                codes[i] = self.reasons.setdefault(words_of(int(mode[i])), len(self.reasons))
        return codes.tobytes()

    def close_source(self, number: int, prefix_length: int) -> None:
        """All rows since the last source belong to this one."""
        added = len(self.lengths) - len(self.root_of)
        self.root_of += array("i", [number]) * added
        self.prefix_length += array("i", [prefix_length]) * added

    def listing(self) -> Listing:
        """The columns as they stand."""
        return Listing(
            bytes(self.names),
            offsets_of(np.frombuffer(self.lengths, np.int64)),
            np.array(self.root_of, np.int32),
            np.array(self.prefix_length, np.int32),
            np.array(self.sizes, np.int64),
            np.array(self.modified, np.int64),
            np.array(self.noted, np.int64),
            np.array(self.reason, np.int32),
            tuple(self.reasons),
        )


def ignore_count(count: int) -> None:
    """For those who need no progress."""


def walk(
    sources: Sequence[Source],
    wanted: PathFilter,
    on_listed: Callable[[int], None] = ignore_count,
    *,
    follow_links: bool = False,
) -> Listing:
    """All entries below the sources that the globs want; folders are walked, not listed, unless they cannot be opened.

    ``on_listed(count)`` is called about every 1000 entries and may raise to end the walk.
    Raises InputError where a source itself cannot be opened.
    """
    rows = _Rows(on_listed)

    def read(folder: tuple[bytes, bytes]) -> tuple[FolderEntries, tuple[int, int]]:
        return read_folder(*folder, None, follow=follow_links)

    plain = wanted.trivial and not follow_links and system_calls.AVAILABLE and system_calls.LISTS_FOLDERS
    with ReadAhead(read) as ahead, ReadAhead(_tree_at) as trees:
        links = LinkFollower([s.folder for s in sources if s.only is None]) if follow_links else None
        way = _Way(wanted, links, ahead, trees if plain else None)
        for number, source in enumerate(sources):
            _walk_source(rows, source, way)
            rows.close_source(number, len(source.prefix))
    rows.announce()
    return rows.listing()


def listed(
    sources: Sequence[bytes], options: ReadOptions, on_listed: Callable[[int], None] = ignore_count
) -> tuple[tuple[Source, ...], Listing]:
    """The sources as they are resolved, and what ``walk`` lists of them under these options."""
    resolved = resolve_sources(sources)
    wanted = PathFilter(options.include, options.exclude, hidden=options.hidden_files)
    return resolved, walk(resolved, wanted, on_listed, follow_links=options.follow_links)


def files_below(
    sources: Sequence[bytes], options: ReadOptions, on_listed: Callable[[int], None] = ignore_count
) -> Iterator[bytes]:
    """Absolute paths of all files below the sources that are read under these options, in the order of ``walk``."""
    resolved, found = listed(sources, options, on_listed)
    for row in np.flatnonzero(found.reason == 0).tolist():
        name = found.names[found.offsets[row] + found.prefix_length[row] : found.offsets[row + 1]]
        yield os.path.join(resolved[found.root_of[row]].folder, name)


def _tree_at(place: tuple[bytes, bytes, bytes]) -> Tree | None:
    return list_below(*place)


class _Way(Struct, frozen=True):
    """What a walk goes by: the wanted paths, links if they are followed, folders it was in as (device, inode).

    ahead : lists folders, given as a source's root and the path below it; trees : likewise whole trees, given with a
    source's prefix in between; None where each entry is to be looked at
    """

    wanted: PathFilter
    links: LinkFollower | None
    ahead: ReadAhead[tuple[bytes, bytes], tuple[FolderEntries, tuple[int, int]]]
    trees: ReadAhead[tuple[bytes, bytes, bytes], Tree | None] | None
    seen: set[tuple[int, int]] = field(default_factory=set)

    def expect(self, source: Source, folders: Sequence[bytes]) -> None:
        """These folders below a source are next."""
        if self.trees is None:
            self.ahead.expect([(source.folder, folder) for folder in folders])
        else:
            self.trees.expect([(source.folder, source.prefix, folder) for folder in folders])

    def tree(self, source: Source, below: bytes) -> Tree | None:
        """The tree of a folder, if it can be had at once and none of its folders was listed before."""
        tree = None if self.trees is None else self.trees.take((source.folder, source.prefix, below))
        if tree is None or len(set(tree.folders)) < len(tree.folders) or not self.seen.isdisjoint(tree.folders):
            return None
        self.seen.update(tree.folders)
        return tree


# a run of entries of the folder ``below``, or of the tree of one; no entries: the folder ``below`` itself is next
_Step = tuple[bytes, FolderEntries | Tree | None, int, int]


def _walk_source(rows: _Rows, source: Source, way: _Way) -> None:
    pending: list[Iterator[_Step]] = [_visit(rows, source, b"", way)]
    while pending:
        below, entries, first, last = next(pending[-1], _FOLDER_DONE)
        if isinstance(entries, Tree):
            rows.add_tree(entries, first, last)
        elif entries is not None:
            rows.add_run(source.prefix + below, entries, first, last)
        elif os.path.basename(below[:-1]) in _STORES:
            rows.add_problem(source.prefix + below, STORE)
        elif below:
            tree = way.tree(source, below)
            pending.append(_visit(rows, source, below, way) if tree is None else _steps_of(tree, source, way))
        else:
            pending.pop()


_FOLDER_DONE: _Step = (b"", None, 0, 0)


def _steps_of(tree: Tree, source: Source, way: _Way) -> Iterator[_Step]:
    """Steps through a tree in path order."""
    position = 0
    folders = [tree.path(row)[len(source.prefix) :] for row in tree.left]
    for number, row in enumerate(tree.left):
        way.expect(source, folders[number : number + LISTED_AHEAD])
        if row > position:
            yield b"", tree, position, row
        yield folders[number], None, 0, 0
        position = row + 1
    if position < len(tree):
        yield b"", tree, position, len(tree)


def _visit(rows: _Rows, source: Source, below: bytes, way: _Way) -> Iterator[_Step]:
    """Steps through one folder in path order.

    A folder sorts as its name and a slash, which makes the whole walk come out sorted by path.
    """
    try:
        if source.only is None:
            entries, identity = way.ahead.take((source.folder, below))
        else:
            entries, identity = read_folder(source.folder, below, source.only, follow=way.links is not None)
    except OSError as error:
        if not below:
            words = f"The folder {shown_path(source.folder)} cannot be opened: {reason_of(error)}."
            raise InputError(forbidden(source.folder) or words) from error
        rows.add_problem(source.prefix + below, f"this folder could not be listed: {reason_of(error)}")
        return
    if identity in way.seen:
        rows.add_problem(source.prefix + below, "this folder was already listed under another path")
        return
    way.seen.add(identity)
    if way.links is not None:
        entries = way.links.followed(entries, os.path.join(source.folder, below))
    if not way.wanted.trivial:
        entries = entries.filtered(way.wanted, below)
    names, position = entries.names, 0
    for number, folder in enumerate(entries.folders):
        ahead = entries.folders[number : number + LISTED_AHEAD]
        way.expect(source, [below + one for one in ahead if one[:-1] not in _STORES])
        at = bisect_left(names, folder, position)
        if at > position:
            yield below, entries, position, at
            position = at
        yield below + folder, None, 0, 0
    if position < len(names):
        yield below, entries, position, len(names)
