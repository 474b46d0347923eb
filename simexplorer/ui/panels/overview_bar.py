"""A narrow bar beside a text: where its passages and search hits stand in the whole of it, and what is in sight."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.search.distinct import distinct
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.linked_places import Places
from simexplorer.ui.panels.naming import named
from simexplorer.ui.theme import passage_colours
from simexplorer.ui.theme.colours import colours_of

WIDTH = 14
_LEAST_MARK = 2  # pixels


class OverviewBar(QWidget):
    """The whole text from top to bottom, every passage in its colour; a press or drag leads there."""

    place_requested = Signal(float)  # of the text, in [0, 1]

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__()
        named(self, name, accessible, "Where the shared passages are in the whole text. Click to go there.")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._length = 0
        self._starts, self._ends = np.empty(0, np.int64), np.empty(0, np.int64)
        self._passages = np.empty(0, np.int64)
        self._hits = np.empty(0, np.int64)
        self._seen = (0.0, 1.0)
        self._runs: tuple[int, list[tuple[int, int, int]]] | None = None

    def set_length(self, characters: int) -> None:
        """How long the text is; forgets marks and hits."""
        self._length = characters
        self.set_marks(*np.empty((3, 0), np.int64))
        self.set_hits(np.empty(0, np.int64))

    def set_marks(self, starts: Places, ends: Places, passages: Places) -> None:
        """Passages, rising and free of overlaps: where each begins and ends, and its number."""
        self._starts, self._ends, self._passages = starts, ends, passages
        self._runs = None
        self.update()

    def set_hits(self, places: Places) -> None:
        """Where a search found something."""
        self._hits = places
        self.update()

    def set_seen(self, first: float, last: float) -> None:
        """The part of the text in sight, in [0, 1]."""
        if (first, last) != self._seen:
            self._seen = (first, last)
            self.update()

    def runs(self, height: int) -> list[tuple[int, int, int]]:
        """(top, bottom, passage) of what to paint on so many pixels; a passage shows however short it is."""
        if self._runs is None or self._runs[0] != height:
            self._runs = (height, self._rastered(height))
        return self._runs[1]

    def sizeHint(self) -> QSize:
        """As narrow as a scroll bar."""
        return QSize(WIDTH, 80)

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground, passages, hits, the part in sight."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.window))
        height = self.height()
        for top, bottom, number in self.runs(height):
            painter.fillRect(2, top, WIDTH - 7, bottom - top, passage_colours.strong(number, colours.dark))
        if self._hits.size and self._length:
            rows = distinct((self._hits * height // max(1, self._length)).clip(0, height - 2))
            for row in rows.tolist():
                painter.fillRect(WIDTH - 5, row, 5, 2, QColor(colours.text))
        first, last = self._seen[0] * height, self._seen[1] * height
        box = QRectF(0.5, first + 0.5, WIDTH - 1, max(6.0, last - first - 1))
        painter.setPen(QColor(colours.muted))
        shade = QColor(colours.muted)
        shade.setAlpha(40)
        painter.setBrush(shade)
        painter.drawRect(box)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self._request(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along with a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._request(event)

    def _request(self, event: QMouseEvent) -> None:
        self.place_requested.emit(min(1.0, max(0.0, event.position().y() / max(1, self.height()))))

    def _rastered(self, height: int) -> list[tuple[int, int, int]]:
        if not self._starts.size or height < 1:
            return []
        scale = height / max(1, self._length)
        top = np.minimum((self._starts * scale).astype(np.int64), height - _LEAST_MARK)
        bottom = np.minimum(np.maximum((self._ends * scale).astype(np.int64), top + _LEAST_MARK), height)
        pixels = np.full(height + 1, -1, np.int64)
        long = np.flatnonzero(bottom - top > _LEAST_MARK)  # at most as many as there are pixels
        for place in long.tolist():
            pixels[top[place] : bottom[place]] = self._passages[place]
        for step in range(_LEAST_MARK):
            pixels[top + step] = self._passages
        edges = np.flatnonzero(np.diff(pixels, prepend=-1))
        return [
            (int(a), int(b), int(pixels[a])) for a, b in zip(edges, [*edges[1:], height], strict=True) if pixels[a] >= 0
        ]
