"""All pairs of documents that share a bucket in at least one band.

Band ``b`` of ``r`` rows is columns ``b r .. b r + r - 1`` of the signatures; two documents are candidates when all
values of one band are equal. (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, lean_kernel
from simexplorer.kernel_words import KEY_A, KEY_B, folded_multiply, mix64
from simexplorer.search.agreement import NO_VALUE, holds_value
from simexplorer.search.bucket_join import Buckets, Join
from simexplorer.search.found_pairs import Found, Room, Sieve, SieveMaker, all_pairs, drop_below, lowest_bar
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.pair_scan import Scan, packed_bits
from simexplorer.search.scurve import pairs_among

# What a search may cost: meetings in buckets (8 ns each) and comparisons of signatures, and pairs kept (12 bytes each)
MAX_CHECKS = 5_000_000_000
MAX_PAIRS = 20_000_000
_SPARE = 4_000_000  # pairs, for a guess of how many there will be that is not quite right
COMPARISON = 0.35  # of a check: what comparing two signatures costs when all are compared in turn
_CLOSER_LOOK = 20  # checks: at a pair that is near by its signatures, by longer sketches or all shingles
_WORTH_SCANNING, _WORTH_JOINING = 1_000_000, 10_000_000  # checks
_SIEVED_AT_ONCE = 1 << 16  # pairs
_NO_END, _NO_DIGESTS, _NO_COUNTS = 1 << 62, np.empty((0, 0), np.uint8), np.empty(0)
_LEAST_ROWS, _PARTS = 512, 16  # whose keys are made at once
# meetings a document in all bands: below, it costs less to compare whole signatures than to fold them
_WORTH_DIGESTS = 8
LEAST_LINKS = 16
_HEED = 0.75  # a document with half as many links has more than half as many pairs: its buckets differ


@lean_kernel
def band_keys(values: NDArray[Any], first: Int, bands: Int, rows: Int, infinite: Int, keys: NDArray[np.uint32]) -> None:
    """Write 32-bit keys of the bands of ``values`` (m, k) to ``keys`` (m, bands): equal bands have equal keys.

    A band that holds the infinite value gets a key of its own, made from its row number, which begins at ``first``.
    """
    for d in range(values.shape[0]):
        for band in range(bands):
            state = U(band + 1) * KEY_B
            for t in range(band * rows, band * rows + rows):
                state = folded_multiply(state ^ U(values[d, t]), KEY_A)
                if infinite != NO_VALUE and np.int64(values[d, t]) == infinite:
                    state = mix64(mix64(U(first + d)) + U(band))
                    break
            keys[d, band] = U32(state >> U(32))


class SketchCheck(Struct, frozen=True):
    """In how many steps longer sketches told of pairs, and how much it had to be in the end.

    spread, excess : as of ``Sieve``
    """

    steps: int
    needed: int
    spread: float = 0.0
    excess: float = 0.0

    @classmethod
    def of(cls, sieve: Sieve) -> SketchCheck:
        """What a sieve asks for."""
        return cls(sieve.steps, sieve.needed, sieve.spread, sieve.excess)


class Candidates(Struct, frozen=True):
    """Pairs ``i < j`` that share a bucket and pass the check of their signatures, in no order.

    equal : (m,) int32, positions in which the two signatures are equal; candidates : pairs that shared a bucket
    left_out : pairs of buckets too large to be linked fully, an upper bound; limit : links a document in such a bucket
    needed : equal positions that the check asked for in the end; set_aside : pairs that had as many as was asked for
    at first, but fewer than that, or than ``sketch`` asked for: there was no room for them
    scanned : all pairs were compared, whether they shared a bucket or not; they all are ``candidates`` then
    sketch : of a longer sketch that looked at the pairs as well; ruled_out : those that it took out, if ``scanned``
    also such as signatures would take out
    joined : the pairs are those of an exact join of all documents, so that they are ``scanned`` too
    rare : likewise, of all pairs that share a rare shingle, which are the ``candidates``
    strict : pairs beyond the limit of the run were let go, as there was no room for them
    shared, sizes : (m,) overlaps and (n,) sizes of the sets, where an exact join that found the pairs counted them
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    equal: NDArray[np.int32]
    candidates: int
    left_out: int
    limit: int
    needed: int = 0
    set_aside: int = 0
    scanned: bool = False
    ruled_out: int = 0
    sketch: SketchCheck | None = None
    strict: bool = False
    joined: bool = False
    rare: bool = False
    shared: NDArray[np.int32] | None = None
    sizes: NDArray[np.int32] | None = None

    def at(self, places: NDArray[Any]) -> Candidates:
        """Only the pairs at these places, or where this is true; what was counted of all stays."""
        shared = None if self.shared is None else self.shared[places]
        return replace(self, i=self.i[places], j=self.j[places], equal=self.equal[places], shared=shared)


