"""What stands above a view: whatever lies below it is lower before a row of this is cut."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from simexplorer.ui.faults import told_and_survived


class ViewHeading(QWidget):
    """Asks for the height of all rows that it has at its width; a layout alone asks for one of each."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("viewHeading")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._least = 0  # pixels of height, as whatever is around it knows them

    def minimumSizeHint(self) -> QSize:
        """As narrow as its layout can be, as high as all rows are now."""
        least, layout = super().minimumSizeHint(), self.layout()
        self._least = least.height()
        if layout is not None and layout.hasHeightForWidth():
            self._least = max(self._least, layout.totalHeightForWidth(self.width()))
        return QSize(least.width(), self._least)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may break rows, or join them."""
        super().resizeEvent(event)
        known = self._least
        if self.minimumSizeHint().height() != known:
            self.updateGeometry()
