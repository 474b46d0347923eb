"""A banding index whose documents come and go; a signature can be looked up without being added.

Every band has its own buckets: hash slots whose members are chained in both directions, so that adding or removing a
document costs one step a band however full its bucket is. Members of a chain are compared by their values, so that a
slot shared by chance adds no candidate. (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel, kernel_part
from simexplorer.errors import InputError, ParameterError
from simexplorer.search.agreement import NO_VALUE
from simexplorer.search.banding import band_keys
from simexplorer.search.distinct import distinct
from simexplorer.signatures.family import Signatures

NOBODY, UNLINKED = -1, -2
LEAST_ROOM = 64


class Chains(NamedTuple):
    """Buckets: ``heads`` (bands, slots) first rows; ``after`` and ``before`` (bands, room) the next and last ones."""

    heads: NDArray[np.int32]
    after: NDArray[np.int32]
    before: NDArray[np.int32]


@kernel_part
def equal_band(a: NDArray[Any], i: Int, b: NDArray[Any], j: Int, first: Int, rows: Int, infinite: Int) -> Int:
    """Whether row ``i`` of ``a`` and ``j`` of ``b``, (n, k) each, are equal in the band from column ``first`` on.

    A value that is ``infinite`` on both sides equals none.
    """
    t, end = first, first + rows
    while t < end and a[i, t] == b[j, t] and np.int64(a[i, t]) != infinite:
        t += 1
    return t == end


@kernel
def _mark_finite(
    values: NDArray[Any], members: NDArray[np.int64], rows: Int, infinite: Int, finite: NDArray[np.bool_]
) -> None:
    """Write to ``finite`` (bands, members) in which bands a member has no infinite value."""
    for m in range(members.size):
        row = members[m]
        for band in range(finite.shape[0]):
            finite[band, m] = equal_band(values, row, values, row, band * rows, rows, infinite)


@kernel
def _link(keys: NDArray[np.uint32], members: NDArray[np.int64], finite: NDArray[np.bool_], chains: Chains) -> None:
    """Put each member at the head of its bucket in every band where it is finite; keys : (bands, members).

    Band by band, so that the heads of one band stay in the processor's cache.
    """
    last_slot = U(chains.heads.shape[1] - 1)
    for band in range(finite.shape[0]):
        heads, after, before = chains.heads[band], chains.after[band], chains.before[band]
        for m in range(members.size):
            row, slot = members[m], U(keys[band, m]) & last_slot
            after[row] = before[row] = UNLINKED
            if finite[band, m]:
                follower = heads[slot]
                after[row], before[row] = follower, NOBODY
                heads[slot] = row
                if follower != NOBODY:
                    before[follower] = row


@kernel
def _unlink(keys: NDArray[np.uint32], members: NDArray[np.int64], chains: Chains) -> None:
    """Take each member out of its buckets."""
    last_slot = U(chains.heads.shape[1] - 1)
    for band in range(chains.heads.shape[0]):
        heads, after, before = chains.heads[band], chains.after[band], chains.before[band]
        for m in range(members.size):
            row, slot = members[m], U(keys[m, band]) & last_slot
            follower, leader = after[row], before[row]
            if follower == UNLINKED:
                continue
            if leader == NOBODY:
                heads[slot] = follower
            else:
                after[leader] = follower
            if follower != NOBODY:
                before[follower] = leader


@kernel
def _look_up(
    queries: NDArray[Any],
    keys: NDArray[np.uint32],
    values: NDArray[Any],
    rows: Int,
    infinite: Int,
    chains: Chains,
    first: Int,
    met: NDArray[np.int64],
    out: NDArray[np.int64],
) -> tuple[Int, Int]:
    """Write query and row of everything that shares a bucket to ``out`` (2, room); (how many, where to go on).

    Ends before the first query whose candidates might not fit; room is at least that of the index. met : (room,) int64,
    the last query that met each row, -1 before the first call
    """
    found, last_slot = 0, U(chains.heads.shape[1] - 1)
    for q in range(first, queries.shape[0]):
        if out.shape[1] - found < met.size:
            return found, q
        for band in range(keys.shape[1]):
            row = np.int64(chains.heads[band, U(keys[q, band]) & last_slot])
            while row != NOBODY:
                if met[row] != q and equal_band(queries, q, values, row, band * rows, rows, infinite):
                    met[row] = q
                    out[0, found], out[1, found] = q, row
                    found += 1
                row = np.int64(chains.after[band, row])
    return found, queries.shape[0]


class BandIndex:
    """``bands`` bands of ``rows`` values over documents that come and go; after any sequence as if built afresh.

    Memory: 12 bytes a document and band beside the values; building takes 1 to 2 microseconds a document of 25 bands.
    Rows are numbered in the order they came, from 0; the number of a removed one is never given again.
    """

    def __init__(self, like: Signatures, bands: int, rows: int) -> None:
        """An empty index for signatures of the scheme, seed and length of ``like`` (whose rows are not added)."""
        if not (bands >= 1 and rows >= 1 and bands * rows <= like.length):
            rule = f"such that bands x rows is at most the {like.length} values of a signature, and not 0"
            raise ParameterError("bands", (bands, rows), rule)
        self.bands, self.rows = bands, rows
        self._like = Signatures(like.scheme, like.seed, like.values[:0], like.infinite)
        self._infinite = NO_VALUE if like.infinite is None else np.int64(like.infinite)
        self._came = 0
        self._alive = np.zeros(0, np.bool_)
        self._values = np.empty((0, like.length), like.values.dtype)
        self._make_room(LEAST_ROOM)

    @classmethod
    def build(cls, signatures: Signatures, bands: int, rows: int) -> BandIndex:
        """An index of all these rows. The values are not copied until more come, and must not change."""
        index = cls(signatures, bands, rows)
        index._require_alike(signatures)
        if len(signatures) > LEAST_ROOM:
            index._came = len(signatures)
            index._alive, index._values = np.ones(len(signatures), np.bool_), signatures.values
            index._make_chains(len(signatures))
        else:
            index.insert(signatures)
        return index

    def __len__(self) -> int:
        return int(np.count_nonzero(self._alive))

    @property
    def members(self) -> NDArray[np.int64]:
        """Rows that are in the index, rising."""
        return np.flatnonzero(self._alive)

    def signatures(self) -> Signatures:
        """The signatures of ``members``, in that order."""
        return Signatures(self._like.scheme, self._like.seed, self._values[self.members], self._like.infinite)

    def insert(self, signatures: Signatures) -> NDArray[np.int64]:
        """Add documents and return their row numbers. O(bands) a document."""
        self._require_alike(signatures)
        added = np.arange(self._came, self._came + len(signatures))
        if self._came + added.size > self._alive.size:
            self._make_room(max(2 * self._alive.size, self._came + added.size))
        self._values[added] = signatures.values
        self._alive[added] = True
        self._came += added.size
        self._enter(added)
        return added

    def remove(self, rows: NDArray[np.int64]) -> None:
        """Take documents out; raises InputError, and takes none out, where one is not there. O(bands) a document."""
        gone = distinct(np.asarray(rows, np.int64))
        missing = gone[(gone < 0) | (gone >= self._came)]
        if not missing.size:
            missing = gone[~self._alive[gone]]
        if missing.size:
            raise InputError(f"Document {missing[0]} is not in the index, so it cannot be removed.")
        _unlink(self._keys(self._values[gone]), gone, self._chains)
        self._alive[gone] = False

    def query(self, signatures: Signatures) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(query, row) of all documents that share a bucket with a query in some band, sorted; nothing is added."""
        self._require_alike(signatures)
        keys, met = self._keys(signatures.values), np.full(self._alive.size, -1, np.int64)
        parts, first = [np.empty((2, 0), np.int64)], 0
        while first < len(signatures):
            out = np.empty((2, met.size + LEAST_ROOM * len(signatures)), np.int64)
            args = (signatures.values, keys, self._values, self.rows, self._infinite, self._chains)
            found, first = _look_up(*args, first, met, out)
            parts.append(out[:, :found])
        query, row = np.concatenate(parts, axis=1)
        order = np.lexsort((row, query))
        return query[order], row[order]

    def candidates(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """All pairs ``i < j`` of members that share a bucket, sorted: for small collections and tests.

        (``banding.candidates`` does this in bulk, without every pair of a bucket of equal documents.)
        """
        members = self.members
        query, row = self.query(self.signatures())
        i = members[query]
        return i[i < row], row[i < row]

    def _keys(self, values: NDArray[Any]) -> NDArray[np.uint32]:
        keys = np.empty((values.shape[0], self.bands), np.uint32)
        band_keys(values, 0, self.bands, self.rows, self._infinite, keys)
        return keys

    def _require_alike(self, signatures: Signatures) -> None:
        self._like.require_comparable(signatures)

    def _make_room(self, room: int) -> None:
        """Room for so many rows, with as many slots a band; the members are chained anew."""
        values = np.empty((room, self._values.shape[1]), self._values.dtype)
        values[: self._came] = self._values[: self._came]
        alive = np.zeros(room, np.bool_)
        alive[: self._came] = self._alive[: self._came]
        self._values, self._alive = values, alive
        self._make_chains(room)

    def _make_chains(self, room: int) -> None:
        """Empty buckets for so many rows, and the members put into them."""
        slots = 1 << (room - 1).bit_length()
        heads = np.full((self.bands, slots), NOBODY, np.int32)
        shape = (self.bands, room)  # rows are marked as they are linked
        self._chains = Chains(heads, np.empty(shape, np.int32), np.empty(shape, np.int32))
        self._enter(self.members)

    def _enter(self, rows: NDArray[np.int64]) -> None:
        """Link rows whose values are in their place."""
        finite = np.empty((self.bands, rows.size), np.bool_)
        _mark_finite(self._values, rows, self.rows, self._infinite, finite)
        whole = rows.size > 0 and rows[-1] - rows[0] + 1 == rows.size  # a view of them, then
        values = self._values[rows[0] : rows[-1] + 1] if whole else self._values[rows]
        _link(np.ascontiguousarray(self._keys(values).T), rows, finite, self._chains)
