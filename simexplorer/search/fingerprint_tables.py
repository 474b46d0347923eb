"""E6: all fingerprints within k bits of one, and all pairs within k, from sorted tables of permuted fingerprints.

Table t holds every fingerprint with t's leading blocks moved to the front, sorted. A probe finds the first one whose
leading p_t bits equal the query's (binary or interpolation search), walks on while they do, and counts differing bits.
(Manku, Jain, Das Sarma 2007, "Detecting near-duplicates for web crawling", section 3.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.search.banding import Mapper, one_by_one
from simexplorer.search.fingerprint_design import BlockDesign, words_of
from simexplorer.search.hamming import MAX_PAIRS, as_words, pairs_of_folded
from simexplorer.search.sorted_tables import MAX_STEPS, SortedTable, collect_run, find_first, permute, run_pairs

SEARCHES = ("binary", "interpolation")


@dataclass(frozen=True, slots=True)
class Probe:
    """What one probe of one table did, for a view that shows it step by step.

    key : (words,) the permuted query; leading : p; steps : (s, 3) of low, high and the place looked at
    first, last : the run ``[first, last)`` of equal leading bits; rows, distances : those of it within the radius
    """

    table: int
    key: NDArray[np.uint64]
    leading: int
    steps: NDArray[np.int64]
    first: int
    last: int
    rows: NDArray[np.int32]
    distances: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class FingerprintTables:
    """All tables of a design over one collection: answers queries exactly."""

    design: BlockDesign
    tables: tuple[SortedTable, ...]

    @classmethod
    def build(
        cls, fingerprints: NDArray[np.uint64], design: BlockDesign, each: Mapper = one_by_one
    ) -> FingerprintTables:
        """Sort (n,) or (n, words) fingerprints under every permutation of the design: O(t n log n)."""
        words = _checked(fingerprints, design)
        leading = design.leading_bits
        orders = design.permutations
        built = each(lambda t: SortedTable.build(words, orders[t], leading[t]), range(design.tables))
        return cls(design, tuple(built))

    def probe(self, table: int, query: NDArray[np.uint64] | int, search: str = "interpolation") -> Probe:
        """Every step of looking the query up in one table."""
        if search not in SEARCHES:
            raise ParameterError("search", search, "one of " + ", ".join(SEARCHES))
        t = self.tables[table]
        key = permute(np.asarray(query, np.uint64).reshape(1, -1), t.goes_to)[0]
        steps = np.empty((MAX_STEPS, 3), np.int64)
        first, count = find_first(t.values, key & t.mask, t.mask, search == "interpolation", steps)
        found, bits = np.empty(64, np.int32), np.empty(64, np.int16)
        while True:
            last, matches = collect_run(t.values, t.rows, key, t.mask, first, self.design.radius, found, bits)
            if matches <= found.size:
                break
            found, bits = np.empty(matches, np.int32), np.empty(matches, np.int16)
        return Probe(table, key, t.leading, steps[:count].copy(), first, last, found[:matches], bits[:matches])

    def query(
        self, query: NDArray[np.uint64] | int, search: str = "interpolation"
    ) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Rows within the design's radius of the query and their distances, nearest first, then by row."""
        found = [self.probe(table, query, search) for table in range(len(self.tables))]
        rows, where = np.unique(np.concatenate([probe.rows for probe in found]).astype(np.int64), return_index=True)
        bits = np.concatenate([probe.distances for probe in found])[where]
        order = np.argsort(bits, kind="stable")
        return rows[order], bits[order]


def _checked(fingerprints: NDArray[np.uint64], design: BlockDesign) -> NDArray[np.uint64]:
    words = as_words(fingerprints)
    if words.shape[1] != words_of(design.bits):
        raise ParameterError("simhash_bits", words.shape[1] * 64, f"those of the design, {design.bits}")
    return words


def table_pairs_within(
    fingerprints: NDArray[np.uint64], design: BlockDesign, *, max_pairs: int = MAX_PAIRS, each: Mapper = one_by_one
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16]]:
    """All pairs ``i < j`` within the design's radius and their distances, sorted, as ``hamming.pairs_within``.

    One table is in memory at a time (a job of ``each``); equal fingerprints are folded first. Seconds for a million
    random ones; every leading bit in which all agree doubles the work, where ``pairs_within`` picks other bits.
    """
    leading, orders, masks = design.leading_bits, design.permutations, design.prefix_masks()

    def from_table(words: NDArray[np.uint64], t: int) -> NDArray[np.int32]:
        table = SortedTable.build(words, orders[t], leading[t])
        out = np.empty((3, max(1024, words.shape[0] // 4)), np.int32)
        while True:
            args = (table.values, table.rows, words, masks, t, table.mask, design.radius, max_pairs)
            found = run_pairs(*args, out)
            if found <= out.shape[1]:
                return out[:, :found]
            out = np.empty((3, found), np.int32)
            if found > max_pairs:
                return out

    def find(words: NDArray[np.uint64]) -> list[NDArray[np.int32]]:
        return each(lambda t: from_table(words, t), range(design.tables))

    return pairs_of_folded(_checked(fingerprints, design), find, max_pairs)
