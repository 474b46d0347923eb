"""The parameters that need the documents again: they wait for Apply."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from simexplorer.pipeline.recipe import NORMALISATIONS, Recipe
from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.panels.number_fields import choice_field, decimal_field, whole_field
from simexplorer.ui.panels.parameter_texts import (
    BITS_TEXTS,
    NORMALISE_TEXTS,
    PARAMETER_TEXTS,
    SCHEME_TEXTS,
    SHINGLE_TEXTS,
)
from simexplorer.ui.theme import metrics

# Switches that contain another: with the wider one on, the narrower has nothing left to do
_WIDER = {"nfc": "nfkc", "space": "nospace"}


class HeavyFields(QWidget):
    """Shingles, normalisation, signature. ``prefix`` tells a second set of them apart."""

    changed = Signal()  # any of them, by hand

    def __init__(self, prefix: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prefix = prefix
        self.kind = choice_field("shingle_kind", self._name("shingleKindCombo"), SHINGLE_TEXTS)
        self.length = whole_field("shingle_size", self._name("shingleSizeSpin"), 1, 1000)
        self.bag = named(
            QCheckBox(PARAMETER_TEXTS["bag"].label),
            self._name("bagCheck"),
            PARAMETER_TEXTS["bag"].label,
            PARAMETER_TEXTS["bag"].meaning,
        )
        self.switches = {
            switch: named(
                QCheckBox(text.label), self._name(f"normalise_{switch}"), f"Make equal: {text.label}", text.meaning
            )
            for switch, text in NORMALISE_TEXTS.items()
        }
        self.scheme = choice_field("scheme", self._name("schemeCombo"), SCHEME_TEXTS)
        self.bits = choice_field("bits", self._name("bitsCombo"), BITS_TEXTS)
        self.hashes = whole_field("hashes", self._name("hashesSpin"), 1, 65_536)
        self.seed = whole_field("seed", self._name("seedSpin"), 0, 2**31 - 1)
        self.boilerplate = decimal_field("boilerplate", self._name("boilerplateSpin"), 0.1, 100.0, 5.0, 1)
        self.boilerplate.setSuffix(" %")
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._on_changed)
        self.scheme.currentIndexChanged.connect(self._on_changed)
        self.bits.currentIndexChanged.connect(self._on_changed)
        for field in (self.length, self.hashes, self.seed, self.boilerplate):
            field.valueChanged.connect(self._on_changed)
        for switch in (self.bag, *self.switches.values()):
            switch.toggled.connect(self._on_changed)

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        return {
            "shingle_kind": self.kind.value(),
            "shingle_size": self.length.value(),
            "bag": self.bag.isChecked(),
            "normalise": tuple(name for name in NORMALISATIONS if self.switches[name].isChecked()),
            "scheme": self.scheme.value(),
            "bits": int(self.bits.value()),
            "hashes": self.hashes.value(),
            "seed": self.seed.value(),
            "boilerplate": round(self.boilerplate.value() / 100.0, 4),
        }

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        with QSignalBlocker(self):
            if recipe.shingle_kind == "item" and self.kind.findData("item") < 0:
                self.kind.addItem("items of rows", "item")
            self.kind.set_value(recipe.shingle_kind)
            self.length.setValue(recipe.shingle_size)
            self.bag.setChecked(recipe.bag)
            for name, switch in self.switches.items():
                switch.setChecked(name in recipe.normalise)
            self.scheme.set_value(recipe.scheme)
            self.bits.set_value(str(recipe.bits))
            self.hashes.setValue(recipe.hashes)
            self.seed.setValue(min(recipe.seed, 2**31 - 1))
            self.boilerplate.setValue(recipe.boilerplate * 100.0)
        self._grey_out()

    def _name(self, name: str) -> str:
        return f"{self._prefix}{name[0].upper()}{name[1:]}" if self._prefix else name

    def _on_changed(self) -> None:
        self._grey_out()
        self.changed.emit()

    def _grey_out(self) -> None:
        for narrow, wide in _WIDER.items():
            self.switches[narrow].setEnabled(not self.switches[wide].isChecked())
        self._form.setRowVisible(self.bits, self.scheme.value() == "bbit")

    def _lay_out(self) -> None:
        form = self._form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(metrics.GAP)
        form.setVerticalSpacing(metrics.GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        shingles = QHBoxLayout()
        shingles.setSpacing(metrics.HAIR)
        self.length.setMaximumWidth(64)
        shingles.addWidget(self.length)
        shingles.addWidget(self.kind, 1)
        form.addRow(label("Shingles of"), shingles)
        form.addRow("", self.bag)
        form.addRow(label(PARAMETER_TEXTS["scheme"].label), self.scheme)
        form.addRow(label(PARAMETER_TEXTS["bits"].label), self.bits)
        form.addRow(label(PARAMETER_TEXTS["hashes"].label), self.hashes)
        form.addRow(label(PARAMETER_TEXTS["seed"].label), self.seed)
        form.addRow(label(PARAMETER_TEXTS["boilerplate"].label), self.boilerplate)
        switches = QVBoxLayout()
        switches.setSpacing(metrics.HAIR)
        switches.addWidget(label("Made equal before comparing", "muted"))
        for switch in self.switches.values():
            switches.addWidget(switch)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(metrics.GAP)
        whole.addLayout(form)
        whole.addLayout(switches)
