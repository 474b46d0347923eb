"""The parameters that act at once on what is already signed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QWidget

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels.naming import label, named, restyle
from simexplorer.ui.panels.number_fields import choice_field, decimal_field, whole_field
from simexplorer.ui.panels.parameter_texts import LINKAGE_TEXTS, PARAMETER_TEXTS
from simexplorer.ui.theme import metrics

AUTOMATIC_MEANING = (
    "Bands and rows are chosen so that this share of the pairs at the threshold is found, at the least cost.\n"
    "Setting bands or rows by hand switches this off."
)


class LightFields(QWidget):
    """Threshold, recall, bands and rows, Hamming radius, grouping."""

    changed = Signal()  # any of them, by hand

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.threshold = decimal_field("threshold", "thresholdSpin", 0.0, 1.0, 0.01, 3)
        self.automatic = named(
            QCheckBox("Choose for recall"),
            "automaticBandsCheck",
            "Choose bands and rows for a recall",
            AUTOMATIC_MEANING,
        )
        self.recall = decimal_field("recall", "recallSpin", 0.0, 0.999999, 0.001, 4)
        self.bands = whole_field("bands", "bandsSpin", 1, 65_536)
        self.rows = whole_field("rows", "rowsSpin", 1, 65_536)
        self.used = label(role="muted")
        self.radius = whole_field("hamming_radius", "hammingRadiusSpin", 0, 64)
        self.linkage = choice_field("linkage", "linkageCombo", LINKAGE_TEXTS)
        self._lay_out()
        self.threshold.valueChanged.connect(self._on_changed)
        self.recall.valueChanged.connect(self._on_changed)
        self.automatic.toggled.connect(self._on_automatic)
        self.bands.valueChanged.connect(self._on_banding)
        self.rows.valueChanged.connect(self._on_banding)
        self.radius.valueChanged.connect(self._on_changed)
        self.linkage.currentIndexChanged.connect(self._on_changed)

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        automatic = self.automatic.isChecked()
        return {
            "threshold": round(self.threshold.value(), 6),
            "recall": round(self.recall.value(), 6),
            "bands": None if automatic else self.bands.value(),
            "rows": None if automatic else self.rows.value(),
            "hamming_radius": self.radius.value(),
            "linkage": self.linkage.value(),
        }

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        with QSignalBlocker(self):
            self._set_silently(self.threshold, recipe.threshold)
            self._set_silently(self.recall, recipe.recall)
            self._set_silently(self.radius, recipe.hamming_radius)
            with QSignalBlocker(self.linkage):
                self.linkage.set_value(recipe.linkage)
            with QSignalBlocker(self.automatic):
                self.automatic.setChecked(recipe.bands is None)
            if recipe.bands is not None and recipe.rows is not None:
                self.show_banding(recipe.bands, recipe.rows)
        self.recall.setEnabled(recipe.bands is None)

    def set_threshold(self, value: float) -> None:
        """Set the threshold as if by hand."""
        self.threshold.setValue(value)

    def show_banding(self, bands: int, rows: int) -> None:
        """Show the bands and rows that were chosen, silently."""
        self._set_silently(self.bands, bands)
        self._set_silently(self.rows, rows)

    def show_use(self, hashes: int) -> None:
        """Say how much of the signature the bands use, or that they need more than there is."""
        needed = self.bands.value() * self.rows.value()
        spare = hashes - needed
        if spare < 0:
            text = f"{self.bands.value()} × {self.rows.value()} = {needed} is more than the {hashes} hashes"
        else:
            text = f"uses {needed} of {hashes} hashes" + (f", {spare} left over" if spare else "")
        self.used.setText(text)
        restyle(self.used, "role", "warning" if spare < 0 else "muted")
        for field in (self.bands, self.rows):
            restyle(field, "invalid", spare < 0)

    @staticmethod
    def _set_silently(field: Any, value: float) -> None:
        with QSignalBlocker(field):
            field.setValue(value)

    def _on_changed(self) -> None:
        self.changed.emit()

    def _on_automatic(self, on: bool) -> None:
        self.recall.setEnabled(on)
        self.changed.emit()

    def _on_banding(self) -> None:
        with QSignalBlocker(self.automatic):
            self.automatic.setChecked(False)
        self.recall.setEnabled(False)
        self.changed.emit()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.GAP)
        grid.setVerticalSpacing(metrics.GAP)
        grid.setColumnStretch(1, 1)
        banding = QHBoxLayout()
        banding.setSpacing(metrics.HAIR)
        banding.addWidget(self.bands, 1)
        banding.addWidget(label("×", "muted"))
        banding.addWidget(self.rows, 1)
        caption = label("Bands × rows")
        caption.setBuddy(self.bands)
        self._add_labelled(grid, 0, "threshold", self.threshold)
        grid.addWidget(self.automatic, 1, 1)
        self._add_labelled(grid, 2, "recall", self.recall)
        grid.addWidget(caption, 3, 0)
        grid.addLayout(banding, 3, 1)
        grid.addWidget(self.used, 4, 0, 1, 2)
        self.used.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._add_labelled(grid, 5, "hamming_radius", self.radius)
        self._add_labelled(grid, 6, "linkage", self.linkage)

    @staticmethod
    def _add_labelled(grid: QGridLayout, row: int, field: str, widget: Any) -> None:
        caption = label(PARAMETER_TEXTS[field].label)
        caption.setBuddy(widget)
        caption.setToolTip(widget.toolTip())
        grid.addWidget(caption, row, 0)
        grid.addWidget(widget, row, 1)
