"""Characters in cells of one width, in rows as wide as the widget: what a text that is pointed at is painted on."""

from __future__ import annotations

from PySide6.QtGui import QFontMetricsF

from simexplorer.ui.lab.wrapped_rows import WrappedRows
from simexplorer.ui.theme.fonts import monospaced

_WIDEST = 3.0  # letters m: all but a few signs, which are whole phrases, are narrower


class CharacterRows(WrappedRows):
    """What the rows hold and how high they are the subclass says."""

    gap = 4.0  # pixels between a character and the next one's cell

    def __init__(self, name: str) -> None:
        super().__init__(name)
        font = monospaced(self.font())
        font.setPointSizeF(self.font().pointSizeF() * 1.1)
        self.setFont(font)

    def characters(self) -> str:
        """All that is painted, in any order: the widest decides how wide a cell is."""
        raise NotImplementedError

    def height_of(self, in_row: int) -> int:
        """Height of all rows with so many cells in each."""
        raise NotImplementedError

    def cell_width(self) -> float:
        """Width of a cell in pixels, the gap included: that of the widest character, up to some."""
        metrics = QFontMetricsF(self.font())
        least = metrics.horizontalAdvance("m")
        widest = max(map(metrics.horizontalAdvance, set(self.characters())), default=least)
        return min(max(least, widest), _WIDEST * least) + self.gap

    def in_row(self, width: int) -> int:
        """How many cells stand in a row of this width."""
        return max(1, int((width - 2) // self.cell_width()))

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        return self.height_of(self.in_row(width))
