"""Which part of a map is in sight, and what stands at a point of it."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEP = 1e-9  # by which edges that touch may overlap
_NEAREST = 160.0  # pixels that the side of a document of middling size may become


class MapSight(Struct, frozen=True):
    """``pixel = place * scale + offset`` in either direction; the map is ``aspect`` wide and 1 high.

    width, height : pixels of the room it is seen through
    """

    aspect: float
    width: float
    height: float
    scale_x: float
    scale_y: float
    left: float = 0.0
    top: float = 0.0

    @classmethod
    def whole(cls, aspect: float, width: float, height: float) -> MapSight:
        """All of it, as wide and as high as the room: areas stay in proportion."""
        wide, high = max(width, 1.0), max(height, 1.0)
        return cls(aspect, wide, high, wide / aspect, high)

    @property
    def magnified(self) -> float:
        """How many times larger than the whole in the same room."""
        return self.scale_y / self.height

    def zoomed(self, factor: float, x: float, y: float, most: float = np.inf) -> MapSight:
        """Larger or smaller about a point that stays where it is; never smaller than the whole."""
        wanted = min(max(self.magnified * factor, 1.0), max(most, 1.0))
        by = wanted / self.magnified
        return replace(
            self,
            scale_x=self.scale_x * by,
            scale_y=self.scale_y * by,
            left=x - (x - self.left) * by,
            top=y - (y - self.top) * by,
        ).held()

    def moved(self, dx: float, dy: float) -> MapSight:
        """Shifted by so many pixels."""
        return replace(self, left=self.left + dx, top=self.top + dy).held()

    def held(self) -> MapSight:
        """No margin of the room left empty."""
        left = min(0.0, max(self.left, self.width - self.aspect * self.scale_x))
        top = min(0.0, max(self.top, self.height - self.scale_y))
        return replace(self, left=left, top=top)

    def showing(self, box: Floats, share: float, most: float = np.inf) -> MapSight:
        """The sight in which a box of the map takes about this share of the room, in its middle."""
        whole = MapSight.whole(self.aspect, self.width, self.height)
        wide, high = (box[2] - box[0]) * whole.scale_x, (box[3] - box[1]) * whole.scale_y
        factor = share * min(self.width / max(wide, 1e-12), self.height / max(high, 1e-12))
        near = whole.zoomed(factor, 0.0, 0.0, most)
        x, y = (box[0] + box[2]) / 2 * near.scale_x, (box[1] + box[3]) / 2 * near.scale_y
        return replace(near, left=self.width / 2 - x, top=self.height / 2 - y).held()

    def with_in(self, box: Floats) -> MapSight:
        """Shifted just so far that a box of the map is in sight."""
        left, top, right, bottom = self.pixels(box)
        dx = max(0.0, -left) if left < 0 else min(0.0, self.width - right)
        dy = max(0.0, -top) if top < 0 else min(0.0, self.height - bottom)
        return self.moved(dx, dy) if dx or dy else self

    def pixels(self, boxes: Floats) -> Floats:
        """Edges (4, …) on the map as edges on the screen."""
        scale = np.array([self.scale_x, self.scale_y, self.scale_x, self.scale_y])
        off = np.array([self.left, self.top, self.left, self.top])
        found: Floats = (boxes.T * scale + off).T
        return found

    def on_map(self, x: float, y: float) -> tuple[float, float]:
        """A point of the screen on the map."""
        return (x - self.left) / self.scale_x, (y - self.top) / self.scale_y


def place_at(boxes: Floats, x: float, y: float) -> int:
    """The box that holds a point of the map, its left and upper edge included; -1 for none. 1 ms for a million."""
    column = np.flatnonzero((boxes[0] <= x) & (x < boxes[2]))
    row = column[(boxes[1, column] <= y) & (y < boxes[3, column])]
    return int(row[0]) if row.size else -1


def beside(boxes: Floats, place: int, dx: int, dy: int, passed: NDArray[np.bool_] | None = None) -> int:
    """The nearest box in a direction from the middle of one, or of those that are not ``passed`` (m,), as it is itself.

    -1 at the end of the map. 2 ms for a million, however many are passed.
    """
    along, across = (0, 1) if dx else (1, 0)
    middle = (boxes[across, place] + boxes[across + 2, place]) / 2
    met = np.flatnonzero((boxes[across] <= middle) & (middle < boxes[across + 2]))
    met = met[met != place] if passed is None else met[~passed[met]]
    if dx + dy > 0:
        met = met[boxes[along, met] > boxes[along + 2, place] - _STEP]
        return int(met[boxes[along, met].argmin()]) if met.size else -1
    met = met[boxes[along + 2, met] < boxes[along, place] + _STEP]
    return int(met[boxes[along + 2, met].argmax()]) if met.size else -1


def middling_area(boxes: Floats) -> float:
    """The area that half of the boxes exceed; 0 for none."""
    return float(np.median((boxes[2] - boxes[0]) * (boxes[3] - boxes[1]))) if boxes.shape[1] else 0.0


def most_zoom(area: float, sight: MapSight) -> float:
    """How far zooming goes: until a document of this area is some hundred pixels wide."""
    side = np.sqrt(area / sight.aspect * sight.width * sight.height)
    return float(max(4.0, _NEAREST / side)) if side > 0 else 1.0
