"""Stop words and stems: by the names of languages, where words are compared."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox
from pytestqt.qtbot import QtBot

from simexplorer.features.words import stemming_languages, stop_word_languages
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.heavy_fields import HeavyFields
from simexplorer.ui.panels.word_fields import language_name
from tests.ui.conftest import OpenWindow, quiet


@pytest.fixture
def window(open_window: OpenWindow, qtbot: QtBot) -> MainWindow:
    """A window in which words are compared."""
    made = open_window()
    choose(made, "shingleKindCombo", "word")
    quiet(made, qtbot)
    return made


def choose(window: MainWindow, name: str, value: str) -> None:
    box = window.findChild(QComboBox, name)
    place = box.findData(value)
    assert place >= 0, value
    box.setCurrentIndex(place)


def press(window: MainWindow, name: str) -> QCheckBox:
    box = window.findChild(QCheckBox, name)
    assert box.isVisibleTo(window.tuning)
    box.click()
    return box


def languages(window: MainWindow) -> list[tuple[str, str]]:
    box = window.tuning.heavy.words.language
    return [(box.itemText(place), box.itemData(place)) for place in range(box.count())]


def test_they_are_there_for_words_only(window: MainWindow) -> None:
    words = window.tuning.heavy.words
    assert words.language.isVisibleTo(window.tuning)
    choose(window, "shingleKindCombo", "char")
    for widget in (words.language, words.stop_words, words.stemming):
        assert not widget.isVisibleTo(window.tuning)


def test_all_languages_are_offered_by_name_none_first(window: MainWindow) -> None:
    offered = languages(window)
    assert offered[0] == ("none", "")
    assert {code for _, code in offered[1:]} == {*stop_word_languages(), *stemming_languages()}
    names = [name for name, _ in offered[1:]]
    assert names == sorted(names)
    assert {"English (en)", "German (de)", "Norwegian (no)"} <= set(names)


def test_every_language_has_a_name_that_a_person_knows() -> None:
    for code in {*stop_word_languages(), *stemming_languages()}:
        assert language_name(code).endswith(f" ({code})")
        assert len(language_name(code)) > len(f" ({code})") + 2
    assert language_name("xx") == "xx"


def test_a_language_with_a_switch_goes_into_the_recipe(window: MainWindow) -> None:
    heavy = window.tuning.heavy
    choose(window, "languageCombo", "de")
    assert window.run.recipe.language is None  # nothing uses it yet
    press(window, "stopWordsCheck")
    press(window, "stemmingCheck")
    recipe = window.run.recipe
    assert (recipe.language, recipe.stop_words, recipe.stemming) == ("de", True, True)
    choose(window, "languageCombo", "")
    recipe = window.run.recipe
    assert (recipe.language, recipe.stop_words, recipe.stemming) == (None, False, False)
    assert not heavy.words.stop_words.isEnabled()


def test_a_language_without_stems_has_no_switch_for_them(window: MainWindow) -> None:
    words = window.tuning.heavy.words
    (code, *_) = sorted(set(stop_word_languages()) - set(stemming_languages()))
    choose(window, "languageCombo", "en")
    press(window, "stemmingCheck")
    press(window, "stopWordsCheck")
    choose(window, "languageCombo", code)
    assert not words.stemming.isEnabled()
    assert words.stop_words.isEnabled()
    recipe = window.run.recipe
    assert (recipe.language, recipe.stop_words, recipe.stemming) == (code, True, False)


def test_what_still_acts_on_characters_stays_to_be_seen(window: MainWindow) -> None:
    choose(window, "languageCombo", "en")
    switch = press(window, "stopWordsCheck")
    choose(window, "shingleKindCombo", "char")
    assert switch.isVisibleTo(window.tuning)
    assert window.run.recipe.stop_words


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(shingle_kind="word", shingle_size=3, language="de", stop_words=True),
        Recipe(shingle_kind="word", language="en"),
        Recipe(language="fr", stemming=True),
        Recipe(shingle_kind="word", stop_words=True),  # of no language: refused when it runs, not changed here
        Recipe(shingle_kind="word", language="tlh", stop_words=True),
    ],
    ids=lambda recipe: f"{recipe.shingle_kind}-{recipe.language}",
)
def test_a_recipe_is_shown_and_given_back(qtbot: QtBot, recipe: Recipe) -> None:
    heavy = HeavyFields()
    qtbot.addWidget(heavy)
    for offered in (False, True):
        if offered:
            heavy.words.offer(stop_word_languages(), stemming_languages())
        heavy.set_recipe(recipe)
        assert heavy.words.language.value() == (recipe.language or "")
        assert heavy.words.stop_words.isChecked() == recipe.stop_words
        assert heavy.words.language.isVisibleTo(heavy)
        assert recipe.replace(**heavy.fields()) == recipe
