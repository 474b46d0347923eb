"""Put moved files back: what was moved and can return, what cannot and why, the log, and the button that begins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QHeaderView, QTreeView, QVBoxLayout, QWidget

from simexplorer.ui.dialogs.deed_dialog import NO_DEEDS, DeedDialog
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.models.moved_tree import FILE, SIZE, TITLES, WENT_TO, WORDS, MovedRows, MovedTree
from simexplorer.ui.models.text_table import DeedsTable, LeftTable
from simexplorer.ui.panels.empty_words import paint_when_empty
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.theme import metrics, numbers

_SIZES = 88  # pixels
_SHARES = {WENT_TO: 0.32, WORDS: 0.3}  # of the width that sizes leave; files take the rest
_ALL_BACK = "Nothing that was moved is left to put back."
_ALL_GO = "There is no file that cannot go back."
_MOST_OPENED = 1  # acts that are open at first: of more, each says how many it has


class MovedView(QTreeView):
    """Acts and their files; the space bar checks all that are selected, or none."""

    def __init__(self, model: MovedTree) -> None:
        super().__init__()
        self.moved = model
        self.when_empty = ""  # what is said in place of files, once it is known that there are none
        self.setModel(model)
        model.setParent(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("framed", True)
        self.setUniformRowHeights(True)
        self.setFont(numbers.tabular(self.font()))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        model.chosen_changed.connect(self.viewport().update)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(FILE, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(SIZE, _SIZES)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Texts share the width."""
        super().resizeEvent(event)
        room = self.viewport().width() - _SIZES
        for column, share in _SHARES.items():
            self.setColumnWidth(column, int(room * share))

    @told_and_survived
    def paintEvent(self, event: QPaintEvent) -> None:
        """Acts and files, or that there are none."""
        super().paintEvent(event)
        paint_when_empty(self, self.when_empty)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The space bar and the star are ours; all other keys are the tree's."""
        if event.key() == Qt.Key.Key_Asterisk:  # Qt would look below every file, for seven times as long
            self.expand(self.currentIndex())
            return
        if event.key() == Qt.Key.Key_Space and self.selectionModel().hasSelection() and not event.modifiers():
            chosen = self.selectionModel().selection()
            parts = [chosen.at(place) for place in range(chosen.count())]
            self.moved.choose([(part.parent(), part.top(), part.bottom()) for part in parts])
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, _text: str) -> None:
        """Nothing: Qt would ask for the words of every file."""

    def selectAll(self) -> None:
        """All acts, and all files of those that are open, as ranges: Qt would ask for the act of every file."""
        chosen, last = QItemSelection(), len(TITLES) - 1
        acts = self.moved.rowCount()
        for act in (self.moved.index(row, 0) for row in range(acts)):
            files = self.moved.rowCount(act) if self.isExpanded(act) else 0
            if files:
                chosen.select(self.moved.index(0, 0, act), self.moved.index(files - 1, last, act))
        if acts:
            chosen.select(self.moved.index(0, 0), self.moved.index(acts - 1, last))
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)


class PutBackDialog(DeedDialog):
    """Three lists, and what the checked files come to."""

    put_back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        lists = "What was moved, what cannot go back, the log"
        super().__init__("Put moved files back", "putBack", (980, 560), parent, lists=lists, deed="putting back")
        self.intro.setText(
            "Each file is read and compared with the log first, then it goes back to exactly where it was. Nothing is "
            "overwritten or deleted, every step is recorded in the log, and marks stay as they are."
        )
        self.all = named(QCheckBox("All that can go back"), "allBackCheck", "Check all that can go back, or none")
        self.moved, self.left, self.deeds = MovedTree(), LeftTable(), DeedsTable()
        self.view = named(MovedView(self.moved), "movedView", "Files that were moved, by the act that moved them")
        self.add_page(self._page(), "Moved")
        pages = (
            (self.left, "cannotGoBackList", "What cannot go back, and why", "Cannot go back", _ALL_GO),
            (self.deeds, "backDeedsList", "Log of what was done", "Log", NO_DEEDS),
        )
        for model, name, accessible, title, words in pages:
            self.add_page(painted_list(model, name, accessible, framed=True, when_empty=words), title)
        self.add_body()
        self.add_ends()
        self.go = self.add_deed("Put back", "putBackButton")
        self._running = self._can = False
        self.go.clicked.connect(self.put_back_requested)
        self.all.clicked.connect(self._on_all)
        self.moved.chosen_changed.connect(self._on_chosen)
        self.set_running(False)

    def show_moved(self, rows: MovedRows, wanted: NDArray[np.bool_]) -> None:
        """What was moved and what would become of it; checked at first what is ``wanted`` (n,) and can go back."""
        self.view.when_empty = _ALL_BACK
        self.moved.show(rows, wanted)
        for act in range(min(len(rows.titles), _MOST_OPENED)):
            self.view.expand(self.moved.index(act, 0))
        self.view.setCurrentIndex(self.moved.index(0, 0))

    def say(self, summary: str) -> None:
        """What will happen, or what became of it."""
        self.summary.setText(summary)

    def allow(self, can: bool) -> None:
        """Whether anything can be put back from here at all."""
        self._can = can
        self._on_chosen()

    def set_running(self, running: bool) -> None:
        """While files go back nothing else can be chosen."""
        super().set_running(running)
        self._running = running
        self.view.setEnabled(not running)
        self._on_chosen()

    def _page(self) -> QWidget:
        page = QWidget()
        rows = metrics.spaced(QVBoxLayout(page), metrics.GAP, (0, metrics.GAP, 0, 0))
        rows.addWidget(self.all)
        rows.addWidget(self.view, 1)
        return page

    def _on_all(self) -> None:
        self.moved.choose_all(self.moved.chosen().size < int(self.moved.rows.goes.sum()))

    def _on_chosen(self) -> None:
        """The check above all, and what the button would do."""
        count = self.moved.chosen().size
        state = self.moved.state_of(slice(None))
        self.all.setEnabled(state is not None and not self._running)
        self.all.setCheckState(state or Qt.CheckState.Unchecked)
        self.go.setEnabled(count > 0 and self._can and not self._running)
        nothing = "Nothing to put back" if state is None else "Nothing is checked"
        self.go.setText(f"Put back {numbers.counted(count, 'file')}" if count else nothing)