def link_limit(sizes: NDArray[np.int64], budget: int) -> int:
    """The most links a document for which buckets of these sizes need at most ``budget`` checks together."""
    places = np.bincount(sizes, minlength=2)
    longer = np.cumsum(places[::-1])[::-1]  # buckets of this size or larger
    linked = np.cumsum(longer[::-1])[::-1][2:]  # documents with at least 1, 2, ... others before them in their bucket
    cost = np.cumsum(linked)
    return max(LEAST_LINKS, int(np.searchsorted(cost, budget, side="right")))


def _fewer_links(limit: int, counts: NDArray[Any]) -> int:
    """Links a document that leave room for what is found, where so many links found so many pairs."""
    return max(LEAST_LINKS, int(limit * _HEED * MAX_PAIRS / counts.sum()))


class _Plan(Struct, frozen=True):
    """How candidates are searched.

    limit : links a document in a bucket; positions : equal ones that a pair has at least
    length : equal positions that a pair may have, or the steps in which ``sketch`` tells of it, if there is one
    needed, bar : pairs with so many of these are counted, and kept; scanned, strict : as of ``Candidates``
    """

    limit: int
    positions: int
    length: int
    needed: int
    bar: int
    scanned: bool = False
    sketch: SketchCheck | None = None
    strict: bool = False

    @property
    def half(self) -> int:
        """Of more than this pairs are as similar as any."""
        return max(self.needed, (self.needed + self.length) // 2)


class _Index(Struct, frozen=True):
    """What a search for candidates goes through. sizes : of all buckets of two documents or more"""

    values: NDArray[Any]
    bands: int
    rows: int
    infinite: np.int64
    buckets: Buckets
    sizes: NDArray[np.int64]
    each: Mapper

    @classmethod
    def of(
        cls, values: NDArray[Any], bands: int, rows: int, infinite: np.int64, members: NDArray[np.int64], each: Mapper
    ) -> _Index:
        """Put these members into the buckets of all bands."""
        n = values.shape[0]
        keys = np.empty((bands, n), np.uint32)
        step = _step(n)

        def fill(first: int) -> None:
            part = slice(first, first + step)
            of_part = np.empty((values[part].shape[0], bands), np.uint32)
            band_keys(values[part], first, bands, rows, infinite, of_part)
            keys[:, part] = of_part.T

        each(fill, range(0, n, step))
        buckets = Buckets(keys, members)
        return cls(values, bands, rows, infinite, buckets, np.concatenate(each(buckets.list_band, range(bands))), each)

    @property
    def meetings(self) -> int:
        """How often two documents are in a bucket together."""
        return int((self.sizes * (self.sizes - 1) // 2).sum())

    def scan(self) -> Scan:
        """Every two members compared."""
        members = self.buckets.members
        bits = packed_bits(self.values, members)
        return Scan(self.values, bits, _NO_DIGESTS if bits.size else self._digests(), members, self.infinite)

    def scanning(
        self, scan: Scan, expected: NDArray[np.float64], positions: int, strictly: int, maker: SieveMaker | None
    ) -> tuple[Join | Scan, _Plan]:
        """Compare every two members, if what some of them tell to expect leaves room for what that finds."""
        members = self.buckets.members
        strict = bool(expected.sum() > MAX_PAIRS)
        if strict:
            positions = max(positions, strictly)
            expected[:positions] = 0.0
        needed, length = positions, 0 if maker is None else maker.worth(expected, members, strict=strict)
        sketch = None
        if maker is not None and length:
            sieve = maker.sieve(members, length, strict=strict)
            scan.look_closer(sieve, positions)
            sketch = SketchCheck.of(sieve)
            needed, expected = sieve.needed, scan.expected(sieve.needed, self.each)
        bar = max(needed, lowest_bar(expected, MAX_PAIRS + _SPARE))
        plan = _Plan(int(self.sizes.max(initial=0)), positions, scan.length, needed, bar, True, sketch, strict)
        if bar > max(plan.half, (plan.half + scan.length) // 2):  # to look at them all would only tell it exactly
            return self.joining(_fewer_links(plan.limit, expected), positions, strict)
        return scan, plan

    def joining(self, limit: int, positions: int, strict: bool = False) -> tuple[Join | Scan, _Plan]:
        """Go through the buckets, in each of which a document has at most ``limit`` others before it."""
        if limit < int(self.sizes.max(initial=0)) - 1:
            self.buckets.clip(limit, self.each)
        worth = self.meetings > _WORTH_DIGESTS * self.values.shape[0]
        digests = self._digests() if worth else _NO_DIGESTS
        join = Join(self.values, digests, self.buckets, self.rows, self.infinite)
        return join, _Plan(limit, positions, join.length, positions, positions, strict=strict)

    def _digests(self) -> NDArray[np.uint8]:
        """(n, k) the lowest bytes of all values."""
        n = self.values.shape[0]
        digests, step = np.empty((n, self.values.shape[1]), np.uint8), _step(n)

        def fill(first: int) -> None:
            np.copyto(digests[first : first + step], self.values[first : first + step], casting="unsafe")

        self.each(fill, range(0, n, step))
        return digests


def _step(n: int) -> int:
    """How many of so many signatures are gone through at once."""
    return max(_LEAST_ROWS, -(-n // _PARTS))


def _searched(
    search: Join | Scan, needed: int, bar: int, most: int, each: Mapper
) -> tuple[list[Found], NDArray[np.int64]]:
    """What all parts find: counts from ``needed`` on, pairs from ``bar`` on while they are no more than ``most``."""
    room = Room(most)
    found = each(lambda first: search.part(first, needed, bar, room), search.jobs)
    return found, np.array([part.counts for part in found]).reshape(-1, search.length + 1).sum(axis=0)


def candidates(
    values: NDArray[Any],
    bands: int,
    rows: int,
    *,
    members: NDArray[np.int64] | None = None,
    infinite: int | None = None,
    needed: int = 0,
    strictly: int = 0,
    may_scan: bool = False,
    sieve: SieveMaker | None = None,
    instead: Callable[[int], Candidates | None] = lambda _checks: None,
    each: Mapper = one_by_one,
) -> Candidates:
    """All pairs of rows that collide in at least one band and have at least ``needed`` equal positions.

    values : (n, k) of any integer dtype, ``bands * rows <= k``; members : rising rows that take part (all of them)
    strictly : equal positions asked for instead where all are compared and there is no room for pairs with ``needed``
    may_scan : every two signatures may be compared where that is less work: pairs that share no bucket are found too
    sieve : makes what takes out pairs that are far apart by more than their signatures, where many seem near; where all
    are compared, before they are counted, so that they take no room
    instead : asked for all pairs by another way where this one takes many checks, so many; None for none
    Cost: O(n bands) and a check for every two documents in a bucket. Where that would take more than MAX_CHECKS, a
    document is linked with the ``limit`` members before it in each bucket and with its first one, and what that leaves
    out is counted. Of more than MAX_PAIRS the ones with the most equal positions stay; where even very similar ones
    are more, buckets are linked with a limit as well.
    ``each(function, jobs)`` runs bands and parts of the documents, in parallel if it likes.
    """
    members = np.arange(values.shape[0]) if members is None else members
    missing = NO_VALUE if infinite is None or not holds_value(values, members, infinite) else np.int64(infinite)
    index = _Index.of(values, bands, rows, missing, members, each)
    limit, largest = link_limit(index.sizes, MAX_CHECKS), int(index.sizes.max(initial=0))
    compared = int(COMPARISON * pairs_among(members.size))
    checks, scan, expected = index.meetings, None, _NO_COUNTS
    if may_scan and _WORTH_SCANNING < compared < min(checks, MAX_CHECKS):
        scan = index.scan()
        expected = scan.expected(needed, each)
        checks = compared + _CLOSER_LOOK * int(expected.sum())
    if checks > _WORTH_JOINING and (found_otherwise := instead(checks)) is not None:
        return found_otherwise
    search, plan = index.scanning(scan, expected, needed, strictly, sieve) if scan else index.joining(limit, needed)
    while True:
        most = MAX_PAIRS if plan.limit > LEAST_LINKS else _NO_END
        all_count = plan.scanned and plan.needed == 0  # have as many equal positions: no need to count them
        counted = plan.bar if all_count else plan.needed
        found, counts = _searched(search, counted, plan.bar, most + 2 * _SPARE, each)
        lowest = max(counted, lowest_bar(counts, most))
        if lowest > plan.half:  # it would set aside pairs that are as similar as any
            limit = _fewer_links(min(plan.limit, largest), counts)
            search, plan = index.joining(limit, plan.positions, plan.strict)
        elif plan.bar <= lowest and int(counts[plan.bar :].sum()) <= most + 2 * _SPARE:
            break
        else:
            plan = replace(plan, bar=lowest)

    if plan.sketch is not None:
        lowest = plan.bar  # pairs do not keep what was told of them: a few more stay than there shall be
    elif plan.bar < lowest:
        drop_below(lowest, found, each)
    near = sum(part.candidates for part in found) if all_count else int(counts.sum())
    sizes = index.sizes
    del search, index  # which would lie beside all pairs twice
    told = _gathered(found, sizes, members.size, plan, lowest, near, each)
    if sieve is None or plan.scanned:
        return told
    counts[:lowest] = 0
    return _sieved(told, counts, values.shape[0], sieve, each)


def _sieved(found: Candidates, counts: NDArray[np.int64], n: int, sieve: SieveMaker, each: Mapper) -> Candidates:
    """The pairs that pass a sieve for their documents, of n, if it is worth one.

    counts : (k + 1,) how many of them have 0, 1, ... equal positions
    """
    ends = np.flatnonzero(found.j[1:] != found.j[:-1])
    seconds = found.j[ends].astype(np.int64)  # they stand in runs: nearly all documents that are paired
    length = sieve.worth(counts, seconds, strict=found.strict, pairs=(found.i, found.j, found.equal))
    if not length:
        return found
    paired = np.zeros(n, np.bool_)
    paired[found.i] = paired[found.j] = True
    passes = sieve.sieve(np.flatnonzero(paired), length, strict=found.strict)
    near = np.empty(found.i.size, np.bool_)

    def compare(first: int) -> None:
        part = slice(first, first + _SIEVED_AT_ONCE)
        near[part] = passes.told(found.i[part], found.j[part]) >= passes.needed

    each(compare, range(0, near.size, _SIEVED_AT_ONCE))
    kept = found.at(near)
    return replace(kept, ruled_out=near.size - kept.i.size, sketch=SketchCheck.of(passes))


def _gathered(
    found: list[Found],
    sizes: NDArray[np.int64],
    members: int,
    plan: _Plan,
    lowest: int,
    near: int,
    each: Mapper,
) -> Candidates:
    """The pairs of all parts; sizes : of all buckets; near : how many had as much as was asked for."""
    i, j, equal = all_pairs(found, each)
    far = np.maximum(0, sizes - plan.limit - 2)  # of each bucket the most pairs that its last document lacks
    met = sum(part.candidates for part in found)
    every = pairs_among(members)
    left_out = min(int((far * (far + 1) // 2).sum()), every - met)  # pairs meet in several buckets
    return Candidates(
        i=i,
        j=j,
        equal=equal,
        candidates=met,
        left_out=left_out,
        limit=plan.limit,
        needed=lowest if plan.sketch is None else plan.positions,
        set_aside=near - i.size,
        scanned=plan.scanned,
        ruled_out=sum(part.ruled_out for part in found),
        sketch=None if plan.sketch is None else replace(plan.sketch, needed=lowest),
        strict=plan.strict,
    )
