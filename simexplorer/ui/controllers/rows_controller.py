"""Tables as documents: offered when a table is opened, from the menus of its rows and from the collection panel."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from simexplorer.documents.formats import JSON, NUMBER_OF, TABLES, holds_rows, named_type, promises_table
from simexplorer.documents.listing import Documents, Status, shown_path
from simexplorer.documents.previews import TablePreview
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.whole_tables import tables_among, tables_left_out, whole_tables
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, sentence_of
from simexplorer.ui.panels.rows_dialog import RowsDialog
from simexplorer.ui.panels.table_view import TableView

NO_TABLE = "There is no table here. Rows can be documents in CSV, TSV, JSON, Parquet and spreadsheets."
_LOOKED_INTO, _BEGINNING = 20, 1 << 12  # files of JSON; bytes of each


class RowsController(QObject):
    """Asks how tables are to be read, and has them read so."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._bench = workbench
        self.dialog = RowsDialog(workbench.window)
        self.jobs = workbench.jobs("preview")
        workbench.menus.add(
            "file", "Rows of tables as documents…", self.ask, tip="CSV, TSV, JSON, spreadsheets: a document a row"
        )
        workbench.files.extend_menu(self._extend_menu)
        workbench.opening.opened.connect(self._on_opened)
        workbench.collection.reading.rows_requested.connect(self.ask)
        workbench.collection.table_hint.clicked.connect(self.ask)
        workbench.session.show_with(self._hint)
        workbench.session.sources_changed.connect(self.jobs.cancel)
        self.dialog.chosen.connect(self._on_chosen)
        self.jobs.succeeded.connect(self._on_preview)
        self.jobs.failed.connect(self._on_failed)

    def ask(self) -> None:
        """Open the dialog for the selected table, else for the first one there is."""
        result = self._bench.session.result
        path = None if result is None else self._table_among(result.documents)
        if path is not None:
            self.ask_about(path)
        elif result is None and self._bench.session.sources:
            self._look_for_one(self._bench.session.sources)
        else:
            self._bench.message.refuse(NO_TABLE)

    def ask_about(self, path: bytes) -> None:
        """Open the dialog for this table, as soon as its first rows are read."""
        encoding = self._bench.run.recipe.encoding
        self._bench.message.withdraw(NO_TABLE)

        def look(_job: Job) -> tuple[bytes, TablePreview | None]:
            return path, _preview(path, encoding)

        self.jobs.start(look)

    def _look_for_one(self, sources: Sequence[bytes]) -> None:
        """The same for the first table below folders that no run has listed yet."""
        recipe = self._bench.run.recipe
        self._bench.message.withdraw(NO_TABLE)
        self._bench.status.note("Looking for a table …")

        def look(job: Job) -> tuple[bytes | None, TablePreview | None]:
            path = _first_below(sources, recipe, job.progress)
            job.progress.check()
            return path, None if path is None else _preview(path, recipe.encoding)

        self.jobs.start(look)

    def _table_among(self, documents: Documents) -> bytes | None:
        chosen = [row for row in self._bench.selection.documents if _table_row(documents, row) is not None]
        rows = chosen or tables_among(documents).tolist()
        row = _table_row(documents, rows[0]) if rows else None
        return _first_array(documents) if row is None else documents.paths.file(row)

    def _extend_menu(self, menu: QMenu, _view: TableView, _entry: int, documents: tuple[int, ...]) -> None:
        result = self._bench.session.result
        row = _table_row(result.documents, documents[0]) if result is not None and documents else None
        if result is not None and row is not None:
            path = result.documents.paths.file(row)
            menu.addAction("Rows as documents…").triggered.connect(lambda: self.ask_about(path))

    def _hint(self) -> None:
        result = self._bench.session.result
        tables = (0, 0) if result is None else (whole_tables(result), tables_left_out(result))
        self._bench.collection.show_tables(*tables)

    def _on_opened(self, sources: Sequence[bytes]) -> None:
        recipe = self._bench.run.recipe
        first = _first_table(sources)
        if first is not None and recipe.text_column is None and recipe.shingle_kind != "item":
            self.ask_about(first)

    def _on_preview(self, found: object) -> None:
        assert isinstance(found, tuple)
        path, preview = found
        if path is None:
            self._bench.message.refuse(NO_TABLE)
            return
        if not isinstance(preview, TablePreview) or not preview.columns:
            self._bench.message.refuse(f"{shown_path(os.path.basename(path))} has no rows that can be read.")
            return
        result = self._bench.session.result
        tables = 1 if result is None else max(1, len(tables_among(result.documents)))
        self.dialog.ask(shown_path(path), preview, self._bench.run.recipe, tables)

    def _on_failed(self, error: Exception) -> None:
        self._bench.message.say(sentence_of(error))

    def _on_chosen(self, fields: dict[str, object]) -> None:
        run = self._bench.run
        run.show_recipe(run.recipe.replace(**fields))
        if run.heavy_changes() or self._bench.session.result is None:
            run.analyse()


def _table_row(documents: Documents, row: int) -> int | None:
    """The row of the table that a document is, or lies in; None where it is neither, or lies deeper in something."""
    container = int(documents.paths.container[row])
    row = row if container < 0 else container
    is_one = documents.formats[documents.format[row]] in TABLES
    return row if is_one and documents.status[row] != Status.PENDING else None


def _preview(path: bytes, encoding: str | None) -> TablePreview | None:
    from simexplorer.documents.table_files import preview_of_file

    return preview_of_file(path, encoding=encoding)


def _first_below(sources: Sequence[bytes], recipe: Recipe, progress: Progress) -> bytes | None:
    """The first file that a run would list whose ending promises rows, else one of the first of JSON; in a thread."""
    from simexplorer.documents.walk import files_below

    arrays: list[bytes] = []
    for path in files_below(sources, read_options(recipe), lambda _count: progress.check()):
        if promises_table(path):
            return path
        if len(arrays) < _LOOKED_INTO and named_type(path) == JSON:
            arrays.append(path)
    return next(filter(_holds_rows, arrays), None)


def _first_table(sources: Sequence[bytes]) -> bytes | None:
    """The first file whose ending promises rows, or that begins as JSON of many objects."""
    tables = (path for path in sources if promises_table(path) or _holds_rows(path))
    return next(filter(os.path.isfile, tables), None)


def _first_array(documents: Documents) -> bytes | None:
    """The first file that begins as JSON of many objects, if it is among the first of JSON."""
    listed = documents.paths.container < 0
    some = np.flatnonzero(listed & (documents.format == NUMBER_OF[JSON]))[:_LOOKED_INTO].tolist()
    return next((path for path in map(documents.paths.file, some) if _holds_rows(path)), None)


def _holds_rows(path: bytes) -> bool:
    named = named_type(path)
    if named != JSON:
        return False
    try:
        with open(path, "rb") as file:
            return holds_rows(file.read(_BEGINNING), named)
    except OSError:
        return False
