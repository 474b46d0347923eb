"""Move marked duplicates: exactly what will happen first, then how far it is, then what became of each file."""

from __future__ import annotations

import os

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QHBoxLayout, QRadioButton, QWidget

from simexplorer.documents.listing import shown_path
from simexplorer.ui.dialogs.deed_dialog import NO_DEEDS, DeedDialog
from simexplorer.ui.models.text_table import DeedsTable, LeftTable, MovesTable
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import named, push_button
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.tooltips import hint


class ActingDialog(DeedDialog):
    """Where to, three lists (what moves, what stays, the log), and the one button that begins."""

    place_changed = Signal()
    move_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        lists = "What moves, what stays, the log"
        super().__init__("Move duplicates", "acting", (900, 540), parent, lists=lists, deed="moving")
        self.intro.setText(
            "Each file is read again first, and so is the document that stays for it; whatever changed since the scan "
            "is left alone. Nothing is deleted, every move is recorded in the log, and files can be put back."
        )
        self.to_trash = named(QRadioButton("To the trash"), "toTrashRadio", "Move to the trash")
        self.to_folder = named(QRadioButton("To a folder"), "toFolderRadio", "Move to a folder")
        self.to_trash.setChecked(True)
        self._group = QButtonGroup(self)
        for button in (self.to_trash, self.to_folder):
            self._group.addButton(button)
        self.folder = b""
        self.folder_label = ElidedLabel("muted")
        self.choose = push_button("Choose…", "chooseFolderButton", "Choose the folder")
        self.choose.setAutoDefault(False)
        self.moves, self.left, self.deeds = MovesTable(), LeftTable(), DeedsTable()
        pages = (
            (self.moves, "movesList", "What will be moved", "Will move", "No file will be moved."),
            (self.left, "leftList", "What is left alone", "Stay", "No marked document has to stay."),
            (self.deeds, "deedsList", "Log of what was done", "Log", NO_DEEDS),
        )
        self._when_empty: list[tuple[TableView, str]] = []
        for model, name, accessible, title, words in pages:
            page = painted_list(model, name, accessible, framed=True, when_empty=words)
            self._when_empty.append((page, words))
            self.add_page(page, title)
        self._lay_out()
        self.move_now.clicked.connect(self.move_requested)
        self.choose.clicked.connect(self._on_choose)
        self._group.buttonToggled.connect(self._on_place)
        self.set_running(False)
        self._on_place(self.to_trash, True)

    def _lay_out(self) -> None:
        place = metrics.spaced(QHBoxLayout(), metrics.GROUP)
        place.addWidget(self.to_trash)
        place.addWidget(self.to_folder)
        place.addWidget(self.choose)
        place.addWidget(self.folder_label, 1)
        place.addStretch(0)
        self.body.addLayout(place)
        self.add_body()
        self.back = self.add_button("Put back…", "openPutBackButton", icon="undo")
        hint(self.back, "Put files that were moved back where they were (Ctrl+Shift+M)")
        self.back.setShortcut("Ctrl+Shift+M")
        self.back.setEnabled(False)
        self.buttons.insertWidget(0, self.back)  # apart from what this window is for
        self.add_ends()
        self.move_now = self.add_deed("Move", "moveButton")

    # what stands there -----------------------------------------------------------------------------------------------
    def place(self) -> bytes | None:
        """The folder to move to; None for the trash."""
        return self.folder if self.to_folder.isChecked() else None

    def set_folder(self, folder: bytes) -> None:
        """Move to this folder."""
        self.folder = folder
        self.folder_label.say(self._folder_words())
        if self.to_folder.isChecked():
            self.place_changed.emit()
        else:
            self.to_folder.setChecked(True)

    def say(self, summary: str, can_move: int, is_planned: bool = True) -> None:
        """What will happen, or what became of it; where nothing ``is_planned``, nothing is said of what would be."""
        self.summary.setText(summary)
        self.move_now.setEnabled(can_move > 0)
        none = "Nothing to move" if is_planned else "Move"
        self.move_now.setText(f"Move {numbers.counted(can_move, 'file')}" if can_move else none)
        for view, words in self._when_empty[:2]:
            view.when_empty = words if is_planned else ""
            view.viewport().update()

    def set_running(self, running: bool) -> None:
        """While files are moved nothing else can be chosen."""
        super().set_running(running)
        for widget in (self.to_trash, self.to_folder, self.choose, self.move_now):
            widget.setEnabled(not running)
        self.choose.setEnabled(not running and self.to_folder.isChecked())

    def _folder_words(self) -> str:
        return shown_path(self.folder) if self.folder else "no folder is chosen yet"

    def _on_choose(self) -> None:
        start = os.fsdecode(self.folder) if self.folder else os.path.expanduser("~")
        chosen = QFileDialog.getExistingDirectory(self, "Move duplicates to", start)
        if chosen:
            self.set_folder(os.fsencode(chosen))

    def _on_place(self, _button: object, checked: bool) -> None:
        if checked:
            to_folder = self.to_folder.isChecked()
            self.choose.setEnabled(to_folder)
            self.folder_label.say(self._folder_words() if to_folder else "")
            moves, _ = self._when_empty[0]
            moves.show_column(MovesTable.TARGET, to_folder)  # the trash is the same for all, and paths need the room
            self.place_changed.emit()
