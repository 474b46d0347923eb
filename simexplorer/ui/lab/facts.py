"""The figures of a page: each a number in large letters with what it means below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from simexplorer.ui.panels.naming import label
from simexplorer.ui.theme.metrics import GAP, GROUP


@dataclass(frozen=True, slots=True)
class Fact:
    """One number: ``key`` names its label (``labFact_<key>``), ``value`` is shown large, ``meaning`` below it."""

    key: str
    value: str
    meaning: str


class Facts(QFrame):
    """A row of numbers on a card; the same keys keep their widgets, so that nothing flickers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._labels: dict[str, tuple[QLabel, QLabel]] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(GROUP, GAP, GROUP, GAP)
        self._row.setSpacing(GROUP * 2)
        self._row.addStretch(1)

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
        while self._row.count() > 1:
            item = self._row.takeAt(0)
            cell = item.widget() if item is not None else None
            if cell is not None:
                cell.setParent(None)
                cell.deleteLater()
        self._labels = {}
        for place, key in enumerate(keys):
            cell = QWidget()
            column = QVBoxLayout(cell)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            value, meaning = label(role="figure"), label(role="muted", wrap=True)
            value.setObjectName(f"labFact_{key}")
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            meaning.setMaximumWidth(220)
            meaning.setMinimumWidth(84)
            meaning.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            column.addWidget(value)
            column.addWidget(meaning, 1)
            self._row.insertWidget(place, cell, 2)
            self._labels[key] = (value, meaning)
