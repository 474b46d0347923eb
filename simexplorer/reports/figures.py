"""The S-curve and the histogram of similarities as SVG: numbers only, coloured by the page's style sheet."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.search.scurve import approximate_threshold, collision_probability, half_point, identity

Collision: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 40
STEPS = 201


def s_curve(bands: int, rows: int, threshold: float, family: Collision = identity, x_title: str = "similarity") -> str:
    """The chance that two documents become candidates, over their similarity; threshold and half point marked."""
    x = np.linspace(0.0, 1.0, STEPS)
    y = collision_probability(x, bands, rows, family)
    half, approximate = half_point(bands, rows, family), approximate_threshold(bands, rows, family)
    found = "More than half of the pairs are found everywhere"
    found = found if math.isnan(half) else f"Half of the pairs are found at {half:.3f}"
    thumb = "" if math.isnan(approximate) else f"; rule of thumb {approximate:.3f}"
    words = (
        f"Chance of being found with {counted(bands, 'band')} of {counted(rows, 'row')}. {found}{thumb}; "
        f"threshold {threshold:g}."
    )
    parts = [
        *_axes(x_title, "chance of being found", [(v, f"{v:g}") for v in (0, 0.25, 0.5, 0.75, 1)]),
        *([] if math.isnan(half) else [_line("half", half, 0.0, half, 0.5), _line("half", 0.0, 0.5, half, 0.5)]),
        _line("threshold", threshold, 0.0, threshold, 1.0),
        f'<polyline class="curve" points="{_points(x, y)}"/>',
    ]
    return _svg(words, parts)


def histogram(counts: NDArray[np.float64], threshold: float, exact_from: float, x_title: str = "similarity") -> str:
    """How many pairs of the collection have which similarity, on a logarithmic scale."""
    top = max(1.0, math.ceil(math.log10(max(10.0, float(counts.max(initial=0.0)) + 1.0))))
    full = math.log10(1.0 + 10.0**top)  # the uppermost tick is the upper edge
    width = 1.0 / max(1, counts.size)
    bars = []
    for bin_, count in enumerate(counts.tolist()):
        if count > 0:
            height = min(1.0, math.log10(1.0 + count) / full)
            (x, y), (right, base) = _place(bin_ * width, height), _place((bin_ + 1) * width, 0.0)
            kind = "count" if bin_ * width >= exact_from - 1e-9 else "count sampled"
            bars.append(
                f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(0.5, right - x - 0.6):.1f}" '
                f'height="{base - y:.1f}"><title>{bin_ * width:.2f} to {(bin_ + 1) * width:.2f}: '
                f"{counted(count, 'pair', spell=_rounded)}</title></rect>"
            )
    ticks = [(0.0, "0")] + [(math.log10(1.0 + 10.0**power) / full, _power(power)) for power in _powers(int(top))]
    estimated = f"; bars below {exact_from:g} are estimated" if exact_from > 0.0 else ""
    words = f"Pairs by similarity{estimated}."
    axes = _axes(x_title, "pairs", ticks)
    return _svg(words, [*axes, *bars, _line("threshold", threshold, 0.0, threshold, 1.0)])


def curve_words(bands: int, rows: int) -> str:
    """Where the curve is steep, in words."""
    return (
        f"{counted(bands, 'band')} of {counted(rows, 'row')}: half of the pairs are found at "
        f"{half_point(bands, rows):.3f} exactly, (1/b)^(1/r) is {approximate_threshold(bands, rows):.3f}."
    )


def _powers(top: int) -> range:
    return range(1, top + 1, max(1, math.ceil(top / 6)))


def _power(power: int) -> str:
    if power >= 12:
        return f"1e{power}"
    return f"{10 ** (power % 3)}{('', 'k', 'M', 'G')[power // 3]}"


def _rounded(count: float) -> str:
    return f"{count:,.0f}" if count >= 10 else f"{count:.2g}"


def _place(x: float, y: float) -> tuple[float, float]:
    """Pixels of a point of the unit square."""
    return LEFT + x * (WIDTH - LEFT - RIGHT), TOP + (1.0 - y) * (HEIGHT - TOP - BOTTOM)


def _points(x: NDArray[np.float64], y: NDArray[np.float64]) -> str:
    places = (_place(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True))
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in places)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    (a, b), (c, d) = _place(x1, y1), _place(x2, y2)
    return f'<line class="{kind}" x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}"/>'


def _axes(x_title: str, y_title: str, y_ticks: list[tuple[float, str]]) -> list[str]:
    parts = []
    for x in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        place = _place(x, 0.0)
        parts.append(_line("grid", x, 0.0, x, 1.0))
        parts.append(f'<text class="tick middle" x="{place[0]:.1f}" y="{place[1] + 16:.1f}">{x:g}</text>')
    for y, words in y_ticks:
        place = _place(0.0, y)
        parts.append(_line("grid", 0.0, y, 1.0, y))
        parts.append(f'<text class="tick end" x="{place[0] - 6:.1f}" y="{place[1] + 4:.1f}">{words}</text>')
    middle = _place(0.5, 0.5)
    parts.append(f'<text class="axis middle" x="{middle[0]:.1f}" y="{HEIGHT - 4}">{x_title}</text>')
    turned = f'transform="rotate(-90 12 {middle[1]:.1f})"'
    parts.append(f'<text class="axis middle" x="12" y="{middle[1]:.1f}" {turned}>{y_title}</text>')
    return parts


def _svg(words: str, parts: list[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words}"><title>{words}</title>'
        + "".join(parts)
        + "</svg>"
    )
