"""Rows of a table as documents: which column holds the text and which the name, and at once what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QMenu,
    QRadioButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simexplorer.documents.extracted import ALL_COLUMNS, Refusal
from simexplorer.documents.previews import TablePreview, cell_words, documents_of
from simexplorer.documents.readers.row_cutter import names_of
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.dialogs.column_guess import id_column, is_record, likely_columns
from simexplorer.ui.dialogs.preview_view import preview_view
from simexplorer.ui.models.preview_table import PreviewRows
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import caption_of, label, named, push_button, tool_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.on_screen import give_size, keep_on_screen
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.theme import metrics, numbers

TEXT, ROWS, BASKETS = range(3)
_HEADER_MEANING = "The first row is not data: it names the columns."
_TABLE_MEANING = "The table whose first rows are shown here, and whose columns can be chosen."
_MORE_MEANING = "Another column, whose cells stand behind those of the chosen ones, with a blank between."
_FOR_ALL = (
    "The choice holds for {} tables of the collection: those that have no column of this name are left out, "
    "and Problems lists them."
)
_BY_NUMBER = "The choice holds for {} tables of the collection: of each, column {} is read, whatever it holds."
_ITEMS = "Then: sets of items, {}; equal ones count once"
_CUT = "cut at the first of ; | , that a cell holds"
_WAYS = (
    ("The whole table is one text", "tableAsTextRadio"),
    ("Each row is a document", "rowsRadio"),
    ("Each row is a basket: a set of items", "basketsRadio"),
)


def _several(text: str | None, keys: list[str]) -> list[tuple[str, str]]:
    """What a recipe asks for, where that is several columns at once: a choice of its own."""
    return [(text, text)] if text and "," in text and text not in keys else []


def _all_of(count: int) -> str:
    return "both" if count == 2 else f"all {numbers.count(count)}"


def _choice_of(parameter: str, name: str, accessible: str) -> ChoiceField:
    return named(ChoiceField(), name, accessible, PARAMETER_TEXTS[parameter].meaning)


def _by_number(key: str, keys: list[str]) -> str:
    """A column as one of several is called: a name with a comma would be taken for two."""
    return str(keys.index(key) + 1) if "," in key and key in keys else key


class RowsDialog(QDialog):
    """Emits recipe fields; what is shown below is made by the same code that reads the rows later."""

    chosen = Signal(dict)  # text_column, id_column, table_header, shingle_kind
    table_wanted = Signal(int)  # which of those offered is to be shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "rowsDialog", "Rows of tables as documents")
        self.setWindowTitle("Rows of tables as documents")
        give_size(self, 820, 640)
        self.file = ElidedLabel("heading", Qt.TextElideMode.ElideLeft)
        self.about = label("", "muted", wrap=True)
        self.table = named(ChoiceField(), "tableCombo", "Table", _TABLE_MEANING)
        self.table_label = caption_of(self.table, "Table shown")
        self.several = label("", "muted", wrap=True)
        self.rows, self.made = PreviewRows(self), PreviewRows(self)
        self.ways = [named(QRadioButton(text), name, text) for text, name in _WAYS]
        self._group = QButtonGroup(self)
        for number, way in enumerate(self.ways):
            self._group.addButton(way, number)
        self.header = named(QCheckBox("First row names the columns"), "tableHeaderCheck", "Header", _HEADER_MEANING)
        self.text = _choice_of("text_column", "textColumnCombo", "Column of the text")
        self.name = _choice_of("id_column", "nameColumnCombo", "Column of the name")
        self._fit_fields()
        self.more_columns = self._menu_of_columns()
        self.more = tool_button("Add", "moreColumnsButton", "Add a column", "plus", _MORE_MEANING, only_icon=True)
        self.text_label = caption_of(self.text, "Text in")
        self.name_label = caption_of(self.name, "Named by")
        self.outcome = label("", "section", wrap=True)
        self.apply = push_button("Analyse", "applyRowsButton", "Read the tables in this way", "play", primary=True)
        self.leave = push_button("Cancel", "leaveRowsButton", "Leave everything as it is")
        self.apply.setDefault(True)
        self._preview = TablePreview((), ())
        self._recipe = Recipe()
        self._kind = "char"
        self.offer_tables([], 0, 1)
        self._lay_out()
        self._group.idToggled.connect(lambda _way, on: self._on_way() if on else None)
        self.header.toggled.connect(self._on_header)
        self.table.activated.connect(self.table_wanted)
        for field in (self.text, self.name):
            field.currentIndexChanged.connect(self._draw)
        self.apply.clicked.connect(self._on_apply)
        self.leave.clicked.connect(self.reject)

    def _fit_fields(self) -> None:
        """As wide as there is room, whatever the columns are called."""
        for field in (self.table, self.text, self.name):
            field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            field.setMaximumWidth(360)
            field.setMinimumContentsLength(12)
            field.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def offer_tables(self, names: Sequence[str], shown: int, count: int) -> None:
        """Say among which tables of the collection can be chosen, and how many it has."""
        with QSignalBlocker(self.table):
            self.table.clear()
            self.table.addItems(names)
            self.table.setCurrentIndex(shown)
        for widget in (self.table_label, self.table):
            widget.setVisible(len(names) > 1)
        self._count = count
        self.several.setVisible(count > 1)
        self._say_for_all()

    def _say_for_all(self) -> None:
        column = self.text.value()
        by_number = bool(column) and column.isdecimal() and column not in self._names()
        self.several.setText((_BY_NUMBER if by_number else _FOR_ALL).format(_all_of(self._count), column))

    def ask(self, file: str, preview: TablePreview, recipe: Recipe) -> None:
        """Open for a table."""
        self._recipe = recipe
        self._kind = "char" if recipe.shingle_kind == "item" else recipe.shingle_kind
        way = BASKETS if recipe.shingle_kind == "item" else ROWS
        with QSignalBlocker(self._group):
            self.ways[way].setChecked(True)
        self._show(file, preview)
        keep_on_screen(self)
        self.open()

    def show_table(self, number: int, file: str, preview: TablePreview) -> None:
        """Another of the tables that are offered; columns that were chosen stay where this one has them too."""
        fields = self.fields()
        chosen = {name: fields[name] for name in ("text_column", "id_column")}
        proposed = tuple(chosen.values()) == self._guess()  # which is made anew
        self._recipe = self._recipe.replace(table_header=fields["table_header"], **({} if proposed else chosen))
        with QSignalBlocker(self.table):
            self.table.setCurrentIndex(number)
        self._show(file, preview)

    def _show(self, file: str, preview: TablePreview) -> None:
        recipe, self._preview = self._recipe, preview
        self.file.say(file)
        shown = numbers.counted(len(preview.rows), "row")
        self.about.setText(f"The first {shown} of the table, and below what is made of them.")
        with QSignalBlocker(self.header):
            self.header.setChecked(recipe.table_header is not False or preview.certain)
        known = recipe.text_column is not None or recipe.shingle_kind == "item"
        text, name = self._guess()
        if known and self._has(recipe.text_column):  # what another table was read by may be no column of this one
            text, name = recipe.text_column, recipe.id_column if self._has(recipe.id_column) else name
        self._offer_columns(text, name)
        self._on_way()

    def _has(self, wanted: str | None) -> bool:
        """Whether the table has this column, or all of several."""
        keys = self._keys()
        numbered = map(str, range(1, len(keys) + 1))
        several = wanted is not None and "," in wanted and {*keys, *numbered}.issuperset(names_of(wanted)[1:])
        return wanted in (None, ALL_COLUMNS, *keys) or several

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        way = self._group.checkedId()
        if way == TEXT:
            return {"text_column": None, "id_column": None, "table_header": None, "shingle_kind": self._kind}
        return {
            "text_column": self.text.value() or None,
            "id_column": self.name.value() or None,
            "table_header": None if self._preview.certain else self.header.isChecked(),
            "shingle_kind": "item" if way == BASKETS else self._kind,
        }

    def _guess(self) -> tuple[str | None, str | None]:
        text, name = likely_columns(self._preview)
        keys = self._keys()
        if is_record(self._preview):
            found = id_column(self._preview)  # a person's name is a part of what is compared
            return ALL_COLUMNS, (keys[found] if found is not None else None)
        return (keys[text] if text is not None else None), (keys[name] if name is not None else None)

    def _keys(self) -> list[str]:
        """How each column is called in a recipe: by its name if it has one of its own, else by its number from 1."""
        names = self._names()
        return [name if name and names.count(name) == 1 else str(at + 1) for at, name in enumerate(names)]

    def _titles(self) -> list[str]:
        return [name or f"Column {at + 1}" for at, name in enumerate(self._names())]

    def _names(self) -> list[str]:
        names = list(self._preview.columns) if self.header.isChecked() else []
        return names + [""] * (self._width() - len(names))

    def _width(self) -> int:
        return max([len(self._preview.columns), *(len(row) for row in self._preview.rows)])

    def _offer_columns(self, text: str | None, name: str | None) -> None:
        baskets = self._group.checkedId() == BASKETS
        keys = self._keys()
        columns = list(zip(keys, self._titles(), strict=True))
        others = [("", "all other columns")] if baskets else []
        whole = [] if baskets else [(ALL_COLUMNS, "all columns but the name")]
        self.text.fill([*others, *columns, *whole, *_several(text, keys)], text or "")
        self.name.fill([("", "number of the row"), *columns], name or "")

    def _chosen(self) -> list[str]:
        """The columns of the text by name or number; none where it is all of them."""
        text = self.text.value()
        if text in self._keys():
            return [_by_number(text, self._keys())]
        return [] if text in ("", ALL_COLUMNS) else [part.strip() for part in text.split(",")]

    def _menu_of_columns(self) -> QMenu:
        menu = named(QMenu(self), "moreColumnsMenu", "Columns to add")
        menu.aboutToShow.connect(self._offer_more)
        menu.triggered.connect(self._on_more)
        return menu

    def _offer_more(self) -> None:
        self.more_columns.clear()
        keys = self._keys()
        there = {*self._chosen(), _by_number(self.name.value(), keys)}
        for title, key in zip(self._titles(), (_by_number(key, keys) for key in keys), strict=True):
            if key not in there:
                self.more_columns.addAction(title.replace("&", "&&")).setData(key)

    def _on_more(self, column: QAction) -> None:
        self._offer_columns(",".join([*self._chosen(), str(column.data())]), self.name.value())
        self._draw()

    def _on_way(self) -> None:
        way = self._group.checkedId()
        self._offer_columns(
            self.text.value() or self._guess()[0] if way == ROWS else self.text.value(), self.name.value()
        )
        self.text_label.setText("Items in" if way == BASKETS else "Text in")
        for widget in (self.text_label, self.text, self.more, self.name_label, self.name):
            widget.setEnabled(way != TEXT)
        self.header.setEnabled(way != TEXT and not self._preview.certain)
        self._draw()

    def _on_header(self) -> None:
        text, name = self.text.currentIndex(), self.name.currentIndex()
        self._offer_columns(None, None)
        self.text.setCurrentIndex(text if text < self.text.count() else 0)  # several are no choice any more
        self.name.setCurrentIndex(name)
        self._draw()

    def _draw(self) -> None:
        self._say_for_all()
        header = self.header.isChecked()
        rows = self._preview.rows if header else (self._preview.columns, *self._preview.rows)
        shown = [[cell_words(cell) for cell in row] for row in rows]
        self.rows.show(self._titles(), shown)
        way = self._group.checkedId()
        self.apply.setEnabled(self._width() > 0)
        if not self._width():
            self.outcome.setText("The table has no rows that can be read.")
            self.made.show([], [])
            return
        if way == TEXT:
            self.outcome.setText("Then: one document, the text of the file")
            self.made.show(["Name", "Text"], [[self.file.text(), " ".join(" ".join(row) for row in shown)]])
            return
        fields = self.fields()
        try:
            made = documents_of(
                self._preview, fields["text_column"], fields["id_column"], items=way == BASKETS, header=header
            )
        except Refusal as refusal:
            self.outcome.setText(str(refusal))
            self.made.show([], [])
            self.apply.setEnabled(False)
            return
        if way == BASKETS:
            self.outcome.setText(_ITEMS.format("a cell each" if not fields["text_column"] else _CUT))
            lines = [
                [one.name, numbers.count(len(set(one.items))), " · ".join(dict.fromkeys(one.items))] for one in made
            ]
            self.made.show(["Name", "Items", "Set"], lines)
        else:
            self.outcome.setText("Then: one document a row")
            self.made.show(["Name", "Text"], [[one.name, one.text] for one in made])

    def _text_row(self) -> QHBoxLayout:
        row = metrics.spaced(QHBoxLayout(), metrics.HAIR)
        row.addWidget(self.text, 1)
        self.more.setMenu(self.more_columns)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self.more)
        return row

    def _on_apply(self) -> None:
        self.chosen.emit(self.fields())
        self.accept()

    def _lay_out(self) -> None:
        ways = metrics.spaced(QVBoxLayout(), metrics.HAIR)
        for way in (self.ways[ROWS], self.ways[BASKETS], self.ways[TEXT]):
            ways.addWidget(way)
        ways.addStretch(1)
        columns = QFormLayout()
        columns.setHorizontalSpacing(metrics.GAP)
        columns.setVerticalSpacing(metrics.GAP)
        columns.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        columns.addRow(self.table_label, self.table)
        columns.addRow(self.text_label, self._text_row())
        columns.addRow(self.name_label, self.name)
        columns.addRow("", self.header)
        knobs = metrics.spaced(QHBoxLayout(), 3 * metrics.GROUP)
        knobs.addLayout(ways)
        knobs.addLayout(columns, 1)
        buttons = metrics.spaced(QHBoxLayout(), metrics.GAP)
        buttons.addStretch(1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.apply)
        whole = metrics.spaced(QVBoxLayout(self), metrics.GAP, (16, 16, 16, 16))
        whole.addWidget(self.file)
        whole.addWidget(self.about)
        whole.addWidget(preview_view(self.rows, "tablePreview", "First rows of the table"), 3)
        whole.addSpacing(metrics.HAIR)
        whole.addLayout(knobs)
        whole.addWidget(self.several)
        whole.addSpacing(metrics.HAIR)
        whole.addWidget(self.outcome)
        whole.addWidget(preview_view(self.made, "rowsPreview", "Documents that are made of them"), 3)
        whole.addLayout(buttons)
