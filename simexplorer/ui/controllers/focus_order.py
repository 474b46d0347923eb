"""Tab goes through the window as one reads it, whatever was made, shown or filled when."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.panels.focus_mark import CLICKED, SHOWS_FOCUS
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.reading_order import put_in_order, reading_order


class FocusOrder(QObject):
    """Commands, collection, views, the view in front, evidence, tuning."""

    def __init__(self, workbench: Workbench, docks: Sequence[QWidget]) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        left, below, right = docks
        self._parts = (workbench.bar, left, workbench.message, workbench.tabs, below, right)
        self._stops: list[QWidget] = []  # as they were put in order
        tabs = workbench.tabs
        tabs.tabBar().tabBarClicked.connect(self._enter_soon)
        tabs.tabCloseRequested.connect(self._enter_soon)
        workbench.views.led.connect(self.enter)

    def renew(self) -> None:
        """Put in order what is there now; a few milliseconds, for the moment in which Tab is pressed."""
        window = self._workbench.window  # a panel that floats is a window of its own, with an order of its own
        parts = (part for part in self._parts if part.isVisible() and part.window() is window)
        stops = [stop for part in parts for stop in reading_order(part)]
        if stops != self._stops:
            self._stops = stops
            put_in_order(stops)

    def enter(self, clicked: bool = False) -> None:
        """Give the keyboard to what the view in front lists, if it lists anything, once that is in its place."""
        self._workbench.tabs.once_shown(partial(self._enter, clicked))

    def _enter(self, clicked: bool) -> None:
        self._workbench.window.setProperty(CLICKED, clicked)
        _first_of(self._workbench.tabs.currentWidget()).setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._workbench.window.setProperty(CLICKED, False)

    def _enter_soon(self, place: int) -> None:
        """A tab was clicked, and comes to the front after this; or one was closed, and another one is there."""
        if place >= 0:
            self._workbench.session.turns.add(partial(self.enter, True), key=self.enter)


def _first_of(page: QWidget) -> QWidget:
    """A list or the map: what arrows move in; the page itself where there is none, or nothing in it."""
    if isinstance(page, ListPage) and not page.is_filled:
        return page
    stops = (stop for stop in reading_order(page) if stop.isEnabledTo(page))
    return next((s for s in stops if isinstance(s, QAbstractItemView) or s.property(SHOWS_FOCUS)), page)
