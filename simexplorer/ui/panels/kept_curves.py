"""Curves that were kept to compare with: each in its colour, with what it would cost here."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import named, push_button, tool_button
from simexplorer.ui.theme import metrics, numbers, passage_colours
from simexplorer.ui.theme.colours import colours_of


class KeptRow(Struct, frozen=True):
    """One curve as the list shows it: ``facts`` says what it finds and costs, ``meaning`` the same at length."""

    bands: int
    rows: int
    colour: int
    facts: str
    meaning: str


class Swatch(QWidget):
    """A small square in the colour of a curve."""

    def __init__(self, colour: int) -> None:
        super().__init__()
        self._colour = colour
        self.setFixedSize(14, 14)

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """A line as thick as it is drawn, in the middle."""
        painter = QPainter(self)
        painter.fillRect(0, 5, 14, 4, passage_colours.strong(self._colour, colours_of(self.palette()).dark))
        painter.end()


class KeptCurves(QWidget):
    """The button that keeps the present curve, and a row for each that was kept."""

    keep_requested = Signal()
    use_requested = Signal(int, int)  # bands, rows
    remove_requested = Signal(int, int)  # bands, rows

    def __init__(self) -> None:
        super().__init__()
        self.keep = push_button("Keep curve", "keepCurveButton", "Keep this curve to compare", "plus")
        self.keep.setToolTip("Keep the curve of these bands and rows, to compare others with it")
        self.buttons = metrics.spaced(QHBoxLayout(), metrics.GAP)
        self._rows = metrics.spaced(QVBoxLayout())
        self._shown: list[KeptRow] = []
        self._facts: list[ElidedLabel] = []
        column = metrics.spaced(QVBoxLayout(self), metrics.HAIR)
        column.addLayout(self._rows)
        column.addLayout(self.buttons)
        self.buttons.addWidget(self.keep, 1)
        self.keep.clicked.connect(self.keep_requested)

    def show_rows(self, rows: Sequence[KeptRow]) -> None:
        """Show these; where only facts differ, the rows stay."""
        same = [(row.bands, row.rows, row.colour) for row in rows]
        if same != [(row.bands, row.rows, row.colour) for row in self._shown]:
            self._remake(rows)
        self._shown = list(rows)
        for place, row in enumerate(rows):
            self._facts[place].say(row.facts)
            self._facts[place].setAccessibleDescription(row.meaning)

    def rows(self) -> list[KeptRow]:
        """What is listed."""
        return list(self._shown)

    def _remake(self, rows: Sequence[KeptRow]) -> None:
        while self._rows.count():
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._facts = []
        for row in rows:
            self._rows.addWidget(self._line(row))

    def _line(self, row: KeptRow) -> QWidget:
        line = QWidget()
        inside = metrics.spaced(QHBoxLayout(line), metrics.HAIR)
        name = f"{row.bands}x{row.rows}"
        cut = f"{numbers.counted(row.bands, 'band')} of {numbers.counted(row.rows, 'row')}"
        use = push_button(f"{row.bands} × {row.rows}", f"useCurve{name}", f"Take {cut}")
        use.setProperty("quiet", True)
        use.setToolTip("Take these bands and rows")
        use.clicked.connect(lambda: self.use_requested.emit(row.bands, row.rows))
        facts = ElidedLabel("muted")
        facts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        remove = tool_button(
            "Remove", f"removeCurve{name}", f"Remove the curve of {row.bands} × {row.rows}", "x", only_icon=True
        )
        remove.clicked.connect(lambda: self.remove_requested.emit(row.bands, row.rows))
        self._facts.append(named(facts, f"curveFacts{name}", f"Curve of {row.bands} × {row.rows}"))
        for widget, stretch in ((Swatch(row.colour), 0), (use, 0), (facts, 1), (remove, 0)):
            inside.addWidget(widget, stretch)
        return line
