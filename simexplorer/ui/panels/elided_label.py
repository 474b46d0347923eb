"""A label of one line that leaves out what does not fit, and shows all of it on hovering."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOption

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.told_label import ToldLabel
from simexplorer.ui.theme.tooltips import hint, tooltip_of


class ElidedLabel(ToldLabel):
    """Plain text in one line; ``mode`` says which end gives way: the front for paths, the end for sentences."""

    def __init__(self, role: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__()
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)

    def say(self, text: str) -> None:
        """Show this text."""
        if text != self.text():
            self.setText(text)
            hint(self, text)

    def event(self, event: QEvent) -> bool:
        """A tooltip only for what does not fit, or is told in other words; otherwise that of the widget below."""
        if event.type() == QEvent.Type.ToolTip and self.toolTip() == tooltip_of(self.text()):
            needed = self.fontMetrics().horizontalAdvance(self.text())
            if needed <= self.contentsRect().width():
                event.ignore()
                return True
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(24, super().minimumSizeHint().height())

    def shown(self, room: int) -> str:
        """What fits of the text."""
        return self.fontMetrics().elidedText(self.text(), self._mode, room)

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Background by the style, then what fits of the text."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        room = self.contentsRect()
        shown = self.shown(room.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, int(self.alignment()) | int(Qt.TextFlag.TextSingleLine), shown)
        painter.end()
