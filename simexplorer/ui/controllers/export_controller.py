"""The answer as a report: chosen in a window with a preview, or by format in the menu; written in a thread."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from simexplorer.documents.listing import shown_path
from simexplorer.errors import Cancelled, InputError
from simexplorer.pipeline.allocating import give_back
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.lacking import not_yet
from simexplorer.ui.controllers.session import AnalysisLike, Session
from simexplorer.ui.controllers.work_queue import WorkQueue
from simexplorer.ui.dialogs.closing_box import ClosingBox
from simexplorer.ui.dialogs.export_dialog import FORMATS, KEPT, ExportChoice, ExportDialog, TablePreview
from simexplorer.ui.dialogs.save_dialog import ask_where_to_save, may_replace
from simexplorer.ui.jobs import Job, JobRunner, sentence_of
from simexplorer.ui.panels.allowing import allow, allow_button
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.status_line import StatusLine
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.reports.options import ReportOptions
    from simexplorer.workspace.standing import Standing


PREVIEW_ROWS = 40
PREVIEW_BYTES = 6_000
_PART = "problems"  # of the documents, with the columns that are chosen for them
_AS_TEXT = (".json", ".md")
_NO_PASSAGES = (
    "Shared passages are read from the documents, which were not read to the end since. "
    "Analyse again, or leave the passages out of the report."
)


class ExportController(QObject):
    """Opens the window of the report button, fills its menu, and writes what is asked for."""

    def __init__(
        self, session: Session, bar: CommandBar, status: StatusLine, message: MessageBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._bar, self._status, self._message, self._window = session, bar, status, message, window
        self.standing: Callable[[], Standing | None] = lambda: None  # what was decided, if somebody knows
        self.busy: Callable[[], bool] = lambda: False  # whether the button that stops stops something else
        self.jobs = JobRunner("report", self)
        self._queue = WorkQueue(self.jobs, self)  # every report that was asked for is written
        self.previews = JobRunner("preview", self).hand_to(self._on_previewed, self._on_not_previewed)
        self.dialog = ExportDialog(window)
        self._folder = str(Path.home())
        self._format = FORMATS[0][0]  # of a report, before what to keep was asked for
        self._asking: ClosingBox | None = None
        self.action = QAction("Save a report…", self)  # for a menu
        self.action.setShortcut(QKeySequence("Ctrl+E"))
        self.action.triggered.connect(self.open)
        for ending, title, _about in FORMATS:
            action = bar.export_menu.addAction(f"{title}…")
            action.setData(ending)
            action.triggered.connect(self._on_chosen)
        bar.export_menu.addSeparator()
        self.keep = bar.export_menu.addAction("What to keep…")
        self.keep.triggered.connect(self.open_to_keep)
        bar.export.clicked.connect(self.open)
        self.dialog.changed.connect(self._preview)
        self.dialog.save_requested.connect(self._on_save)
        session.result_changed.connect(self._on_result_changed)
        session.sources_changed.connect(self._offer)
        session.running_changed.connect(self._offer)
        self.jobs.started.connect(self.offer_cancel)
        self.jobs.ended.connect(self._on_ended)
        bar.cancel.clicked.connect(self.cancel)
        self._on_result_changed()

    def open(self) -> None:
        """Open the window to write a report."""
        if self.dialog.choice().kept:
            self.dialog.format.set_value(self._format)
        self._open()

    def _open(self) -> None:
        """Open the window on the present result."""
        result = self._session.result
        if result is None or not self._ready:
            return
        from simexplorer.reports.kept_documents import kept_ending

        name = os.path.basename(self.dialog.path.text()) or f"similarity-report{self.dialog.choice().ending}"
        self.dialog.open_on(
            os.path.join(self._folder, name), _columns(result, self._standing(result)), kept_ending(result)
        )

    def open_to_keep(self) -> None:
        """Open the window to write what remains without the near-duplicates."""
        if not self.dialog.choice().kept:
            self._format = self.dialog.choice().ending
        self._open()
        self.dialog.format.set_value(KEPT)

    def write(self, path: str, choice: ExportChoice | None = None) -> None:
        """Write the present result; the ending picks the format."""
        result, analysis = self._session.result, self._session.answering
        if result is None or not self._ready:  # a run began while the system's window asked for a name
            self._on_failed(InputError(self._why_not))
            return
        standing = self._standing(result)
        return_it = self._session.lending.borrow(analysis)  # other documents may be opened before all is written

        def work(job: Job) -> list[bytes] | str:
            from simexplorer.reports.kept_documents import write_kept
            from simexplorer.reports.writing import write_report
            from simexplorer.workspace.remaining import left_out

            give_back()  # what views have left: a report of a million pairs takes 40 MB of its own
            try:
                if choice is not None and choice.kept:
                    left = left_out(result, standing)
                    spelled = (numbers.count, numbers.decimal)
                    return write_kept(result, left, os.fsencode(path), job.progress.check, *spelled)
                return write_report(result, os.fsencode(path), _options(result, analysis, standing, choice, job))
            finally:
                return_it()

        self._message.withdraw(self)
        self._status.note(f"Writing {path} …", until_next=True)
        self._queue.add(work, self._on_written, self._on_failed)

    def offer_cancel(self) -> None:
        """A report that is being written can be stopped by the button that stops runs, unless that has one to stop."""
        if self.jobs.running and not self.busy():
            self._bar.set_running(True)

    def cancel(self) -> None:
        """Write no further; the old file, if there was one, stays as it is."""
        if self.jobs.running and not self.busy():
            self.jobs.stop()
            self._bar.show_cancelling()

    def may_close(self) -> bool:
        """Whether the window may close now: it asks where a report is being written, until that is done."""
        if not self._queue.busy:
            return True
        self._asking = box = ClosingBox(self._window)
        self.jobs.ended.connect(box.accept)
        closes = box.ask()
        self.jobs.ended.disconnect(box.accept)
        self._asking = None
        return closes

    def close(self) -> None:
        """Write no further, and stop the threads; what was not completely written is as it was."""
        self.previews.close()
        self.jobs.close(seconds=10.0)
        self._session.lending.end()

    def _standing(self, result: Result) -> Standing | None:
        standing = self.standing()
        return standing if standing is not None and standing.result is result else None

    # wishes ----------------------------------------------------------------------------------------------------------
    def _on_chosen(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        ending = str(action.data())
        proposed = os.path.join(self._folder, f"similarity-report{ending}")
        chosen = ask_where_to_save(self._window, "Save the report", proposed, f"*{ending}", ending)
        if chosen and self._may_replace_beside(chosen):
            self._folder = os.path.dirname(chosen)
            self.write(chosen)

    def _may_replace_beside(self, path: str) -> bool:
        """Ask for files of others that tables beside the report would replace: the dialog knows its own name alone."""
        from simexplorer.reports.replacing import replaced_beside

        return all(may_replace(self._window, "Save the report", os.fsdecode(file)) for file in replaced_beside(path))

    def _on_save(self) -> None:
        choice = self._choice()
        path = self.dialog.whole_path()
        self._folder = os.path.dirname(path)
        self.dialog.accept()
        self.write(path, choice)

    def _choice(self) -> ExportChoice:
        """What is chosen of the columns of now: of another measure, or where something is decided, they are others."""
        result = self._session.result
        if result is not None:
            from simexplorer.reports.kept_documents import kept_ending

            self.dialog.offer_columns(_columns(result, self._standing(result)))
            self.dialog.offer_kept(kept_ending(result))
        return self.dialog.choice()

    def _preview(self) -> None:
        result = self._session.result
        if result is None or not self.dialog.isVisible():
            return
        choice, standing = self._choice(), self._standing(result)
        self.previews.start(lambda job: _previewed(result, standing, choice, job))

    # what comes of it ------------------------------------------------------------------------------------------------
    def _on_result_changed(self) -> None:
        self._offer()
        if self._ready:
            self._preview()

    @property
    def _ready(self) -> bool:
        return self._session.result is not None and not self._session.growing

    @property
    def _why_not(self) -> str:
        return "" if self._ready else f"There is nothing to report yet. {not_yet(self._session)}"

    def _offer(self) -> None:
        """Switch off what would write a report of nothing, and say what has to come first."""
        why_not = self._why_not
        allow_button(self._bar.export, "Save a report (Ctrl+E)", why_not)
        self.dialog.allow(why_not)
        allow(self.action, why_not)

    def _on_previewed(self, found: object) -> None:
        if isinstance(found, tuple):
            self.dialog.show_tables(found)
        else:
            self.dialog.show_text(str(found), "The beginning of the file, as it will be written")

    def _on_not_previewed(self, error: Exception) -> None:
        self.dialog.show_text("", f"There is no preview. {sentence_of(error)}")

    def _on_written(self, written: object) -> None:
        assert isinstance(written, list | str)
        names = written if isinstance(written, str) else ", ".join(shown_path(path) for path in written)
        self._status.note(f"Written: {names}")

    def _on_ended(self) -> None:
        if not self.busy():
            self._bar.set_running(False)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, Cancelled):
            self._status.note("Stopped: what was not completely written is as it was.")
            return
        if self._asking is not None:  # the window stays, to tell why
            self._asking.keep.click()
        self._status.note("The report was not written.")
        self._message.say(sentence_of(error), self)


def _options(
    result: Result, analysis: AnalysisLike | None, standing: Standing | None, choice: ExportChoice | None, job: Job
) -> ReportOptions:
    """What the choices mean to the writers; without any all columns and no passages."""
    from simexplorer.reports.evidence import with_passages
    from simexplorer.reports.numbered import words_by
    from simexplorer.reports.options import ReportOptions

    words = None if analysis is None else words_by(analysis, result)
    if choice is None:
        return ReportOptions(progress=job.progress, decisions=standing, first_words=words)
    passages = choice.passages if choice.ending == ".html" else 0
    options = ReportOptions(
        columns=choice.columns,
        written_at=dt.datetime.now().astimezone() if choice.dated else None,
        progress=job.progress,
        decisions=standing,
        first_words=words,
    )
    if not passages:
        return options
    if analysis is None:
        raise InputError(_NO_PASSAGES)
    return with_passages(options, result, analysis, passages)


def _columns(result: Result, standing: Standing | None) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The tables of a report and their columns."""
    from simexplorer.reports.columns import WHOLE, Tables

    tables = map(Tables(result, standing, spell=False).table, WHOLE)
    return [(table.name, table.title, [(one.name, one.title) for one in table.columns]) for table in tables]


