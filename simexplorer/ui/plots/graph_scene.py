"""What the graph of a cluster shows, and how it is seen."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.plots.graph_geometry import Floats, Sight
from simexplorer.ui.plots.plot_copies import Figures
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.measured import told_alone

_NEAREST = 2  # lines of each text that stand out where there are many
Ints = NDArray[np.int64]


class GraphScene(Struct, frozen=True):
    """What a graph shows; texts of the cluster are places 0 .. m - 1, near misses follow.

    places : (m + k, 2) of the layout; names, paths : (m + k,); copies : (m,) documents with each text
    shade : (m + k,) float64 similarity to the representative, which is place 0; nan where it is not known
    ends, values : (e, 2) places and (e,) similarity of the lines, falling; weakest : number of a line, or -1
    near_ends, near_values : the same for the near misses; walk : (m,) order in which keys go through the texts
    all_ends, all_values : every verified pair, drawn or not; members : m
    spacing : median distance from a text to the nearest other one, in units of the layout
    scale : of the measure whose values are told
    """

    members: int
    places: Floats
    names: list[str]
    paths: list[str]
    copies: NDArray[np.int32]
    shade: Floats
    ends: Ints
    values: Floats
    weakest: int
    near_ends: Ints
    near_values: Floats
    walk: NDArray[np.int32]
    all_ends: Ints
    all_values: Floats
    spacing: float
    scale: MeasureScale = JACCARD

    def nearest_lines(self) -> NDArray[np.bool_]:
        """(e,) which lines are among the few most similar of either of their texts."""
        texts = self.ends.ravel()
        order = np.argsort(texts, kind="stable")
        first = np.searchsorted(texts[order], texts)
        earlier = np.empty(texts.size, np.int64)  # lines of the same text that stand before
        earlier[order] = np.arange(texts.size)
        return np.asarray(((earlier - first).reshape(-1, 2) < _NEAREST).any(axis=1))

    def figures(self) -> Figures:
        """Every verified pair, then the near misses."""
        ends = np.concatenate([self.all_ends, self.near_ends])
        values = np.concatenate([self.all_values, self.near_values])
        kinds = ["in the cluster"] * len(self.all_ends) + ["just outside"] * len(self.near_ends)
        first, second = ([self.paths[place] for place in ends[:, side].tolist()] for side in (0, 1))
        return Figures(("first", "second", "similarity", "where"), (first, second, values.tolist(), kinds))

    @property
    def _beside(self) -> str:
        return "from" if self.scale.is_distance else "with"

    def tip(self, place: int, words: str = "") -> str:
        """All about one text; ``words`` : its first ones."""
        lines = [self.paths[place], words] if words else [self.paths[place]]
        if place >= self.members:
            lines.append("Just outside the cluster")
            value = float(self.near_values[place - self.members])
            inside = self.names[int(self.near_ends[place - self.members, 0])]
            lines.append(f"{told_alone(value, self.scale)} {self._beside} {inside}")
            return "\n".join(lines)
        if self.copies[place] > 1:
            lines.append(f"{numbers.count(int(self.copies[place]))} documents hold this text")
        if place == 0:
            lines.append("Representative of the cluster")
        elif not np.isnan(self.shade[place]):
            lines.append(f"{told_alone(float(self.shade[place]), self.scale)} {self._beside} the representative")
        return "\n".join(lines)


def spacing_of(places: Floats) -> float:
    """Median over (m, 2) places of the distance to the nearest other one; 0 for fewer than two.

    Looks at every two: not for the main thread.
    """
    if len(places) < 2:
        return 0.0
    square = ((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2)
    np.fill_diagonal(square, np.inf)
    return float(np.sqrt(np.median(square.min(axis=1))))


def radius_of(scene: GraphScene, scale: float) -> float:
    """Of a dot, in pixels, ``scale`` a unit: as large as lets most of them stand apart from their neighbours."""
    return 9.0 if scene.members < 2 else float(np.clip(0.42 * scene.spacing * scale, 3.5, 9.0))


class GraphLook(Struct, frozen=True, eq=False):
    """What is to be seen: a scene in a room, by a sight; ``labels`` : part of each text where it is cut.

    points : of the scene, in pixels; radius : of a dot; ratio : device pixels to one
    """

    scene: GraphScene
    room: QRect
    sight: Sight
    points: Floats
    radius: float
    labels: NDArray[np.int32] | None
    selected: tuple[int, ...]
    font: QFont
    ratio: float
    colours: Colours
