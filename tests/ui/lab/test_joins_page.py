"""Page 9 driven as a person does: the sources' sentences joined, a hand-checked example filter by filter, own texts."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabCollection, LabText
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.lab.join_grids import index_grid
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.theme import numbers
from tests.ui.lab.conftest import OpenPage, fact, settle


def test_four_strings_filter_by_filter(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("joins")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert page.result.strings == ["A", "B", "C", "D"]
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    left = []
    for _ in range(6):
        left.append(fact(page, "left"))
        qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert left == ["6", "3", "3", "3", "2", "1"]
    assert page.matrix.accessibleName().endswith("chosen: D and C")
    assert "6 / 7 = 0.857 ≥ 0.80" in page.look.text()


def test_a_pair_is_chosen_by_mouse_or_keys_and_explained(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("joins")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    qtbot.mouseClick(page.matrix, Qt.MouseButton.LeftButton, pos=page.matrix.centre_of(2, 1).toPoint())
    assert "position: (6 − 1 + 1) / (6 + 2 − 1) = 0.857 ≥ 0.80" in page.look.text()
    assert "both have 'b' among the first 2 and 2, at i\u00a0=\u00a01 and j\u00a0=\u00a02" in page.look.text()
    assert "suffix: (1 + 3) / (1 + 2 − 1 + 5) = 0.571 < 0.80" in page.look.text()
    assert "dropped by suffix" in page.look.text()
    page.matrix.setFocus()
    qtbot.keyClick(page.matrix, Qt.Key.Key_Left)
    assert "length: 4 / 6 = 0.667 < 0.80" in page.look.text()
    assert "dropped by length" in page.look.text()


def test_the_sentences_of_the_sources(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("joins")
    page.example.setCurrentIndex(2)
    settle(page, qtbot)
    wanted = golden["query_spanish_k5"]["jaccard"][3]
    assert fact(page, "answers") == "1"
    assert f"{wanted['num']} / {wanted['den']} = {wanted['value']:.3f}" in page.look.text()
    page.threshold.setValue(0.4)
    settle(page, qtbot)
    assert int(fact(page, "answers")) > 1
    page.switch.click()
    pairs = page.tables.tables()[1]
    shown = {
        frozenset((pairs.item(row, 0).text(), pairs.item(row, 1).text())): pairs.item(row, 3).text()
        for row in range(pairs.rowCount())
    }
    for name, exact in zip(("D1", "D2", "D3", "D4"), golden["query_spanish_k5"]["jaccard"], strict=True):
        assert shown[frozenset((name, "query"))] == f"{exact['value']:.3f}"


def test_strings_are_drawn_with_the_seed(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("joins")
    assert not page.seed.isEnabled()
    page.example.setCurrentIndex(3)
    settle(page, qtbot)
    assert (len(page.result.strings), fact(page, "possible")) == (12, "66")
    before = page.strings.grid.cells
    page.seed.setValue(2)
    settle(page, qtbot)
    assert page.strings.grid.cells != before
    page.seed.setValue(1)
    settle(page, qtbot)
    assert page.strings.grid.cells == before


def test_the_index_shows_the_keys_of_the_filter(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("joins")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    page.player.slider.setValue(2)
    assert dict(zip(page.index.grid.rows, page.index.grid.cells, strict=True))["b"] == ["A, B, C, D"]
    page.player.slider.setValue(4)
    assert "a, position 1, behind it 4" in page.index.grid.rows
    assert [row[2] for row in page.steps.grid.cells] == ["", "", "3", "4", "7", ""]


def test_documents_of_a_person_are_joined(open_page: OpenPage, qtbot: QtBot) -> None:
    text = "a text of several words that is changed in one single place only"
    page = open_page("joins", LabText("one", text), LabText("two", f"{text}."), LabText("none", ""))
    assert page.result.strings == ["1 one", "2 two"]
    assert fact(page, "answers") == "1"
    page = open_page("joins", LabText("long", "a text of words. " * 2_000), LabText("two", text))
    assert "Of 1 long document only the first 20,000 characters are taken." in page.says.text()
    alone = open_page("joins", LabText("alone", text))
    assert fact(alone, "possible") == "0"
    assert "Two texts" in alone.look.text()


def test_the_counts_stand_beside_the_triangle_on_a_small_screen(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("joins")
    page.window().resize(1024, 730)
    qtbot.waitUntil(lambda: page.width() < 830)
    triangle, counts = (figure.mapTo(page, QPoint(0, 0)) for figure in (page.matrix, page.steps))
    assert counts.x() > triangle.x() + page.matrix.width()


def test_what_is_on_screen_stays_whole_while_others_are_joined(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("joins", *(LabText(f"mine {place}", f"a text of words {place}") for place in range(24)))
    page.example.setCurrentIndex(1)  # four strings, which are joined in a thread
    page.player.slider.setValue(2)
    assert "mine" in page.matrix.accessibleName()
    settle(page, qtbot)
    assert len(page.result.strings) == 4


def test_own_documents_are_joined_at_the_threshold_of_the_run_in_its_units(open_page: OpenPage, lab: LabWindow) -> None:
    texts = LabText("one", "red green blue"), LabText("two", "red green blue grey")
    recipe = Recipe(shingle_kind="word", shingle_size=1, threshold=0.55)
    lab.set_collection(LabCollection(documents=2, threshold=0.55, recipe=recipe))
    page = open_page("joins", *texts)
    assert (page.threshold.value(), page.shingle_size.value()) == (0.55, 1)
    assert page.shingle_size.accessibleName() == "k: words of a shingle"
    assert fact(page, "answers") == "1"
    page.example.setCurrentIndex(0)
    assert page.shingle_size.accessibleName() == "k: characters of a shingle"
    page.example.setCurrentIndex(page.example.count() - 1)
    lab.set_collection(LabCollection(documents=2, threshold=0.55, recipe=recipe.replace(measure="containment")))
    assert open_page("joins", *texts).threshold.value() == 0.8  # that of the run is no Jaccard similarity


def test_the_threshold_of_the_run_is_taken_as_it_is(open_page: OpenPage, lab: LabWindow) -> None:
    letters = LabText("a", "a b c d e f g h"), LabText("b", "a b c d e f g")  # 7 of 8 shared: 0.875
    for threshold, answers, told in ((0.875, "1", "0.875"), (0.876, "0", "0.876"), (0.999, "0", "0.999")):
        recipe = Recipe(shingle_kind="word", shingle_size=1, threshold=threshold)
        lab.set_collection(LabCollection(documents=2, threshold=threshold, recipe=recipe))
        page = open_page("joins", *letters)
        assert (page.result.walk.threshold, fact(page, "answers")) == (threshold, answers)
        assert page.findChild(QLabel, "labFact_answers").accessibleName().startswith(f"reach a similarity of {told}:")
        assert f"length: 7 / 8 = 0.875 {'≥' if answers == '1' else '<'} {told}" in page.look.text()
    for threshold in (0.0, 0.02):
        recipe = recipe.replace(threshold=threshold)
        lab.set_collection(LabCollection(documents=2, threshold=threshold, recipe=recipe))
        page = open_page("joins", *letters)
        assert page.result.walk.threshold == page.threshold.value() == max(0.001, threshold)
        assert fact(page, "answers") == "1"


def test_places_in_keys_are_written_as_all_numbers_are() -> None:
    keys = [(("ab", 1, 19_964), [0, 1])]
    assert index_grid(keys, 2, ["one", "two"], 2).rows[-1] == "and 1 more key"
    assert index_grid(keys, 1, ["one", "two"], 2).rows == [f"ab, position 1, behind it {numbers.count(19_964)}"]
