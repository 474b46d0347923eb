"""A window that moves files: lists of what will happen, how far it is while it does, and a button that stops it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QTabWidget, QWidget

from simexplorer.pipeline.progress import ProgressState
from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.panels.view_tabs import leave_to_bar
from simexplorer.ui.theme import numbers

_STEPS = 1000
NO_DEEDS = "No file was moved or put back yet. Each will stand here with the time, what was done and where it went."


class DeedDialog(SideWindow):
    """What every such window has; its pages, what stands above them and the button that begins are the subclass's.

    ``name`` begins the names of its widgets, ``lists`` says what its pages hold, ``deed`` what takes time.
    """

    stop_requested = Signal()

    def __init__(
        self, title: str, name: str, size: tuple[int, int], parent: QWidget | None, *, lists: str, deed: str
    ) -> None:
        super().__init__(title, f"{name}Dialog", size, parent)
        self.summary = named(label(wrap=True), f"{name}Summary", "What will happen")
        self.tabs = named(QTabWidget(), f"{name}Tabs", lists)
        leave_to_bar(self.tabs)
        self.tabs.setDocumentMode(True)
        self.progress = named(QProgressBar(), f"{name}Progress", f"How far the {deed} is")
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self._name = name[0].upper() + name[1:]
        self._titles: list[str] = []

    def add_page(self, page: QWidget, title: str) -> None:
        """One more list, whose title tells how many rows it has."""
        self._titles.append(title)
        self.tabs.addTab(page, title)

    def add_body(self) -> None:
        """What will happen, the pages and how far it is, below what the subclass has laid out."""
        self.body.addWidget(self.summary)
        self.body.addWidget(self.tabs, 1)
        self.body.addWidget(self.progress)

    def add_ends(self) -> None:
        """The buttons that close the window and stop what it does, before the one that begins."""
        self.shut = self.add_button("Close", f"close{self._name}Button")
        self.stop = self.add_button("Stop", f"stop{self._name}Button", icon="square")
        self.shut.clicked.connect(self.reject)
        self.stop.clicked.connect(self.stop_requested)

    def add_deed(self, text: str, name: str) -> QPushButton:
        """The button that begins; Enter presses it only where it has the focus, for files are moved."""
        button = self.add_button(text, name, primary=True)
        button.setDefault(False)
        return button

    def show_counts(self, *counts: int) -> None:
        """How many rows each list has, in the order of the pages."""
        for place, (title, count) in enumerate(zip(self._titles, counts, strict=True)):
            self.tabs.setTabText(place, f"{title}  {numbers.count(count)}" if count else title)

    def set_running(self, running: bool) -> None:
        """Whether files are moved now; then nothing else can be chosen."""
        self.stop.setVisible(running)
        self.progress.setVisible(running)

    def show_progress(self, state: ProgressState, words: str) -> None:
        """How far it is, as a bar and in words."""
        self.progress.setValue(int(state.fraction * _STEPS))
        self.summary.setText(words)
