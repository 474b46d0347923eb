"""Characters in cells of one width, in rows as wide as the widget: what a text that is pointed at is painted on."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.theme.fonts import monospaced

_WIDE = 0x2E7F  # beyond stand scripts whose characters are as wide as high


class CharacterRows(QWidget):
    """Wraps at its width, and is as high as its rows; what they hold and how high they are the subclass says."""

    gap = 4.0  # pixels between a character and the next one's cell

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        font = monospaced(self.font())
        font.setPointSizeF(self.font().pointSizeF() * 1.1)
        self.setFont(font)

    def characters(self) -> str:
        """All that is painted, in any order: the widest decides how wide a cell is."""
        raise NotImplementedError

    def height_of(self, in_row: int) -> int:
        """Height of all rows with so many cells in each."""
        raise NotImplementedError

    def show_anew(self) -> None:
        """Other characters: take the height that they need."""
        self.setMinimumHeight(self.heightForWidth(self.width()))
        self.updateGeometry()
        self.update()

    def cell_width(self) -> float:
        """Width of a cell in pixels, the gap included."""
        metrics = QFontMetricsF(self.font())
        wide = any(ord(character) > _WIDE for character in self.characters())
        return metrics.horizontalAdvance("漢" if wide else "m") + self.gap

    def in_row(self, width: int) -> int:
        """How many cells stand in a row of this width."""
        return max(1, int((width - 2) // self.cell_width()))

    def sizeHint(self) -> QSize:
        """All rows."""
        return QSize(320, self.heightForWidth(max(320, self.width())))

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        return self.height_of(self.in_row(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for all rows."""
        self.setMinimumHeight(self.heightForWidth(self.width()))
        super().resizeEvent(event)
