"""Which document of one run is the one that a document of another run was, where its name or its place tells."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.formats import HOLD_ROWS, MAIL, MAILBOX
from simexplorer.documents.listing import Documents, Paths
from simexplorer.pipeline.result import Result, says_something
from simexplorer.workspace.naming import Rows

# of a row or a message that has a number for a name: what stands before it, and what the message holds
_NUMBERED = re.compile(rb"(.*[!/])(#?)[0-9]+((?:!.*)?)", re.DOTALL)


class Side(Struct, frozen=True):
    """Documents of one run, (n, 2) hashes of their texts, and whether ids name the rows of tables."""

    documents: Documents
    hashes: NDArray[np.uint64]
    ids: bool

    @classmethod
    def of(cls, result: Result) -> Side:
        """Those of a result."""
        return cls(result.documents, result.text_hashes, ids=result.recipe.id_column is not None)

    def numbered(self, rows: Rows) -> Iterator[tuple[int, bytes, bytes]]:
        """Those members that have a number for a name, each with what stands before the number and behind it.

        Rows of tables and messages of mailboxes; where ids name the rows, those without an id.
        """
        documents, paths = self.documents, self.documents.paths
        holder = documents.format[paths.container[rows]]
        table, mail, mailbox = (
            np.array([name in kinds for name in documents.formats], np.bool_)
            for kinds in (HOLD_ROWS, (MAIL,), (MAILBOX,))
        )
        of_mail = mail[documents.format[rows]] | mailbox[holder]
        chosen = of_mail | table[documents.format[rows]]
        lengths = np.diff(paths.offsets)[paths.container[rows]]
        for row, length, always in zip(*(column[chosen].tolist() for column in (rows, lengths, of_mail)), strict=True):
            found = _NUMBERED.fullmatch(paths.raw(row)[length:])
            if found and (always or found[2] or not self.ids):
                yield row, found[1], found[3]


class _Numbered(Struct, frozen=True):
    """Rows with numbers for names, and the number of what each is counted in: a table, a mailbox."""

    rows: Rows
    groups: Rows

    def chosen(self, which: NDArray[np.bool_]) -> _Numbered:
        """Those of the rows for which it is true."""
        return _Numbered(self.rows[which[self.rows]], self.groups[which[self.rows]])


def matched(earlier: Side, later: Side, *, hashed_alike: bool) -> Rows:
    """(n,) row of the earlier run for each later document, -1 where none stood in its place.

    Rows of a table and messages of a mailbox are numbered: one more at the top gives all that follow another number.
    Those of one file are the same where they say the same, in their order, those that kept their number first;
    of what is left, those that stand alike behind such a one. ``hashed_alike`` : texts can be told by their hashes
    """
    of = at_same_place(earlier.documents.paths, later.documents.paths)
    if hashed_alike:
        _renumber(earlier, later, of)
    return of


def _renumber(earlier: Side, later: Side, of: Rows) -> None:
    """Correct ``of`` in files whose numbered documents are not all what they were."""
    met = np.flatnonzero(of >= 0)
    other = np.ones(of.size, np.bool_)
    other[met] = np.any(earlier.hashes[of[met]] != later.hashes[met], axis=1)
    left = np.ones(len(earlier.documents), np.bool_)
    left[of[~other]] = False
    container, was_in = later.documents.paths.container, earlier.documents.paths.container
    is_at = turned(of, left.size)
    unlike = np.zeros(of.size + 1, np.bool_)  # files of the later run; the last place is for what is in none of them
    unlike[container[other]] = True
    unlike[is_at[was_in[left & (was_in >= 0)]]] = True
    unlike[-1] = False
    known: dict[tuple[int, bytes, bytes], int] = {}
    new = _numbered(later, np.flatnonzero(unlike[container]), container, known)
    old = _numbered(earlier, np.flatnonzero((was_in >= 0) & unlike[is_at[was_in]]), is_at[was_in], known)
    of[new.rows[other[new.rows]]] = -1
    _by_text(old.chosen(left & says_something(earlier.hashes)), new, earlier, later, of)
    _by_neighbour(old, new, left.size, of)


def turned(of: Rows, size: int) -> Rows:
    """(size,) the place at which each number stands in ``of``; -1 where it does not."""
    at = np.full(size, -1)
    at[of[of >= 0]] = np.flatnonzero(of >= 0)
    return at


def _numbered(side: Side, rows: Rows, files: Rows, known: dict[tuple[int, bytes, bytes], int]) -> _Numbered:
    """Those of ``rows`` that are numbered; files : (n,) row of each one's file in the later run; known : groups."""
    found, groups = [], []
    for row, before, behind in side.numbered(rows):
        found.append(row)
        groups.append(known.setdefault((int(files[row]), before, behind), len(known)))
    return _Numbered(np.array(found, np.int64), np.array(groups, np.int64))


