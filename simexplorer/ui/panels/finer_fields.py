"""What few people turn and everybody may: the size of shingles' numbers, and how strictly signatures are held to."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLabel

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels.choice_texts import ID_TEXTS
from simexplorer.ui.panels.naming import caption_of, fold_button, label, named, prefixed
from simexplorer.ui.panels.number_fields import explained_field, length_field
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS

ID_NOTE_MEANING = (
    "Expected pairs of different shingles that get the same number: n² / 2^33 for n different shingles and 4 bytes, "
    "n² / 2^65 for 8. Shingles are counted text by text here, those that texts share more than once: it is not more."
)
FILTER_NOTE_MEANING = (
    "The most that the filter may lose of pairs right at the threshold, from the chance that so few positions of their "
    "signatures agree; pairs above it are lost more rarely. Then how many of the candidates it kept from being read."
)


class FinerFields(QObject):
    """Rows of a form: a line that opens and closes, and the fields below it, each with a note on this collection."""

    changed = Signal()  # any of them, by hand

    def __init__(self, prefix: str, parent: QObject) -> None:
        super().__init__(parent)
        self._name = partial(prefixed, prefix)
        meaning = "The size of shingles' numbers, and the check of candidates by their signatures."
        self.fold = fold_button(self._name("moreParametersButton"), "More parameters", meaning)
        self.id_bits = explained_field("id_bits", self._name("idBitsCombo"), ID_TEXTS)
        self.id_note = self._note("idNote", "Shingles with the same number", ID_NOTE_MEANING)
        self.sigmas = length_field("sketch_sigmas", self._name("sketchSigmasSpin"), 2, step=0.5)
        self.sigmas.setSuffix(" σ")
        self.filter_note = self._note("filterNote", "What the sketch filter may lose", FILTER_NOTE_MEANING)
        self._filtered = True
        self.fold.toggled.connect(self._show_rows)
        self.id_bits.currentIndexChanged.connect(self.changed)
        self.sigmas.valueChanged.connect(self.changed)

    def add_rows(self, form: QFormLayout) -> None:
        """Take their place in a form."""
        self._form = form
        form.addRow(self.fold)
        for field, widget, note in (
            ("id_bits", self.id_bits, self.id_note),
            ("sketch_sigmas", self.sigmas, self.filter_note),
        ):
            form.addRow(caption_of(widget, PARAMETER_TEXTS[field].label), widget)
            form.addRow(note)
        self._show_rows()

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        return {"id_bits": int(self.id_bits.value()), "sketch_sigmas": self.sigmas.exact}

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed; what is unusual in it is seen."""
        with QSignalBlocker(self):
            self.id_bits.set_value(str(recipe.id_bits))
        self.sigmas.show_exactly(recipe.sketch_sigmas)
        usual = Recipe()
        if (recipe.id_bits, recipe.sketch_sigmas) != (usual.id_bits, usual.sketch_sigmas):
            self.fold.setChecked(True)

    def show_measure(self, measure: str) -> None:
        """Contained documents are found without signatures: there is nothing to check by them."""
        self._filtered = measure != "containment"
        self._show_rows()

    def show_notes(self, of_ids: str, of_filter: str) -> None:
        """What both mean for the collection at hand."""
        for note, text in ((self.id_note, of_ids), (self.filter_note, of_filter)):
            if text != note.text():
                note.setText(text)
        self._show_rows()

    def _note(self, name: str, words: str, meaning: str) -> QLabel:
        made = named(label(role="muted", wrap=True), self._name(name), words, meaning)
        made.setAlignment(Qt.AlignmentFlag.AlignRight)
        return made

    def _show_rows(self) -> None:
        opened = self.fold.isChecked()
        self._form.setRowVisible(self.id_bits, opened)
        self._form.setRowVisible(self.sigmas, opened and self._filtered)
        self._form.setRowVisible(self.id_note, opened and bool(self.id_note.text()))
        self._form.setRowVisible(self.filter_note, opened and self._filtered and bool(self.filter_note.text()))
