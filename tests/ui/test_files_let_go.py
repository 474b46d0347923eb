"""Files that are let go over the page that asks are asked about, wherever on it."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import action, feature, open_real, quiet
from tests.ui.dropping import let_go, taker
from tests.ui.versions import place, show, window

__all__ = ["open_real", "place", "window"]


def test_files_let_go_anywhere_over_the_page_are_asked_about_and_the_first_of_several_is_told(
    window: MainWindow, qtbot: QtBot, place: Path
) -> None:
    controller = feature(window, "AskController")
    show(window, qtbot, "ask")
    panel, result = controller.panel, window.session.result
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(place / "f04" / name)) for name in ("v1.txt", "v2.txt", "v3.txt")])
    target = taker(window, panel.empty)
    assert target is panel
    let_go(target, data)
    assert panel.drop_frame.words == "Let go to look for documents like the first of them"
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0, timeout=20_000)
    quiet(window, qtbot)
    assert window.session.result is result
    assert re.fullmatch(r"v1\.txt · [\d,]+ characters · 2 more are left out", panel.source.text())
    window.setFocus()
    action(window, "Ctrl+K").trigger()
    assert panel.file.hasFocus(), "the field is not in sight while a file stands in its place"
    data.setUrls([QUrl.fromLocalFile(str(place / "book" / "whole.txt"))])
    target = taker(window, panel.view.viewport())
    assert target is panel, "over the answers too"
    let_go(target, data)
    assert panel.drop_frame.words == "Let go to look for documents like it"
    qtbot.waitUntil(lambda: "whole.txt" in panel.source.text(), timeout=20_000)
    quiet(window, qtbot)
    assert "left out" not in panel.source.text()
