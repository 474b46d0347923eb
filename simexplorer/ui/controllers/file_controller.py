"""What can be done with the files behind a row: open, show in the folder, copy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import quote_from_bytes

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from simexplorer.documents.listing import shown_path
from simexplorer.errors import InputError
from simexplorer.pipeline.not_compared import why_not_compared
from simexplorer.ui.controllers.lacking import SELECT_FIRST
from simexplorer.ui.controllers.row_copying import RowCopying
from simexplorer.ui.controllers.selection_controller import SelectionController
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.controllers.work_queue import WorkQueue
from simexplorer.ui.jobs import JobRunner, sentence_of
from simexplorer.ui.panels.allowing import allow
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.table_view import TableView

# menu, table, its entry in the row that was clicked, the documents of that entry
ExtendMenu = Callable[[QMenu, TableView, int, tuple[int, ...]], None]
_WAIT = 4.0  # seconds after which a started opener counts as working


class FileController(QObject):
    """Double click and context menu of all tables. Paths go to the system as bytes, never as a QUrl."""

    view_requested = Signal(str)  # by its name, to the front

    def __init__(
        self,
        session: Session,
        selection: SelectionController,
        views: Sequence[TableView],
        message: MessageBar,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._selection, self._message, self._window = session, selection, message, parent
        self.jobs = JobRunner("open", self)
        self._queue = WorkQueue(self.jobs, self)  # every file that was asked for is opened, each of them once
        self.copying = RowCopying(self)
        self.menu: QMenu | None = None
        self._extend: list[ExtendMenu] = []
        for view in views:
            self.add(view)
        session.result_changed.connect(close_context_menus)

    def add(self, view: TableView) -> None:
        """One more table with this double click and this menu."""
        view.opened.connect(self._on_opened)
        view.menu_wanted.connect(self._on_menu)

    def extend_menu(self, extend: ExtendMenu) -> None:
        """Have ``extend(menu, view, entry, documents)`` add to each context menu before it opens."""
        self._extend.append(extend)

    def open_file(self, row: int) -> None:
        """Open the file of a document in the program the system has for it."""
        self._with_file(row, partial(self.hand_over, open_path))

    def show_in_folder(self, row: int) -> None:
        """Show the file of a document in the system's file manager."""
        self._with_file(row, partial(self.hand_over, reveal_path))

    def hand_over(self, act: Callable[[bytes], None], path: bytes) -> None:
        """Have the system open or show something, after what it is still asked for; what it says to that is told."""
        self._message.withdraw(self)
        self._queue.add(lambda _job: act(path), failed=self._on_failed, kind=(act, path))

    def copy_path(self, row: int) -> None:
        """Put the path of a document on the clipboard."""
        self._with_file(row, copy_path)

    def show_neighbours(self, documents: tuple[int, ...]) -> None:
        """Bring the neighbours of the first of these documents to the front, with all of these selected."""
        self._selection.select(documents)
        self.view_requested.emit("neighbours")

    def close(self) -> None:
        """Stop the thread, and what is being copied."""
        self.copying.cancel()
        self.jobs.close()

    def menu_for(self, view: TableView) -> QMenu:
        """The context menu of the row that is current in a table."""
        menu = QMenu(self._window)
        menu.setToolTipsVisible(True)
        entry = view.table.entry(view.currentIndex().row())
        documents = self._selection.documents_of(view, entry)
        if documents:
            self._add_files(menu, documents)
        copy = menu.addAction("Copy rows")
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.triggered.connect(lambda _checked=False: self.copying.copy(view))
        allow(copy, "" if view.selectionModel().hasSelection() else SELECT_FIRST)
        for extend in self._extend if documents else ():  # a row of an earlier run may be about none that is there
            extend(menu, view, entry, documents)
        return menu

    def _add_files(self, menu: QMenu, documents: tuple[int, ...]) -> None:
        endings = (" (first)", " (second)") if len(documents) > 1 else ("",)
        for title, act in (
            ("Open", self.open_file),
            ("Show in folder", self.show_in_folder),
            ("Copy path", self.copy_path),
        ):
            for ending, row in zip(endings, documents, strict=False):
                action = menu.addAction(f"{title}{ending}")
                action.triggered.connect(lambda _checked=False, act=act, row=row: act(row))
        menu.addSeparator()
        for ending, asked in zip(endings, (documents, documents[::-1]), strict=False):
            self._add_neighbours(menu, f"Show neighbours{ending}", asked)

    def _add_neighbours(self, menu: QMenu, text: str, documents: tuple[int, ...]) -> None:
        """An entry for the neighbours of the first of these documents; the other one stays beside it."""
        action, result = menu.addAction(text), self._session.result
        action.triggered.connect(lambda _checked=False: self.show_neighbours(documents))
        why = "" if result is None else why_not_compared(result, documents[0])
        if why:
            allow(action, f"It is compared with none: {why}.")

    def _with_file(self, row: int, act: Callable[[bytes], None]) -> None:
        if self._session.result is not None:
            act(self._session.result.documents.paths.file(row))

    def _on_opened(self, entry: int) -> None:
        view = self.sender()
        assert isinstance(view, TableView)
        documents = self._selection.documents_of(view, entry)
        if documents:
            self.open_file(documents[0])

    def _on_menu(self, place: QPoint) -> None:
        view = self.sender()
        assert isinstance(view, TableView)
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = self.menu_for(view)
        self.menu.popup(place)

    def _on_failed(self, error: Exception) -> None:
        self._message.say(sentence_of(error), self)


