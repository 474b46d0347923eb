"""Shingles of one kind as passages: how many there are, what they read, where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHeaderView, QTableView, QVBoxLayout, QWidget

from simexplorer.ui.models.figures_table import FiguresTable
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.panels.twin_card import prepare_table
from simexplorer.ui.theme import metrics, numbers

_HEIGHT = 148
_SIGNS = str.maketrans({"\n": "⏎", "\r": "", "\t": "⇥"})


class ShingleList(QWidget):
    """A row a passage; a press, or Return, asks for its place in the text."""

    place_wanted = Signal(int)  # character

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self._title = title
        self._runs: Sequence[Any] = ()
        self.heading = label(title)
        self.notice = ElidedLabel("muted")
        self.model = FiguresTable(self)
        self.table = named(QTableView(), name, f"Shingles {title.lower()}")
        prepare_table(self.table, self.model)
        self.table.setMinimumHeight(_HEIGHT)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        column = metrics.spaced(QVBoxLayout(self), metrics.HAIR)
        for widget in (self.heading, self.notice, self.table):
            column.addWidget(widget)
        self.table.clicked.connect(self._on_chosen)
        self.table.activated.connect(self._on_chosen)

    def show_runs(self, count: int, spelt: int, runs: Sequence[Any]) -> None:
        """Show passages of ``spelt`` shingles, of ``count`` in all; each has a count, a text and a start."""
        self._runs = runs
        self.heading.setText(f"{self._title}: {numbers.count(count)}")
        shown = f"the first {numbers.count(spelt)}, in " if spelt < count else ""
        self.notice.say(f"{shown}{numbers.counted(len(runs), 'passage')}" if runs else "none")
        texts = [f"“{run.text.translate(_SIGNS)}”" for run in runs]
        self.model.show(
            ("passage", "shingles"),
            (texts, [float(run.count) for run in runs]),
            meanings=("Overlapping shingles, read together.", "How many shingles it is made of."),
        )
        header = self.table.horizontalHeader()
        if self.model.columnCount():
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
            header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(1, metrics.grown(72, self.table.font()))

    def _on_chosen(self, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self._runs):
            self.place_wanted.emit(int(self._runs[index.row()].start))
