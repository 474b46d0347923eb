"""Where the things of a graph stand on the screen, and which of them a press meets."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_MARGIN = 24.0
_LEAST_SPAN = 0.6  # of a picture; one of two texts is not blown up


class Sight(Struct, frozen=True):
    """How places of the layout become pixels: ``pixel = (place - centre) * scale + middle``."""

    centre: tuple[float, float] = (0.0, 0.0)
    scale: float = 100.0
    middle: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, places: Floats, width: float, height: float) -> Sight:
        """The sight in which all of these fit."""
        middle = (width / 2, height / 2)
        if not len(places):
            return cls(middle=middle)
        low, high = places.min(axis=0), places.max(axis=0)
        room = np.maximum(np.array([width, height]) - 2 * _MARGIN, 20.0)
        scale = float((room / np.maximum(high - low, _LEAST_SPAN)).min())
        centre = (low + high) / 2
        return cls((float(centre[0]), float(centre[1])), scale, middle)

    def pixels(self, places: Floats) -> Floats:
        """(m, 2) on the screen."""
        found: Floats = (places - np.array(self.centre)) * self.scale + np.array(self.middle)
        return found

    def onto(self, other: Sight) -> tuple[float, float, float]:
        """How pixels of this sight become those of another one: a factor, then a shift to the right and down."""
        factor = other.scale / self.scale
        dx, dy = (
            other.middle[axis] + (self.centre[axis] - other.centre[axis]) * other.scale - self.middle[axis] * factor
            for axis in (0, 1)
        )
        return factor, dx, dy

    def zoomed(self, factor: float, x: float, y: float) -> Sight:
        """Larger or smaller about a point that stays where it is."""
        at = ((x - self.middle[0]) / self.scale + self.centre[0], (y - self.middle[1]) / self.scale + self.centre[1])
        scale = min(max(self.scale * factor, 10.0), 20_000.0)
        middle = (x - (at[0] - self.centre[0]) * scale, y - (at[1] - self.centre[1]) * scale)
        return replace(self, scale=scale, middle=middle)

    def moved(self, dx: float, dy: float) -> Sight:
        """Shifted by so many pixels."""
        return replace(self, middle=(self.middle[0] + dx, self.middle[1] + dy))


def nearest_point(points: Floats, x: float, y: float, reach: float) -> int:
    """The point within reach that is nearest; -1 for none."""
    if not len(points):
        return -1
    square = ((points - np.array([x, y])) ** 2).sum(axis=1)
    at = int(square.argmin())
    return at if square[at] <= reach * reach else -1


def nearest_segment(ends: Floats, x: float, y: float, reach: float) -> int:
    """The segment of ``ends`` (m, 4) within reach that is nearest; -1 for none."""
    if not len(ends):
        return -1
    a, b = ends[:, :2], ends[:, 2:]
    along = b - a
    length = np.maximum((along**2).sum(axis=1), 1e-9)
    t = np.clip((((np.array([x, y]) - a) * along).sum(axis=1)) / length, 0.0, 1.0)
    return nearest_point(a + along * t[:, None], x, y, reach)


def hull_of(points: Floats) -> Floats:
    """(h, 2) corners of the convex hull, in order (Andrew 1979, monotone chain)."""
    ordered = sorted(set(map(tuple, points.tolist())))
    if len(ordered) < 3:
        return np.array(ordered).reshape(-1, 2)
    sides = []
    for run in (ordered, ordered[::-1]):
        side: list[tuple[float, float]] = []
        for point in run:
            while len(side) > 1 and _turn(side[-2], side[-1], point) <= 0:
                side.pop()
            side.append(point)
        sides.append(side[:-1])
    return np.array(sides[0] + sides[1])


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
