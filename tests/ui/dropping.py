"""Something is dragged over a window and let go, as Qt sends it to whoever takes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.drop_frame import DropFrame


def let_go(target: QWidget, data: QMimeData) -> None:
    """What Qt sends to whoever takes it."""
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    any_way = copy | Qt.DropAction.MoveAction
    for event in (
        QDragEnterEvent(QPoint(9, 9), any_way, data, left, none),
        QDropEvent(QPointF(9, 9), any_way, data, left, none),
    ):
        event.setDropAction(Qt.DropAction.MoveAction)
        QApplication.sendEvent(target, event)
        assert event.isAccepted()
        assert event.dropAction() == copy
        over = target if hasattr(target, "drop_frame") else target.parentWidget()
        assert isinstance(over.drop_frame, DropFrame)
        assert over.drop_frame.isHidden() == (event.type() == QEvent.Type.Drop)


def taker(window: MainWindow, widget: QWidget) -> QWidget:
    """As a hand lets go: whoever takes drops below the middle of a widget, from the innermost outwards."""
    target = window.childAt(widget.mapTo(window, widget.rect().center()))
    while not target.acceptDrops():
        target = target.parentWidget()
    return target
