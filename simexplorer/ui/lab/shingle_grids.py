"""What the page on shingles shows, as grids and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.panels.parameter_texts import NORMALISE_TEXTS, PARAMETER_TEXTS
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.shingling import Shingling

OF_WORDS = ("stop_words", "stemming")


def size_grid(result: Shingling) -> Grid:
    """A row for every k: exact fractions for sets and bags."""
    from simexplorer.lab.shingling import SIZES

    sets, bags = result.sets_by_size, result.bags_by_size
    return Grid(
        cells=[
            [
                f"{sets.shared[row]} / {sets.either[row]}",
                numbers.similarity(float(sets.jaccard[row])),
                f"{bags.shared[row]} / {bags.either[row]}",
                numbers.similarity(float(bags.jaccard[row])),
            ]
            for row in range(len(SIZES))
        ],
        columns=("sets", "J", "bags", "J"),
        rows=[f"k = {k}" for k in SIZES],
        current=result.settings.size - 1 if result.settings.size <= len(SIZES) else -1,
    )


def switch_grid(result: Shingling) -> Grid:
    """A row for every normalisation."""
    found = result.by_switch
    names = {"none": "none", "as chosen": "as chosen above", **{f: PARAMETER_TEXTS[f].label for f in OF_WORDS}}
    return Grid(
        cells=[
            [
                numbers.count(int(found.size_a[row])),
                numbers.count(int(found.size_b[row])),
                numbers.count(int(found.shared[row])),
                numbers.similarity(float(found.jaccard[row])),
            ]
            for row in range(len(result.switches))
        ],
        columns=("shingles of A", "of B", "in both", "similarity"),
        rows=[names.get(switch) or NORMALISE_TEXTS[switch].label for switch in result.switches],
        gaps=frozenset({len(result.switches) - 1}),
    )


def bucket_grid(result: Shingling) -> Grid:
    """A row for every number of buckets, the chosen one framed."""
    found, buckets = result.in_buckets, result.buckets
    return Grid(
        cells=[
            [
                numbers.count(int(found.size_a[row])),
                numbers.count(int(found.size_b[row])),
                numbers.similarity(float(found.jaccard[row])),
                numbers.similarity(float(result.expected[row])),
            ]
            for row in range(len(buckets))
        ],
        columns=("buckets filled by A", "by B", "similarity", "about expected"),
        rows=[numbers.count(count) for count in buckets],
        current=-1 if result.settings.buckets is None else buckets.index(result.settings.buckets),
    )


def likely_words(result: Shingling) -> str:
    """How many shingles of characters there may be for the buckets to tell apart."""
    from simexplorer.lab.shingling import LIKELY

    if result.settings.kind != "char" or result.settings.size > len(LIKELY):
        return ""
    likely = numbers.count(LIKELY[result.settings.size - 1])
    return f" Of {numbers.counted(result.settings.size, 'character')}, {likely} shingles are likely at all in English."
