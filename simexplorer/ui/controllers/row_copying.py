"""Selected rows as text on the clipboard: many are spelled in slices, between which the window answers."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

_SLICE = 0.015  # seconds


class RowCopying(QObject):
    """One copy at a time: the clipboard is filled at its end, and another one takes its place."""

    told = Signal(str)  # what goes on, and what came of it

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._parts: Iterator[list[str]] = iter(())
        self._lines: list[str] = []
        self._chosen = 0
        self._timer = after_pause(self, 0, self._go_on)

    @property
    def busy(self) -> bool:
        """Whether rows are still being spelled."""
        return self._timer.isActive()

    def copy(self, view: TableView) -> None:
        """Put the selected rows on the clipboard, tab-separated with headings."""
        self._parts, self._lines, self._chosen = view.spelled_rows(), [], view.chosen_count
        self._go_on()
        if self.busy:
            self.told.emit(f"Copying {numbers.counted(self._chosen, 'row')} …")

    def cancel(self) -> None:
        """Leave the clipboard as it is."""
        self._timer.stop()
        self._parts, self._lines = iter(()), []

    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE
        for part in self._parts:
            self._lines += part
            if time.perf_counter() > end:
                self._timer.start()
                return
        QGuiApplication.clipboard().setText("\n".join(self._lines) + "\n")
        copied, chosen = len(self._lines) - 1, numbers.counted(self._chosen, "row")
        self.cancel()
        self.told.emit(
            f"Copied {chosen}" if copied == self._chosen else f"Copied the first {numbers.count(copied)} of {chosen}"
        )
