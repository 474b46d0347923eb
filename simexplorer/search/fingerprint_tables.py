"""All fingerprints within k bits of one, from sorted tables of permuted fingerprints.

Table t holds every fingerprint with t's leading blocks moved to the front, sorted. A probe finds the first one whose
leading p_t bits equal the query's (binary or interpolation search), walks on while they do, and counts differing bits.
(Manku, Jain, Das Sarma 2007, "Detecting near-duplicates for web crawling", section 3.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import U
from simexplorer.errors import ParameterError
from simexplorer.offsets import offsets_of
from simexplorer.search.fingerprint_design import BlockDesign, words_of
from simexplorer.search.hamming import as_words
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.sorted_tables import (
    MAX_STEPS,
    SortedTable,
    Stacked,
    collect_run,
    find_first,
    moves_of,
    permute,
    query_tables,
)

SEARCHES = ("binary", "interpolation")


class Probe(Struct, frozen=True):
    """What one probe of one table did, for a view that shows it step by step.

    key : (words,) the permuted query; steps : (s, 3) of low, high and the place looked at
    first, last : the run ``[first, last)`` of equal leading bits; rows, distances : those of it within the radius
    """

    key: NDArray[np.uint64]
    steps: NDArray[np.int64]
    first: int
    last: int
    rows: NDArray[np.int32]
    distances: NDArray[np.int16]


class FingerprintTables(Struct, frozen=True):
    """All tables of a design over one collection: answers queries exactly."""

    design: BlockDesign
    tables: tuple[SortedTable, ...]
    _stacked: Stacked

    @classmethod
    def build(
        cls, fingerprints: NDArray[np.uint64], design: BlockDesign, each: Mapper = one_by_one
    ) -> FingerprintTables:
        """Sort (n,) or (n, words) fingerprints under every permutation of the design: O(t n log n)."""
        words = _checked(fingerprints, design)
        leading = design.leading_bits
        orders = design.permutations
        return cls.of(design, each(lambda t: SortedTable.build(words, orders[t], leading[t]), range(design.tables)))

    @classmethod
    def of(cls, design: BlockDesign, tables: Sequence[SortedTable]) -> FingerprintTables:
        """Tables that were made before, each under a permutation of its own."""
        values = np.stack([table.values for table in tables])
        of_highest = len(tables[0].goes_to) - 64 * (values.shape[2] - 1)
        known = min(of_highest, max(1, values.shape[1].bit_length()), *(table.leading for table in tables))
        shift = of_highest - known
        borders = np.arange(1 << known, dtype=np.uint64) << U(shift)
        starts = np.stack([np.searchsorted(highest, borders) for highest in values[:, :, -1]])
        moves = [moves_of(table.goes_to) for table in tables]
        most = max(len(each) for each in moves)
        stacked = Stacked(
            values,
            np.stack([table.rows for table in tables]),
            np.stack([np.pad(each, ((0, most - len(each)), (0, 0))) for each in moves]),
            np.stack([table.mask for table in tables]),
            np.pad(starts.astype(np.int32), ((0, 0), (0, 1)), constant_values=values.shape[1]),
            shift,
            np.stack([[other.leading_under(table) for other in tables] for table in tables]),
        )
        views = (replace(t, values=stacked.values[at], rows=stacked.rows[at]) for at, t in enumerate(tables))
        return cls(design, tuple(views), stacked)

    def probe(self, table: int, query: NDArray[np.uint64] | int, search: str = "interpolation") -> Probe:
        """Every step of looking the query up in one table."""
        t, interpolate = self.tables[table], _interpolates(search)
        key = permute(np.asarray(query, np.uint64).reshape(1, -1), t.goes_to)[0]
        steps = np.empty((MAX_STEPS, 3), np.int64)
        first, count = find_first(t.values, key & t.mask, t.mask, 0, len(t.values), interpolate, steps)
        found, bits = np.empty(64, np.int32), np.empty(64, np.int16)
        every = np.empty((0, key.size), np.uint64)
        while True:
            last, matches = collect_run(t.values, t.rows, key, t.mask, every, first, self.design.radius, 0, found, bits)
            if matches <= found.size:
                break
            found, bits = np.empty(matches, np.int32), np.empty(matches, np.int16)
        return Probe(key, steps[:count].copy(), first, last, found[:matches], bits[:matches])

    def query(
        self, query: NDArray[np.uint64] | int, search: str = "interpolation"
    ) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Rows within the design's radius of the query and their distances, nearest first, then by row."""
        _, rows, bits = self.query_all(np.asarray(query, np.uint64).reshape(1, -1), search)
        return rows, bits

    def query_all(
        self, queries: NDArray[np.uint64], search: str = "interpolation"
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int16]]:
        """(offsets, rows, distances): answers to (m, words) queries, that of ``q`` at ``offsets[q]:offsets[q + 1]``.

        About 1 us a query of a million random fingerprints in four tables.
        """
        how = (self.design.radius, _interpolates(search))
        keys, steps = np.empty((2, queries.shape[1]), np.uint64), np.empty((MAX_STEPS, 3), np.int64)
        sizes, room, begun = np.zeros(len(queries), np.int64), max(64, 2 * len(queries)), 0
        parts: list[tuple[NDArray[np.int32], NDArray[np.int16]]] = [(np.empty(0, np.int32), np.empty(0, np.int16))]
        while begun < len(queries):
            found, bits = np.empty(room, np.int32), np.empty(room, np.int16)
            ended, count = query_tables(self._stacked, *how, queries, begun, keys, steps, sizes, found, bits)
            parts.append((found[:count], bits[:count]))
            room, begun = room if ended > begun else 8 * room, ended
        rows, bits = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
        if rows.size > 1:
            order = np.lexsort((rows, bits, np.repeat(np.arange(sizes.size), sizes)))
            rows, bits = rows[order], bits[order]
        return offsets_of(sizes), rows.astype(np.int64), bits


def _interpolates(search: str) -> bool:
    if search not in SEARCHES:
        raise ParameterError("search", search, "one of " + ", ".join(SEARCHES))
    return search == "interpolation"


def _checked(fingerprints: NDArray[np.uint64], design: BlockDesign) -> NDArray[np.uint64]:
    words = as_words(fingerprints)
    if words.shape[1] != words_of(design.bits):
        raise ParameterError("simhash_bits", words.shape[1] * 64, f"those of the design, {design.bits}")
    return words
