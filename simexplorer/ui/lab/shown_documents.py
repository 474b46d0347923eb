"""Which documents the lab shows beside its worked examples, and how one's own come into it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from simexplorer.ui.lab.short_titles import short_title
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.theme.metrics import GAP, GROUP, HAIR, spaced
from simexplorer.ui.theme.tooltips import hint

_MOST_NAMED = 4
_NONE_SELECTED = "Select a document or a pair in the main window to follow it here, step by step."


class ShownDocuments(QWidget):
    """Stands below the list of topics; the window that opened the lab says what is selected there."""

    take_requested = Signal()  # what is selected is to be shown

    def __init__(self) -> None:
        super().__init__()
        named(self, "labDocuments", "Documents that are shown")
        self._shown: tuple[str, ...] = ()
        self._selected: tuple[str, ...] = ()
        self._names = [ElidedLabel() for _ in range(_MOST_NAMED)]
        self.words = label(role="muted", wrap=True)
        self.take = push_button("Take the selected", "labTakeButton", "Show the documents selected in the main window")
        self.take.clicked.connect(self.take_requested)
        column = spaced(QVBoxLayout(self), HAIR, (GROUP, GAP, GAP, GROUP))
        column.addWidget(label("Your documents", "section"))
        for name in self._names:
            column.addWidget(name)
        column.addWidget(self.words)
        column.addSpacing(HAIR)
        column.addWidget(self.take)
        self._say()

    def show_titles(self, titles: Sequence[str]) -> None:
        """These of the person's documents are there now; none: worked examples only."""
        self._shown = tuple(titles)
        self._say()

    def offer(self, titles: Sequence[str]) -> None:
        """These are selected in the main window."""
        self._selected = tuple(titles)
        self._say()

    def tell(self, problem: str) -> None:
        """Why what was asked for cannot be shown; until the next choice."""
        self.words.setText(problem)
        self.words.show()

    def _say(self) -> None:
        for place, name in enumerate(self._names):
            there = place < len(self._shown)
            name.setVisible(there)
            if there:
                name.setText(short_title(self._shown[place], 26))
                hint(name, self._shown[place])
        more = len(self._shown) - _MOST_NAMED
        others = self._selected and self._selected != self._shown
        none = "" if self._shown or others else _NONE_SELECTED
        self.words.setText(f"and {more} more" if more > 0 else none)
        self.words.setVisible(bool(self.words.text()))
        self.take.setVisible(bool(others))
        one = len(self._selected) == 1
        self.take.setText("Take the selected one" if one else f"Take the {len(self._selected)} selected")
        hint(self.take, "\n".join(self._selected))
