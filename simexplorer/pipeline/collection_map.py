"""Where every document of a collection stands on its map: by what it is joined to, then by its path.

The order is that of the tree in which the most similar join first (single linkage), so that a group at any threshold
is one patch of the map, and another threshold moves no document.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.map_ladder import Ladder, ladder_of
from simexplorer.pipeline.nested_layout import Floats, Level, Places, nested_boxes
from simexplorer.pipeline.result import Result

Rows = NDArray[np.int32]


class Area(enum.StrEnum):
    """What the area of a document is in proportion to."""

    DOCUMENTS = "documents"  # the same for each
    BYTES = "bytes"  # its size
    REPEATS = "repeats"  # its size where it stands in a group and is not its representative


class Zone(enum.IntEnum):
    """The three parts of a map, from its first corner on."""

    JOINED = 0  # documents with a verified pair or an identical text
    ALONE = 1
    UNREAD = 2  # empty, skipped or not read yet


class CollectionMap(Struct, frozen=True):
    """The m documents that have an area, in the order in which they stand.

    rows : (m,) int32 documents; place : (n,) int32 where each stands in ``rows``, -1 for those without an area
    weight : (m,) float64 areas; zone : (m,) uint8 of ``Zone``
    frame : (m,) int32, rising: the frame each stands in, of what verified pairs down to ``floor`` join, of the folder
        for those alone; text : (m,) int32, rising: the same for identical texts that are joined
    levels : boxes of frames, of what stays together at rising similarities, of texts and at last of documents, on a
        rectangle ``aspect`` wide and 1 high; folder : (n,) int32 the folder of each document, in ``folders``
    left_out : documents that have no area
    """

    area: Area
    aspect: float
    floor: float
    rows: Rows
    place: Rows
    weight: Floats
    zone: NDArray[np.uint8]
    frame: Rows
    text: Rows
    levels: tuple[Level, ...]
    folder: Rows
    folders: tuple[str, ...]
    left_out: int

    def __len__(self) -> int:
        return self.rows.size

    @property
    def boxes(self) -> Floats:
        """(4, m) left, top, right and bottom edges of the documents."""
        return self.levels[-1].boxes

    @property
    def of_repeats(self) -> bool:
        """Whether only what clusters could spare has an area, which follows the clusters."""
        return self.area is Area.REPEATS


class Folders(Struct, frozen=True):
    """(n,) the folder of each document, as a number in ``names``."""

    of: Rows
    names: tuple[str, ...]


def map_of(
    result: Result, folders: Folders, area: Area, aspect: float, check: Callable[[], None] = lambda: None
) -> CollectionMap:
    """The map of all documents of a result; ``check`` may raise to stop. 2 s for a million documents."""
    weight = weights_of(result, area)
    ladder = ladder_of(result, weight, check)
    zone = np.full(weight.size, Zone.ALONE, np.uint8)
    zone[ladder.joined] = Zone.JOINED
    zone[~result.present] = Zone.UNREAD
    rows = np.flatnonzero(weight > 0)
    # joined ones by their rank in the tree; the others by folder, then by path
    key = np.where(zone[rows] == Zone.JOINED, ladder.rank[result.groups.representative[rows]], 0)
    by_folder = np.where(zone[rows] == Zone.JOINED, 0, folders.of[rows])
    rows = rows[np.lexsort((rows, by_folder, key, zone[rows]))]
    check()
    place = np.full(weight.size, -1, np.int32)
    place[rows] = np.arange(rows.size, dtype=np.int32)
    starts = _starts(rows, zone, ladder, folders.of, result.groups.representative)
    return CollectionMap(
        area=area,
        aspect=aspect,
        floor=result.floor,
        rows=rows.astype(np.int32),
        place=place,
        weight=weight[rows],
        zone=zone[rows],
        frame=_numbered(starts[1], rows.size),
        text=_numbered(starts[-1], rows.size),
        levels=nested_boxes(weight[rows], starts, aspect, check) if rows.size else (_EMPTY,),
        folder=folders.of,
        folders=folders.names,
        left_out=int(weight.size - rows.size),
    )


def weights_of(result: Result, area: Area) -> Floats:
    """(n,) the area of each document: 1, or bytes."""
    size = result.documents.size.astype(np.float64)
    if area is Area.DOCUMENTS:
        return np.ones(size.size)
    if area is Area.BYTES:
        return size
    kept = result.clusters.of < 0
    kept[result.clusters.representative] = True
    return np.where(kept, 0.0, size)


_EMPTY = Level(np.empty(0, np.int64), np.empty((4, 0)))


def _starts(rows: NDArray[np.int64], zone: NDArray[np.uint8], ladder: Ladder, folder: Rows, text: Rows) -> list[Places]:
    """Where groups begin, level by level, each a refinement of the one before."""
    if not rows.size:
        return [np.empty(0, np.int64)] * 2
    joined = zone[rows] == Zone.JOINED
    of_text = ladder.number[text[rows]]
    begins = np.ones(rows.size, np.bool_)
    begins[1:] = zone[rows][1:] != zone[rows][:-1]
    levels = [np.flatnonzero(begins)]
    outside = np.where(joined, -1, folder[rows])
    every_text = np.arange(ladder.texts, dtype=np.int32)
    for labels in [*ladder.steps, every_text]:
        inside = np.where(joined, labels[np.maximum(of_text, 0)] if labels.size else -1, -1)
        begins = begins.copy()
        begins[1:] |= (inside[1:] != inside[:-1]) | (outside[1:] != outside[:-1])
        levels.append(np.flatnonzero(begins))
    return levels


def _numbered(starts: Places, size: int) -> Rows:
    """(size,) int32 number of the group that each place is in."""
    marks = np.zeros(size, np.int32)
    marks[starts] = 1
    return np.cumsum(marks, dtype=np.int32) - np.int32(1)
