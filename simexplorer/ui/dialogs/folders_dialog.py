"""The protected folders: nothing in them is ever marked as a duplicate or moved."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QListWidgetItem, QWidget

from simexplorer.documents.listing import shown_path
from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.panels.empty_words import EmptyTellingList
from simexplorer.ui.panels.naming import named

_NONE = "No folder is protected. Those that you add stand here."
_PATH = Qt.ItemDataRole.UserRole


class FoldersDialog(SideWindow):
    """A list to add to and take from; every change holds at once and can be undone."""

    changed = Signal(object)  # tuple of bytes, all of them

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Protected folders", "foldersDialog", (520, 300), parent)
        self.intro.setText(
            "Nothing in these folders, or in folders below them, is ever marked as a duplicate or moved. Rules keep "
            "what lies there in preference to all else."
        )
        self.list = named(EmptyTellingList(_NONE), "foldersList", "Protected folders")
        self.list.setProperty("framed", True)
        self.body.addWidget(self.list, 1)
        self.another = self.add_button("Add a folder…", "addFolderButton", icon="plus")
        self.take_out = self.add_button("Take out", "removeFolderButton", icon="minus")
        self.shut = self.add_button("Close", "closeFoldersButton")
        self.shut.setDefault(True)
        self.another.clicked.connect(self._on_add)
        self.take_out.clicked.connect(self._on_remove)
        self.shut.clicked.connect(self.reject)
        self.list.currentRowChanged.connect(self._offer)
        self._start = ""

    def show_folders(self, folders: Sequence[bytes], start: bytes) -> None:
        """These are protected; the choice of another begins at ``start``."""
        self._start = os.fsdecode(start)
        self.list.clear()
        for folder in folders:
            item = QListWidgetItem(shown_path(folder))
            item.setData(_PATH, folder.hex())
            self.list.addItem(item)
        self._offer()

    def folders(self) -> tuple[bytes, ...]:
        """The list as it stands."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return tuple(bytes.fromhex(str(item.data(_PATH))) for item in items)

    def add_folder(self, folder: bytes) -> None:
        """One more."""
        if folder not in self.folders():
            self.changed.emit((*self.folders(), folder))

    def _on_add(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Protect a folder", self._start)
        if chosen:
            self.add_folder(os.fsencode(chosen))

    def _on_remove(self) -> None:
        row = self.list.currentRow()
        folders = self.folders()
        if 0 <= row < len(folders):
            self.changed.emit((*folders[:row], *folders[row + 1 :]))

    def _offer(self, *_row: int) -> None:
        self.take_out.setEnabled(self.list.currentRow() >= 0)
