"""Work of the main thread in pieces: between them the window is painted and answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

Piece = Callable[[], object]

_ACTS = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.ShortcutOverride,  # a key comes as this first: by it Qt decides whether it is typed or a command
        QEvent.Type.KeyPress,
        QEvent.Type.TouchBegin,
        QEvent.Type.Close,
    }
)
BY_HAND = _ACTS | {QEvent.Type.Wheel, QEvent.Type.DragEnter}  # what a person does to a window, looking included
_SLICE = 0.005  # seconds of a turn, after which the next piece waits for another one


class Turns(QObject):
    """Does pieces one after another, in turns of the event loop of their own.

    What the pieces of a turn have changed is painted in the next turn, in which none is done: neither adds to the
    other. A piece that waits gives its place to a newer one of its key. Whoever cannot wait (a hand on the window, a
    picture, a test) has all of them done at once, so that nobody acts on what is shown of two states.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: dict[Hashable, Piece] = {}
        self._painted = True
        self._closed = False
        self._watched: QObject | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_turn)

    @staticmethod
    def of(owner: QObject) -> Turns:
        """The turns of the window that an object belongs to: those of the topmost of its parents."""
        top = owner
        while (above := top.parent()) is not None:
            top = above
        found = top.findChild(Turns, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return found if found is not None else Turns(top)

    @property
    def busy(self) -> bool:
        """Whether a piece waits."""
        return bool(self._waiting)

    def add(self, piece: Piece, key: Hashable | None = None) -> None:
        """Do this after all that waits, or where a piece of the same key waits; the piece is its own key if none."""
        if self._closed:
            return
        self._waiting[piece if key is None else key] = piece
        if not self._timer.isActive():
            self._watch()
            self._timer.start()

    def do(self, piece: Piece, key: Hashable) -> None:
        """Do this now, in place of what waits under its key."""
        self._waiting.pop(key, None)
        piece()

    def finish(self) -> None:
        """Do all that waits now."""
        while self._waiting:
            self._take()

    def close(self) -> None:
        """Forget what waits; nothing is done any more."""
        self._closed = True
        self._waiting.clear()
        self._timer.stop()
        self._unwatch()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Before a hand acts, all that it sees is of one state."""
        if event.type() in _ACTS:
            self.finish()
        return False

    def _on_turn(self) -> None:
        if not self._waiting:
            self._painted = True
            self._unwatch()
            return
        self._timer.start()  # first: a piece may raise, or open a dialog with an event loop of its own
        if not self._painted:
            self._painted = True
            return
        self._painted = False
        end = time.perf_counter() + _SLICE
        while self._waiting and time.perf_counter() < end:
            self._take()

    def _take(self) -> None:
        self._waiting.pop(next(iter(self._waiting)))()

    def _watch(self) -> None:
        window = self.parent()
        handle = window.windowHandle() if isinstance(window, QWidget) else None
        if handle is not None and self._watched is None:
            handle.installEventFilter(self)
            self._watched = handle

    def _unwatch(self) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = None
