"""The documents that the lab shows are named in little room, and in full on hovering."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.shown_documents import ShownDocuments
from simexplorer.ui.panels.elided_label import ElidedLabel


def test_the_whole_path_of_a_document_is_told_on_hovering(qtbot: QtBot) -> None:
    shown = ShownDocuments()
    qtbot.addWidget(shown)
    shown.resize(400, 300)
    path = "letters of the ministry/second series/boxes 14 to 27 unsorted.txt"
    shown.show_titles([path])
    shown.show()
    (name,) = [one for one in shown.findChildren(ElidedLabel) if one.isVisible()]
    assert path not in name.text()
    assert name.width() >= name.sizeHint().width(), "what is left of it has room"
    hover = QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(4, 4), name.mapToGlobal(QPoint(4, 4)))
    QApplication.sendEvent(name, hover)
    assert path in QToolTip.text()
    QToolTip.hideText()
