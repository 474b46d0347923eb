"""What is pasted into the field: files are handed over, everything else is a text."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QUrl
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.ask_panel import PasteEdit


def test_a_link_to_a_page_is_pasted_as_text_and_files_are_handed_over(qtbot: QtBot) -> None:
    edit = PasteEdit()
    qtbot.addWidget(edit)
    handed: list[object] = []
    edit.dropped.connect(handed.append)
    link, files, bare = QMimeData(), QMimeData(), QMimeData()
    link.setUrls([QUrl("https://example.org/a")])
    link.setText("https://example.org/a")
    files.setUrls([QUrl.fromLocalFile("/tmp/a.txt"), QUrl.fromLocalFile("/tmp/b.txt")])
    assert edit.canInsertFromMimeData(link)
    edit.insertFromMimeData(link)
    assert edit.toPlainText() == "https://example.org/a"
    assert not handed
    assert edit.canInsertFromMimeData(files)
    edit.insertFromMimeData(files)
    assert len(handed) == 1
    assert edit.toPlainText() == "https://example.org/a"
    assert not edit.canInsertFromMimeData(bare)
