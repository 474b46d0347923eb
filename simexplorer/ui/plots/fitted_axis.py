"""The axis of a plot: as much room beside it as its numbers and its title take, whatever the size of the letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetricsF

from simexplorer.ui.faults import told_and_survived

_AROUND_TITLE = 9.0  # pixels of a title's box that are empty and may lie beyond the edge or below numbers
_BELOW_TITLE = 3.0  # pixels of them below the letters of a title, which have tails: it may lie so far beyond the edge
_APART = 2.0  # pixels between numbers
_BEYOND = 15  # pixels that numbers may stand over the ends in any case
_LEAST_LENGTH = 50.0  # pixels of an axis that numbers are chosen for before it has its size
_AT_END = 0.01  # of the length of an axis: a number so near to an end stands over it
Marks = Sequence[tuple[float, str]]


class FittedAxis(pg.AxisItem):  # type: ignore[misc] # pyqtgraph has no types
    """At the left or right as wide, below as high as what stands there; numbers that would touch are left out.

    ``least``: pixels that it takes at least, so that plots below each other begin at one line.
    """

    def __init__(self, orientation: str, on_measured: Callable[[], object]) -> None:
        self._texts: list[str] = []
        self._places: list[float] = []
        self._on_measured = on_measured  # called whenever numbers may stand elsewhere
        self._told: tuple[tuple[float, ...], list[str]] = ((), [])  # for what the numbers were chosen last, and they
        self.least = 0.0
        super().__init__(orientation)
        self.style["hideOverlappingLabels"] = _BEYOND

    def take_at_least(self, pixels: float) -> None:
        """No less room than this."""
        self.least = pixels
        self._measure()

    def beyond(self, end: int) -> float:
        """Pixels by which a number stands over the left end (0) or the right one (1) of the axis below a plot."""
        low, high = self.range
        at_end = [
            text
            for place, text in zip(self._places, self._texts, strict=True)
            if abs(place - (high if end else low)) <= _AT_END * (high - low)
        ]
        return _widest(at_end) / 2.0

    def setRange(self, low: float, high: float) -> None:
        """Another part of the plane is seen."""
        super().setRange(low, high)
        if not self._texts and self.orientation != "bottom":
            self._updateWidth()

    @told_and_survived
    def resizeEvent(self, event: Any = None) -> None:
        """The title stays whole: pyqtgraph lets that of an axis below lie deeper, and cuts the tails of its letters."""
        super().resizeEvent(event)
        if self.orientation == "bottom" and self.label is not None:
            title = float(self.label.boundingRect().height())
            self.label.setY(self.size().height() - title + _BELOW_TITLE)

    def setTicks(self, ticks: Sequence[Marks] | None) -> None:
        """Numbers at these places."""
        marks = list(chain.from_iterable(ticks or ()))
        self._places, self._texts = [place for place, _ in marks], [text for _, text in marks]
        super().setTicks(ticks)
        self.letter()

    def letter(self) -> None:
        """Numbers and title in the letters that hold now."""
        largest = max(_widest(self._texts), _height()) if self._texts else 0.0
        self.style["hideOverlappingLabels"] = max(_BEYOND, 1 + round(largest / 2.0))
        self._told = ((), [])
        self._measure()

    def generateDrawSpecs(self, painter: Any) -> Any:
        """What is drawn: no number lies over another one, nor beyond the ends of the axis at the side."""
        specs = super().generateDrawSpecs(painter)
        if specs is None:
            return specs
        axis, lines, texts = specs
        along = self.orientation == "bottom"
        kept: list[Any] = []
        for text in sorted(texts, key=lambda text: text[0].left() if along else -text[0].top()):
            if not along:
                text[0].moveTop(max(text[0].top(), 0.0))
                text[0].moveBottom(min(text[0].bottom(), self.size().height()))
            if not kept or not kept[-1][0].adjusted(-_APART, 0.0, _APART, 0.0).intersects(text[0]):
                kept.append(text)
        return axis, lines, kept

    def _measure(self) -> None:
        if self.orientation in ("left", "right"):
            self._updateWidth()
        else:
            self._updateHeight()
        self._on_measured()

    def updateAutoSIPrefix(self) -> None:
        """No number of ours is told in thousands or thousandths: another range asks for no other title."""
        self.picture = None
        self.update()

    def _updateLabel(self) -> None:
        """What pyqtgraph calls whenever a title may be written otherwise; most axes have none."""
        if self.labelText:
            super()._updateLabel()
        else:
            self._adjustSize()
            self.update()

    def _updateWidth(self) -> None:
        """What pyqtgraph calls whenever it may need another width."""
        if not self.isVisible():
            super()._updateWidth()
            return
        widest = _widest(self._texts or self._chosen())
        wanted = max(self.least, widest + self.style["tickTextOffset"][0] + self._title())
        self.setMaximumWidth(wanted)
        self.setMinimumWidth(wanted)
        self.picture = None

    def _updateHeight(self) -> None:
        """The same of an axis below."""
        super()._updateHeight()
        wanted = _height() + self.style["tickTextOffset"][1] + self._title()
        if self.isVisible() and wanted > self.minimumHeight():
            self.setMaximumHeight(wanted)
            self.setMinimumHeight(wanted)

    def _chosen(self) -> list[str]:
        """The numbers that pyqtgraph will draw where none were given; it is asked for them many times over."""
        low, high = self.range
        wanted = (low, high, max(_LEAST_LENGTH, self.size().height()), self.scale, self.logMode)
        if self._told[0] != wanted:
            levels = self.tickValues(*wanted[:3])
            texts = [text for spacing, places in levels[:1] for text in self.tickStrings(places, self.scale, spacing)]
            self._told = (wanted, texts)
        return self._told[1]

    def _title(self) -> float:
        return float(self.label.boundingRect().height()) - _AROUND_TITLE if self.label.isVisible() else 0.0


def _widest(texts: Iterable[str]) -> float:
    measured = QFontMetricsF(QFont())
    return max((measured.horizontalAdvance(text) for text in texts), default=0.0)


def _height() -> float:
    return QFontMetricsF(QFont()).height()
