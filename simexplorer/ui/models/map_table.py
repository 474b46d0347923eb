"""The patches of a map, the largest first: its table twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape

if TYPE_CHECKING:
    from simexplorer.pipeline.collection_map import CollectionMap
    from simexplorer.pipeline.map_groups import Bridges, MapGroups
    from simexplorer.pipeline.result import Result

KINDS = ("Cluster", "Near others", "Alone", "Not read")


class MapTable(ListingTable):
    """One row a group, and one each for what stands in none: near others, alone, not read."""

    shaded: ClassVar[int] = 5
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="document",
            title="Patch of the map",
            kind=Kind.PATH,
            width=220,
            meaning="The representative of a cluster; nothing for the documents that are in none.",
        ),
        Column(
            name="kind",
            title="What it is",
            kind=Kind.TEXT,
            width=80,
            meaning="A cluster of near-duplicates; documents in no cluster that have a verified pair or an identical "
            "text all the same; documents with neither; documents that are empty or were not read.",
        ),
        Column(name="count", title="Documents", width=84, meaning="Documents that have an area on the map."),
        Column(name="bytes", title="Bytes", width=96, meaning="Size of these documents together."),
        Column(name="share", title="Of the area", width=84, meaning="Share of the map's area, from 0 to 1: exact."),
        Column(
            name="mean",
            title="Mean",
            kind=Kind.SIMILARITY,
            width=96,
            meaning="Mean exact similarity over all pairs of different texts of the cluster.",
        ),
        Column(
            name="nearest",
            title="Nearest outside",
            width=112,
            meaning="Highest verified similarity of a document of the cluster with one outside it; a dash: none was "
            "found at or above the similarity down to which pairs are verified.",
        ),
        Column(
            name="folder",
            title="Mostly from",
            kind=Kind.TEXT,
            width=120,
            meaning="The folder that most of them lie in.",
        ),
        Column(
            name="folders",
            title="Folders",
            width=72,
            visible=False,
            meaning="How many folders of the first level they lie in.",
        ),
    )

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The patch that holds the first document."""
        data = self._data
        if not isinstance(data, MapListing) or not documents:
            return None
        patch = int(data.patch[documents[0]])
        return patch if patch >= 0 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """A group stands for its representative and the first of the others."""
        data = self._data
        if not isinstance(data, MapListing):
            return ()
        return tuple(int(row) for row in data.leading[:, entry] if row >= 0)

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Patches that hold any of the marked documents."""
        held = data.patch[: documents.size][documents]
        return np.asarray(np.bincount(held[held >= 0], minlength=len(data)) > 0)


class MapListing(Listing, frozen=True):
    """The rows, and to which of them each document belongs.

    patch : (n,) int32 row of each document, -1 without an area; leading : (2, rows) int32 documents to compare, or -1
    """

    patch: NDArray[np.int32]
    leading: NDArray[np.int32]


def map_listed(drawn: CollectionMap, groups: MapGroups, result: Result, bridges: Bridges) -> MapListing:
    """The twin of a map. 1 s for a million documents; for a thread."""
    count = len(groups)
    # the patch of each place: its group, or one of the three kinds that follow the groups
    of_place = np.where(groups.cluster >= 0, groups.cluster, count + drawn.zone.astype(np.int64))
    documents = np.bincount(of_place, minlength=count + 3)
    area = np.bincount(of_place, drawn.weight, minlength=count + 3)
    size = np.bincount(of_place, result.documents.size[drawn.rows].astype(np.float64), minlength=count + 3)
    shown = np.flatnonzero(documents)
    order = shown[np.lexsort((shown, -area[shown]))]
    nearest = np.full(count + 3, np.nan)
    for side in (bridges.second, bridges.first):
        at = of_place[side][::-1]
        inside = at < count
        values = bridges.similarity[::-1]
        nearest[at[inside]] = np.fmax(nearest[at[inside]], values[inside])
    main, folders = _folders(of_place, drawn, count + 3)
    heads = np.full(count + 3, -1, np.int32)
    heads[:count] = result.clusters.representative
    mean = np.concatenate([result.clusters.mean_jaccard, np.full(3, np.nan)])
    kind = np.concatenate([np.zeros(count, np.int64), [1, 2, 3]])
    whole = float(area.sum())
    fields = (
        Field(Shape.DOCUMENT, heads[order]),
        Field(Shape.WORDS, kind[order], KINDS),
        Field(Shape.COUNT, documents[order]),
        Field(Shape.COUNT, size[order].astype(np.int64)),
        Field(Shape.SIMILARITY, area[order] / whole if whole else area[order]),
        Field(Shape.SIMILARITY, mean[order]),
        Field(Shape.SIMILARITY, nearest[order]),
        Field(Shape.WORDS, main[order], drawn.folders),
        Field(Shape.COUNT, folders[order]),
    )
    row = np.full(count + 3, -1, np.int32)
    row[order] = np.arange(order.size, dtype=np.int32)
    patch = np.full(len(result.documents), -1, np.int32)
    patch[drawn.rows] = row[of_place]
    second = np.full(count + 3, -1, np.int32)
    second[:count] = result.clusters.rows[result.clusters.offsets[:-1] + 1] if count else 0
    leading = np.stack([heads[order], second[order]])
    return MapListing(result.documents.paths, fields, patch, leading)


def _folders(
    of_place: NDArray[np.int64], drawn: CollectionMap, patches: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(patches,) the folder that most documents of each lie in, of equals the first, and how many folders."""
    of_folder = drawn.folder[drawn.rows].astype(np.int64)
    key, often = np.unique(of_place * len(drawn.folders) + of_folder, return_counts=True)
    patch, folder = np.divmod(key, len(drawn.folders))
    main = np.zeros(patches, np.int64)
    order = np.lexsort((-folder, often))
    main[patch[order]] = folder[order]  # the most frequent is written last
    return main, np.bincount(patch, minlength=patches)
