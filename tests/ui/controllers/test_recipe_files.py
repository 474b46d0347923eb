"""Recipes written and read one after another: none is lost while another one is under way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe_file import recipe_text
from tests.ui.conftest import OpenWindow, quiet
from tests.ui.held_writing import held_writing


def test_of_recipes_saved_and_opened_at_once_none_is_dropped(
    open_window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = open_window()
    recipes, before = window.kept.recipe, window.run.recipe
    other = tmp_path / "other.json"
    other.write_text(recipe_text(before.replace(threshold=0.71)))
    with held_writing(monkeypatch) as (begun, _goes_on):
        recipes.save(os.fsencode(tmp_path / "first.json"))
        assert begun.wait(5)
        recipes.save(os.fsencode(tmp_path / "second.json"))
        recipes.open(os.fsencode(other))
    quiet(window, qtbot)
    assert (tmp_path / "first.json").read_text() == (tmp_path / "second.json").read_text() == recipe_text(before)
    assert window.run.recipe.threshold == 0.71


def test_a_recipe_that_waits_is_written_when_the_window_closes(
    open_window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = open_window()
    recipes = window.kept.recipe
    with held_writing(monkeypatch) as (begun, goes_on):
        recipes.save(os.fsencode(tmp_path / "first.json"))
        assert begun.wait(5)
        recipes.save(os.fsencode(tmp_path / "second.json"))
        goes_on.set()
        window.close()
    qtbot.waitUntil((tmp_path / "second.json").exists)
