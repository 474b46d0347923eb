"""Page 1 driven as a person does: step by step, to the pages that tell more, on documents, knobs to their ends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabCollection, LabText
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import JOINED
from simexplorer.ui.lab.lab_window import LabWindow
from tests.ui.lab.conftest import OpenPage, fact, settle


def test_four_steps_tell_what_becomes_of_a_pair(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("way")
    assert page.player.last == 4
    for step in range(5):
        page.player.go_to(step)
        assert [section.isHidden() for section in page.sections] == [place >= step for place in range(4)]
    assert "18 / 30 = 0.600" in page.words[0].text()
    assert page.chips[0].texts[:2] == ["The", "he "]
    result = page.result
    tinted = sum(tint == 2 for row in page.signature.grid.tints[::2] for tint in row)
    assert tinted == int(result.equal.sum())
    assert [row[3] for row in page.buckets.grid.cells] == ["yes" if met else "no" for met in result.met]
    assert fact(page, "way_verdict") == "found"
    assert fact(page, "way_exact") == "0.600"
    page.threshold.setValue(0.9)
    settle(page, qtbot)
    assert fact(page, "way_verdict") == "needless"
    page.bands.setValue(1)
    page.rows.setValue(8)
    settle(page, qtbot)
    assert fact(page, "way_verdict") == "spared"
    page.threshold.setValue(0.5)
    settle(page, qtbot)
    assert fact(page, "way_verdict") == "missed"
    assert len(page.twins(page.result)) == 4


def test_the_bands_of_a_lesson_are_cut_as_it_cuts_them(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("way")
    page.example.setCurrentText("el perro come carne")
    page.bands.setValue(20)
    page.rows.setValue(5)
    settle(page, qtbot)
    # 15 shingles of 5 characters, 7 more in "el perro come carne fresca"; 1 - (1 - (15 / 22)^5)^20 = 0.959
    assert "15 / 22 = 0.682" in page.words[0].text()
    assert fact(page, "way_chance") == "96 %"
    assert len(page.buckets.grid.cells) == 20


def test_a_chance_is_certain_only_of_equal_sets_and_one_shingle_stands_in_both(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    page = open_page("way")
    page.bands.setValue(128)
    page.rows.setValue(1)
    settle(page, qtbot)
    assert fact(page, "way_chance") == "> 99.999 %"  # 1 - 0.4¹²⁸
    assert "as alike as these > 99.999 % meet" in page.words[2].text()
    page = open_page("way", LabText("x", "a"), LabText("y", "a"))
    assert fact(page, "way_chance") == "100 %"
    assert "1 stands in both" in page.words[0].text()


def test_a_similarity_just_below_the_threshold_does_not_read_as_it(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("way")
    page.example.setCurrentIndex(1)
    page.threshold.setValue(0.63)
    settle(page, qtbot)
    assert fact(page, "way_exact") == "0.629630"  # 17 / 27
    page.threshold.setValue(0.62)
    settle(page, qtbot)
    assert fact(page, "way_exact") == "0.630"


def test_candidates_go_through_the_sketch_filter_first(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("way")
    assert "none are dropped" in page.words[3].text()  # 18 positions are too few for that
    page.bands.setValue(32)
    page.rows.setValue(1)
    page.threshold.setValue(0.95)
    settle(page, qtbot)
    assert "need 25 equal positions" in page.words[3].text()
    assert fact(page, "way_verdict") == "spared"


def test_what_is_said_of_unlike_documents_holds_for_every_banding(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("way")
    assert "of unlike ones (J = 0.200) only 5 %." in page.words[2].text()  # 1 - (1 - 0.2³)⁶ = 0.047
    page.bands.setValue(32)
    page.rows.setValue(1)
    page.threshold.setValue(0.1)
    settle(page, qtbot)
    assert page.words[2].text().endswith("of unlike ones (J = 0.050) 81 %.")  # 1 - 0.95³² = 0.806
    spared, others = "less alike than was asked for and never met", "So are nearly all others."
    for bands, rows, unlike in ((1, 8, True), (3, 8, True), (1, 1, False)):
        page.bands.setValue(bands)
        page.rows.setValue(rows)
        page.threshold.setValue(0.95)
        settle(page, qtbot)
        words = page.words[3].text()
        assert (others in words) == (unlike and spared in words)
        assert unlike == (page.result.chance_of_unlike < 0.1)
    page = open_page("way", LabText("a", "one text and no other"), LabText("b", "something else entirely"))
    page.rows.setValue(3)
    settle(page, qtbot)
    assert "(J = 0.200)" in page.words[2].text()
    assert "only" not in page.words[2].text()  # these two are less alike still


def test_one_of_a_thing_is_told_as_one(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("way", LabText("a", "abc"), LabText("b", "abc"))
    page.bands.setValue(1)
    page.rows.setValue(1)
    settle(page, qtbot)
    assert page.words[0].text().startswith("A has 1 different shingle, B has 1.")
    assert "1 position:" in page.words[1].text()
    assert "1 number." in page.words[1].text()
    assert page.signature.grid.rows == ["A, position 1", "B, position 1"]
    for words in page.words:
        assert not re.search(r"\b1 (\w+ )?(positions|numbers|shingles|bands|rows)\b", words.text())


def test_every_step_leads_to_its_page(open_page: OpenPage, lab: LabWindow, qtbot: QtBot) -> None:
    page = open_page("way")
    for name in ("shingles", "minhash", "bands", "scale"):
        lab.open_page("way")
        qtbot.mouseClick(page.findChild(QAbstractButton, f"labMore_{name}"), Qt.MouseButton.LeftButton)
        assert lab.shown == name
        other = lab.page(name)
        assert other is not None
        settle(other, qtbot)


def test_ones_own_documents_take_the_bands_of_the_run(open_page: OpenPage, lab: LabWindow, qtbot: QtBot) -> None:
    lab.set_collection(LabCollection(documents=2, bands=25, rows=5, threshold=0.7))
    long = " ".join(f"word{number}" for number in range(500))
    page = open_page("way", LabText("x/one.txt", long), LabText("x/two.txt", long + " and an end of its own"))
    assert (page.bands.value(), page.rows.value(), page.threshold.value()) == (25, 5, 0.7)
    assert page.heads[0].text() == "A: x/one.txt"
    assert page.chips[0]._after == page.result.sizes[0] - len(page.chips[0].texts) > 0
    assert fact(page, "way_verdict") == "found"
    assert "not compared by" not in page.words[3].text()
    page = open_page("way", LabText("empty", ""), LabText("x/one.txt", long))
    assert page.player.last == 1  # an empty document is neither signed nor banded
    assert "no shingle at all" in page.words[0].text()
    assert fact(page, "way_verdict") == "no pair"
    assert page.grab().height() > 0


def test_a_run_cut_otherwise_than_the_page_shows_has_an_answer_of_its_own(
    open_page: OpenPage, lab: LabWindow, qtbot: QtBot
) -> None:
    left = "the quick brown fox jumps over the lazy dog and runs away into the wood"
    texts = LabText("a", left), LabText("b", left.replace("dog", "cat").replace("runs", "walks"))
    recipe = Recipe(threshold=0.5, shingle_size=3)
    for cut in ((42, 3), (128, 1), (14, 9)):  # of 128 positions at thresholds from low to high
        lab.set_collection(LabCollection(documents=2, bands=cut[0], rows=cut[1], threshold=0.5, recipe=recipe))
        page = open_page("way", *texts)
        assert (page.bands.value(), page.rows.value()) == cut
        assert "Your run had" not in page.words[3].text()
    assert fact(page, "way_verdict") == "found"
    page.bands.setValue(1)
    settle(page, qtbot)
    assert fact(page, "way_verdict") == "missed"
    told = "Your run had 14 bands of 9 rows and a threshold of 0.500: its own answer on this pair stands in the main"
    assert page.words[3].text().startswith(told)
    lab.set_collection(LabCollection(documents=2, bands=1000, rows=4, threshold=0.5, recipe=recipe))
    page = open_page("way", *texts)  # more bands than are shown
    assert page.words[3].text().startswith("Your run had 1,000 bands of 4 rows and a threshold of 0.500: its own")
    page.example.setCurrentIndex(0)
    settle(page, qtbot)
    assert "Your run had" not in page.words[3].text()


@pytest.mark.parametrize("threshold", [1.0, 0.0, 0.8555])
def test_the_threshold_of_the_run_is_taken_as_it_is(open_page: OpenPage, lab: LabWindow, threshold: float) -> None:
    lab.set_collection(LabCollection(documents=2, bands=6, rows=3, threshold=threshold))
    page = open_page("way", LabText("a", "one text and no other"), LabText("b", "one text and no other"))
    assert page.result.settings.threshold == threshold
    assert fact(page, "way_verdict") == "found"


@pytest.mark.parametrize(("measure", "named"), [("containment", "containment"), ("hamming", "Hamming distance")])
def test_a_run_by_another_measure_lends_no_threshold_and_its_answer_is_not_foretold(
    open_page: OpenPage, lab: LabWindow, measure: str, named: str
) -> None:
    recipe = Recipe(measure=measure, threshold=0.85)
    lab.set_collection(LabCollection(documents=2, bands=25, rows=5, threshold=0.85, recipe=recipe))
    whole = " ".join(f"word{number}" for number in range(500))
    page = open_page("way", LabText("part", whole[:2000]), LabText("whole", whole))
    assert page.threshold.value() == 0.5
    assert (
        page.words[3]
        .text()
        .startswith(f"Your collection was not compared by Jaccard similarity but by {named}: its own answer")
    )


def test_occurrences_of_a_bag_are_not_called_different_shingles(open_page: OpenPage, lab: LabWindow) -> None:
    for bag, told in (
        (True, "A has 5 shingles, each counted as often as it occurs, B has 3."),
        (False, "A has 3 different shingles, B has 2."),
    ):
        recipe = Recipe(shingle_kind="word", shingle_size=1, bag=bag)
        lab.set_collection(LabCollection(documents=2, recipe=recipe))
        page = open_page("way", LabText("a", "red red red green blue"), LabText("b", "red red green"))
        assert page.words[0].text().startswith(told)


@pytest.mark.parametrize(
    ("made", "cut", "had"),
    [
        ({"scheme": "bbit"}, (6, 3), "25 bands of 5 rows and a threshold of 0.700"),
        (
            {"instead": JOINED},
            (25, 5),
            "25 bands of 5 rows and a threshold of 0.700, but all documents were joined exactly",
        ),
    ],
)
def test_a_run_whose_bands_find_otherwise_has_an_answer_of_its_own(
    open_page: OpenPage, lab: LabWindow, made: dict[str, Any], cut: tuple[int, int], had: str
) -> None:
    lab.set_collection(LabCollection(documents=2, bands=25, rows=5, threshold=0.7, **made))
    page = open_page("way", LabText("a", "one text and no other"), LabText("b", "one text and another"))
    assert (page.bands.value(), page.rows.value(), page.threshold.value()) == (*cut, 0.7)
    assert (
        page.words[3].text().startswith(f"Your run had {had}: its own answer on this pair stands in the main window.")
    )
