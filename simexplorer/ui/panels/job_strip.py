"""What a view is busy with: in words, with a bar and a button that stops it; nothing at all while it is idle."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from simexplorer.pipeline.progress import ProgressState
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import named, push_button
from simexplorer.ui.panels.status_line import progress_text
from simexplorer.ui.theme import metrics

_STEPS = 1000


class JobStrip(QWidget):
    """One line of progress inside a view."""

    cancel_requested = Signal()

    def __init__(self, name: str, words: str) -> None:
        super().__init__()
        self.words = ElidedLabel("muted")
        self.bar = named(QProgressBar(), f"{name}Progress", f"{words}: progress")
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(160)
        self.cancel = push_button("Cancel", f"{name}Cancel", f"{words}: cancel", "x")
        row = metrics.spaced(QHBoxLayout(self), metrics.GAP)
        row.addWidget(self.words, 1)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        self.cancel.clicked.connect(self.cancel_requested)
        self.hide()

    def show_progress(self, state: ProgressState) -> None:
        """Stage, count of total, time left."""
        self.words.say(progress_text(state) if state.stage else "Starting …")
        self.bar.setRange(0, _STEPS if state.total else 0)
        self.bar.setValue(int(state.fraction * _STEPS))
        self.show()
