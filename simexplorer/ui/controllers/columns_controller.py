"""Which columns a list shows, how wide and in what order: chosen by a menu on the headings, kept between starts."""

from __future__ import annotations

from functools import partial
from zlib import crc32

from PySide6.QtCore import QByteArray, QObject, QPoint, QSettings, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from simexplorer.ui.panels.table_view import TableView


class ColumnsController(QObject):
    """Knows every list of the window by the name of its table."""

    put_back = Signal()  # every list has its first columns back, whatever they have to say now

    def __init__(self, settings: QSettings, window: QWidget) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window
        self._views: list[TableView] = []
        self._first: list[QByteArray] = []
        self.menu: QMenu | None = None

    def add(self, view: TableView) -> None:
        """One more list; it looks as the person left it."""
        header = view.horizontalHeader()
        header.setSectionsMovable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(partial(self._open_menu, view))
        self._views.append(view)
        self._first.append(view.arrangement())
        kept, names = self._settings.value(_key(view)), _names(view)
        if isinstance(kept, dict) and kept.get("columns") == names and kept.get("check") == _check(kept.get("state")):
            named = kept.get("insisted") or []
            insisted = [names.index(name) for name in names if isinstance(named, list) and name in named]
            view.restore_columns(kept["state"], bool(kept.get("sized")), insisted)

    def store(self) -> None:
        """Write down what has been arranged."""
        for view in self._views:
            names, sized = _names(view), view.sized_by_hand
            insisted = [names[number] for number in sorted(view.insisted)]
            state = view.arrangement()
            kept = {"columns": names, "state": state, "check": _check(state), "sized": sized, "insisted": insisted}
            self._settings.setValue(_key(view), kept)

    def reset(self) -> None:
        """Give every list the columns it began with."""
        for view in self._views:
            self.reset_view(view)

    def reset_view(self, view: TableView) -> None:
        """Give one list the columns it began with."""
        view.restore_columns(self._first[self._views.index(view)], sized=False)
        self.put_back.emit()

    def menu_for(self, view: TableView) -> QMenu:
        """The menu of a list's headings: a tick for each column, the last one cannot go."""
        menu = QMenu(self._window)
        menu.setToolTipsVisible(True)
        shown = [number for number in range(len(view.table.columns)) if not view.isColumnHidden(number)]
        for number in range(len(view.table.columns)):
            column = view.table.heading(number)
            no_room = " (no room)" if view.isColumnHidden(number) and view.wants(number) else ""
            action = menu.addAction((column.told or column.title or column.name) + no_room)
            action.setToolTip(column.meaning)
            action.setCheckable(True)
            action.setChecked(number in shown)
            action.setEnabled(shown != [number])
            action.toggled.connect(partial(view.show_column, number))
        menu.addSeparator()
        menu.addAction("Reset columns").triggered.connect(lambda _checked=False: self.reset_view(view))
        return menu

    def _open_menu(self, view: TableView, place: QPoint) -> None:
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = self.menu_for(view)
        self.menu.popup(view.horizontalHeader().mapToGlobal(place))


def _key(view: TableView) -> str:
    return f"columns/{view.objectName()}"


def _check(state: object) -> str:
    """Digest of what Qt wrote of a heading: from a damaged one it asks for memory without end."""
    return f"{crc32(state.data()):08x}" if isinstance(state, QByteArray) else "none"


def _names(view: TableView) -> list[str]:
    return [column.name for column in view.table.columns]
