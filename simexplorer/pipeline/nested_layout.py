"""Rectangles inside rectangles: a row of weights, grouped and grouped again, laid out so that area is weight.

The half-split of ordered treemaps (Shneiderman, Wattenberg 2001, "Ordered treemap layouts") where weights differ, rows
of a grid that run there and back where they are about equal; all groups of a level at once, by arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.offsets import places_in_runs

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
_EVEN = 1.6  # largest weight over the mean up to which a grid is laid


class Level(Struct, frozen=True):
    """The groups of one level: ``g`` holds the items from ``starts[g]`` to the next start, and fills ``boxes[:, g]``.

    starts : (g,) int64, rising from 0; boxes : (4, g) float64, left, top, right and bottom edges
    """

    starts: Places
    boxes: Floats


def nested_boxes(
    weight: Floats, levels: Sequence[Places], aspect: float, check: Callable[[], None] = lambda: None
) -> tuple[Level, ...]:
    """The boxes of all levels in a rectangle ``aspect`` wide and 1 high, and at the end those of single items.

    weight : (m,) float64, positive, in the order that is kept; levels : starts of groups, each a refinement of the one
    before. A box has the share of the whole that its items have of the weight; edges that touch are equal numbers.
    O(m log m) an even level, 0.5 s for a million items in five of them.
    """
    total = np.concatenate([[0.0], np.cumsum(weight)])
    above = np.array([[0.0], [0.0], [aspect], [1.0]])
    starts = np.zeros(1, np.int64)
    made = []
    for wanted in (*levels, np.arange(weight.size, dtype=np.int64)):
        check()
        first = np.append(np.searchsorted(wanted, starts), wanted.size)
        above = _split(above, first, total[np.append(wanted, weight.size)])
        starts = wanted
        made.append(Level(starts, above))
    return tuple(made)


def cover(levels: Sequence[Level], first: int, last: int) -> Floats:
    """(4, k) the fewest boxes that hold the items ``first`` to ``last`` (exclusive) and no others."""
    found: list[Floats] = []
    open_spans = [(first, last)]
    end = levels[-1].starts.size
    for level in levels:
        left: list[tuple[int, int]] = []
        for low, high in open_spans:
            a, b = np.searchsorted(level.starts, (low, high))
            if b < level.starts.size or high < end:
                # a group that begins before ``high`` and ends behind it is not whole
                b = b if b < level.starts.size and level.starts[b] == high else b - 1
            if a >= b:
                left.append((low, high))
                continue
            found.append(level.boxes[:, a:b])
            stop = int(level.starts[b]) if b < level.starts.size else end
            left += [(p, q) for p, q in ((low, int(level.starts[a])), (stop, high)) if p < q]
        open_spans = left
    return np.concatenate(found, axis=1) if found else np.empty((4, 0))


def _split(parents: Floats, first: Places, total: Floats) -> Floats:
    """(4, c) boxes of children: ``first[p]`` to ``first[p + 1]`` lie in parent ``p``; ``total`` sums weights."""
    boxes = np.empty((4, total.size - 1))
    weight = np.append(np.diff(total), 0.0)
    low, high = first[:-1], first[1:]
    while low.size:
        spans = np.column_stack([low, high]).ravel()
        largest = np.maximum.reduceat(weight, spans)[::2]
        even = largest * (high - low) <= _EVEN * (total[high] - total[low])
        if even.any():
            _lay_grid(parents[:, even], low[even], high[even], total, boxes)
            parents, low, high = parents[:, ~even], low[~even], high[~even]
        if low.size:
            parents, low, high = _halved(parents, low, high, total)
    return boxes


def _halved(boxes: Floats, low: Places, high: Places, total: Floats) -> tuple[Floats, Places, Places]:
    """Every span in two of about equal weight, its box cut across the longer side; the order stays."""
    half = (total[low] + total[high]) / 2
    middle = np.searchsorted(total, half)
    middle -= half - total[middle - 1] < total[middle] - half
    middle = np.clip(middle, low + 1, high - 1)
    share = (total[middle] - total[low]) / (total[high] - total[low])
    left, top, right, bottom = boxes
    wide = right - left >= bottom - top
    at_x, at_y = left + share * (right - left), top + share * (bottom - top)
    before = np.stack([left, top, np.where(wide, at_x, right), np.where(wide, bottom, at_y)])
    after = np.stack([np.where(wide, at_x, left), np.where(wide, top, at_y), right, bottom])
    both = np.stack([before, after], axis=2).reshape(4, -1)
    return both, np.column_stack([low, middle]).ravel(), np.column_stack([middle, high]).ravel()


def _lay_grid(boxes: Floats, low: Places, high: Places, total: Floats, out: Floats) -> None:
    """Rows of about square cells; every second row runs back, so that neighbours in order touch."""
    left, top, right, bottom = boxes
    count = high - low
    wanted = np.sqrt(count * (bottom - top) / np.maximum(right - left, 1e-300))
    rows = np.clip(np.rint(wanted), 1, count).astype(np.int64)
    span = np.repeat(np.arange(low.size), rows)
    row = places_in_runs(rows)
    begins = low[span] + row * count[span] // rows[span]
    ends = low[span] + (row + 1) * count[span] // rows[span]
    all_of = total[high] - total[low]
    y0 = (total[begins] - total[low[span]]) / all_of[span]
    y1 = np.where(ends == high[span], 1.0, (total[ends] - total[low[span]]) / all_of[span])
    of_item = np.repeat(np.arange(span.size), ends - begins)
    item = places_in_runs(ends - begins) + begins[of_item]
    of_row = (total[ends] - total[begins])[of_item]
    x0 = (total[item] - total[begins[of_item]]) / of_row
    x1 = np.where(item + 1 == ends[of_item], 1.0, (total[item + 1] - total[begins[of_item]]) / of_row)
    back = row[of_item] % 2 == 1
    x0, x1 = np.where(back, 1.0 - x1, x0), np.where(back, 1.0 - x0, x1)
    parent = span[of_item]
    out[0, item] = _between(left[parent], right[parent], x0)
    out[2, item] = _between(left[parent], right[parent], x1)
    out[1, item] = _between(top[parent], bottom[parent], y0[of_item])
    out[3, item] = _between(top[parent], bottom[parent], y1[of_item])


def _between(low: Floats, high: Floats, share: Floats) -> Floats:
    """From ``low`` at 0 to ``high`` at 1, both to the last digit."""
    found: Floats = np.where(share >= 1.0, high, low + share * (high - low))
    return found
