"""Words of a page that are as wide as what is seen of it, however wide the figures beside them are."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QStyle, QWidget

_LEAST = 320  # pixels


class SeenLines:
    """The widgets of a page that keep to its width."""

    def __init__(self, page: QWidget) -> None:
        self._page = page
        self._lines: list[QWidget] = []

    def add(self, line: QWidget) -> QWidget:
        """One more; returned, for its layout."""
        self._lines.append(line)
        return line

    def room(self, layout: QLayout) -> int:
        """Pixels that are seen between the margins of the scrolled layout."""
        margins, style = layout.contentsMargins(), self._page.style()
        bar = style.pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return max(_LEAST, self._page.width() - margins.left() - margins.right() - bar)

    def fit(self, layout: QLayout) -> None:
        """To the present width."""
        for line in self._lines:
            line.setFixedWidth(self.room(layout))
