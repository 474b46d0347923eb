"""A signature matrix drawn small, its bands in colours: light where a value stands alone, full where it is shared."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.short_titles import short_titles, told_apart
from simexplorer.ui.theme import metrics, numbers, passage_colours
from simexplorer.ui.theme.colours import Colours, colours_of
from simexplorer.ui.theme.contrast import ink_on

_SHORT = (24, 20, 16, 13)  # characters of a title, of which all that fit are shown; fewer say little
_AROUND = (8, 6, 4, 2)  # characters beside what tells titles apart, of which as many as fit are shown
_HEIGHT, _HEAD, _SIDE = 460, 24, 44  # of all bands, of the titles, and beside for numbers
_NUMBER = 16  # pixels from one number to the next at least
_MOST_ROW, _TEXT_FROM, _LEAST_ROW = 22.0, 15.0, 1.0  # pixels
_WIDTH, _WIDEST = 320, 140.0


class BandBoard(QWidget):
    """Columns are documents, rows the positions of their signatures. ↑ and ↓ or a click choose a band."""

    band_chosen = Signal(int)  # number of a band, from 1

    def __init__(self, name: str, says: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._says = says
        self._titles: Sequence[str] = ()
        self._values: NDArray[np.uint64] = np.empty((0, 0), np.uint64)
        self._alike: NDArray[np.bool_] = np.empty((0, 0), np.bool_)
        self._shared: NDArray[np.bool_] = np.empty((0, 0), np.bool_)
        self._shares: NDArray[np.float64] = np.empty((0, 0))
        self._bands, self._rows, self._step = 1, 1, 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_matrix(
        self,
        titles: Sequence[str],
        values: NDArray[np.uint64],
        alike: NDArray[np.bool_],
        shared: NDArray[np.bool_],
        rows: int,
    ) -> None:
        """Show (n, K) values; alike : (K, n) shared single values; shared : (b, n) bands in a bucket with others."""
        self._titles, self._values, self._alike, self._shared = titles, values, alike, shared
        self._bands, self._rows = shared.shape[0], rows
        self._shares = alike.reshape(self._bands, rows, -1).mean(axis=1)
        self.updateGeometry()
        self.update()

    def show_step(self, step: int) -> None:
        """Bands 1 … ``step`` have been hashed; the last of them is framed."""
        self._step = step
        self.setAccessibleName(f"{self._says}: band {step} of {self._bands}")
        self.update()

    def _gap(self) -> float:
        return 3.0 if self._bands <= 60 else 1.0 if self._bands <= 256 else 0.0

    def _row_height(self) -> float:
        return min(_MOST_ROW, (_HEIGHT - self._gap() * self._bands) / max(1, self._bands * self._rows))

    def _band_top(self, band: int) -> float:
        return self._head() + band * self._each()

    def _each(self) -> float:
        """From the top of one band to that of the next."""
        return self._rows * self._row_height() + self._gap()

    def _head(self) -> int:
        return metrics.taller(_HEAD, self.font())

    def _side(self) -> int:
        return metrics.grown(_SIDE, self.font())

    def _numbered(self) -> list[int]:
        """Bands whose numbers stand beside them: the present one, and of the others those that leave room."""
        least = ceil(metrics.taller(_NUMBER, self.font()) / self._each())
        present = [self._step - 1] if self._step else []
        return [
            band for band in range(0, self._bands, least) if not self._step or abs(band - self._step + 1) >= least
        ] + present

    def _together(self) -> int:
        """How many bands make a line of a pixel, at least one."""
        return ceil(1.0 / min(1.0, self._each()))

    def _in_sight(self, top: float, bottom: float) -> range:
        """The first of the bands drawn together, of all that lie between two heights."""
        each, many = self._each(), self._together()
        first = max(0, int((top - self._head()) / each) // many - 1) * many
        return range(first, min(self._bands, int((bottom - self._head()) / each) + many + 1), many)

    def _column_width(self) -> float:
        return min(_WIDEST, _WIDTH / max(1, len(self._titles)))

    def heads(self, letters: QFontMetrics) -> list[str]:
        """What stands above the columns: titles, or short ones, or of long ones what tells them apart."""
        room = int(self._column_width()) - 4
        apart = told_apart(self._titles)
        between = (told_apart(self._titles, around) for around in _AROUND)
        shorter = (short_titles(self._titles, most) for most in _SHORT)
        for heads in (self._titles, *shorter, *between, [f"…{words}…" for words in apart]):
            if all(letters.horizontalAdvance(head) <= room for head in heads):
                return list(heads)
        return [letters.elidedText(words, Qt.TextElideMode.ElideMiddle, room) for words in apart]

    def sizeHint(self) -> QSize:
        """All bands."""
        width = self._side() + self._column_width() * len(self._titles)
        return QSize(int(width) + 4, int(self._band_top(self._bands)) + 2)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    @told_and_survived
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw titles, bands that are in sight and the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(numbers.tabular(self.font()))
        colours, width = colours_of(self.palette()), self._column_width()
        painter.setPen(QColor(colours.muted))
        for column, head in enumerate(self.heads(painter.fontMetrics())):
            box = QRectF(self._side() + column * width, 0, width, self._head())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, head)
        in_sight = self._in_sight(event.rect().top(), event.rect().bottom())
        if self._row_height() < _LEAST_ROW:
            self._paint_together(painter, in_sight, colours.dark)
        else:
            for band in in_sight:
                self._paint_band(painter, band, colours)
        for band in self._numbered():
            self._paint_number(painter, band, colours)
        if 0 < self._step <= self._bands:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            top, high = self._band_top(self._step - 1), self._rows * self._row_height()
            painter.drawRect(QRectF(self._side() - 1, top - 1, width * len(self._titles) + 2, high + 2))
        painter.end()

    def _paint_number(self, painter: QPainter, band: int, colours: Colours) -> None:
        line = self.fontMetrics().height()
        middle = self._band_top(band) + self._rows * self._row_height() / 2
        box = QRectF(0, min(middle - line / 2, self.height() - line), self._side() - 8, line)
        painter.setPen(QColor(colours.accent if band == self._step - 1 else colours.muted))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(band + 1))

    def _paint_together(self, painter: QPainter, bands: range, dark: bool) -> None:
        """Too many rows to be told apart, a band or several of them: the share of them that others have too."""
        firsts, many, width = np.arange(bands.start, bands.stop, bands.step), self._together(), self._column_width()
        if not firsts.size:
            return
        end = min(self._bands, int(firsts[-1]) + many)
        reached = np.arange(end) < self._step
        share = np.add.reduceat(self._shares[:end], firsts) / np.diff(np.append(firsts, end))[:, None]
        shared = np.logical_or.reduceat(self._shared[:end] & reached[:, None], firsts)
        alpha = np.where(shared, 1.0, np.where(reached[firsts, None], 0.15 + 0.4 * share, 0.2 * share))
        high = max(1.0, many * self._rows * self._row_height())
        side = self._side()
        for band, row in zip(firsts.tolist(), alpha.tolist(), strict=True):
            top, tone = self._band_top(band), QColor(passage_colours.strong(band // many, dark))
            for column, strength in enumerate(row):
                tone.setAlphaF(strength)
                painter.fillRect(QRectF(side + column * width + 1, top, width - 2, high), tone)

    def _paint_band(self, painter: QPainter, band: int, colours: Colours) -> None:
        top, height, width = self._band_top(band), self._row_height(), self._column_width()
        reached, side = band < self._step, self._side()
        light, full = passage_colours.behind(band, colours.dark), passage_colours.strong(band, colours.dark)
        for column in range(len(self._titles)):
            x, shared = side + column * width, bool(self._shared[band, column])
            for row in range(self._rows):
                position = band * self._rows + row
                box = QRectF(x + 1, top + row * height, width - 2, max(0.5, height - (1.0 if height > 5 else 0.0)))
                tone = QColor(light if reached else QColor(colours.surface))
                if self._alike[position, column]:
                    tone = QColor(full)
                    tone.setAlphaF((1.0 if shared else 0.5) if reached else 0.25)
                painter.fillRect(box, tone)
                if height >= _TEXT_FROM and width >= 40:
                    painter.setPen(ink_on(full) if shared and reached else QColor(colours.text))
                    text = f"{int(self._values[column, position]) & 0xFFFF:04x}"
                    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the band under the pointer."""
        tops = [self._band_top(band) for band in range(self._bands)]
        self.band_chosen.emit(int(np.clip(np.searchsorted(tops, event.position().y()), 1, self._bands)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """↑ and ↓ choose the band before and after."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and 0 <= self._step + step <= self._bands:
            self.band_chosen.emit(self._step + step)
        elif not step:
            event.ignore()
