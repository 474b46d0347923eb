"""What wraps at its width, and is as high as the rows that it makes."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived

_WIDTH = 320  # pixels it would like to have at least


class WrappedRows(QWidget):
    """Keeps room for all of its rows; the subclass says in ``heightForWidth`` how high they are."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_anew(self) -> None:
        """Other contents: take the height that they need."""
        self.setMinimumHeight(self.heightForWidth(self.width()))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for all rows at the present width."""
        return QSize(_WIDTH, self.heightForWidth(max(_WIDTH, self.width())))

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for all rows."""
        self.setMinimumHeight(self.heightForWidth(self.width()))
        super().resizeEvent(event)
