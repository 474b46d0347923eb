"""Where something is to be saved: chosen in the system's dialog, its ending added, nothing replaced unasked."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget


def ask_where_to_save(parent: QWidget, title: str, proposed: str, filters: str, ending: str = "") -> str:
    """The path that the person chose, with an ending; empty where they thought better of it.

    ``ending`` is added to a name that has another or none; without it, that of the filter chosen is, to a name without
    any. The dialog asks before a file is replaced, but knows only the name as it was typed: of the whole one this asks.
    """
    chosen, picked = QFileDialog.getSaveFileName(parent, title, proposed, filters)
    if not chosen:
        return ""
    if ending:
        whole = chosen if chosen.lower().endswith(ending) else chosen + ending
    else:
        kind = (picked or filters).partition(";;")[0]
        whole = chosen if os.path.splitext(chosen)[1] else chosen + kind[kind.find("*") + 1 :].rstrip(")")
    if whole != chosen and os.path.lexists(whole) and not may_replace(parent, title, whole):
        return ""
    return whole


def may_replace(parent: QWidget, title: str, path: str) -> bool:
    """Ask whether a file that is there may be replaced."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, "", parent=parent)
    box.setObjectName("replaceDialog")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"{os.path.basename(path)} already exists in {os.path.dirname(path)}.\nDo you want to replace it?")
    replace = box.addButton("Replace", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    pressed = box.clickedButton() is replace
    box.deleteLater()
    return pressed
