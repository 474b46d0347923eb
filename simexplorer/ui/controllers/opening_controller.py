"""Opening: by dialog, by dropping, from the list of recent ones; paths stay bytes all the way."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

from PySide6.QtCore import QMimeData, QObject, QSettings, QTimer, QUrl, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from simexplorer.documents.listing import shown_path
from simexplorer.documents.magic import WORKSPACE_ENDING
from simexplorer.documents.sources import forbidden
from simexplorer.ui.controllers.run_controller import RunController
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.theme import numbers

MOST_RECENT = 10
_MOST_PLACES = 3  # that are named below one another
SAMPLE = Path(__file__).parent.parent.parent.parent / "resources" / "sample"


class OpeningController(QObject):
    """Takes folders and files from wherever they come and hands them to the run controller."""

    opened = Signal(list)  # absolute paths as bytes

    def __init__(
        self,
        run: RunController,
        bar: CommandBar,
        collection: CollectionPanel,
        message: MessageBar,
        settings: QSettings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._run, self._bar, self._collection, self._message = run, bar, collection, message
        self._settings, self._window = settings, window
        self.open_workspace: Callable[[bytes], None] | None = None  # who opens saved workspaces
        # calls back once it is known what is kept of the documents that were opened
        self.once_kept: Callable[[Callable[[], None]], None] = lambda act: act()
        self.actions = {
            "openFolder": _action(self, "Open folder…", "Ctrl+O"),
            "openFiles": _action(self, "Open files…", "Ctrl+Shift+O"),
            "openSample": _action(self, "Open the sample collection", ""),
        }
        self.actions["openFolder"].triggered.connect(self.ask_for_folder)
        self.actions["openFiles"].triggered.connect(self.ask_for_files)
        self.actions["openSample"].triggered.connect(self.open_sample)
        self.actions["openSample"].setVisible(SAMPLE.is_dir())
        bar.open.clicked.connect(self.ask_for_folder)
        bar.recent_chosen.connect(lambda stored: self.open([unquote_to_bytes(stored)]))
        self._show_recent()

    def open(self, sources: Sequence[bytes]) -> bool:
        """Open folders and files; False, with a sentence shown, if one of them cannot be opened."""
        whole = [os.path.abspath(source) for source in sources]
        if len(whole) == 1 and _may_be_workspace(whole[0]) and self.open_workspace is not None:
            self.open_workspace(whole[0])
            return True
        if closed := next(filter(None, map(forbidden, whole)), ""):
            self._message.say(closed)
            return False
        missing = [source for source in whole if not os.path.lexists(source)]
        if not missing and any(_may_be_workspace(source) for source in whole):
            self._message.say("A saved workspace is opened alone. Open one of them, or documents without any.")
            return False
        if missing or not whole:
            self._message.say(
                f"{shown_path(missing[0])} is not there. Open another folder."
                if missing
                else "There is nothing to open."
            )
            return False
        self._run.open(whole)
        self._collection.show_sources(
            title_of(whole), shown_path(whole[0]) if len(whole) == 1 else shown_path(os.path.commonpath(whole))
        )
        if len(whole) == 1:
            self.remember(whole[0])
        self.opened.emit(whole)
        return True

    def open_sample(self) -> None:
        """Open the collection that comes with the program."""
        if SAMPLE.is_dir():
            self.open([os.fsencode(SAMPLE)])
        else:
            self._message.say("The sample collection is not installed here. Open a folder of your own instead.")

    def ask_for_folder(self) -> None:
        """Let the person choose a folder."""
        chosen = QFileDialog.getExistingDirectory(self._window, "Open a folder", self._last_place())
        if chosen:
            self.open([os.fsencode(chosen)])

    def ask_for_files(self) -> None:
        """Let the person choose files."""
        chosen, _ = QFileDialog.getOpenFileNames(self._window, "Open files", self._last_place())
        if chosen:
            self.open([os.fsencode(path) for path in chosen])

    def words_of_drop(self, data: QMimeData) -> str:
        """What letting go of this would do; nothing where it is not taken."""
        sources = dropped_paths(data)
        if not sources:
            return ""
        kind = "the saved workspace " if len(sources) == 1 and _may_be_workspace(sources[0]) else ""
        return f"Let go to open {kind}{title_of([os.path.abspath(source) for source in sources])}"

    def take_drop(self, data: QMimeData) -> bool:
        """Open what was dropped, after the drop has returned: whoever it came from must not wait."""
        sources = dropped_paths(data)
        if sources:
            QTimer.singleShot(0, self, lambda: self.open(sources))
        return bool(sources)

    # recent ----------------------------------------------------------------------------------------------------------
    def recent(self) -> list[bytes]:
        """Sources opened last, newest first; one of several is stored as a line of its own kind."""
        stored = self._settings.value("recent", [])
        lines = [stored] if isinstance(stored, str) else list(stored) if isinstance(stored, list) else []
        return [unquote_to_bytes(str(line)) for line in lines if line]

    def remember(self, path: bytes) -> None:
        """Put a folder, file or workspace at the head of what was opened last."""
        lines = [path, *(other for other in self.recent() if other != path)][:MOST_RECENT]
        self._settings.setValue("recent", [quote_from_bytes(line, safe="/") for line in lines])
        self._show_recent()

    def _show_recent(self) -> None:
        entries = [(shown_path(path), quote_from_bytes(path, safe="/")) for path in self.recent()]
        self._bar.set_recent(entries, list(self.actions.values()))

    def _last_place(self) -> str:
        recent = self.recent()
        return os.fsdecode(os.path.dirname(recent[0])) if recent else str(Path.home())


def dropped_paths(data: QMimeData) -> list[bytes]:
    """Local paths of a drop, from its raw bytes: a QUrl would lose names that are not UTF-8."""
    raw = bytes(data.data("text/uri-list").data())
    paths = []
    for line in raw.replace(b"\r", b"").split(b"\n"):
        if line.startswith(b"file://"):
            _host, slash, place = line[len(b"file://") :].partition(b"/")
            paths.append(unquote_to_bytes((slash + place).rstrip(b"\0")))
    if not paths or os.name == "nt":
        paths = [os.fsencode(QUrl(url).toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if os.path.isabs(path)]  # without a place it would be one of this program's folder


def title_of(sources: Sequence[bytes]) -> str:
    """The name of one source, or how many there are."""
    if len(sources) == 1:
        return shown_path(os.path.basename(sources[0]) or sources[0])
    return f"{numbers.count(len(sources))} sources"


def place_of(sources: Sequence[bytes]) -> str:
    """Where the sources are: the folder that holds them all, and themselves where that is the root of everything."""
    place = sources[0] if len(sources) == 1 else os.path.commonpath(sources)
    if len(sources) == 1 or place != b"/":
        return shown_path(place)
    more = [f"and {numbers.count(len(sources) - _MOST_PLACES)} more"] if len(sources) > _MOST_PLACES else []
    return "\n".join([*map(shown_path, sources[:_MOST_PLACES]), *more])


def _may_be_workspace(path: bytes) -> bool:
    """By its name; a folder may be called what it likes."""
    return path.lower().endswith(WORKSPACE_ENDING) and not os.path.isdir(path)


def _action(parent: QObject, text: str, keys: str) -> QAction:
    action = QAction(text, parent)
    if keys:
        action.setShortcut(keys)
    return action
