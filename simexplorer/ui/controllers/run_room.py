"""Room for what a run finds: views let go of what goes, and memory is given back, before other pairs come."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Signal, Slot

from simexplorer.pipeline.allocating import give_back
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.session import Session

_SECONDS = 0.4  # that a window without time is waited for


class RunRoom(QObject):
    """Lives in the window's thread, is asked for room from that of the run."""

    _have_left = Signal(object)  # Event for the thread of the run: who heard that pairs leave has let go of them

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._have_left.connect(self._on_left)

    def make(self, recipe: Recipe, one_of_many: bool) -> None:
        """In the thread: have hidden views let go of pairs that go, and give back what views have left.

        Both pairs at once are too many to tell anything of the earlier ones to nobody. A window that has no time to let
        go of them is not waited for. one_of_many : drafts leave little each
        """
        from simexplorer.pipeline.pairing import joins_anew

        result = self._session.result
        leaving = result is not None and (self._session.analysis is None or joins_anew(recipe, result))
        if leaving:
            done = threading.Event()
            self._session.pairs_leaving.emit()
            self._have_left.emit(done)
            done.wait(_SECONDS)
        if leaving or not one_of_many:
            give_back()

    @Slot(object)
    def _on_left(self, done: threading.Event) -> None:
        """In the window's thread, after all who had to let go."""
        done.set()
