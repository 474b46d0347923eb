"""Every widget of a window after another palette: what is in sight at once, the rest while nobody waits for it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QDialog, QWidget
from shiboken6 import isValid

from simexplorer.ui.theme import icons
from simexplorer.ui.theme.colours import LIGHT, Colours
from simexplorer.ui.theme.holding import hold, let_go_by_parts

_SLICE = 0.008  # seconds of a turn of the event loop
_PAUSE = 40  # milliseconds; the picture first


class Repainting(QObject):
    """Polishes widgets, so that the style sheet looks its colours up again, and draws their icons anew.

    All of it goes in slices, with the event loop turning between them. What is in sight comes first: held until it is
    dressed, then painted part after part. Hidden pages, docks and dialogs follow; one that is shown before its turn
    comes at once.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._colours: Colours = LIGHT
        self._held: list[QWidget] = []  # windows that are not painted before all that is in sight is dressed
        self._hidden: dict[QWidget, bool] = {}  # roots of what was hidden: whether they still wait
        self._work: Iterator[None] = iter(())
        self._turn_over = False  # what comes next waits for another turn
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something hidden still wears the old colours."""
        return self._timer.isActive()

    def start(self, colours: Colours) -> None:
        """Dress everything under the window."""
        self._end()
        self._colours = colours
        self._hold()
        self._work = self._dress_all()
        self._timer.start(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Something hidden is shown: it must not be seen in the old colours."""
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and self._hidden.get(watched):
            self._hidden[watched] = False
            for _ in self._dress(watched):
                pass
        return False

    def _dress_all(self) -> Iterator[None]:
        yield from self._dress(self._window, hidden_too=False)
        self._turn_over = True
        yield
        while self._held:
            window = self._held.pop()
            if isValid(window):
                for _ in let_go_by_parts(window):
                    self._turn_over = True
                    yield
        self._timer.setInterval(_PAUSE)  # the picture first
        self._turn_over = True
        yield
        for root in list(self._hidden):
            if self._hidden[root]:
                yield from self._dress(root)
                self._hidden[root] = False

    def _dress(self, root: QWidget, hidden_too: bool = True) -> Iterator[None]:
        """Parents before children, as these take from them; stops after each widget."""
        waiting = [root]
        while waiting:
            widget = waiting.pop()
            if not isValid(widget):
                continue
            if not hidden_too and not widget.isVisible():
                self._hidden[widget] = True
                widget.installEventFilter(self)
                continue
            widget.style().polish(widget)
            icons.tint(widget, self._colours)
            waiting += [child for child in widget.children() if isinstance(child, QWidget)]
            yield

    def _go_on(self) -> None:
        self._timer.setInterval(0)
        self._turn_over, end = False, time.monotonic() + _SLICE
        for _ in self._work:
            if self._turn_over or time.monotonic() > end:
                return
        self._end()

    def _hold(self) -> None:
        for window in (self._window, *self._window.findChildren(QDialog)):
            if window.isVisible() and window not in self._held:
                hold(window)
                self._held.append(window)

    def _end(self) -> None:
        self._timer.stop()
        self._work = iter(())
        for root in self._hidden:
            if isValid(root):
                root.removeEventFilter(self)
        self._hidden.clear()
