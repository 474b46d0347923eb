"""What words leave out before they are compared: the stop words of a language, and the endings of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QLocale, QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels.naming import caption_of, named, prefixed
from simexplorer.ui.panels.number_fields import ChoiceField, choice_field
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS

NONE = ""
_NAMES = {"no": "Norwegian"}  # Qt names one of its two written forms


class WordFields(QObject):
    """Three rows of a form, which are there where words are compared or where one of the switches is on.

    A language serves stop words, stems or both: a switch that it does not serve is off and cannot be pressed.
    """

    changed = Signal()  # any of them, by hand
    wanted = Signal()  # for the first time they are there: which languages are there to choose from?

    def __init__(self, prefix: str, parent: QObject) -> None:
        super().__init__(parent)
        self.language: ChoiceField = choice_field("language", prefixed(prefix, "languageCombo"), {NONE: "none"})
        self.language.setMaxVisibleItems(24)
        self.stop_words = _switch("stop_words", prefixed(prefix, "stopWordsCheck"))
        self.stemming = _switch("stemming", prefixed(prefix, "stemmingCheck"))
        self._served: dict[QCheckBox, Sequence[str]] | None = None  # by which languages
        self.is_wanted = False
        self._idle: str | None = None  # the language of a recipe that uses none
        self.language.currentIndexChanged.connect(self._on_language)
        for switch in (self.stop_words, self.stemming):
            switch.toggled.connect(self.changed)
        self._offer_switches()

    def add_rows(self, form: QFormLayout) -> None:
        """Take their place in a form."""
        form.addRow(caption_of(self.language, PARAMETER_TEXTS["language"].label), self.language)
        form.addRow(self.stop_words)
        form.addRow(self.stemming)
        self._form = form

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand; a language that nothing uses changes nothing."""
        used = self.stop_words.isChecked() or self.stemming.isChecked()
        return {
            "language": (self.language.value() or None) if used else self._idle,
            "stop_words": self.stop_words.isChecked(),
            "stemming": self.stemming.isChecked(),
        }

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        with QSignalBlocker(self), QSignalBlocker(self.language):
            code = recipe.language or NONE
            if self.language.findData(code) < 0:
                self.language.addItem(language_name(code), code)
            self.language.set_value(code)
            self.stop_words.setChecked(recipe.stop_words)
            self.stemming.setChecked(recipe.stemming)
        self._idle = recipe.language
        self._offer_switches()

    def show_for(self, kind: str) -> None:
        """Be there for shingles of this kind, or not."""
        there = kind == "word" or self.stop_words.isChecked() or self.stemming.isChecked()
        for widget in (self.language, self.stop_words, self.stemming):
            self._form.setRowVisible(widget, there)
        if there and not self.is_wanted:
            self.is_wanted = True
            self.wanted.emit()

    def offer(self, of_stop_words: Sequence[str], of_stems: Sequence[str]) -> None:
        """Offer these languages, by their names; silently."""
        self._served = {self.stop_words: of_stop_words, self.stemming: of_stems}
        chosen = self.language.value()
        names = sorted((language_name(code), code) for code in {*of_stop_words, *of_stems, chosen} - {NONE})
        with QSignalBlocker(self.language):
            self.language.fill([(NONE, "none"), *((code, name) for name, code in names)])
            self.language.set_value(chosen)
        self._offer_switches()

    def _on_language(self) -> None:
        """Another language by hand: what it does not serve goes off."""
        with QSignalBlocker(self):
            for switch in (self.stop_words, self.stemming):
                if not self._is_served(switch):
                    switch.setChecked(False)
        self._offer_switches()
        self._idle = self._idle if self.language.value() else None
        self.changed.emit()

    def _offer_switches(self) -> None:
        for switch in (self.stop_words, self.stemming):
            switch.setEnabled(switch.isChecked() or self._is_served(switch))

    def _is_served(self, switch: QCheckBox) -> bool:
        """Whether the language is one for this switch; before they are known, any is."""
        code = self.language.value()
        return bool(code) and (self._served is None or code in self._served[switch])


def language_name(code: str) -> str:
    """``German (de)``; the code alone where no name is known."""
    known = QLocale.codeToLanguage(code)
    unknown = known in (QLocale.Language.AnyLanguage, QLocale.Language.C)
    name = _NAMES.get(code) or ("" if unknown else QLocale.languageToString(known))
    return f"{name} ({code})" if name else code


def _switch(field: str, name: str) -> QCheckBox:
    text = PARAMETER_TEXTS[field]
    return named(QCheckBox(text.label), name, text.label, text.meaning)
