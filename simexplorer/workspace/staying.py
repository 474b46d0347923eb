"""What stays for the files that are to be moved: for each of them, and for every document that goes along inside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Status
from simexplorer.pipeline.result import says_something
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.naming import Flags, Rows
from simexplorer.workspace.standing import Standing


def hold_back(standing: Standing, going: Flags) -> dict[int, int]:
    """Take out of ``going``, (n,) files to be moved, those that hold what would be lost with them: {file: document}.

    Lost would be a document that is kept, and one for which nothing stays outside of the files that go. What was not
    read is taken to stay where another container that stays holds something of the same name and size.
    """
    held: dict[int, int] = {}
    container = standing.result.documents.paths.container
    while (lost := _lost(standing, going)).size:
        for row in lost[::-1].tolist():  # of several the first is named
            held[int(container[row])] = row
        going[container[lost]] = False
    return held


def members_with_text(standing: Standing, files: Rows) -> Rows:
    """Rows of all documents with text inside of these files."""
    members = says_something(standing.result.text_hashes)
    members &= np.isin(standing.result.documents.paths.container, files)
    return np.flatnonzero(members)


def _lost(standing: Standing, going: Flags) -> Rows:
    """Rows of the documents inside of these files of which nothing would stay, or that are to be kept."""
    files = np.flatnonzero(going)
    members = members_with_text(standing, files)
    lost = (standing.marks[members] == Mark.KEEP) | (survivors_of(standing, members, going) < 0)
    return np.sort(np.concatenate([members[lost], _unread_and_lost(standing, going)]))


def _unread_and_lost(standing: Standing, going: Flags) -> Rows:
    """Rows of what was not read inside of these files and lies in no container that stays, by name and size."""
    documents = standing.result.documents
    paths = documents.paths
    unread = (paths.container >= 0) & (documents.status != Status.READ) & (documents.size > 0)
    leaving = unread & _along(standing, going)
    if not leaving.any():
        return np.empty(0, np.int64)

    def known_by(row: int) -> tuple[bytes, int]:
        return paths.raw(row).rpartition(b"!")[2], int(documents.size[row])

    there = {known_by(row) for row in np.flatnonzero(unread & ~leaving).tolist()}
    lost = [row for row in np.flatnonzero(leaving).tolist() if known_by(row) not in there]
    return np.array(lost, np.int64)


def _along(standing: Standing, going: Flags) -> Flags:
    """(n,) documents inside of files that go."""
    container = standing.result.documents.paths.container
    return (container >= 0) & going[container]


def survivors_of(standing: Standing, rows: Rows, going: Flags) -> Rows:
    """(m,) for each document one that stays: of the same text, else, for duplicates, the most similar of the cluster,
    else any of it. None was said not to be a duplicate of it.

    -1 where there is none. Of several, kept ones come first, then files before members of archives, then by path.
    going : (n,) files that are to be moved; with them goes what they hold
    """
    result = standing.result
    stays = (result.clusters.of >= 0) & ~standing.duplicates & ~_along(standing, going)
    text = result.groups.representative.astype(np.int64)
    of_text = _first_of(standing, stays, text)
    of_cluster = _first_of(standing, stays, result.clusters.of.astype(np.int64))
    linked = _linked(standing, of_text)
    same, like, any_ = of_text[text[rows]], linked[text[rows]], of_cluster[result.clusters.of[rows]]
    near = np.where(like >= 0, like, any_)
    near[near >= 0] = _not_apart(standing, stays, rows[near >= 0], near[near >= 0])
    return np.where(same >= 0, same, np.where(standing.duplicates[rows], near, -1))


def _first_of(standing: Standing, stays: Flags, group: Rows) -> Rows:
    """(n,) by group number: the best document of the group that stays, -1 where none does."""
    best = np.full(standing.marks.size, -1)
    rows = _best_first(standing, np.flatnonzero(stays))
    groups, first = np.unique(group[rows], return_index=True)
    best[groups] = rows[first]
    return best


def _best_first(standing: Standing, rows: Rows) -> Rows:
    """These documents, kept ones first, then files before members of archives, then by path."""
    inside = standing.result.documents.paths.container[rows] >= 0
    return rows[np.lexsort([rows, inside, standing.marks[rows] != Mark.KEEP])]


def _not_apart(standing: Standing, stays: Flags, rows: Rows, found: Rows) -> Rows:
    """(m,) ``found``, or where that was said not to be a duplicate the best of the cluster that was not, else -1."""
    found, clusters = found.copy(), standing.result.clusters
    for place in np.flatnonzero(standing.stand_apart(rows, found)).tolist():
        members = clusters.members(int(clusters.of[rows[place]])).astype(np.int64)
        members = _best_first(standing, members[stays[members]])
        members = members[~standing.stand_apart(np.full(members.size, rows[place]), members)]
        found[place] = members[0] if members.size else -1
    return found


def _linked(standing: Standing, of_text: Rows) -> Rows:
    """(n,) by text: what stays of the text most similar to it of which anything stays; -1 where none was found."""
    pairs = standing.result.pairs.first(standing.result.at_threshold)
    one = np.concatenate([pairs.i, pairs.j]).astype(np.int64)
    other = of_text[np.concatenate([pairs.j, pairs.i])]
    rank = np.tile(np.arange(len(pairs)), 2)
    usable = np.flatnonzero((other >= 0) & ~np.tile(standing.apart[: len(pairs)], 2))
    usable = usable[np.argsort(rank[usable], kind="stable")]
    linked: NDArray[np.int64] = np.full(standing.marks.size, -1)
    texts, first = np.unique(one[usable], return_index=True)
    linked[texts] = other[usable[first]]
    return linked