def _previewed(
    result: Result, standing: Standing | None, choice: ExportChoice, job: Job
) -> tuple[TablePreview, ...] | str:
    """The beginnings of the tables that the format holds, or of the file itself where it is text."""
    from simexplorer.reports.columns import WHOLE, Tables
    from simexplorer.reports.json_report import json_chunks
    from simexplorer.reports.kept_documents import kept_beginning
    from simexplorer.reports.markdown_report import markdown_chunks
    from simexplorer.workspace.remaining import left_out

    if choice.kept:
        return _beginning(kept_beginning(result, left_out(result, standing)))
    tables = Tables(result, standing)
    if choice.ending in _AS_TEXT:
        options = _options(result, None, standing, choice, job)
        chunks = (
            json_chunks(result, options.decisions) if choice.ending == ".json" else markdown_chunks(tables, options)
        )
        return _beginning(chunks)
    previews = []
    for name in (*WHOLE, _PART) if choice.ending == ".html" else WHOLE:
        job.progress.check()
        table = tables.table(name).only(choice.columns)
        rows = tuple(table.told(PREVIEW_ROWS))
        titles = tuple(column.title for column in table.columns)
        paths = frozenset(place for place, column in enumerate(table.columns) if column.labels is tables.paths)
        figures = frozenset(place for place, column in enumerate(table.columns) if column.kind not in ("text", "flag"))
        previews.append(TablePreview(table.title, titles, rows, len(table), paths, figures))
    return tuple(previews)


def _beginning(chunks: Iterable[bytes]) -> str:
    content = b""
    for chunk in chunks:
        content += chunk
        if len(content) > PREVIEW_BYTES:
            return content[:PREVIEW_BYTES].decode("utf-8", "ignore") + "\n…"
    return content.decode("utf-8", "replace")