def _by_text(old: _Numbered, new: _Numbered, earlier: Side, later: Side, of: Rows) -> None:
    """Pair off those of one group and one text, in their order."""
    new = new.chosen((of < 0) & says_something(later.hashes))
    texts = np.concatenate([earlier.hashes[old.rows], later.hashes[new.rows]])
    groups = np.concatenate([old.groups, new.groups])
    kinds = kinds_of(np.column_stack([texts, groups.astype(np.uint64)]))
    before, now = (side * kinds.size + occurrences(side) for side in np.split(kinds, [old.rows.size]))
    _pair_off(old.rows, before, new.rows, now, of)


def _by_neighbour(old: _Numbered, new: _Numbered, size: int, of: Rows) -> None:
    """Pair off those of one group that follow, at one distance, a row that was found again, or the beginning."""
    now, width = turned(of, size), size + of.size
    before = _places(old, now, width)
    after = _places(new, np.where(of >= 0, np.arange(of.size), -1), width)
    left, free = now[old.rows] < 0, of[new.rows] < 0
    _pair_off(old.rows[left], before[left], new.rows[free], after[free], of)


def _places(numbered: _Numbered, now: Rows, width: int) -> Rows:
    """(m,) one number for the group, the row ``now`` of the last one before that was found again, and the distance.

    width : more than there are rows, on either side
    """
    order = np.argsort(numbered.groups, kind="stable")
    groups, found = numbered.groups[order], now[numbered.rows[order]]
    at = np.arange(order.size)
    first = np.searchsorted(groups, groups)
    last = np.maximum(np.maximum.accumulate(np.where(found >= 0, at, -1)), first - 1)
    behind = np.where(last < first, -1 - groups, found[last])
    places = np.empty(order.size, np.int64)
    places[order] = behind * width + at - last
    return places


def _pair_off(old: Rows, keys: Rows, new: Rows, wanted: Rows, of: Rows) -> None:
    """Give each of the new rows the old one with the key that it wants; no key comes twice on a side."""
    _, a, b = np.intersect1d(keys, wanted, assume_unique=True, return_indices=True)
    of[new[b]] = old[a]


def kinds_of(contents: NDArray[np.uint64]) -> Rows:
    """(m,) a number for each row of ``contents``; equal rows have the same, none is as large as there are rows."""
    order = np.lexsort(contents.T)
    ordered = contents[order]
    kinds = np.zeros(order.size, np.int64)
    kinds[order[1:]] = np.cumsum(np.any(ordered[1:] != ordered[:-1], axis=1))
    return kinds


def occurrences(values: Rows) -> Rows:
    """(m,) how often each value occurred before."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    begins = np.searchsorted(ordered, ordered, side="left")
    places = np.empty(values.size, np.int64)
    places[order] = np.arange(values.size) - begins
    return places


def at_same_place(earlier: Paths, later: Paths) -> Rows:
    """(n,) row of the earlier run at the place of each later document, -1 where there is none.

    A place is the absolute path; of what is left the path below its folder, as folders are moved. Where a folder is
    added or left out, others are spelled differently, and a copy in it may be spelled as another file was.
    """
    of, free = np.full(len(later), -1), np.ones(len(earlier), np.bool_)
    for spelled in (Paths.raw,) if earlier.roots == later.roots else (_absolute, Paths.raw):
        rows = {spelled(earlier, row): row for row in np.flatnonzero(free).tolist()}
        left = np.flatnonzero(of < 0)
        of[left] = np.fromiter((rows.get(spelled(later, row), -1) for row in left.tolist()), np.int64, left.size)
        free[of[of >= 0]] = False
    return of


def _absolute(paths: Paths, row: int) -> bytes:
    """The file's absolute path, and of a member its place in it."""
    return os.path.join(paths.roots[paths.root_of[row]], paths.raw(row)[paths.prefix_length[row] :])
