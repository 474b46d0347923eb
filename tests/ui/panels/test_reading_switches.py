"""Every switch of reading stands in the collection panel and in the recipe, and waits for Apply."""

from __future__ import annotations

import os

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.encoding_names import ENCODING_NAMES
from simexplorer.ui.panels.reading_switches import ReadingSwitches
from tests.ui.conftest import quiet

FIELDS = ("archives", "strip_navigation", "strip_page_furniture", "hidden_files", "follow_links")


@pytest.fixture
def switches(qtbot: QtBot) -> ReadingSwitches:
    made = ReadingSwitches()
    qtbot.addWidget(made)
    made.set_recipe(Recipe())
    return made


@pytest.mark.parametrize("field", FIELDS)
def test_a_switch_changes_its_field_alone(switches: ReadingSwitches, qtbot: QtBot, field: str) -> None:
    before = switches.fields()
    with qtbot.waitSignal(switches.changed):
        switches.switches[field].click()
    changed = {name for name, value in switches.fields().items() if value != before[name]}
    assert changed == {field}


def test_a_recipe_goes_through_the_panel_unchanged(switches: ReadingSwitches, qtbot: QtBot) -> None:
    recipe = Recipe(
        archives=False, follow_links=True, hidden_files=False, encoding="koi8-r", encodings=("cp1251 a b.txt",),
        text_column="body", id_column="id", table_header=False,
    )  # fmt: skip
    with qtbot.assertNotEmitted(switches.changed):
        switches.set_recipe(recipe)
    assert recipe.replace(**switches.fields()) == recipe
    switches.set_recipe(recipe.replace(encoding="cp1006"))
    assert switches.fields()["encoding"] == "cp1006", "a codec that is not offered is not lost"
    odd = recipe.replace(text_column=os.fsdecode(b"na\xefve"))
    switches.set_recipe(odd)
    assert odd.replace(**switches.fields() | {"encoding": "koi8-r"}) == odd
    assert switches.rows.text() == r"rows of “na\xefve”…"


def test_every_encoding_that_is_offered_exists() -> None:
    from simexplorer.documents.decode import known_codec

    assert [codec for codec in ENCODING_NAMES if codec and known_codec(codec) is None] == []


def test_the_fold_opens_and_the_changes_wait_for_apply(analysed: MainWindow, qtbot: QtBot) -> None:
    reading = analysed.collection.reading
    box = analysed.findChild(QWidget, "followLinksCheck")
    assert box is not None
    assert not box.isVisibleTo(analysed)
    reading.fold.click()
    assert box.isVisibleTo(analysed)
    reading.switches["follow_links"].click()
    reading.switches["archives"].click()
    assert sorted(analysed.run.heavy_changes()) == ["archives", "follow_links"]
    assert analysed.bar.analyse.text() == "Apply 2 changes"
    with qtbot.waitSignal(analysed.run.run_finished, timeout=20_000):
        analysed.bar.analyse.click()
    quiet(analysed, qtbot)
    assert analysed.fakes[0].recipes[-1].follow_links


def test_all_columns_are_told_in_words() -> None:
    from simexplorer.ui.panels.reading_switches import _tables

    assert _tables(Recipe(text_column="*")) == "rows, all columns…"
