"""The tree of moved files opens what it is told to open, and looks at no file for that."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.put_back_dialog import PutBackDialog
from simexplorer.ui.models.moved_tree import MovedRows

FILES = 2_000


def test_the_star_opens_an_act_and_looks_below_none_of_its_files(qtbot: QtBot) -> None:
    dialog = PutBackDialog()
    qtbot.addWidget(dialog)
    many = 2 * FILES
    lines, begins = [("a", "b", "c")] * many, np.array([0, FILES, many])
    titles, can = [("first", "x"), ("second", "x")], np.ones(many, np.bool_)
    dialog.show_moved(MovedRows(titles, begins, lines, [("", "")] * many, np.ones(many, np.int64), can), can)
    dialog.show()
    view, tree = dialog.view, dialog.moved
    act, asked, own = tree.index(1, 0), [], tree.index
    view.setCurrentIndex(act)
    assert not view.isExpanded(act)
    tree.index = lambda *given: asked.append(given) or own(*given)  # type: ignore[method-assign]
    qtbot.keyClick(view, Qt.Key.Key_Asterisk)
    assert view.isExpanded(act)
    assert len(asked) < 1.5 * FILES  # each file is laid out once; Qt's own way asks several times as often
