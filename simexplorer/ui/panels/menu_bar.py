"""The menu bar: every action stands in a menu, so that it can be found, reached by key and read aloud."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

MENUS = {
    "file": "&File",
    "edit": "&Edit",
    "view": "&View",
    "analysis": "&Analysis",
    "decide": "&Decide",
    "learn": "&Learn",
    "help": "&Help",
}
# parts of a menu between lines, in this order, whoever adds to them first; without a name it is the second
GROUPS = {"view": ("views", "panels", "colours"), "analysis": ("run", "settings", "questions", "recipe")}


class MenuBar(QMenuBar):
    """Menus by name."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("menuBar")
        self.setAccessibleName("Menus")
        self._menus: dict[str, QMenu] = {}
        self._ends: dict[tuple[str, str], QAction] = {}  # the line below each group; Qt hides the last one
        for name, title in MENUS.items():
            menu = self.addMenu(title)
            menu.setObjectName(f"{name}Menu")
            menu.setToolTipsVisible(True)
            self._menus[name] = menu
            for group in GROUPS.get(name, ()):
                self._ends[name, group] = menu.addSeparator()

    def menu(self, name: str) -> QMenu:
        """The menu of this name."""
        return self._menus[name]

    def add(
        self, name: str, text: str, act: Callable[[], object], keys: str = "", tip: str = "", group: str = ""
    ) -> QAction:
        """A new action at the end of a menu, or of a group in it; ``tip`` says what it does where its text cannot.

        Its key acts once, however long it is held: it would run anew, or take back and do again what it did.
        """
        action = QAction(text, self)
        action.setAutoRepeat(False)
        if keys:
            action.setShortcut(QKeySequence(keys))
        if tip:
            action.setToolTip(tip)
            action.setStatusTip(tip)
        action.triggered.connect(lambda _checked=False: act())
        self.put(name, action, group)
        return action

    def put(self, name: str, action: QAction, group: str = "") -> None:
        """An action that somebody else made; its shortcut works in the whole window."""
        if name in GROUPS:
            self.menu(name).insertAction(self._ends[name, group or GROUPS[name][1]], action)
        else:
            self.menu(name).addAction(action)

    def shortcuts(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The title of each menu with any, and its keys and what they do."""
        found = []
        for menu in self._menus.values():
            keys = [
                (keys.toString(QKeySequence.SequenceFormat.NativeText), _plain(action.text()))
                for action in menu.actions()
                for keys in action.shortcuts()
            ]
            if keys:
                found.append((_plain(menu.title()), keys))
        return found


def _plain(text: str) -> str:
    """The text of a menu or an action without the marks of its letter and of a window to come."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")
