"""What a map shows, with the words for each of its places: captions, and all about one document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.pipeline.measure_words import limit_words
from simexplorer.ui.plots.map_colours import MapLegend, coloured
from simexplorer.ui.plots.map_picture import CellTints, MapCells
from simexplorer.ui.plots.map_sight import Floats
from simexplorer.ui.plots.short_names import short_names
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import Colours

if TYPE_CHECKING:
    from simexplorer.pipeline.collection_map import CollectionMap
    from simexplorer.pipeline.map_groups import Bridges, MapGroups
    from simexplorer.pipeline.result import Result

MOST_CAPTIONS = 60
MOST_BLOCKS = 200  # folders of documents alone that may have a caption
_LEAST_WIDTH, _LEAST_HEIGHT = 60.0, 18.0


class Caption(Struct, frozen=True):
    """A name in a box of the screen, and words below it, the longest first: those that fit are shown."""

    box: tuple[float, float, float, float]
    name: str
    words: tuple[str, ...]


class MapScene(Struct, frozen=True):
    """A map, the groups on it and their bridges (if they are wanted), under one colouring.

    mask : (n,) bool, documents that the filter lets through; None: all. The others are faded.
    """

    drawn: CollectionMap
    groups: MapGroups
    result: Result
    by: str
    bridges: Bridges | None = None
    mask: NDArray[np.bool_] | None = None
    blocks: Floats = field(default_factory=lambda: np.empty((4, 0)))
    block_names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    outlines: dict[int, Floats] = field(default_factory=dict)

    @property
    def cells(self) -> MapCells:
        """What the picture is made of."""
        return MapCells(self.drawn.boxes, self.drawn.frame, self.drawn.text, self.groups.cluster)

    def tinted(self, colours: Colours) -> tuple[CellTints, MapLegend]:
        """Colours of cells and what they say."""
        made = coloured(self.drawn, self.groups, self.result, self.by, colours)
        if self.mask is not None:
            made = made.faded(~self.mask[self.drawn.rows], colours)
        return made.tints(colours), made.legend

    def cluster_of(self, place: int) -> int:
        """The group at a place; -1 for none."""
        return int(self.groups.cluster[place])

    def patches(self, cluster: int) -> Floats:
        """(4, k) boxes of a group on the map; looked up once."""
        if cluster not in self.outlines:
            self.outlines[cluster] = self.groups.patches(self.drawn, cluster)
        return self.outlines[cluster]

    def captions(self, pixels: Callable[[Floats], Floats], width: float, height: float) -> list[Caption]:
        """Names of the largest groups and folders in sight, where they have room."""
        # first by their area, which is at hand: of very many groups few have room
        corners = pixels(np.array([[0.0], [0.0], [self.drawn.aspect], [1.0]]))[:, 0]
        whole = float((corners[2] - corners[0]) * (corners[3] - corners[1]))
        share = self.groups.area / max(float(self.drawn.weight.sum()), 1e-300)
        roomy = np.flatnonzero(share * whole >= _LEAST_WIDTH * _LEAST_HEIGHT / 2)
        found = [
            (size, self._of_group(int(roomy[place]), pixels, width, height))
            for place, size in _largest(pixels(self.groups.boxes[:, roomy]), width, height)
        ]
        shown = pixels(self.blocks)
        for block, size in _largest(shown, width, height):
            found.append((size, Caption(_clipped(shown[:, block], width, height), *self.block_names[block])))
        found.sort(key=lambda pair: -pair[0])
        return [caption for _, caption in found[:MOST_CAPTIONS]]

    def _of_group(self, cluster: int, pixels: Callable[[Floats], Floats], width: float, height: float) -> Caption:
        patches = pixels(self.patches(cluster))
        clipped = [_clipped(patches[:, k], width, height) for k in range(patches.shape[1])]
        box = max(clipped, key=lambda one: max(0.0, one[2] - one[0]) * max(0.0, one[3] - one[1]))
        name = self.result.documents.paths.display(int(self.result.clusters.representative[cluster]))
        members = int(self.result.clusters.offsets[cluster + 1] - self.result.clusters.offsets[cluster])
        mean = float(self.result.clusters.mean_jaccard[cluster])
        words = [numbers.counted(members, "document"), numbers.count(members)]
        if not np.isnan(mean):
            words.insert(0, f"{words[0]} · mean {numbers.decimal(mean, 2)}")
        return Caption(box, name.rsplit("/", 1)[-1], tuple(words))

    def tip(self, place: int, words: str = "") -> str:
        """All about the document at a place, in exact numbers; ``words`` : its first ones."""
        row, result = int(self.drawn.rows[place]), self.result
        lines = [result.documents.paths.display(row), words, numbers.size(int(result.documents.size[row]))]
        twins = self._copies(row)
        if twins > 1:
            lines.append(f"{numbers.count(twins)} documents hold this text")
        cluster = self.cluster_of(place)
        if cluster >= 0:
            lines += self._of_member(row, cluster)
        elif self.drawn.zone[place] == 0:
            frame = int((self.drawn.frame == self.drawn.frame[place]).sum())
            lines.append(
                f"In no cluster {limit_words(result.recipe, spell=numbers.decimal)}; in a frame of "
                f"{numbers.counted(frame, 'document')} joined {self._down_to()}"
            )
        elif self.drawn.zone[place] == 1:
            lines.append(f"Alone: no verified pair {self._down_to()}")
        else:
            lines.append(result.documents.reason_of(row) or "Holds no shingle: it takes no part")
        return "\n".join(line for line in lines if line)

    def _down_to(self) -> str:
        return limit_words(self.result.recipe, self.drawn.floor, numbers.decimal)

    def _of_member(self, row: int, cluster: int) -> list[str]:
        clusters = self.result.clusters
        members = clusters.members(cluster)
        at = int(clusters.offsets[cluster]) + int(np.flatnonzero(members == row)[0])
        representative = int(clusters.representative[cluster])
        first = "Representative of its cluster"
        if row != representative:
            name = self.result.documents.paths.display(representative)
            first = f"{numbers.similarity(float(clusters.to_representative[at]))} with the representative, {name}"
        lowest, mean = float(clusters.min_jaccard[cluster]), float(clusters.mean_jaccard[cluster])
        group = f"Cluster of {numbers.counted(members.size, 'document')}"
        return [first, f"{group}, mean {numbers.similarity(mean)}, lowest {numbers.similarity(lowest)}"]

    def _copies(self, row: int) -> int:
        groups = self.result.groups
        if not len(groups):
            return 1
        firsts = groups.rows[groups.offsets[:-1]]
        found = int(np.searchsorted(firsts, groups.representative[row]))
        if found < firsts.size and firsts[found] == groups.representative[row]:
            return int(groups.offsets[found + 1] - groups.offsets[found])
        return 1


def blocks_of(drawn: CollectionMap) -> tuple[Floats, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Boxes and names of the largest folders of documents that are alone or were not read."""
    if not len(drawn) or len(drawn.levels) < 2:
        return np.empty((4, 0)), ()
    level = drawn.levels[1]
    sizes = np.diff(np.append(level.starts, len(drawn)))
    outside = np.flatnonzero(drawn.zone[level.starts] > 0)
    chosen = outside[np.argsort(-sizes[outside], kind="stable")[:MOST_BLOCKS]]
    firsts = level.starts[chosen]
    folders = [drawn.folders[folder] for folder in drawn.folder[drawn.rows[firsts]].tolist()]
    apart = list(dict.fromkeys(folders))  # what is alone and what was not read may lie in the same one
    short = dict(zip(apart, short_names(apart), strict=True))
    named: list[tuple[str, tuple[str, ...]]] = []
    for folder, size, zone in zip(folders, sizes[chosen].tolist(), drawn.zone[firsts].tolist(), strict=True):
        kind, count = ("alone" if zone == 1 else "empty or not read"), numbers.counted(size, "document")
        if len(drawn.folders) > 1 and folder:
            named.append((short[folder], (f"{count} {kind}", f"{numbers.count(size)} {kind}", numbers.count(size))))
        else:
            named.append((kind.capitalize(), (count, numbers.count(size))))
    return level.boxes[:, chosen], tuple(named)


def _largest(boxes: Floats, width: float, height: float) -> list[tuple[int, float]]:
    """Numbers and sizes of the largest boxes in sight that have room for words."""
    wide = np.minimum(boxes[2], width) - np.maximum(boxes[0], 0.0)
    high = np.minimum(boxes[3], height) - np.maximum(boxes[1], 0.0)
    with np.errstate(invalid="ignore"):
        roomy = np.flatnonzero((wide >= _LEAST_WIDTH) & (high >= _LEAST_HEIGHT))
    size = wide[roomy] * high[roomy]
    order = np.argsort(-size, kind="stable")[:MOST_CAPTIONS]
    return list(zip(roomy[order].tolist(), size[order].tolist(), strict=True))


def _clipped(box: NDArray[np.float64], width: float, height: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = box.tolist()
    return max(0.0, left), max(0.0, top), min(width, right), min(height, bottom)
