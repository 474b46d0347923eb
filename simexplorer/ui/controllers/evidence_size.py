"""The evidence large or small: pictures of a cluster want more room than a list leaves them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget

from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.panels.naming import tool_button
from simexplorer.ui.theme import icons

_SHARE = 0.72  # of the window's height
_LEAST_MIDDLE = 150  # pixels that the lists keep


class EvidenceSize(QObject):
    """A button beside the tabs, and a key, that give the evidence most of the window and take it back."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self._before = 0
        self.button = tool_button("Enlarge", "evidenceSizeButton", "Enlarge the evidence", "chevron-up", only_icon=True)
        bench.evidence_tabs.setCornerWidget(self.button)
        self.button.show()  # the tabs may be on the screen already
        # the middle may become small: what is large in it scrolls
        if (middle := bench.window.centralWidget()) is not None:
            middle.setMinimumHeight(_LEAST_MIDDLE)
        self.button.clicked.connect(self.toggle)
        dock = self._dock()
        if dock is not None:  # a window of its own is sized by its edges
            dock.topLevelChanged.connect(self.button.setHidden)
        bench.menus.add("view", "Enlarge the evidence, or make it small again", self.toggle, "Ctrl+Shift+E")

    @property
    def large(self) -> bool:
        """Whether it was enlarged."""
        return self._before > 0

    def toggle(self) -> None:
        """Most of the window, or what it was before."""
        dock = self._dock()
        if dock is None or dock.isFloating():
            return
        dock.show()
        height = self._before or int(self._bench.window.height() * _SHARE)
        self._before = 0 if self._before else dock.height()
        self._bench.window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
        words = "Make the evidence small again" if self.large else "Enlarge the evidence"
        icons.dress(self.button, "chevron-down" if self.large else "chevron-up")
        self.button.setToolTip(words)
        self.button.setAccessibleName(words)

    def _dock(self) -> QDockWidget | None:
        parent = self._bench.evidence_tabs.parentWidget()
        while parent is not None and not isinstance(parent, QDockWidget):
            parent = parent.parentWidget()
        return parent
