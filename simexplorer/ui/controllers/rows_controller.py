"""Tables as documents: offered when a table is opened, from the menus of its rows and from the collection panel."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from simexplorer.documents.extracted import Refusal
from simexplorer.documents.formats import JSON, NUMBER_OF, TABLES, holds_rows, named_type, promises_table
from simexplorer.documents.listing import Documents, Status, shown_path
from simexplorer.documents.previews import TablePreview, documents_of
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.whole_tables import tables_among, tables_left_out, whole_tables
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.rows_dialog import RowsDialog
from simexplorer.ui.jobs import Job, sentence_of
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.plots.short_names import short_names

NO_TABLE = "There is no table here. Rows can be documents in CSV, TSV, JSON, Parquet and spreadsheets."
_LOOKING = "Looking for a table …"
_LOOKED_INTO, _BEGINNING = 20, 1 << 12  # files of JSON; bytes of each
_MOST_OFFERED = 200  # tables that a person can choose among


class Tables(Struct, frozen=True):
    """Tables of the collection: the one that is asked about, some to choose among, and how many there are in all."""

    asked: bytes
    offered: tuple[bytes, ...]
    count: int

    @classmethod
    def of(cls, asked: bytes, found: Sequence[bytes], count: int = 0) -> Tables:
        """The first of those found, always with the one that is asked about."""
        offered = tuple(found[:_MOST_OFFERED])
        return cls(asked, offered if asked in offered else (asked, *offered), max(1, count, len(found)))

    @classmethod
    def first_of(cls, found: Sequence[bytes]) -> Tables | None:
        """Those found, the first of which is asked about; None where there is none."""
        return cls.of(found[0], found) if found else None


# None: there are no tables, or this one has no rows; whether they were just opened: then nothing is said of none, and
# nothing asked of one that has the columns that are set
Tabled = tuple[Tables | None, TablePreview | None, bool]


class RowsController(QObject):
    """Asks how tables are to be read, and has them read so."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._bench = workbench
        self.dialog = RowsDialog(workbench.window)
        self.jobs = workbench.jobs("preview").hand_to(self._on_preview, self._on_failed)
        workbench.menus.add(
            "file", "Rows of tables as documents…", self.ask, tip="CSV, TSV, JSON, spreadsheets: a document a row"
        )
        workbench.files.extend_menu(self._extend_menu)
        workbench.opening.opened.connect(self._on_opened)
        workbench.collection.reading.rows_requested.connect(self.ask)
        workbench.collection.table_hint.clicked.connect(self.ask)
        workbench.session.show_with(self._hint)
        workbench.session.sources_changed.connect(self.jobs.cancel)
        self._tables: Tables | None = None  # those that the dialog is open for
        self.dialog.chosen.connect(self._on_chosen)
        self.dialog.table_wanted.connect(self._on_table_wanted)
        self.jobs.ended.connect(lambda: workbench.status.withdraw(_LOOKING))

    def ask(self) -> None:
        """Open the dialog for the selected table, else for the first one there is."""
        session, recipe = self._bench.session, self._bench.run.recipe
        result, sources = session.result, session.sources
        if result is not None:
            documents, selected = result.documents, self._bench.selection.documents
            self._look(lambda _progress: _table_among(documents, selected))
        elif sources:
            self._bench.status.note(_LOOKING)
            self._look(lambda progress: Tables.first_of(_tables_below(sources, recipe, progress)))
        else:
            self._bench.message.refuse(NO_TABLE, self)

    def ask_about(self, path: bytes) -> None:
        """Open the dialog for this table, as soon as its first rows are read."""
        result = self._bench.session.result
        self._look(lambda _progress: Tables.of(path, ()) if result is None else _tables_of(result.documents, path))

    def _look(self, find: Callable[[Progress], Tables | None], *, opened: bool = False) -> None:
        """Open the dialog for what is found, in a thread; ``opened`` : as ``Tabled`` has it."""
        encoding = self._bench.run.recipe.encoding
        self._bench.message.withdraw(self)

        def look(job: Job) -> Tabled:
            tables = find(job.progress)
            job.progress.check()
            return tables, None if tables is None else _preview(tables.asked, encoding), opened

        self.jobs.start(look)

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
        def offer() -> None:
            if self._bench.run.recipe.shingle_kind != "item":
                self._look(lambda _progress: Tables.first_of(_tables_in(sources)), opened=True)

        if any(promises_table(path) or named_type(path) == JSON for path in sources):
            self._bench.opening.once_kept(offer)  # its run may say already what its rows are

    def _on_table_wanted(self, number: int) -> None:
        assert self._tables is not None
        tables = Tables.of(self._tables.offered[number], self._tables.offered, self._tables.count)
        self._look(lambda _progress: tables)

    def _on_preview(self, found: object) -> None:
        assert isinstance(found, tuple)
        tables, preview, opened = found
        if opened and (tables is None or (preview is not None and _fits(preview, self._bench.run.recipe))):
            return  # there is nothing to ask: no table, or one that is read as kept, or as the one before
        if tables is None:
            self._bench.message.refuse(NO_TABLE, self)
            return
        asked = tables.offered.index(tables.asked)
        has_rows = isinstance(preview, TablePreview) and bool(preview.columns)
        if self.dialog.isVisible():
            self.dialog.show_table(asked, shown_path(tables.asked), preview if has_rows else TablePreview((), ()))
        elif has_rows:
            self._tables = tables
            names = short_names([shown_path(path) for path in tables.offered])
            self.dialog.offer_tables(names, asked, tables.count)
            self.dialog.ask(shown_path(tables.asked), preview, self._bench.run.recipe)
        else:
            name = shown_path(os.path.basename(tables.asked))
            self._bench.message.refuse(f"{name} has no rows that can be read.", self)

    def _on_failed(self, error: Exception) -> None:
        self._bench.message.say(sentence_of(error), self)

    def _on_chosen(self, fields: dict[str, object]) -> None:
        run = self._bench.run
        run.show_recipe(run.recipe.replace(**fields))
        if run.heavy_changes() or self._bench.session.result is None:
            run.analyse()


