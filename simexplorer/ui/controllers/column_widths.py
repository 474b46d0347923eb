"""How wide the columns of the window are: as much wider as its letters are larger, as far as there is room."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStyle
from shiboken6 import isValid

from simexplorer.ui.theme import metrics

# pixels for letters of the usual size
_LEAST_LEFT, _LEAST_MIDDLE, _LEAST_RIGHT = 208, 368, 292  # in the narrowest window; docks must not lie over each other
_LEFT, _RIGHT, FIRST_BELOW = 244, 304, 296
_ENOUGH, _MOST_BESIDE = 220, 0.36  # for a column beside the middle, whose texts need their room more; of the window


class ColumnWidths(QObject):
    """The least widths of the docks at the left and right and of the one below the middle; ``fit`` after any change."""

    def __init__(self, window: QMainWindow, left: QDockWidget, below: QDockWidget, right: QDockWidget) -> None:
        super().__init__(window)
        self._window = window
        self._docks = ((left, _LEAST_LEFT), (below, _LEAST_MIDDLE), (right, _LEAST_RIGHT))
        wanted = [metrics.grown(width, window.font()) for width in (_LEFT, _RIGHT)]
        window.resizeDocks([left, right], wanted, Qt.Orientation.Horizontal)
        window.resizeDocks([below], [FIRST_BELOW], Qt.Orientation.Vertical)
        for dock in (left, right):
            dock.visibilityChanged.connect(self.fit)
            dock.topLevelChanged.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Each column as much wider as its letters are larger; all alike, and no more than fits beside each other."""
        window = self._window
        if not isValid(window):  # it goes, and its docks before it
            return
        beside = [least for dock, least in self._docks if least == _LEAST_MIDDLE or self._takes_room(dock)]
        edge = window.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent, None, window)
        room = max(1.0, (window.width() - edge * (len(beside) - 1)) / sum(beside))
        for dock, least in self._docks:
            if (content := dock.widget()) is not None:
                wanted = metrics.grown(least, window.font())
                if least != _LEAST_MIDDLE:
                    fair = max(window.width() * _MOST_BESIDE, metrics.grown(_ENOUGH, window.font()))
                    wanted = min(wanted, int(fair))
                content.setMinimumWidth(min(wanted, int(room * least)))
                self._tell(dock)

    @staticmethod
    def _tell(dock: QDockWidget) -> None:
        """Have the dock know it before the window is laid out: else it keeps its old width, over what is beside it."""
        if (layout := dock.layout()) is not None:
            layout.activate()

    @staticmethod
    def _takes_room(dock: QDockWidget) -> bool:
        return not dock.isHidden() and not dock.isFloating()
