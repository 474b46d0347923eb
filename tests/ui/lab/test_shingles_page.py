"""Page 2 driven as a person does: examples, k, live texts, steps, own documents."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabCollection, LabText
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.lab.lab_window import LabWindow
from tests.ui.lab.conftest import OpenPage, fact, play_to_end, settle


def test_editorial_and_factorial_at_every_k(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("shingles")
    assert (fact(page, "shared"), fact(page, "either"), fact(page, "jaccard")) == ("5", "11", "0.455")
    wanted = golden["jaccard_editorial_factorial"]["k"]
    for k in (1, 2, 5, 7):
        page.shingle_size.setValue(k)
        settle(page, qtbot)
        assert fact(page, "jaccard") == f"{wanted[str(k)]['value']:.3f}"
    page.shingle_size.setValue(4)
    settle(page, qtbot)
    likely = golden["space_and_time"]["likely_4_shingles"]
    assert f"Of 4 characters, {likely:,} shingles are likely" in page.remark.text()
    assert [row[1] for row in page.by_size.grid.cells[:9]] == [f"{wanted[str(k)]['value']:.3f}" for k in range(1, 10)]


def test_a_misprint_is_told_beside_the_example_that_it_is_of(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    assert page.by_size.grid.cells[1][0] == "5 / 11"
    assert page.erratum.isVisible()
    assert "0.46" in page.erratum.text()
    page.edited.setChecked(True)
    settle(page, qtbot)
    assert not page.erratum.isVisible()  # of other texts nothing was printed
    page.edited.setChecked(False)
    page.editors[0].setPlainText("editor")
    settle(page, qtbot)
    assert not page.erratum.isVisible()


def test_stepping_cuts_one_shingle_after_the_other(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert page.chips[0].texts == []
    for _ in range(2):
        qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert page.chips[0].texts == ["ed", "di"]
    play_to_end(page, qtbot)
    assert page.chips[1].texts == ["fa", "ac", "ct", "to", "or", "ri", "ia", "al"]


def test_a_typed_letter_is_cut_at_once_and_repeats_count_in_a_bag(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    page.example.setCurrentIndex(2)
    settle(page, qtbot)
    assert fact(page, "size_a") == "3"
    page.bag.click()
    settle(page, qtbot)
    assert fact(page, "size_a") == "4"
    page.editors[0].setFocus()
    page.editors[0].moveCursor(page.editors[0].textCursor().MoveOperation.End)
    qtbot.keyClicks(page.editors[0], "x")
    settle(page, qtbot)
    assert page.ribbons[0].text == "abcabx"
    assert fact(page, "size_a") == "5"


def test_of_two_empty_texts_no_fraction_is_told(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    for editor in page.editors:
        editor.clear()
    settle(page, qtbot)
    assert (
        page.findChild(QLabel, "labFact_jaccard").accessibleName() == "Jaccard similarity, as both hold nothing: 0.000"
    )


def test_a_text_that_was_typed_is_no_example_and_the_same_example_comes_back(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    first = page.editors[0].toPlainText()
    page.editors[0].setPlainText("y" * 50_123)
    settle(page, qtbot)
    assert (page.example.currentIndex(), page.example.placeholderText()) == (-1, "texts as you typed them")
    # what is cut off is said, where it is cut off
    assert page.heads[0].text() == "Text A, first 40,000 of 50,123 characters"
    assert page.result.a.first.size == 40_000 - page.shingle_size.value() + 1
    assert page.heads[1].text() == "Text B"
    page.example.setFocus()
    qtbot.keyClick(page.example, Qt.Key.Key_Down)
    settle(page, qtbot)
    assert (page.example.currentIndex(), page.editors[0].toPlainText(), page.heads[0].text()) == (0, first, "Text A")
    assert fact(page, "jaccard") == "0.455"


def test_what_was_typed_into_a_document_of_the_run_is_cut_as_the_run_cuts(
    lab: LabWindow, open_page: OpenPage, qtbot: QtBot
) -> None:
    recipe = Recipe(shingle_kind="word", shingle_size=1, normalise=("case",))
    lab.set_collection(LabCollection(documents=2, recipe=recipe))
    page = open_page("shingles", LabText("a", "one two"), LabText("b", "two"))
    base = page.result.settings.base
    qtbot.keyClicks(page.editors[1], " one")
    settle(page, qtbot)
    assert page.result.settings.base is base
    assert base.recipe == recipe
    assert page.example.currentIndex() == -1


def test_a_short_text_stands_at_the_top_beside_a_long_one(open_page: OpenPage) -> None:
    page = open_page("shingles", LabText("a", "many words and more " * 500), LabText("b", "few words"))
    page.grab()
    for both in (page.ribbons, page.chips):
        tops = [one.mapTo(page, QPoint()).y() for one in both]
        assert tops[0] == tops[1]
        assert both[0].height() > both[1].height()


def test_one_letter_in_two_unicode_forms_is_one_where_the_form_is_evened_out(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    for editor, text in zip(page.editors, ("caf\u00e9", "cafe\u0301"), strict=True):
        editor.setPlainText(text)
    settle(page, qtbot)
    assert fact(page, "jaccard") != "1.000"
    page.switches["nfc"].click()
    settle(page, qtbot)
    assert fact(page, "jaccard").startswith("1")
    page.editors[1].setPlainText("ca\ufb01")
    page.editors[0].setPlainText("cafi")
    page.switches["nfkc"].click()
    settle(page, qtbot)
    assert fact(page, "jaccard").startswith("1")


def test_a_random_edit_follows_the_seed_and_touches_at_most_k_shingles(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    page.example.setCurrentIndex(1)
    page.edited.click()
    settle(page, qtbot)
    seen = set()
    for seed in range(1, 6):
        page.seed.setValue(seed)
        settle(page, qtbot)
        seen.add(page.ribbons[1].text)
        assert int((~page.result.a.shared).sum()) <= 3
    assert len(seen) > 2


def test_own_documents_come_first_and_as_tables_too(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles", LabText("a.txt", "x" * 30_000), LabText("b.txt", "xxxxxxxxxy"))
    assert page.editors[0].toPlainText() == "x" * 20_000
    assert "first 20,000 characters" in page.heads[0].text()
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    first = page.tables.tables()[0]
    assert (first.item(0, 0).text(), first.item(0, 2).text()) == ("xxxxxxxxx", "yes")


def test_own_documents_are_cut_as_the_run_cut_them(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    recipe = Recipe(shingle_kind="word", shingle_size=2, bag=True, normalise=("case",))
    lab.set_collection(LabCollection(documents=2, recipe=recipe))
    texts = LabText("a", "One two one two"), LabText("b", "one TWO")
    page = open_page("shingles", *texts)
    # bag of A: one two (twice), two one; of B: one two
    assert (fact(page, "size_a"), fact(page, "shared"), fact(page, "either")) == ("3", "1", "3")
    before = open_page("minhash")
    assert before.result.sets.rows == ("one two", "two one", "one two")
    lab.set_collection(LabCollection(documents=2))
    again = lab.page("minhash")
    assert again is not None
    assert again is not before
    settle(again, qtbot)


def test_of_a_long_text_the_same_part_is_drawn_and_cut_and_the_figures_stand_above(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    long = " ".join(f"word{number}" for number in range(400))
    page = open_page("shingles", LabText("long.txt", long), LabText("short.txt", "word1 word2"))
    ribbon, chips = page.ribbons[0], page.chips[0]
    assert long.startswith(ribbon.text)
    assert len(ribbon.text) < len(long)
    assert ribbon._part == f"characters 1 to {len(ribbon.text)} of {len(long):,}"
    assert chips.texts[0] == long[: page.shingle_size.value()]
    assert chips._after > 0
    assert page.facts.mapTo(page, QPoint()).y() < ribbon.mapTo(page, QPoint()).y()
    page.player.go_to(1000)  # while it is cut, what is at work is shown
    assert chips._before > 0
    assert chips.texts[-1] in ribbon.text
    page.grab()


def test_of_words_a_language_offers_stop_words_and_stems(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert not page.language.isVisibleTo(page)
    page.kind.set_value("word")
    page.shingle_size.setValue(1)
    settle(page, qtbot)
    assert page.language.isVisibleTo(page)
    assert not page.of_words["stop_words"].isEnabled()
    assert (fact(page, "size_a"), fact(page, "shared"), fact(page, "either")) == ("6", "5", "7")
    page.language.set_value("en")
    settle(page, qtbot)
    page.of_words["stop_words"].click()
    settle(page, qtbot)
    # The, the, which and that are left out
    assert (fact(page, "size_a"), fact(page, "shared"), fact(page, "either")) == ("3", "3", "3")
    assert page.by_switch.grid.rows[-3:-1] == ["Leave out stop words", "Word stems"]


def test_own_documents_are_cut_without_the_stop_words_that_the_run_left_out(
    lab: LabWindow, open_page: OpenPage
) -> None:
    recipe = Recipe(shingle_kind="word", shingle_size=1, language="zh", stop_words=True)
    lab.set_collection(LabCollection(documents=2, recipe=recipe))
    page = open_page("shingles", LabText("a", "one two"), LabText("b", "two"))
    assert (page.language.value(), page.of_words["stop_words"].isChecked()) == ("zh", True)
    assert page.problem.isHidden()


def test_any_number_of_buckets_can_be_asked_for(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    assert page.buckets.grid.rows[page.buckets.grid.current] == "100"
    page.bucket_count.lineEdit().selectAll()
    qtbot.keyClicks(page.bucket_count, "1")
    qtbot.keyClick(page.bucket_count, Qt.Key.Key_Return)
    settle(page, qtbot)
    grid = page.buckets.grid
    assert (grid.rows[0], grid.current) == ("1", 0)
    assert grid.cells[0][:3] == ["1", "1", "1.000"]  # all shingles in one bucket
    page.bucket_count.setValue(64)
    settle(page, qtbot)
    assert (len(page.buckets.grid.rows), page.buckets.grid.current) == (6, 1)


def test_a_long_text_that_was_typed_is_coloured_to_its_end(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("shingles")
    page.editors[0].setPlainText("abcdefghij " * 2_300)
    settle(page, qtbot)
    page.player.go_to(int(page.result.a.first.size) - 1)
    ribbon = page.ribbons[0]
    assert ribbon._part.endswith(" to 25,300 of 25,300")
    assert len(ribbon._tints) == len(ribbon.text)
