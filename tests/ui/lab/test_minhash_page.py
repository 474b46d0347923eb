"""Page 3 driven as a person does: the sources' signatures on screen, rows moved by hand, all ways."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.examples import SMALL_SETS
from simexplorer.lab.material import LabText
from tests.ui.lab.conftest import OpenPage, fact, play_to_end, settle, typed


def signature(page: Any) -> list[list[str]]:
    return [list(row[:-1]) for row in page.signature.grid.cells]


def choose(page: Any, qtbot: QtBot, example: int) -> None:
    page.example.setCurrentIndex(example)
    settle(page, qtbot)


def test_the_signature_of_the_slides_fills_row_by_row(
    open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]
) -> None:
    page = open_page("minhash")
    wanted = golden["minhash_hash_functions"]["signature"]
    assert [[int(v) for v in column] for column in zip(*signature(page), strict=True)] == list(wanted.values())
    assert (fact(page, "exact"), fact(page, "estimate")) == ("0.600", "1.000")
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert signature(page) == [["∞"] * 4] * 2
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert signature(page) == [["1"] * 4] * 2
    play_to_end(page, qtbot)
    assert signature(page) == [["1", "1", "1", "0"], ["1", "0", "1", "1"]]


def test_k_adds_functions_to_those_of_the_slides_whose_misprint_is_told(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    assert "3 of 5" in page.words.text()
    page.length.setValue(5)
    settle(page, qtbot)
    assert signature(page)[:2] == [["1", "1", "1", "0"], ["1", "0", "1", "1"]]
    assert len(signature(page)) == 5
    page.way.set_value("sketching")
    settle(page, qtbot)
    assert "3 of 5" not in page.words.text()


def test_the_permutations_of_the_textbook(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 1)
    wanted = golden["minhash_mmds_permutations"]["signature"]
    assert signature(page) == [[str(v) for v in row] for row in wanted]
    by_pair = dict(zip(page.pairs.grid.rows, page.pairs.grid.cells, strict=True))
    assert by_pair["C1, C3"][4:] == ["0.750", "2 / 3", "0.667"]
    assert by_pair["C2, C4"][4:] == ["0.750", "3 / 3", "1.000"]


def test_elements_are_named_in_spanish(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 2)
    assert [[value[-1] for value in row] for row in signature(page)] == [list("bee"), list("ccd"), list("eee")]


def test_a_row_moved_by_keys_changes_the_signature(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 1)
    page.player.reset.click()
    assert page.matrix.grid.rows[0].startswith("5")  # the first row in the first permutation's order
    page.matrix.setFocus()
    qtbot.keyClick(page.matrix, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    settle(page, qtbot)
    assert page.orders.value() == "hand"
    assert page.matrix.grid.rows[0].startswith("1")
    page.player.slider.setValue(page.player.last)
    assert signature(page)[0] == ["1", "2", "1", "2"]
    assert signature(page)[1:] == [["2", "1", "4", "1"], ["1", "2", "1", "2"]]


def test_infinity_counts_as_the_rules_say(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 1)
    page.first.setValue(1)
    page.way.set_value("first rows")
    settle(page, qtbot)
    assert signature(page)[:2] == [["∞", "1", "∞", "1"], ["∞", "1", "∞", "1"]]
    assert [row[-1] for row in page.signature.grid.cells] == ["says nothing", "says nothing", "equal"]
    page.way.set_value("one pass")
    settle(page, qtbot)
    assert page.matrix.grid.gaps == {3, 6}


def test_the_estimate_counts_at_every_step_what_the_signature_beside_it_says(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    page.length.setValue(5)
    page.first.setValue(2)
    for way in ("first rows", "one pass", "permutations"):
        page.way.set_value(way)
        for pair in range(page.pair.count()):
            page.pair.setCurrentIndex(pair)
            settle(page, qtbot)
            for step in range(page.player.last + 1):
                page.player.go_to(step)
                said = [row[-1] for row in page.signature.grid.cells]
                equal, counted = said.count("equal"), said.count("equal") + said.count("unequal")
                words = page.findChild(QLabel, "labFact_estimate").accessibleName()
                assert words.startswith(f"estimate: {equal} of {counted} position"), (way, pair, step)


def test_another_seed_draws_other_permutations(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 1)
    page.orders.set_value("drawn")
    settle(page, qtbot)
    before = signature(page)
    page.seed.setValue(2)
    settle(page, qtbot)
    assert signature(page) != before


def test_the_order_is_said_to_be_of_the_example_where_it_is_and_chosen_where_that_changes_anything(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    page = open_page("minhash")
    for place, example in enumerate(SMALL_SETS):
        choose(page, qtbot, place)
        for way in ("functions", "permutations", "first rows", "one pass", "sketching"):
            page.way.set_value(way)
            values = []
            for seed in range(1, 5):
                page.seed.setValue(seed)
                settle(page, qtbot)
                values.append(signature(page))
            drawn = any(one != values[0] for one in values)
            assert (page.orders.currentText() == "none given: at random") is drawn, (example.title, way)
            assert page.orders.isEnabled() is (way != "sketching")
            assert page.orders.width() >= page.orders.sizeHint().width(), "what it says is whole"
            by_hand = page.orders.model().item(page.orders.findData("hand"))
            assert by_hand.isEnabled() is (page.matrix.focusPolicy() == Qt.FocusPolicy.StrongFocus), way


def test_shingles_of_own_documents_are_the_rows(open_page: OpenPage, qtbot: QtBot) -> None:
    texts = [LabText(f"folder/{name}.txt", f"the quick brown fox jumps over {name}") for name in ("dogs", "cats")]
    page = open_page("minhash", *texts)
    assert page.matrix.grid.columns[:2] == ["dogs.txt", "cats.txt"]
    assert len(page.matrix.grid.rows) == 16
    assert 0.5 < float(fact(page, "exact")) < 0.8
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    assert len(page.tables.tables()) == 4


def test_sketching_fills_bins_round_by_round(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    page.length.setValue(6)
    page.way.set_value("sketching")
    settle(page, qtbot)
    assert page.matrix.grid.columns == ["S1", "S2", "S3", "S4", "bin", "value", "type"]
    cells = page.signature.grid.cells
    assert page.signature.grid.rows == [f"bin {n}" for n in range(1, 7)]
    assert all(cell.split(": ")[0] in ("1", "2", "3", "own") for row in cells for cell in row[:4])
    assert "at most" in page.findChild(QLabel, "labFact_error").accessibleName()
    page.player.slider.setValue(1)  # the first row fills one bin of each column that has it
    filled = [row for row in page.signature.grid.cells if row[:4] != ["–"] * 4]
    assert [row[:4] for row in filled] == [["1: a"] * 4]
    assert page.matrix.grid.cells[0][4] == str(page.signature.grid.cells.index(filled[0]) + 1)
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    assert len(page.tables.tables()) == 4


def test_functions_for_a_small_error_follow_from_the_similarity(open_page: OpenPage) -> None:
    page = open_page("minhash")
    assert fact(page, "exact") == "0.600"
    assert fact(page, "needed") == "2,400"  # 0.6 * 0.4 / 0.01^2


def test_texts_without_a_shingle_leave_all_positions_empty_in_every_way(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash", LabText("a", ""), LabText("b", ""))
    for place in range(page.way.count()):
        page.way.setCurrentIndex(place)
        settle(page, qtbot)
        assert page.problem.isHidden()
        assert {cell for row in page.signature.grid.cells for cell in row[:2]} <= {"–", "∞"}
        assert fact(page, "estimate") == "–"


def test_more_first_rows_than_there_are_is_all_of_them(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash", LabText("a", ""), LabText("b", "ten letters"))  # 3 shingles of 9 characters
    page.first.setValue(999)
    page.way.set_value("first rows")
    settle(page, qtbot)
    assert page.problem.isHidden()
    assert {row[0] for row in page.signature.grid.cells} == {"∞"}
    assert {row[-1] for row in page.signature.grid.cells} == {"unequal"}


def test_large_counts_are_told_as_everywhere(open_page: OpenPage) -> None:
    long = " ".join(f"{number} of {number * number}" for number in range(300))
    page = open_page("minhash", LabText("one", long), LabText("two", long[:-1] + "?"))
    types = page.findChild(QLabel, "labFact_types").text()
    exact = page.findChild(QLabel, "labFact_exact").parent().findChildren(QLabel)
    assert re.fullmatch(r"\d,\d{3}, \d+, \d+, 0", types)
    assert any(f"= {types.split(', ')[0]}\u00a0/\u00a0" in label.text() for label in exact)


def test_functions_of_ones_own_are_typed(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    typed(page.typed, qtbot, "x + 1, 3x + 1, 2x + 6")
    settle(page, qtbot)
    assert page.length.value() == 3
    assert page.result.functions == ("(x + 1) mod 7", "(3x + 1) mod 7", "(2x + 6) mod 7")
    assert "3 of 5" not in page.words.text()  # the misprint of the slides is about their own functions
    assert signature(page)[2] == ["0", "0", "0", "1"]  # down the rows 6 1 3 5 0 2 4; S4 alone lacks the one of 0
    typed(page.typed, qtbot, "3y")
    settle(page, qtbot)
    assert "typed like 3x + 1" in page.problem.text()
    assert not page.problem.isHidden()
    page.way.set_value("permutations")
    assert not page.typed.isVisibleTo(page)
    settle(page, qtbot)
    assert page.problem.isHidden()
    choose(page, qtbot, 1)
    choose(page, qtbot, 0)
    assert page.typed.text() == ""
    assert page.result.functions == ("(x + 1) mod 7", "(3x + 1) mod 7")


def test_functions_that_mix_no_rows_are_refused_and_equal_ones_told(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    assert page.repeats.isHidden()
    typed(page.typed, qtbot, "x + 1, 14x + 3")  # of seven rows: 14x is 0 for all
    settle(page, qtbot)
    assert "Every function must be typed with an x by a number that 7 does not divide" in page.problem.text()
    assert "14x + 3" in page.problem.text()
    typed(page.typed, qtbot, "x + 1, 3x, 8x + 8, 10x + 7")
    settle(page, qtbot)
    assert page.problem.isHidden()
    assert page.repeats.text().startswith("2 of 4 functions give all rows the values of another one")
    typed(page.typed, qtbot, "3x")
    settle(page, qtbot)
    assert page.repeats.isHidden()
    assert page.findChild(QLabel, "labFact_error").accessibleName().startswith("standard error of 1 position:")


def test_sets_of_ones_own_are_typed(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 1)
    page.way.set_value("functions")
    # Mining of Massive Datasets, exercise 3.3.3; by hand: S1 = {2, 5}, h1 there is 5, 5; h2 is 2, 5; h3 is 0, 3
    typed(page.sets, qtbot, "001001, 110000, 000110, 101010")
    typed(page.typed, qtbot, "2x+1, 3x+2, 5x+2 mod 6")
    settle(page, qtbot)
    assert page.problem.isHidden()
    assert signature(page) == [["5", "1", "1", "1"], ["2", "2", "2", "2"], ["0", "1", "4", "0"]]
    assert page.repeats.text() == "Two rows get one value under h1, h2: no permutation of the rows."
    assert [page.pair.itemText(n) for n in range(page.pair.count())][-1] == "S3, S4"
    page.pair.setCurrentIndex(page.pair.count() - 1)
    settle(page, qtbot)
    assert fact(page, "exact") == "0.250"  # {3, 4} and {0, 2, 4}
    words = golden["minhash_hash_functions"]
    typed(page.sets, qtbot, ", ".join(" ".join(words["sets"][name]) for name in ("S1", "S2", "S3", "S4")))
    typed(page.typed, qtbot, ", ".join(words["hash_functions"]))
    settle(page, qtbot)
    assert [list(map(int, column)) for column in zip(*signature(page), strict=True)] == [*words["signature"].values()]
    assert page.repeats.isHidden()


def test_sets_that_cannot_be_read_are_told_and_leave_with_another_example(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    typed(page.sets, qtbot, "abd, adp")
    settle(page, qtbot)
    assert (fact(page, "exact"), page.pair.currentText()) == ("0.500", "S1, S2")
    assert "The slides print" not in page.words.text()
    typed(page.sets, qtbot, "abd")
    settle(page, qtbot)
    assert "Sets must be from 2 to 6" in page.problem.text()
    choose(page, qtbot, 2)
    assert page.problem.isHidden()
    assert page.sets.text() == ""
    assert page.pair.currentText() == "d1, d3"
    page = open_page("minhash", LabText("a", "some words of it"), LabText("b", "some words of that"))
    assert not page.sets.isVisibleTo(page)


def test_permutations_of_ones_own_are_typed(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("minhash")
    page.way.set_value("permutations")
    assert page.permuted.isVisibleTo(page)
    book, lesson = golden["minhash_mmds_permutations"], golden["minhash_spanish"]
    typed(page.sets, qtbot, ", ".join("".join(column) for column in zip(*book["rows"], strict=True)))
    typed(page.permuted, qtbot, ", ".join(" ".join(map(str, p)) for p in book["rank_of_row_under_each_permutation"]))
    settle(page, qtbot)
    assert page.orders.value() == "hand"
    assert [[int(value.split()[0]) for value in row] for row in signature(page)] == book["signature"]
    typed(page.sets, qtbot, ", ".join("".join(column) for column in lesson["columns"].values()))
    typed(page.permuted, qtbot, ", ".join(lesson["permutations"]))
    settle(page, qtbot)
    assert [[value[-1] for value in row] for row in signature(page)] == [
        list(minima.values()) for minima in lesson["minhash"].values()
    ]
    page.player.reset.click()
    page.matrix.setFocus()
    qtbot.keyClick(page.matrix, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)  # the first one: e b a c f d
    settle(page, qtbot)
    page.player.slider.setValue(page.player.last)
    assert [[value[-1] for value in row] for row in signature(page)] == [list("eee"), list("ccd"), list("eee")]
    typed(page.permuted, qtbot, "abc")
    settle(page, qtbot)
    assert "Every permutation must be the place of each row, from 1 to 6" in page.problem.text()
    page.permuted.selectAll()
    qtbot.keyClick(page.permuted, Qt.Key.Key_Delete)
    qtbot.keyClick(page.permuted, Qt.Key.Key_Return)
    settle(page, qtbot)
    assert page.problem.isHidden()
    assert page.orders.value() == "example"


def test_as_many_positions_as_were_typed_also_after_another_way(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 2)
    typed(page.permuted, qtbot, "fedcba, abcdef")
    settle(page, qtbot)
    for way, length in (("functions", 2), ("first rows", 2), ("one pass", 3), ("permutations", 2)):
        page.way.set_value(way)
        settle(page, qtbot)
        assert page.length.value() == length, way
        assert page.first.isVisibleTo(page) == (way == "first rows")
    assert [row[0] for row in signature(page)] == ["2 e", "2 b"]  # d1 is {b, c, e}


@pytest.mark.parametrize("way", ["first rows", "one pass"])
def test_what_infinity_counts_as_is_told_wherever_there_is_any(open_page: OpenPage, qtbot: QtBot, way: str) -> None:
    page = open_page("minhash")
    choose(page, qtbot, 1)
    page.way.set_value(way)
    settle(page, qtbot)
    assert "∞" in [value for row in signature(page) for value in row]
    assert "one ∞ counts as unequal, two ∞ count neither way" in page.words.text()
