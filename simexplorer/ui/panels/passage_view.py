"""A text of any size with its passages marked: ten megabytes or a line of a million characters scroll like a page."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QToolTip

from simexplorer.features.shown_text import RowCutting, ShownRows, ShownText
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.linked_places import Places
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.row_layouts import RowLayout, RowLayouts
from simexplorer.ui.theme import fonts, metrics, numbers, passage_colours
from simexplorer.ui.theme.colours import Colours, colours_of

PADDING, TOP = 12, 6
_FIRST, _SLICE = 30_000, 250_000  # characters cut into rows at once, then before events are looked at again: 4 ms
NO_HITS: Places = np.empty((0, 2), np.int64)
_SPOKEN = 2_000  # characters of a passage that a screen reader is given
_REFERENCE = 1 / 3  # height at which a place that is gone to, or followed, stands


class PassageView(QAbstractScrollArea):
    """A read-only text painted row by row. Its rows are cut in slices, and only those in sight are ever laid out."""

    moved = Signal()  # what is in sight has changed
    passage_clicked = Signal(int)

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__()
        named(self, name, accessible)
        self.setFrameShape(QFrame.Shape.NoFrame)
        fonts.write_fixed(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._shown = ShownText.of("")
        self._wrap = True
        self._anchor: tuple[int, float] | None = None  # a place to be shown as soon as its row is cut
        self._home, self._at_home = 0, True
        self._selection = (0, 0)
        self._pressed_at: QPoint | None = None
        self._continue = QTimer(self)
        self._continue.setInterval(0)
        self._continue.timeout.connect(self._cut_more)
        self._layouts_of: RowCutting | None = None
        self.verticalScrollBar().actionTriggered.connect(self._leave_home)
        self._forget_marks()
        self._measure()
        self._recut()

    # what is shown ---------------------------------------------------------------------------------------------------
    def set_text(self, shown: ShownText) -> None:
        """Show a text from its first letter on, without marks, hits and selection: empty lines would look like none."""
        self._shown = shown
        self._selection = (0, 0)
        self._forget_marks()
        self.horizontalScrollBar().setRange(0, 0)
        self._home, self._at_home = (len(shown.text) - len(shown.text.lstrip())) % max(1, len(shown.text)), True
        self._recut()
        self._describe()

    @property
    def shown(self) -> ShownText:
        """The text in hand."""
        return self._shown

    def set_marks(self, starts: Places, ends: Places, passages: Places) -> None:
        """Mark passages, rising and free of overlaps: where each begins and ends, and its number."""
        self._starts, self._ends, self._passages = starts, ends, passages
        self._current = -1
        self._describe()
        self.viewport().update()

    def set_current(self, passage: int) -> None:
        """Underline one passage; -1 for none."""
        self._current = passage
        self._describe()
        self.viewport().update()

    def _describe(self) -> None:
        """Tell a screen reader how long the text is, how much of it is marked, and what the current passage says."""
        told = [numbers.counted(len(self._shown), "character")]
        if self._starts.size:
            told.append(numbers.counted(self._starts.size, "marked passage"))
        for place in np.flatnonzero(self._passages == self._current):
            first, end = int(self._starts[place]), int(self._ends[place])
            told.append(f"passage {self._current + 1}: {self._shown.text[first : min(end, first + _SPOKEN)]}")
        self.setAccessibleDescription(", ".join(told))

    def set_hits(self, hits: Places, current: int = -1) -> None:
        """Mark search hits, (m, 2) where each begins and ends; ``current`` stands out."""
        self._hits, self._hit = hits, current
        self.viewport().update()

    def set_wrap(self, wrap: bool) -> None:
        """Whether long lines go on in the next row or to the right."""
        if wrap != self._wrap:
            self._wrap, self._anchor = wrap, (self.place_at(0.0), 0.0)
            self._recut()

    # places ----------------------------------------------------------------------------------------------------------
    @property
    def at_home(self) -> bool:
        """Whether the text still stands at its first letter, whatever the size: nobody has gone anywhere."""
        return self._at_home

    def go_to(self, character: int, height: float = _REFERENCE) -> None:
        """Scroll so that this character's row stands at this share of the height, soon if not at once."""
        self._leave_home()
        self._anchor = (character, height)
        self._follow_anchor()

    def place_at(self, height: float = _REFERENCE) -> int:
        """The first character of the row at this share of the height."""
        if not len(self._rows):
            return 0
        row = self.verticalScrollBar().value() + int(height * self._rows_in_sight())
        return int(self._rows.starts[min(row, len(self._rows) - 1)])

    def seen(self) -> tuple[float, float]:
        """The part of the text in sight, in [0, 1]."""
        length = len(self._shown)
        if not length or not len(self._rows):
            return 0.0, 1.0
        first = min(self.verticalScrollBar().value(), len(self._rows) - 1)
        last = min(first + self._rows_in_sight(), len(self._rows) - 1)
        return int(self._rows.starts[first]) / length, int(self._rows.ends[last]) / length

    # selection -------------------------------------------------------------------------------------------------------
    def selected_text(self) -> str:
        """What is selected."""
        first, stop = sorted(self._selection)
        return self._shown.text[first:stop]

    def select_all(self) -> None:
        """Select the whole text."""
        self._selection = (0, len(self._shown))
        self.viewport().update()

    def copy(self) -> None:
        """Put the selection on the clipboard."""
        if text := self.selected_text():
            QGuiApplication.clipboard().setText(text)

    # rows ------------------------------------------------------------------------------------------------------------
    def _forget_marks(self) -> None:
        none = np.empty(0, np.int64)
        self._starts, self._ends, self._passages = none, none, none
        self._current = -1
        self._hits, self._hit = NO_HITS, -1

    def _measure(self) -> None:
        measured = QFontMetricsF(self.font())
        self._cell = max(1.0, measured.horizontalAdvance("0"))
        self._row_height = int(measured.height() * 1.2 + 0.5)
        self._baseline = (self._row_height - measured.height()) / 2 + measured.ascent()

    def _cells(self) -> int:
        return max(16, int((self.viewport().width() - 2 * PADDING) / self._cell))

    def _recut(self) -> None:
        self._cut_cells = self._cells() if self._wrap else None
        self._cutting = RowCutting(self._shown, self._cut_cells)
        self._advance(_FIRST)

    def _cut_more(self) -> None:
        self._advance(_SLICE)

    def _advance(self, characters: int) -> None:
        done = self._cutting.advance(characters)
        self._rows: ShownRows = self._cutting.rows
        if done:
            self._continue.stop()
        elif not self._continue.isActive():
            self._continue.start()
        width = max(self.viewport().width() - 2.0 * PADDING, self._rows.cells * self._cell * (not self._wrap))
        if done or self._layouts_of is not self._cutting:
            self._layouts, self._layouts_of = RowLayouts(self._shown, self.font(), width), self._cutting
        self._set_bars(width)
        self._follow_anchor()
        self.viewport().update()
        self.moved.emit()

    def _set_bars(self, width: float) -> None:
        page = self._rows_in_sight()
        down, along = self.verticalScrollBar(), self.horizontalScrollBar()
        right = bool(len(self._rows)) and bool(self._rows.right_to_left[self._rows.row_of(self._home)])
        gone = along.maximum() - along.value() if right else along.value()  # from where rows begin
        down.setRange(0, max(0, len(self._rows) - page))
        down.setPageStep(page)
        down.setSingleStep(1)
        room = self.viewport().width() - 2 * PADDING
        along.setRange(0, max(0, int(width) - room) if not self._wrap else 0)
        along.setPageStep(max(1, room))
        along.setSingleStep(int(4 * self._cell))
        along.setValue(along.maximum() - gone if right else gone)

    def _rows_in_sight(self) -> int:
        return max(1, (self.viewport().height() - TOP) // self._row_height)

    def _leave_home(self, _action: int = 0) -> None:
        self._at_home = False

    def _follow_anchor(self) -> None:
        if self._at_home:
            self._anchor = self._home, 0.0
        if self._anchor is None:
            return
        character, height = self._anchor
        reached = not self._continue.isActive() or (len(self._rows) and int(self._rows.ends[-1]) > character)
        if reached:
            self._anchor = None
            row = self._rows.row_of(character) - int(height * self._rows_in_sight())
            self.verticalScrollBar().setValue(row)

    # painting --------------------------------------------------------------------------------------------------------
    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """The rows in sight."""
        colours = colours_of(self.palette())
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        painter.setPen(QColor(colours.text))
        shift = PADDING - self.horizontalScrollBar().value()
        first = self.verticalScrollBar().value()
        for number in range(first, min(first + self._rows_in_sight() + 2, len(self._rows))):
            row = self._layouts.row(self._rows, number)
            top = TOP + (number - first) * self._row_height
            self._paint_edge(painter, row, top, colours)
            place = QPointF(shift, top + self._baseline - (row.line.ascent() if row.line.isValid() else 0.0))
            row.paint(painter, place, self._looks(row, row.between(-shift, self.viewport().width() - shift), colours))
        painter.end()

    def _marks_in(self, first: int, stop: int) -> range:
        """Which marks touch the characters ``first:stop``."""
        low = int(np.searchsorted(self._ends, first, side="right"))
        return range(low, int(np.searchsorted(self._starts, stop, side="left")))

    def _hits_in(self, first: int, stop: int) -> list[tuple[int, int, bool]]:
        """(first, last, current) of the hits among these characters; those that touch and look alike are one."""
        low = int(np.searchsorted(self._hits[:, 1], first, side="right"))
        high = int(np.searchsorted(self._hits[:, 0], stop, side="left"))
        spans: list[tuple[int, int, bool]] = []
        for hit in range(low, high):
            (place, behind), current = self._hits[hit].tolist(), hit == self._hit
            goes_on = not current and bool(spans) and spans[-1][1:] == (place, False)
            spans.append((spans.pop()[0] if goes_on else place, behind, current))
        return spans

    def _paint_edge(self, painter: QPainter, row: RowLayout, top: int, colours: Colours) -> None:
        """A bar in the margin of rows that hold a passage: seen from afar, and without any sense for colour."""
        marks = self._marks_in(row.start, row.start + max(1, row.length))
        if len(marks):
            tint = passage_colours.strong(int(self._passages[marks[0]]), colours.dark)
            wide = any(int(self._passages[mark]) == self._current for mark in marks)
            painter.fillRect(metrics.HAIR, top, metrics.HAIR if wide else 2, self._row_height, tint)

    def _looks(self, row: RowLayout, seen: tuple[int, int], colours: Colours) -> list[QTextLayout.FormatRange]:
        """How passages, hits and the selection are to look, of the characters that are seen: each takes its time."""
        start, stop = seen
        looks = []
        for mark in self._marks_in(start, stop):
            look = QTextCharFormat()
            number = int(self._passages[mark])
            look.setBackground(passage_colours.behind(number, colours.dark))
            if number == self._current:
                look.setFontUnderline(True)
                look.setUnderlineColor(passage_colours.strong(number, colours.dark))
            looks.append(row.dressed(int(self._starts[mark]), int(self._ends[mark]), look))
        for first, end, current in self._hits_in(start, stop):
            look = QTextCharFormat()
            look.setBackground(QColor(colours.accent if current else colours.selection))
            look.setForeground(QColor(colours.on_accent if current else colours.text))
            looks.append(row.dressed(first, end, look))
        first, last = sorted(self._selection)
        if first < last:
            look = QTextCharFormat()
            look.setBackground(QColor(colours.accent))
            look.setForeground(QColor(colours.on_accent))
            looks.append(row.dressed(first, last, look))
        return [look for look in looks if look is not None]

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Paint anew and say so."""
        self.viewport().update()
        self.moved.emit()

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows fit the new width; the row at the top stays there."""
        super().resizeEvent(event)
        top = self.place_at(0.0)
        if self._wrap and self._cells() != self._cut_cells:
            self._anchor = self._anchor or (top, 0.0)
            self._recut()
        else:
            self._cut_more()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font; the row at the top stays there."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_cutting"):
            self._anchor = self._anchor or (self.place_at(0.0), 0.0)
            self._measure()
            self._recut()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, select all, both ends; arrows and pages scroll."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.key() == Qt.Key.Key_Home:
            self.go_to(0, 0.0)
        elif event.key() == Qt.Key.Key_End:
            self.go_to(len(self._shown), 1.0)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection; with Shift let it reach here."""
        if event.button() == Qt.MouseButton.LeftButton:
            place = self._character_at(event.position().toPoint())
            extends = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._selection = (self._selection[0] if extends else place, place)
            self._pressed_at = event.position().toPoint()
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the selection grow; beyond an edge the text moves along."""
        if self._pressed_at is None:
            return
        y = event.position().y()
        if y < 0 or y > self.viewport().height():
            self._leave_home()
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + (1 if y > 0 else -1))
        self._selection = (self._selection[0], self._character_at(event.position().toPoint()))
        self.viewport().update()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """A press that selected nothing chooses the passage under it."""
        if self._pressed_at is not None and self._selection[0] == self._selection[1]:
            marks = self._marks_in(self._selection[0], self._selection[0] + 1)
            if len(marks):
                self.passage_clicked.emit(int(self._passages[marks[0]]))
        self._pressed_at = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        self._selection = self._shown.word_around(self._character_at(event.position().toPoint()))
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and select all."""
        menu = QMenu(self)
        menu.addAction("Copy", self.copy).setEnabled(bool(self.selected_text()))
        menu.addAction("Select all", self.select_all)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        """Say which passage the pointer is over."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._character_at(event.pos())
            marks = self._marks_in(place, place + 1)
            if len(marks):
                length = numbers.counted(int(self._ends[marks[0]] - self._starts[marks[0]]), "character")
                number = numbers.count(int(self._passages[marks[0]]) + 1)
                QToolTip.showText(event.globalPos(), f"Passage {number}, {length}", self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _character_at(self, where: QPoint) -> int:
        if not len(self._rows):
            return 0
        number = self.verticalScrollBar().value() + (where.y() - TOP) // self._row_height
        number = min(max(number, 0), len(self._rows) - 1)
        row = self._layouts.row(self._rows, number)
        return row.character_at(where.x() - PADDING + self.horizontalScrollBar().value())
