"""One line at the bottom: what is going on or what came of it, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from simexplorer.pipeline.progress import ProgressState
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import metrics, numbers

_STEPS = 1000
_NOTED = 8000  # milliseconds that a note stands
_BETWEEN = " · "
_SOON = 0.1  # seconds left that nobody needs to be told


class _StatusLabel(ElidedLabel):
    """Where not all of it fits, whole parts go from its middle: a count cut in two would be another count."""

    def __init__(self) -> None:
        super().__init__(mode=Qt.TextElideMode.ElideMiddle)  # what goes on, and how long still

    def shown(self, room: int) -> str:
        """Its first and last parts; of two that do not fit either, the beginning and the end."""
        parts, measured = self.text().split(_BETWEEN), self.fontMetrics()
        if measured.horizontalAdvance(self.text()) <= room:
            return self.text()
        for kept in range(len(parts) - 1, 1, -1):
            last = kept // 2
            text = _BETWEEN.join([*parts[: kept - last], "…", *parts[len(parts) - last :]])
            if measured.horizontalAdvance(text) <= room:
                return text
        return super().shown(room)


class StatusLine(QWidget):
    """Status in words, progress bar, and a summary at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("statusLine")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.status = named(_StatusLabel(), "statusLabel", "Status")
        self.bar = named(QProgressBar(), "progressBar", "Progress of the present step")
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(220)
        self.summary = named(label(role="muted"), "summaryLabel", "Summary of the run")
        row = metrics.spaced(QHBoxLayout(self), 12, (12, 4, 12, 4))
        row.addWidget(self.status)
        row.addWidget(self.bar)
        row.addStretch(1)
        row.addWidget(self.summary)
        self.bar.hide()
        self._lasting = ""
        self._noted = after_pause(self, _NOTED, self._end_note)

    def say(self, text: str, summary: str = "") -> None:
        """A sentence while nothing runs."""
        self._noted.stop()
        self._lasting = text
        self.bar.hide()
        self.status.say(text)
        self.summary.setText(summary)

    def note(self, text: str, until_next: bool = False) -> None:
        """Something said in passing: after a while, or with what is said next, what stood there stands there again.

        The summary stays. ``until_next``: it stands for as long as nothing else is said.
        """
        self.status.say(text)
        if until_next:
            self._noted.stop()
        else:
            self._noted.start()

    def withdraw(self, text: str) -> None:
        """Take a note back that stands still: what stood there stands there again."""
        if self._noted.isActive() and self.status.text() == text:
            self._noted.stop()
            self._end_note()

    def stand(self, text: str, summary: str) -> None:
        """What stands here from now on, as soon as what was said in passing has been read."""
        passing = self.status.text() != self._lasting
        self._lasting = text
        if not passing:
            self.status.say(text)
        self.summary.setText(summary)

    def show_progress(self, state: ProgressState) -> None:
        """Stage, count of total, time gone, time left."""
        self._noted.stop()
        self.status.say(progress_text(state))
        self.bar.setRange(0, _STEPS if state.total else 0)
        if state.stage:
            self.bar.setValue(int(state.fraction * _STEPS))
        self.bar.show()
        self.summary.setText(f"{numbers.seconds(state.elapsed_seconds)} so far")

    def _end_note(self) -> None:
        self.status.say(self._lasting)


def progress_text(state: ProgressState) -> str:
    """``Signing: 12,400 of 37,169 documents · 3 s left of this step``."""
    if not state.stage:
        return "Starting …"
    stage = state.stage[:1].upper() + state.stage[1:]
    if not state.total:
        return (
            f"{stage} · {numbers.count(state.done)} {state.unit_of(state.done)} so far" if state.done else f"{stage} …"
        )
    text = f"{stage}: {numbers.count(state.done)} of {numbers.count(state.total)} {state.unit_of(state.total)}"
    left = state.remaining_seconds
    return text if left is None or left < _SOON else f"{text} · {numbers.seconds(left)} left of this step"
