"""The answer as a report: the format is chosen in the menu, the file is written in a thread."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from simexplorer.errors import SimExplorerError
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.status_line import StatusLine

FORMATS = {
    ".html": "Web page (HTML)…",
    ".json": "JSON…",
    ".csv": "Tables (CSV)…",
    ".md": "Markdown…",
    ".xlsx": "Workbook (XLSX)…",
    ".parquet": "Parquet…",
}


class ExportController(QObject):
    """Fills the menu of the report button and writes what is asked for."""

    def __init__(
        self, session: Session, bar: CommandBar, status: StatusLine, message: MessageBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._bar, self._status, self._message, self._window = session, bar, status, message, window
        self.jobs = JobRunner("report", self)
        for ending, title in FORMATS.items():
            action = bar.export_menu.addAction(title)
            action.setData(ending)
            action.triggered.connect(self._on_chosen)
        session.result_changed.connect(self._on_result_changed)
        self.jobs.succeeded.connect(self._on_written)
        self.jobs.failed.connect(self._on_failed)
        self._on_result_changed()

    def write(self, path: str) -> None:
        """Write the present result; the ending picks the format."""
        result = self._session.result
        if result is None:
            return

        def work(_job: object) -> list[bytes]:
            from simexplorer.reports.writing import write_report

            return write_report(result, os.fsencode(path))

        self._status.say(f"Writing {path} …")
        self.jobs.start_after(work)

    def close(self) -> None:
        """Let a report that is being written end, then stop the thread."""
        self.jobs.close(seconds=10.0)

    def _on_chosen(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        ending = str(action.data())
        proposed = str(Path.home() / f"similarity-report{ending}")
        chosen, _ = QFileDialog.getSaveFileName(self._window, "Save the report", proposed, f"*{ending}")
        if chosen:
            self.write(chosen if chosen.lower().endswith(ending) else chosen + ending)

    def _on_result_changed(self) -> None:
        ready = self._session.result is not None and not self._session.growing
        self._bar.export.setEnabled(ready)

    def _on_written(self, written: object) -> None:
        assert isinstance(written, list)
        names = ", ".join(path.decode("utf-8", "backslashreplace") for path in written)
        self._status.say(f"Written: {names}")

    def _on_failed(self, error: object) -> None:
        assert isinstance(error, Exception)
        self._status.say("The report was not written.")
        if not isinstance(error, SimExplorerError):
            raise error
        self._message.say(str(error))
