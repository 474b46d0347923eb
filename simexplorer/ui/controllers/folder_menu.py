"""What can be done with a folder of the collection: open, show, copy its path, leave it out, read it alone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from simexplorer.documents.listing import Paths
from simexplorer.ui.controllers.file_controller import copy_path, open_path, reveal_path
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.models.folder_index import Span


class Place(Struct, frozen=True):
    """Where a folder is. ``pattern`` is the one that names it and nothing else; empty where none can."""

    path: bytes
    pattern: str


class FolderMenu(QObject):
    """The context menu of the tree; what changes the next run waits for Analyse like every field beside it."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self.menu: QMenu | None = None
        bench.collection.menu_wanted.connect(self._on_menu)

    def menu_for(self, folder: Span) -> QMenu:
        """The menu of a folder; ``depth`` 0 is the line of all documents."""
        menu, result = QMenu(self._bench.window), self._bench.session.result
        place = None if result is None else place_of(result.documents.paths, folder)
        if place is not None:
            self._add_ways(menu, place.path)
            menu.addSeparator()
        if place is not None and folder.depth:
            name = folder.name
            self._add(menu, "Leave out of the run", lambda: self._leave_out(place, name), bool(place.pattern))
            self._add(menu, "Only this folder", lambda: self._read_only(place, name), bool(place.pattern))
            self._add(menu, "Open on its own", lambda: self._bench.opening.open([place.path]), True)
        elif not folder.depth:
            self._add(menu, "Read all folders again", self._read_all, self._bench.collection.narrowed)
        return menu

    def _add_ways(self, menu: QMenu, path: bytes) -> None:
        hand_over = self._bench.files.hand_over
        self._add(menu, "Open", lambda: hand_over(open_path, path), True)
        self._add(menu, "Show in folder", lambda: hand_over(reveal_path, path), True)
        self._add(menu, "Copy path", lambda: copy_path(path), True)

    def _add(self, menu: QMenu, text: str, act: Callable[[], object], possible: bool) -> None:
        action = menu.addAction(text)
        action.setEnabled(possible)
        action.triggered.connect(lambda _checked=False: act())

    def _leave_out(self, place: Place, name: str) -> None:
        self._bench.collection.leave_out(place.pattern)
        self._say(f"{name} will be left out")

    def _read_only(self, place: Place, name: str) -> None:
        self._bench.collection.read_only(place.pattern)
        self._say(f"Only {name} will be read")

    def _read_all(self) -> None:
        self._bench.collection.read_all()
        self._say("All folders will be read")

    def _say(self, what: str) -> None:
        if self._bench.run.heavy_changes():
            self._bench.status.note(f"{what}: press Analyse (F5).", until_next=True)

    def _on_menu(self, folder: object, place: QPoint) -> None:
        assert isinstance(folder, Span)
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = self.menu_for(folder)
        if not self.menu.isEmpty():
            self.menu.popup(place)


def place_of(paths: Paths, folder: Span) -> Place | None:
    """Where a folder of the tree is; None for all documents of several sources, which lie in no one place.

    What is inside an archive has the archive's path and no pattern.
    """
    row = folder.first
    root = paths.roots[paths.root_of[row]] if folder.last > row else b""
    if not folder.depth:
        return Place(root, "") if root and len(paths.roots) == 1 else None
    container = int(paths.container[row])
    if container >= 0 and folder.depth > len(paths.raw(container)):
        return Place(paths.file(row), "")
    inside = paths.raw(row)[int(paths.prefix_length[row]) : folder.depth - 1]
    return Place(os.path.join(root, inside) if inside else root, pattern_of(inside))


def pattern_of(folder: bytes) -> str:
    """The pattern of one folder, by its path below the source: what patterns give a meaning to is spelled out."""
    text = folder.decode("utf-8", "surrogateescape")
    spelled = re.sub("^ | $", "?", "".join(_spelled(character) for character in text))  # fields strip blanks
    return f"/{spelled}" if spelled and "/" not in spelled else spelled


def _spelled(character: str) -> str:
    if character in "*?[{":
        return f"[{character}]"
    # a comma parts patterns, and a field holds neither lines nor bytes that are no text
    unfit = character == "," or not character.isprintable() or "\ud800" <= character <= "\udfff"
    return "?" if unfit else character
