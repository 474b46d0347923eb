"""What another setting would change: pairs gained and lost, and what becomes of each group."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simexplorer.pipeline.comparing_settings import FATE_WORDS, Fate, SettingsComparison
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.result import Result
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape

_PAIR_WORDS = ("lost", "gained", "in both")


class ChangedPairsTable(ListingTable):
    """One row a pair that A or B finds: its figures first, that names of the usual length hide none of them."""

    shaded: ClassVar[int] = 1
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="change",
            title="Change",
            kind=Kind.MARK,
            width=72,
            meaning="Gained: at or above the threshold in B only. Lost: in A only.",
        ),
        Column(
            name="a",
            title="In A",
            kind=Kind.SIMILARITY,
            width=84,
            meaning="Exact similarity under A; a dash where A did not compare the two.",
        ),
        Column(
            name="b",
            title="In B",
            width=60,
            meaning="Exact similarity under B; a dash where B did not compare the two.",
        ),
        Column(name="first", title="First document", kind=Kind.PATH, width=180, meaning="Path of the first document."),
        Column(name="second", title="Second document", kind=Kind.PATH, width=180, meaning="Path of the second."),
        Column(
            name="difference", title="B − A", width=76, visible=False, meaning="Similarity under B minus that under A."
        ),
    )


class ChangedGroupsTable(ListingTable):
    """One row a group of A, or one that is new in B."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="change", title="In B", kind=Kind.TEXT, width=220, meaning="What becomes of the cluster under B."),
        Column(
            name="document",
            title="Representative",
            kind=Kind.PATH,
            width=240,
            meaning="The document that stands for the cluster.",
        ),
        Column(name="size", title="Documents", width=88, meaning="Documents of the cluster in A (of a new one, in B)."),
        Column(name="into", title="Clusters in B", width=96, meaning="Clusters of B that hold a part of it."),
    )


def pairs_listed(found: SettingsComparison, which: str, one: Result, other: Result) -> Listing:
    """Pairs gained and lost, or those in both; ``which`` is changed, gained, lost or kept; of the results A and B."""
    wanted = ("lost", "gained") if which == "changed" else (which,)
    parts = enumerate((("lost", found.lost), ("gained", found.gained), ("kept", found.kept)))
    chosen = [(kind, pairs) for kind, (name, pairs) in parts if name in wanted]
    n = len(one.documents)
    i, j, a, b = (np.concatenate([getattr(pairs, name) for _, pairs in chosen]) for name in ("i", "j", "a", "b"))
    change = np.concatenate([np.full(len(pairs), kind) for kind, pairs in chosen])
    # documents that only B lists have no place in A's table of paths
    known = np.flatnonzero((i < n) & (j < n))
    return Listing(
        one.documents.paths,
        (
            Field(Shape.WORDS, change[known], _PAIR_WORDS),
            Field(Shape.SIMILARITY, a[known], limit=limit_similarity(one.recipe)),
            Field(Shape.SIMILARITY, b[known], limit=limit_similarity(other.recipe)),
            Field(Shape.DOCUMENT, i[known]),
            Field(Shape.DOCUMENT, j[known]),
            Field(Shape.SIGNED, b[known] - a[known]),
        ),
    )


def groups_listed(found: SettingsComparison, a: Result, b: Result) -> Listing:
    """Groups of A that change, and those of B that are new, the largest first."""
    old = np.flatnonzero(found.changes != Fate.SAME)
    sizes_a, sizes_b = np.diff(a.clusters.offsets)[old], np.diff(b.clusters.offsets)[found.new]
    heads = b.clusters.representative[found.new]
    fresh = np.flatnonzero(heads < len(a.documents))
    size = np.concatenate([sizes_a, sizes_b[fresh]])
    order = np.argsort(-size, kind="stable")
    change = np.concatenate([found.changes[old], np.full(fresh.size, Fate.NEW)])
    document = np.concatenate([a.clusters.representative[old], heads[fresh]])
    into = np.concatenate([found.into[old], np.ones(fresh.size, np.int32)])
    return Listing(
        a.documents.paths,
        (
            Field(Shape.WORDS, change[order].astype(np.int64), FATE_WORDS),
            Field(Shape.DOCUMENT, document[order]),
            Field(Shape.COUNT, size[order]),
            Field(Shape.COUNT, into[order]),
        ),
    )
