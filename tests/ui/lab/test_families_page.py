"""Page 7 driven as a person does: the sources' amplification on screen, blocks by hand, points dragged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QLabel, QTableWidget
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabText
from tests.ui.lab.conftest import OpenPage, fact, settle

_DIGITS = "".join(chr(0x4E00 + place) for place in range(136))  # no shingle of 9 comes twice


def test_the_amplification_of_the_sources_block_by_block(
    open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]
) -> None:
    page = open_page("families")
    wanted = golden["amplification"]
    assert [fact(page, "p1"), fact(page, "p2")] == [f"{p:.4f}" for p in wanted["and4_then_or4"]]
    assert page.says.text().endswith("AND of 4, then OR of 4 is (0.2, 0.6, 0.8785, 0.0985)-sensitive.")
    qtbot.mouseClick(page.player.back, Qt.MouseButton.LeftButton)
    assert [fact(page, "p1"), fact(page, "p2")] == [f"{p:.4f}" for p in wanted["and4"]]
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert [fact(page, "p1"), fact(page, "p2")] == ["0.8000", "0.4000"]
    page.builder.preset.setCurrentIndex(1)
    settle(page, qtbot)
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert [fact(page, "p1"), fact(page, "p2")] == [f"{p:.4f}" for p in wanted["or4_then_and4"]]


def test_no_or_lowers_what_a_search_costs(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    # ln 0.8 / ln 0.4 = 0.2435: an AND leaves it as it is, an OR makes no key for a table
    assert [row[-1] for row in page.stages.grid.cells] == ["0.24", "0.24", "–"]
    assert "; an OR has none" in page.findChild(QLabel, "labFact_rho").accessibleName()
    assert fact(page, "rho") == "0.24"
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert fact(page, "rho") == "0.24"


def test_blocks_are_added_changed_and_taken_away(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    qtbot.mouseClick(page.builder.add_and, Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    assert (page.player.last, fact(page, "functions")) == (3, "64")
    page.findChild(object, "labBlockCount2_families").setValue(2)
    settle(page, qtbot)
    assert fact(page, "functions") == "32"
    assert fact(page, "p1") == f"{0.8784974492729345**2:.4f}"
    for _ in range(3):
        qtbot.mouseClick(page.findChild(object, "labBlockRemove0_families"), Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    assert (page.builder.blocks, page.player.last, fact(page, "p1")) == ((), 0, "0.8000")
    assert page.builder.preset.currentText() == "One function"


def test_euclid_shows_the_chances_of_its_source(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("families")
    page.kind.set_value("euclid")
    settle(page, qtbot)
    wanted = golden["euclidean_p_stable_w_over_d"]["p"]
    row = page.stages.grid.cells[0]
    assert [row[0], row[2]] == [f"{wanted['2']:.4f}", f"{wanted['0.5']:.4f}"]
    page.near.setValue(3.0)
    settle(page, qtbot)
    assert page.problem.text().startswith("d₁ must be from 0 to less than d₂ (2); got 3.")
    assert not page.problem.isHidden()


def test_every_family_says_with_which_chance_one_function_collides(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    for kind, law in (("jaccard", "1 − d."), ("cosine", "1 − d / 180."), ("hamming", "1 − d / 64.")):
        page.kind.set_value(kind)
        settle(page, qtbot)
        assert page.says.text().startswith(f"One function: p = {law}")
    assert "2 Φ(" in page.law.accessibleName()


def test_points_are_moved_by_mouse_and_by_keys(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    before = page.pairs.grid.cells[0][0]
    start = page.board.place_of(0).toPoint()
    qtbot.mousePress(page.board, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(page.board, start + QPoint(40, -30))
    qtbot.mouseRelease(page.board, Qt.MouseButton.LeftButton, pos=start + QPoint(40, -30))
    settle(page, qtbot)
    moved = page.pairs.grid.cells[0][0]
    assert moved != before
    page.board.setFocus()
    qtbot.keyClick(page.board, Qt.Key.Key_B)
    qtbot.keyClick(page.board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    settle(page, qtbot)
    assert page.pairs.grid.cells[0][0] != moved
    assert page.points[1][0] == pytest.approx(-0.2)
    assert "B at (−0.2" in page.board.accessibleName()
    for _ in range(30):
        qtbot.keyClick(page.board, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    settle(page, qtbot)
    assert " in interval −" in page.board.accessibleName()


def test_how_wide_the_intervals_of_the_drawn_line_are_is_said(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    for width, line in ((1.0, 1), (1.0, 3), (2.5, 3)):
        page.interval.setValue(width)
        page.which.setValue(line)
        settle(page, qtbot)
        cuts = page.result.lines.cuts(line - 1, 9.0)
        assert np.allclose(np.diff(cuts), cuts[1] - cuts[0])
        said = page.findChild(QLabel, "labNote_lines").text()
        assert said.endswith(f"w / |a| = {cuts[1] - cuts[0]:.3f} wide.")


def test_the_seed_draws_other_functions_and_lines(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    promises = [row[0] for row in page.stages.grid.cells]
    counted = [row[1] for row in page.stages.grid.cells]
    intervals = page.board.accessibleName()
    page.seed.setValue(2)
    settle(page, qtbot)
    assert [row[0] for row in page.stages.grid.cells] == promises
    assert [row[1] for row in page.stages.grid.cells] != counted
    assert page.board.accessibleName() != intervals


def test_two_documents_of_a_person_stand_on_the_curve(open_page: OpenPage, qtbot: QtBot) -> None:
    # shingles of 9: 8 characters more make 8 more shingles of 24 in all, a distance of 8/24
    text = "abcdefghijklmnopqrstuvwx"
    page = open_page("families", LabText("a", text), LabText("b", f"{text}12345678"))
    apart = 8 / 24
    assert f"{apart:.2f} apart" in page.findChild(QLabel, "labFact_own").accessibleName()
    assert float(fact(page, "own")) == pytest.approx(1 - (1 - (1 - apart) ** 4) ** 4, abs=2e-3)


def test_a_chance_that_is_not_certain_is_no_one_and_no_zero(open_page: OpenPage, qtbot: QtBot) -> None:
    # one function: p = 1 - d; after AND of 4 and OR of 4 0.99 becomes 1 - 2.4e-6, 0.01 becomes 4e-8
    page = open_page("families")
    page.far.setValue(0.99)
    page.near.setValue(0.01)
    settle(page, qtbot)
    assert (fact(page, "p1"), fact(page, "p2"), fact(page, "gap")) == ("> 0.9999", "< 0.0001", "> 0.9999")
    assert page.stages.grid.cells[2][0::2][:2] == ["> 0.9999", "< 0.0001"]
    assert page.says.text().endswith("is (0.01, 0.99, > 0.9999, < 0.0001)-sensitive.")
    page.far.setValue(1.0)
    page.near.setValue(0.0)
    settle(page, qtbot)
    assert (fact(page, "p1"), fact(page, "p2"), fact(page, "gap")) == ("1.0000", "0.0000", "1.0000")
    curve = next(twin for twin in page.twins(page.result) if twin.title == "Chance of a yes")
    assert [row[-1] for row in curve.rows][0::20] == ["1.0000", "0.0000"]
    assert curve.rows[19][-1] == "< 0.0001"


def test_documents_beyond_the_curve_of_random_lines_have_the_chance_of_their_own_distance(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    # 120 shingles that only one of them has: sqrt(120) = 10.95 apart, where .39894 / 10.95 collide; at 5 w it is 0.0793
    page = open_page("families", LabText("a", _DIGITS[:68]), LabText("b", _DIGITS[68:]))
    page.kind.set_value("euclid")
    settle(page, qtbot)
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert "10.95 apart" in page.findChild(QLabel, "labFact_own").accessibleName()
    assert float(fact(page, "own")) == pytest.approx(0.0364, abs=1e-4)


def test_one_function_in_a_block_has_no_fixed_point_and_is_a_key(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    for blocks in ((("or", 1),), (("and", 1), ("or", 1))):
        page.builder.set_blocks(blocks)
        settle(page, qtbot)
        assert page.result.curve.fixed.size == 0
        assert [row[-1] for row in page.stages.grid.cells] == ["0.24"] * (1 + len(blocks))
        assert "OR" not in page.findChild(QLabel, "labFact_rho").accessibleName()


def test_the_words_at_a_fixed_point_are_seen_whole(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    for blocks in ((("and", 2), ("or", 50)), (("and", 4), ("or", 4)), (("or", 50), ("and", 2))):
        page.builder.set_blocks(blocks)
        settle(page, qtbot)
        page.plot.grab()  # words are laid out when they are painted
        words = page.plot._labels["fixed"]
        assert page.plot.getViewBox().sceneBoundingRect().contains(words.sceneBoundingRect()), blocks


def test_four_large_blocks_are_promised_though_none_is_tried(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families")
    page.builder.set_blocks((("and", 20), ("or", 20)) * 2)
    settle(page, qtbot)
    assert page.problem.isHidden()
    assert fact(page, "functions") == "160,000"
    counted = [row[1] for row in page.stages.grid.cells]
    assert counted[-1] == "–"
    assert "–" not in counted[:-1]
    assert page.says.text().endswith("More than 65,536 functions are not drawn: there no answers are counted.")


def test_the_twin_says_it_in_tables(open_page: OpenPage) -> None:
    page = open_page("families")
    page.switch.click()
    stages, curve, pairs = page.tables.tables()
    assert isinstance(stages, QTableWidget)
    assert [stages.item(2, column).text() for column in (0, 1)] == ["OR of 4", "0.8785"]
    assert curve.rowCount() == 21
    assert pairs.rowCount() == 3


def test_a_document_without_a_shingle_is_like_nothing(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("families", LabText("a", ""), LabText("b", ""))
    for kind in ("jaccard", "cosine", "hamming", "euclid"):
        page.kind.set_value(kind)
        settle(page, qtbot)
        assert fact(page, "own") == "–", kind
        assert "no shingle" in page.findChild(QLabel, "labFact_own").accessibleName()


def test_the_last_number_of_the_axis_is_whole_in_large_letters(large_letters: None, open_page: OpenPage) -> None:
    page = open_page("families")
    page.plot.resize(880, page.plot.height())
    page.plot.grab()
    end = page.plot.plotItem.vb.mapViewToScene(QPointF(1.0, 0.0)).x()
    letters = QFontMetricsF(page.plot.font())
    assert end + letters.horizontalAdvance("1.00") / 2.0 <= page.plot.width()
