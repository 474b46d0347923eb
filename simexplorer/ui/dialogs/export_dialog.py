"""Save a report: format, columns, passages, and a preview of exactly what will be written."""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from simexplorer.documents.listing import shown_path
from simexplorer.ui.dialogs.preview_view import preview_view
from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.models.preview_table import PreviewRows
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.panels.number_fields import ChoiceField, WholeField
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import fonts, metrics, numbers

FORMATS = (
    (".html", "Web page (HTML)", "One file to read, sort, filter and print; needs no network."),
    (".json", "JSON", "Everything that was found, for programs."),
    (".csv", "Tables (CSV)", "Three files: pairs, clusters, documents."),
    (".md", "Markdown", "The first 500 rows of each table, for a message or a wiki."),
    (".xlsx", "Workbook (XLSX)", "Summary, clusters, pairs and documents as sheets."),
    (".parquet", "Parquet", "Three files for data programs; needs the package pyarrow."),
)
KEPT = "kept"  # in place of an ending: what remains without the near-duplicates
_LIST = ".txt"
_NAMES = ("similarity-report", "kept")  # that files of reports, and of what remains, are given
_NAME = Qt.ItemDataRole.UserRole
_PAUSE = 150


class ExportChoice(Struct, frozen=True):
    """What is chosen; ``columns`` is None for all, else names as ``table.column``.

    kept : what remains without the near-duplicates is written, no report
    """

    ending: str
    columns: tuple[str, ...] | None
    passages: int
    dated: bool
    kept: bool = False


