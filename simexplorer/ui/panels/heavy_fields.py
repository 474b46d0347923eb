"""The parameters that need the documents again: they wait for Apply."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from simexplorer.pipeline.idle_fields import OF_SCHEMES, why_idle
from simexplorer.pipeline.measure_scale import OF_VECTORS, SCHEMES_OF, MeasureScale
from simexplorer.pipeline.recipe import NORMALISATIONS, Recipe
from simexplorer.ui.panels.choice_texts import (
    COMPONENT_TEXTS,
    FINGERPRINT_TEXTS,
    MEASURE_NOTES,
    MEASURE_TEXTS,
    SCHEME_CHOICES,
    WEIGHT_TEXTS,
)
from simexplorer.ui.panels.finer_fields import FinerFields
from simexplorer.ui.panels.long_whole_field import long_whole_field
from simexplorer.ui.panels.naming import caption_of, label, named, prefixed
from simexplorer.ui.panels.number_fields import choice_field, explained_field, length_field, whole_field
from simexplorer.ui.panels.parameter_texts import BITS_TEXTS, NORMALISE_TEXTS, PARAMETER_TEXTS, SHINGLE_TEXTS
from simexplorer.ui.panels.word_fields import WordFields
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.letters import follow_letters

# Switches that contain another: with the wider one on, the narrower has nothing left to do
_WIDER = {"nfc": "nfkc", "space": "nospace"}
USUAL_SIZE = {"char": 9, "word": 3}  # of shingles of either kind
USUAL_INTERVAL = 17.0  # goes with the usual largest distance, 10


class HeavyFields(QWidget):
    """Measure, shingles, signature, normalisation. ``prefix`` tells a second set of them apart."""

    changed = Signal()  # any of them, by hand
    measure_changed = Signal()  # what alike means, or the scale it is told on: before ``changed``

    def __init__(self, prefix: str = "") -> None:
        super().__init__()
        self._name = partial(prefixed, prefix)
        self.measure = explained_field("measure", self._name("measureCombo"), MEASURE_TEXTS)
        self.note = label(role="muted", wrap=True)
        self.note.setObjectName(self._name("measureNote"))
        self.kind = choice_field("shingle_kind", self._name("shingleKindCombo"), SHINGLE_TEXTS)
        self.length = whole_field("shingle_size", self._name("shingleSizeSpin"))
        self._kind = self.kind.value()  # as it was before a change of it
        self.words = WordFields(prefix, self)
        bag = PARAMETER_TEXTS["bag"]
        self.bag = named(QCheckBox(bag.label), self._name("bagCheck"), bag.label, bag.meaning)
        self.switches = {
            switch: named(
                QCheckBox(words.label), self._name(f"normalise_{switch}"), f"Make equal: {words.label}", words.meaning
            )
            for switch, words in NORMALISE_TEXTS.items()
        }
        self.weights = explained_field("weights", self._name("weightsCombo"), WEIGHT_TEXTS)
        self.scheme = explained_field("scheme", self._name("schemeCombo"), SCHEME_CHOICES)
        self.bits = choice_field("bits", self._name("bitsCombo"), BITS_TEXTS)
        self.first_rows = length_field("first_rows", self._name("firstRowsSpin"), 4, unit=100.0)
        self.first_rows.setSuffix(" %")
        self.components = explained_field("components", self._name("componentsCombo"), COMPONENT_TEXTS)
        self.interval = length_field("interval", self._name("intervalSpin"), 9)
        self.simhash_bits = explained_field("simhash_bits", self._name("simhashBitsCombo"), FINGERPRINT_TEXTS)
        self.hashes = whole_field("hashes", self._name("hashesSpin"))
        self.seed = long_whole_field("seed", self._name("seedSpin"))
        self.boilerplate = length_field("boilerplate", self._name("boilerplateSpin"), 4, unit=100.0, step=5.0)
        self.boilerplate.setSuffix(" %")
        self.finer = FinerFields(prefix, self)
        self._bag_of_vectors = False  # what the recipe says where it plays no part
        self._order: tuple[str, ...] = ()  # of the switches, as the recipe has them
        self._lay_out()
        self._show_fitting()
        self._connect()

    def _connect(self) -> None:
        self.measure.currentIndexChanged.connect(self._on_measure)
        self.interval.valueChanged.connect(self._on_scale)
        self.simhash_bits.currentIndexChanged.connect(self._on_scale)
        self.kind.currentIndexChanged.connect(self._on_kind)
        for choice in (self.weights, self.scheme, self.bits, self.components):
            choice.currentIndexChanged.connect(self._on_changed)
        for field in (self.length, self.first_rows, self.hashes, self.seed, self.boilerplate):
            field.valueChanged.connect(self._on_changed)
        for switch in (self.bag, *self.switches.values()):
            switch.toggled.connect(self._on_changed)
        for fields in (self.words, self.finer):
            fields.changed.connect(self._on_changed)

    @property
    def scale(self) -> MeasureScale:
        """The measure that is set, and what its values are told by."""
        return MeasureScale(self.measure.value(), int(self.simhash_bits.value()), self.interval.exact)

    @property
    def signature_length(self) -> int:
        """Values of a signature that bands are cut from."""
        return int(self.simhash_bits.value()) if self.scheme.value() == "simhash" else self.hashes.value()

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        return {
            "measure": self.measure.value(),
            "shingle_kind": self.kind.value(),
            "shingle_size": self.length.value(),
            **self.words.fields(),
            "bag": self._bag_of_vectors if self.scale.of_vectors else self.bag.isChecked(),
            "normalise": self._normalise(),
            "weights": self.weights.value(),
            "scheme": self.scheme.value(),
            "bits": int(self.bits.value()),
            "first_rows": self.first_rows.exact,
            "components": self.components.value(),
            "interval": self.interval.exact,
            "simhash_bits": int(self.simhash_bits.value()),
            "hashes": self.hashes.value(),
            "seed": self.seed.value(),
            "boilerplate": self.boilerplate.exact,
            **self.finer.fields(),
        }

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        with QSignalBlocker(self):
            if recipe.shingle_kind == "item" and self.kind.findData("item") < 0:
                self.kind.addItem("items of rows", "item")
            with QSignalBlocker(self.measure):
                self.measure.set_value(recipe.measure)
            self._show_fitting()
            self.kind.set_value(recipe.shingle_kind)
            self.length.setValue(recipe.shingle_size)
            self._order = recipe.normalise
            self.bag.setChecked(recipe.bag)
            self._bag_of_vectors = recipe.bag and recipe.measure in OF_VECTORS
            for name, switch in self.switches.items():
                switch.setChecked(name in recipe.normalise)
            self.weights.set_value(recipe.weights)
            self.scheme.set_value(recipe.scheme)
            self.bits.set_value(str(recipe.bits))
            self.first_rows.show_exactly(recipe.first_rows)
            self.components.set_value(recipe.components)
            self.interval.show_exactly(recipe.interval)
            self.simhash_bits.set_value(str(recipe.simhash_bits))
            self.hashes.setValue(recipe.hashes)
            self.seed.setValue(recipe.seed)
            self.boilerplate.show_exactly(recipe.boilerplate)
            self.words.set_recipe(recipe)
            self.finer.set_recipe(recipe)
        self._show_fitting()

    def _normalise(self) -> tuple[str, ...]:
        chosen = tuple(name for name in NORMALISATIONS if self.switches[name].isChecked())
        return self._order if set(chosen) == set(self._order) else chosen

    def _on_measure(self) -> None:
        """Offer what serves the measure; what a first look at Euclidean distances needs is set once."""
        self._show_fitting()
        if self.measure.value() == "euclidean" and self.interval.value() == 1.0:
            with QSignalBlocker(self.interval):
                self.interval.setValue(USUAL_INTERVAL)
        self._on_scale()

    def _on_kind(self) -> None:
        """The usual size of one kind becomes that of the other; one that was set by hand stays."""
        before, self._kind = self._kind, self.kind.value()
        if self._kind in USUAL_SIZE and self.length.value() == USUAL_SIZE.get(before):
            with QSignalBlocker(self.length):
                self.length.setValue(USUAL_SIZE[self._kind])
        self._on_changed()

    def _on_scale(self) -> None:
        self.measure_changed.emit()
        self._on_changed()

    def _on_changed(self) -> None:
        self._show_fitting()
        self.changed.emit()

    def _show_fitting(self) -> None:
        """Nothing is offered or shown that plays no part under the measure and the scheme."""
        for narrow, wide in _WIDER.items():
            self.switches[narrow].setEnabled(not self.switches[wide].isChecked())
        measure, meaning = self.measure.value(), PARAMETER_TEXTS["scheme"].meaning
        self.scheme.offer({name: SCHEME_CHOICES[name] for name in SCHEMES_OF[measure]}, meaning)
        self.note.setText(MEASURE_NOTES.get(measure, ""))
        for field in ("weights", *OF_SCHEMES, "hashes"):
            self._form.setRowVisible(getattr(self, field), not why_idle(field, measure, self.scheme.value()))
        self._form.setRowVisible(self.bag, measure not in OF_VECTORS)
        self.words.show_for(self.kind.value())
        self.finer.show_measure(measure)

    def _lay_out(self) -> None:
        form = self._form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(metrics.GAP)
        form.setVerticalSpacing(metrics.GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        shingles = metrics.spaced(QHBoxLayout(), metrics.HAIR)
        follow_letters(
            self.length, lambda one: one.setFixedWidth(max(52, 36 + one.fontMetrics().horizontalAdvance("88")))
        )
        shingles.addWidget(self.length)
        shingles.addWidget(self.kind, 1)
        self._add("measure")
        form.addRow(self.note)
        form.addRow(caption_of(self.length, "Shingles of"), shingles)
        self.words.add_rows(form)
        form.addRow(self.bag)  # across both columns: in large letters its words need them
        for field in ("weights", "scheme", *OF_SCHEMES, "hashes", "seed", "boilerplate"):
            self._add(field)
        switches = metrics.spaced(QVBoxLayout(), metrics.HAIR)
        switches.addWidget(label("Made equal before comparing", "muted"))
        for switch in self.switches.values():
            switches.addWidget(switch)
        form.addRow(switches)
        self.finer.add_rows(form)

    def _add(self, field: str) -> None:
        widget: QWidget = getattr(self, field)
        self._form.addRow(caption_of(widget, PARAMETER_TEXTS[field].label), widget)