def close_context_menus() -> None:
    """Those of tables, trees and plots act on rows, which are other documents in another result."""
    if QApplication.activePopupWidget() is None:
        return
    for menu in QApplication.topLevelWidgets():
        if isinstance(menu, QMenu) and not menu.menuAction().associatedObjects():  # it hangs on no bar and no button
            menu.close()


def _require_there(path: bytes) -> None:
    if not os.path.lexists(path):
        raise InputError(f"{shown_path(path)} is not there any more. Analyse again to see what the folder holds now.")


def copy_path(path: bytes) -> None:
    """Put a path on the clipboard as other programs take it.

    One with control characters, at which a terminal may act, or with bytes that are no text stands there as shown.
    """
    text = path.decode("utf-8", "replace")
    whole = text.encode() == path and not any(unicodedata.category(character) == "Cc" for character in text)
    QGuiApplication.clipboard().setText(text if whole else shown_path(path))


def open_path(path: bytes) -> None:
    """Have the system open a file; InputError with a sentence if it does not."""
    _require_there(path)
    if sys.platform == "win32":
        os.startfile(os.fsdecode(path))  # noqa: S606 - the system's own way
        return
    _start([b"open" if sys.platform == "darwin" else b"xdg-open", path], path)


def reveal_path(path: bytes) -> None:
    """Have the file manager show a file selected; at least its folder."""
    _require_there(path)
    if sys.platform == "win32":
        subprocess.Popen(["explorer", "/select,", os.fsdecode(path)])  # noqa: S603, S607 - the system's own
    elif sys.platform == "darwin":
        _start([b"open", b"-R", path], path)
    elif not _reveal_by_dbus(path):
        _start([b"xdg-open", os.path.dirname(path)], os.path.dirname(path))


def _reveal_by_dbus(path: bytes) -> bool:
    if not (shutil.which("dbus-send") and os.environ.get("DBUS_SESSION_BUS_ADDRESS")):
        return False
    address = "file://" + quote_from_bytes(path)
    command = [
        "dbus-send",
        "--session",
        "--print-reply",
        "--reply-timeout=2000",
        "--dest=org.freedesktop.FileManager1",
        "/org/freedesktop/FileManager1",
        "org.freedesktop.FileManager1.ShowItems",
        f"array:string:{address}",
        "string:",
    ]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - a list, no shell
    return done.returncode == 0


def _start(command: Sequence[bytes], path: bytes) -> None:
    """Start a program with its own session; what still runs after a moment is taken to work."""
    name = command[0].decode()
    try:
        started = subprocess.Popen(  # noqa: S603 - a list, no shell
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise InputError(
            f"{shown_path(path)} could not be opened: {name} is not installed. Copy the path from the menu instead."
        ) from error
    try:
        code = started.wait(_WAIT)
    except subprocess.TimeoutExpired:
        return
    if code:
        raise InputError(
            f"{shown_path(path)} could not be opened: {name} found no program for it. "
            "Copy the path from the menu instead."
        )
