"""Lists that hold nothing say what will stand in them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractItemView, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.acting_dialog import ActingDialog
from simexplorer.ui.dialogs.folders_dialog import FoldersDialog
from simexplorer.ui.models.folder_index import FolderIndex
from simexplorer.ui.panels.collection_panel import CollectionPanel
from tests.ui.fakes import make_paths
from tests.ui.plots.graphs import pixels


def _written(view: QAbstractItemView) -> bool:
    """Whether anything is seen below the headings."""
    image = view.viewport().grab().toImage()
    return len({tuple(one) for one in pixels(image).reshape(-1, 3).tolist()}) > 1


@pytest.mark.parametrize("kind", [CollectionPanel, FoldersDialog, ActingDialog])
def test_an_empty_list_says_what_will_stand_there(qtbot: QtBot, kind: type[QWidget]) -> None:
    widget = kind()
    qtbot.addWidget(widget)
    widget.resize(600, 600)
    if isinstance(widget, ActingDialog):
        widget.tabs.setCurrentIndex(2)
    name = {CollectionPanel: "collectionView", FoldersDialog: "foldersList", ActingDialog: "deedsList"}[kind]
    view = widget.findChild(QAbstractItemView, name)
    assert view is not None
    widget.show()
    qtbot.waitExposed(widget)
    assert _written(view)


def test_the_words_go_once_there_is_a_row(qtbot: QtBot) -> None:
    dialog, panel = FoldersDialog(), CollectionPanel()
    for widget in (dialog, panel):
        qtbot.addWidget(widget)
        widget.resize(600, 600)
    dialog.show_folders([b"/letters"], b"/")
    panel.show_folders(FolderIndex(make_paths([b"a/1"])), "All documents")
    for view in (dialog.list, panel.tree):
        assert not pixels(view.viewport().grab().toImage())[60:].std()
