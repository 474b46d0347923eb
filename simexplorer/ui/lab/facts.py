"""The figures of a page: each a number in large letters with what it means below."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from simexplorer.ui.lab.even_columns import EvenColumns
from simexplorer.ui.panels.naming import label
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.metrics import GAP, GROUP

_LEAST, _MOST = 124, 200  # pixels: width of a column, more where letters are larger


class Fact(Struct, frozen=True):
    """One number: ``key`` names its label (``labFact_<key>``), ``value`` is shown large, ``meaning`` below it."""

    key: str
    value: str
    meaning: str


class Facts(QFrame):
    """Numbers in columns on a card; the same keys keep their widgets, so that nothing flickers."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._labels: dict[str, tuple[QLabel, QLabel]] = {}
        self.cells = EvenColumns(
            self, least=metrics.taller(_LEAST, self.font()), most=metrics.taller(_MOST, self.font())
        )
        self.cells.setContentsMargins(GROUP, GAP, GROUP, GAP)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these and no others."""
        if list(self._labels) != [fact.key for fact in facts]:
            self._remake([fact.key for fact in facts])
        for fact in facts:
            value, meaning = self._labels[fact.key]
            value.setText(fact.value)
            meaning.setText(fact.meaning)
            value.setAccessibleName(f"{fact.meaning}: {fact.value}")

    def _remake(self, keys: Sequence[str]) -> None:
        while self.cells.count():
            if (cell := self.cells.takeAt(0).widget()) is not None:
                cell.setParent(None)
                cell.deleteLater()
        self._labels = {}
        for key in keys:
            cell = QWidget()
            column = metrics.spaced(QVBoxLayout(cell))
            value, meaning = label(role="figure"), label(role="muted", wrap=True)
            value.setObjectName(f"labFact_{key}")
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            meaning.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            column.addWidget(value)
            column.addWidget(meaning, 1)
            self.cells.addWidget(cell)
            self._labels[key] = (value, meaning)
