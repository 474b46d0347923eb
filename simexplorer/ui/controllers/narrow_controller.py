"""In a narrow window the collection steps aside once there are results, and comes back when there is room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QDockWidget

from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.theme import metrics

_NARROW = 1100  # pixels, for letters of the usual size: below, three columns leave the documents less than they need


class NarrowController(QObject):
    """Hides the dock of the collection and shows it again; whoever shows it by hand keeps it."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self._aside = False  # hidden by the width, not by a person
        self._wanted = False  # shown by hand though it is narrow
        dock = bench.window.findChild(QDockWidget, "collectionDock")
        assert isinstance(dock, QDockWidget)
        self._dock = dock
        dock.toggleViewAction().triggered.connect(self._on_toggled)
        bench.session.result_changed.connect(self.fit)
        bench.window.installEventFilter(self)

    def fit(self) -> None:
        """Hide or show the dock as the width asks for."""
        window = self._bench.window
        narrow = window.width() < metrics.grown(_NARROW, window.font()) and self._bench.session.result is not None
        if not narrow:
            self._wanted = False
        if narrow and not self._wanted and not self._dock.isHidden() and not self._dock.isFloating():
            self._aside = True
            self._dock.hide()
        elif not narrow and self._aside:
            self._aside = False
            self._dock.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A new width; and at the end the dock returns, so that it is not stored as hidden."""
        if event.type() == QEvent.Type.Resize:
            self.fit()
        elif event.type() == QEvent.Type.Close and self._aside:
            self._aside = False
            self._dock.show()
        return super().eventFilter(watched, event)

    def _on_toggled(self, shown: bool) -> None:
        self._aside, self._wanted = False, shown