class TablePreview(Struct, frozen=True):
    """The first rows of one table; ``paths``, ``figures`` : columns that name documents, and that hold numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    count: int
    paths: frozenset[int] = frozenset()
    figures: frozenset[int] = frozenset()


class ExportDialog(SideWindow):
    """Choices on the left, the preview on the right."""

    changed = Signal()
    save_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Save a report", "exportDialog", (940, 600), parent)
        self.intro.setText("Written is what the run found, however the lists are filtered and sorted.")
        self._previews: tuple[TablePreview, ...] = ()
        self._folder = ""  # where a name without one is written
        self._offered: Sequence[tuple[str, str, Sequence[tuple[str, str]]]] = ()
        self._left_out: set[str] = set()  # columns, of those that were not offered last too
        self._kept = _LIST  # the ending of a file of what remains
        self._why_not = ""  # why there is nothing to write
        self._pause = after_pause(self, _PAUSE, self.changed)
        self.format = named(ChoiceField(), "formatChoice", "Format of the report")
        kept = KEPT, _kept_words(self._kept)[0]
        self.format.fill([*((ending, words) for ending, words, _about in FORMATS), kept])
        self.about = label(role="muted", wrap=True)
        self.path = named(QLineEdit(), "reportPathEdit", "File to write")
        self.outcome = named(label(role="warning", wrap=True), "reportOutcome", "What becomes of a file of this name")
        self.choose = push_button("Choose…", "chooseReportButton", "Choose the file")
        self.choose.setAutoDefault(False)
        self.columns = named(QListWidget(), "columnsList", "Columns to write")
        self.columns.setProperty("framed", True)
        self.with_passages = named(QCheckBox("Shared passages of the top"), "passagesCheck", "Show shared passages")
        self.passages = named(WholeField(), "passagesCount", "Number of pairs whose passages are shown")
        self.passages.setRange(1, 500)
        self.passages.setValue(20)
        self.passages.setKeyboardTracking(True)  # the preview follows each key
        self.dated = named(QCheckBox("State the date and timings"), "datedCheck", "State the date")
        self.dated.setToolTip("Without them the same input and recipe give the same bytes.")
        self.dated.setChecked(True)
        self.with_passages.setChecked(True)
        self.tables = named(QTabBar(), "previewTabs", "Tables of the report")
        self.tables.setDrawBase(False)
        self.tables.setExpanding(False)
        self.rows = PreviewRows(self)
        self.text = _beginning_of_file()
        self.note = named(label(role="muted"), "previewNote", "What the preview shows")
        self._lay_out()
        self.shut = self.add_button("Cancel", "cancelReportButton")
        self.save = self.add_button("Save report", "saveReportButton", primary=True)
        self._connect()
        self._on_format()

    def _lay_out(self) -> None:
        both = metrics.spaced(QHBoxLayout(), metrics.GROUP)
        both.addLayout(self._choices(), 2)
        both.addLayout(self._preview(), 4)
        self.body.addLayout(both, 1)

    def _choices(self) -> QVBoxLayout:
        left = metrics.spaced(QVBoxLayout(), metrics.GAP)
        where = metrics.spaced(QHBoxLayout(), metrics.GAP)
        where.addWidget(self.path, 1)
        where.addWidget(self.choose)
        passages = metrics.spaced(QHBoxLayout(), metrics.GAP)
        passages.addWidget(self.with_passages)
        passages.addWidget(self.passages)
        self.pairs_word = label("pairs")
        passages.addWidget(self.pairs_word)
        passages.addStretch(1)
        self.columns_title = label("Columns", role="section")
        left.addWidget(label("Format", role="section"))
        left.addWidget(self.format)
        left.addWidget(self.about)
        left.addWidget(label("File", role="section"))
        left.addLayout(where)
        left.addWidget(self.outcome)
        left.addWidget(self.columns_title)
        left.addWidget(self.columns, 1)
        left.addLayout(passages)
        left.addWidget(self.dated)
        left.addStretch(0)
        return left

    def _preview(self) -> QVBoxLayout:
        self._stack = QStackedWidget()
        self._table = preview_view(self.rows, "reportPreview", "The first rows of the table")
        self._stack.addWidget(self._table)
        self._stack.addWidget(self.text)
        right = metrics.spaced(QVBoxLayout(), metrics.GAP)
        right.addWidget(label("Preview", role="section"))
        right.addWidget(self.tables)
        right.addWidget(self._stack, 1)
        right.addWidget(self.note)
        return right

    def _connect(self) -> None:
        self.shut.clicked.connect(self.reject)
        self.save.clicked.connect(self.save_requested)
        self.choose.clicked.connect(self._on_choose)
        self.format.currentIndexChanged.connect(self._on_format)
        self.path.textEdited.connect(self._on_path)
        self.path.textChanged.connect(self._say_outcome)
        self.columns.itemChanged.connect(self._on_column)
        self.tables.currentChanged.connect(self._show_table)
        self.with_passages.toggled.connect(self.passages.setEnabled)

    # choices ---------------------------------------------------------------------------------------------------------
    def open_on(self, path: str, tables: Sequence[tuple[str, str, Sequence[tuple[str, str]]]], kept: str) -> None:
        """Open it for this file; ``tables`` are (name, title, columns as (name, title)), ``kept`` as ``offer_kept``."""
        self._folder = os.path.dirname(path)
        self.path.setText(path)
        self.offer_kept(kept)
        self.offer_columns(tables)
        self._on_path(path)
        self._say_outcome()
        self.open_beside()
        self._pause.start()

    def offer_columns(self, tables: Sequence[tuple[str, str, Sequence[tuple[str, str]]]]) -> None:
        """These columns, as ``open_on`` has them; those stay left out that were, also while they are not offered."""
        if tables == self._offered:
            return
        self._offered = tables
        there = {str(item.data(_NAME)) for item in self._items()}
        kept = self._left_out = self._left_out - there | set(self.left_out())
        with QSignalBlocker(self.columns):
            self.columns.clear()
            for name, title, columns in tables:
                head = QListWidgetItem(title)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                bold = head.font()
                bold.setBold(True)
                head.setFont(bold)
                self.columns.addItem(head)
                for column, words in columns:
                    item = QListWidgetItem(words)
                    item.setData(_NAME, f"{name}.{column}")
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
                    out = f"{name}.{column}" in kept
                    item.setCheckState(Qt.CheckState.Unchecked if out else Qt.CheckState.Checked)
                    self.columns.addItem(item)

    def offer_kept(self, ending: str) -> None:
        """Offer what remains in a file of this ending: rows of a table of it, or a list of paths."""
        before, self._kept = self._kept, ending
        place = self.format.findData(KEPT)
        self.format.setItemText(place, _kept_words(ending)[0])
        if self.format.currentIndex() == place and before != ending:
            self.path.setText(self.path.text().removesuffix(before) + ending)
            self._on_format()

    def allow(self, why_not: str) -> None:
        """Whether there is something to write: empty, or why not in a sentence."""
        if why_not != self._why_not:
            self._why_not = why_not
            self._say_outcome()

    def choice(self) -> ExportChoice:
        """What is chosen now."""
        names = [str(item.data(_NAME)) for item in self._items() if item.checkState() == Qt.CheckState.Checked]
        return ExportChoice(
            ending=self._ending,
            columns=tuple(names) if self.left_out() else None,
            passages=self.passages.value() if self.with_passages.isChecked() else 0,
            dated=self.dated.isChecked(),
            kept=self._keeps,
        )

    @property
    def _keeps(self) -> bool:
        """Whether what remains is to be written, no report."""
        return self.format.value() == KEPT

    @property
    def _ending(self) -> str:
        return self._kept if self._keeps else self.format.value()

    def whole_path(self) -> str:
        """The file to write: what stands in the field, from the folder that the window was opened on."""
        return os.path.join(self._folder, os.path.expanduser(self.path.text().strip()))

    def left_out(self) -> list[str]:
        """Columns that are not wanted."""
        return [str(item.data(_NAME)) for item in self._items() if item.checkState() != Qt.CheckState.Checked]

    def _items(self) -> list[QListWidgetItem]:
        items = [self.columns.item(row) for row in range(self.columns.count())]
        return [item for item in items if item.data(_NAME)]

    # preview ---------------------------------------------------------------------------------------------------------
    def show_tables(self, previews: Sequence[TablePreview]) -> None:
        """Show the beginnings of tables."""
        chosen = max(0, self.tables.currentIndex())
        self._previews = tuple(previews)
        with QSignalBlocker(self.tables):
            while self.tables.count():
                self.tables.removeTab(0)
            for preview in previews:
                self.tables.addTab(preview.title)
            self.tables.setCurrentIndex(min(chosen, len(previews) - 1))
        self.tables.show()
        self._stack.setCurrentIndex(0)
        self._show_table(self.tables.currentIndex())

    def show_text(self, text: str, note: str) -> None:
        """Show the beginning of the file as it is."""
        self.tables.hide()
        self._stack.setCurrentIndex(1)
        self.text.setPlainText(text)
        self.note.setText(note)

    def _show_table(self, place: int) -> None:
        if 0 <= place < len(self._previews):
            preview = self._previews[place]
            self.rows.show(preview.columns, preview.rows, preview.paths, preview.figures)
            shown = (
                f", the first {numbers.count(len(preview.rows))} are shown" if preview.count > len(preview.rows) else ""
            )
            self.note.setText(f"{numbers.counted(preview.count, 'row')}{shown}")

    # following -------------------------------------------------------------------------------------------------------
    def _on_format(self, *_place: int) -> None:
        ending, chosen = self._ending, str(self.format.currentData())
        abouts = {known: about for known, _, about in FORMATS} | {KEPT: _kept_words(ending)[1]}
        self.about.setText(abouts[chosen])
        if self.path.text():
            stem, old = os.path.splitext(self.path.text())
            stem = stem if old.lower() in {*abouts, self._kept} else self.path.text()
            folder, name = os.path.split(stem)
            name = _NAMES[self._keeps] if name in _NAMES else name
            self.path.setText(os.path.join(folder, name) + ending)
        self.columns.setVisible(chosen not in (".json", KEPT))
        self.columns_title.setVisible(chosen not in (".json", KEPT))
        for widget in (self.with_passages, self.passages, self.pairs_word):
            widget.setVisible(chosen == ".html")
        self.dated.setVisible(chosen in (".html", ".md", ".xlsx"))
        self._say_outcome()
        self._pause.start()

    def _on_path(self, text: str) -> None:
        ending = os.path.splitext(text)[1].lower()
        place = self.format.findData(ending)
        place = self.format.findData(KEPT) if place < 0 and ending == self._kept else place
        if place >= 0 and ending != self._ending:
            self.format.setCurrentIndex(place)

    def _say_outcome(self) -> None:
        """Before it is pressed: whether the button replaces a file, or why it cannot be pressed."""
        path, words, what = self.whole_path(), "", "file" if self._keeps else "report"
        endings = [self._kept] if self._keeps else [ending for ending, _, _ in FORMATS]
        known = os.path.splitext(path)[1].lower() in endings
        folder, there = os.path.dirname(path), os.path.lexists(path)
        beside = _replaced_beside(path) if known and not self._keeps else ""
        replaces = known and (there or bool(beside)) and not os.path.isdir(path)
        if self._why_not:
            words = self._why_not
        elif not self.path.text().strip():
            words = f"Give the {what} a name."
        elif os.path.isdir(path):
            words = "A folder of this name is there already: choose another name."
        elif not known:
            words = f"Let the name end in {', '.join(endings)}."
        elif not os.path.isdir(folder):
            words = f"There is no folder {folder}: choose another."
        elif not os.access(path if there else folder, os.W_OK):
            words = "This file cannot be written: choose another." if there else "This folder allows no new files."
        self.save.setEnabled(not words)
        if replaces and not words:
            words = f"{beside or 'A file of this name'} is there already: it will be replaced."
        self.outcome.setText(words)
        self.outcome.setVisible(bool(words))
        self.save.setText(f"{'Replace' if replaces else 'Save'} {what}")

    def _on_column(self, item: QListWidgetItem) -> None:
        """One column of a table stays: the last that is taken out is put back."""
        table = str(item.data(_NAME)).partition(".")[0]
        of_table = [one for one in self._items() if str(one.data(_NAME)).startswith(f"{table}.")]
        if all(one.checkState() != Qt.CheckState.Checked for one in of_table):
            item.setCheckState(Qt.CheckState.Checked)
        self._pause.start()

    def _on_choose(self) -> None:
        ending = self._ending
        chosen, _ = QFileDialog.getSaveFileName(self, "Save the report", self.path.text(), f"*{ending}")
        if chosen:
            self.path.setText(chosen if chosen.lower().endswith(ending) else chosen + ending)
            self._on_path(self.path.text())


def _kept_words(ending: str) -> tuple[str, str]:
    """What a file of this ending holds of what remains: as a choice, and in a sentence."""
    stays = "without the duplicates: of each cluster what is marked to be kept, else its representative."
    if ending == _LIST:
        return "Paths to keep (TXT)", f"The paths of all documents {stays}"
    return f"Rows to keep ({ending[1:].upper()})", f"The rows of the table, as they stand in it, {stays}"


def _replaced_beside(path: str) -> str:
    """The name of a file of others that a table beside the report would replace, else nothing."""
    from simexplorer.reports.replacing import replaced_beside

    beside = replaced_beside(path)
    return shown_path(os.path.basename(beside[0])) if beside else ""


def _beginning_of_file() -> QPlainTextEdit:
    made = named(QPlainTextEdit(), "previewText", "The beginning of the file")
    made.setReadOnly(True)
    made.setProperty("framed", True)
    made.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    fonts.write_fixed(made)
    return made
