"""What of the files is read, and how: the switches that few people need, behind a fold."""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QSizePolicy, QVBoxLayout, QWidget

from simexplorer.documents.extracted import ALL_COLUMNS
from simexplorer.documents.listing import shown_path
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels.encoding_names import AUTOMATIC, ENCODING_NAMES
from simexplorer.ui.panels.enter_buttons import EnterToolButton
from simexplorer.ui.panels.naming import caption_of, fold_button, named
from simexplorer.ui.panels.number_fields import ChoiceField, choice_field
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.theme import metrics

# recipe field: (what the box says, its name)
_SWITCHES = {
    "archives": ("Look into archives", "archivesCheck"),
    "strip_navigation": ("Skip web page menus", "navigationCheck"),
    "strip_page_furniture": ("Skip page heads and feet", "pageFurnitureCheck"),
    "hidden_files": ("Read hidden files", "hiddenFilesCheck"),
    "follow_links": ("Follow symbolic links", "followLinksCheck"),
}


class ReadingSwitches(QWidget):
    """A line that opens and closes, and the switches below it."""

    changed = Signal()  # any of them, by hand
    rows_requested = Signal()  # choose the columns of tables

    def __init__(self) -> None:
        super().__init__()
        self.fold = fold_button("moreReadingButton", "More about what is read, and how")
        self.switches = {
            field: named(QCheckBox(text), name, PARAMETER_TEXTS[field].label, PARAMETER_TEXTS[field].meaning)
            for field, (text, name) in _SWITCHES.items()
        }
        self.encoding: ChoiceField = choice_field("encoding", "allEncodingCombo", ENCODING_NAMES)
        self.encoding.setMaxVisibleItems(24)
        self.rows = named(EnterToolButton(), "tableRowsButton", "Rows of tables as documents")
        self.rows.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._table: dict[str, Any] = {}
        self._encodings: tuple[str, ...] = ()
        self._lay_out()
        self.fold.toggled.connect(self._inside.setVisible)
        self.rows.clicked.connect(self.rows_requested)
        self.encoding.currentIndexChanged.connect(self.changed)
        for switch in self.switches.values():
            switch.toggled.connect(self.changed)
        self._inside.hide()

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        switches = {field: switch.isChecked() for field, switch in self.switches.items()}
        return {**switches, **self._table, "encoding": self.encoding.value() or None, "encodings": self._encodings}

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        with QSignalBlocker(self):
            for field, switch in self.switches.items():
                switch.setChecked(getattr(recipe, field))
            self.encoding.set_value(recipe.encoding or AUTOMATIC)
        self._encodings = recipe.encodings
        self._table = {field: getattr(recipe, field) for field in ("text_column", "id_column", "table_header")}
        self.rows.setText(_tables(recipe))

    def _lay_out(self) -> None:
        self._inside = QWidget()
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(metrics.GAP)
        form.setVerticalSpacing(metrics.GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(caption_of(self.encoding, "Encoding"), self.encoding)
        form.addRow(caption_of(self.rows, "Tables"), self.rows)
        column = metrics.spaced(QVBoxLayout(self._inside), metrics.HAIR, (0, 0, 0, metrics.HAIR))
        for switch in self.switches.values():
            column.addWidget(switch)
        column.addSpacing(metrics.HAIR)
        column.addLayout(form)
        whole = metrics.spaced(QVBoxLayout(self), metrics.HAIR)
        whole.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        whole.addWidget(self._inside)


def _tables(recipe: Recipe) -> str:
    column = shown_path(os.fsencode(recipe.text_column or ""))
    if recipe.shingle_kind == "item":
        return f"baskets of “{column}”…" if column else "rows are baskets…"
    if recipe.text_column == ALL_COLUMNS:
        return "rows, all columns…"
    return f"rows of “{column}”…" if column else "read as text…"