def _table_row(documents: Documents, row: int) -> int | None:
    """The row of the table that a document is, or lies in; None where it is neither, or lies deeper in something."""
    row = documents.paths.file_row(row)
    is_one = documents.formats[documents.format[row]] in TABLES
    return row if is_one and documents.status[row] != Status.PENDING else None


def _fits(preview: TablePreview, recipe: Recipe) -> bool:
    """Whether a recipe makes documents of rows, by columns that this table has."""
    if recipe.shingle_kind == "item" or recipe.text_column is None:
        return recipe.shingle_kind == "item"
    header = preview.certain or recipe.table_header is not False
    try:
        documents_of(preview, recipe.text_column, recipe.id_column, items=False, header=header)
    except Refusal:
        return False
    return True


def _preview(path: bytes, encoding: str | None) -> TablePreview | None:
    from simexplorer.documents.table_files import preview_of_file

    return preview_of_file(path, encoding=encoding)


def _table_among(documents: Documents, selected: Sequence[int]) -> Tables | None:
    """The selected table of a run, else its first one, else its first file of JSON that holds rows; in a thread."""
    chosen = [row for row in selected if _table_row(documents, row) is not None]
    rows = chosen or tables_among(documents)[:1].tolist()
    row = _table_row(documents, rows[0]) if rows else None
    path = _first_array(documents) if row is None else documents.paths.file(row)
    return None if path is None else _tables_of(documents, path)


def _tables_of(documents: Documents, asked: bytes) -> Tables:
    """The tables that a run has listed."""
    rows = tables_among(documents)
    return Tables.of(asked, [documents.paths.file(row) for row in rows[:_MOST_OFFERED].tolist()], len(rows))


def _tables_below(sources: Sequence[bytes], recipe: Recipe, progress: Progress) -> list[bytes]:
    """The files that a run would list whose ending promises rows, else those of the first of JSON; in a thread."""
    from simexplorer.documents.walk import files_below

    tables: list[bytes] = []
    arrays: list[bytes] = []
    for path in files_below(sources, read_options(recipe), lambda _count: progress.check()):
        if promises_table(path):
            tables.append(path)
        elif len(arrays) < _LOOKED_INTO and named_type(path) == JSON:
            arrays.append(path)
    return tables or list(filter(_holds_rows, arrays))


def _tables_in(sources: Sequence[bytes]) -> list[bytes]:
    """The first files whose ending promises rows, or that begin as JSON of many objects; in a thread."""
    tables = (path for path in sources if promises_table(path) or _holds_rows(path))
    return list(islice(filter(os.path.isfile, tables), _MOST_OFFERED))


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
