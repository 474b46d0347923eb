"""Page 5 driven as a person does: the slides' vector on screen, votes one by one, factors by hand, lines turned."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabText
from simexplorer.ui.lab.sideways import Sideways
from tests.ui.lab.conftest import OpenPage, fact, play_to_end, settle, typed


def test_the_fingerprint_of_the_slides_comes_vote_by_vote(
    open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]
) -> None:
    page = open_page("simhash")
    wanted = golden["simhash_16_bits"]
    assert fact(page, "fingerprint") == page.boards[0].bits == wanted["fingerprint"]
    assert fact(page, "vector") == "−1.9, 1.9, −0.1, 1.9, …"
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert page.boards[0].bits == "0" * 16
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert page.boards[0].bits == wanted["features"][0]["hash"]
    play_to_end(page, qtbot)


def test_misprints_of_the_sources_are_told_where_the_bits_and_the_lines_are(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("simhash")
    assert page.erratum.isVisible()
    assert "lost a digit" in page.erratum.text()
    assert "the share that differ" in page.plane_words.text()
    typed(page.typed, qtbot, "0101 1")
    settle(page, qtbot)
    assert not page.erratum.isVisible()  # it is of the bits of the slides
    page.typed.clear()
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert not page.erratum.isVisible()


def test_no_bit_lies_on_the_next_and_those_of_one_place_stay_below_each_other(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    page = open_page("simhash")
    page.example.setCurrentIndex(1)
    page.bits.set_value("128")
    settle(page, qtbot)
    page.window().resize(880, 700)
    qtbot.waitUntil(lambda: page.width() < 680)
    least = QFontMetrics(page.boards[0].font()).horizontalAdvance("0")
    assert all((board.width() - 76) / 128 >= least for board in page.boards)
    frames = [frame for frame in page.findChildren(Sideways) if frame.figure in page.boards]
    first, second = (frame.horizontalScrollBar() for frame in frames)
    qtbot.keyClick(frames[0], Qt.Key.Key_Right)
    assert second.value() == first.value() > 0
    second.setValue(0)
    assert first.value() == 0


def test_a_typed_factor_weighs_a_feature_anew(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("simhash")
    page.table.item(1, 3).setText("10")
    settle(page, qtbot)
    assert page.boards[0].bits == golden["simhash_16_bits"]["features"][1]["hash"]
    page.table.item(1, 3).setText("heavy")
    assert page.table.item(1, 3).text() == "10"


def test_two_sentences_their_angle_and_another_seed(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("simhash")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert page.boards[1].isVisible()
    assert fact(page, "angle") == "36.9°"
    before = page.boards[0].bits
    page.seed.setValue(5)
    settle(page, qtbot)
    assert page.boards[0].bits != before
    page.example.setCurrentIndex(2)
    settle(page, qtbot)
    assert (fact(page, "hamming"), fact(page, "angle")) == ("0 of 64", "0.0°")


def test_vectors_in_the_plane_are_turned_by_keys_and_by_hand(
    open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]
) -> None:
    page = open_page("simhash")
    wanted = golden["hyperplane"]
    assert fact(page, "plane_angle") == f"{wanted['angle_degrees']:.1f}°"
    assert fact(page, "plane_chance") == f"{wanted['collision']:.3f}"
    page.plane.setFocus()
    for _ in range(3):
        qtbot.keyClick(page.plane, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    settle(page, qtbot)
    assert (fact(page, "plane_angle"), fact(page, "plane_chance")) == ("90.0°", "0.500")
    qtbot.mousePress(page.plane, Qt.MouseButton.LeftButton, pos=page.plane.rect().center() * 0.5)
    qtbot.mouseRelease(page.plane, Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    assert fact(page, "plane_angle") == "135.0°"
    assert page.player.step == page.player.last  # the votes stayed


def test_own_documents_and_the_table_twin(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("simhash", LabText("a.txt", "red green blue blue"), LabText("b.txt", "red green white"))
    assert not page.which.isHidden()  # says that these are not the fingerprints of the main window
    assert page.heads[0].text().startswith("a.txt: 3 of 3 features")
    page.weights.set_value("tfidf")
    settle(page, qtbot)
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    titles = [table.accessibleName() for table in page.tables.tables()]
    assert titles[2:] == ["Features", "Angles"]
    assert page.tables.tables()[0].rowCount() == 64


def test_an_empty_text_has_no_angle(open_page: OpenPage) -> None:
    page = open_page("simhash", LabText("empty", ""), LabText("b.txt", "some words"))
    assert fact(page, "hamming") == "–"
    assert page.findChild(QLabel, "labFact_angle") is None
    assert next(twin.rows[0] for twin in page.twins(page.result) if twin.title == "Angles")[1:] == ("–", "–", "–")
    assert page.plot_group.isHidden()


def test_a_text_whose_words_weigh_nothing_has_no_angle(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("simhash", LabText("a.txt", "red green"), LabText("b.txt", "red blue"))
    for row, word in enumerate(("red", "green")):
        assert page.table.item(row, 0).text() == word
        page.table.item(row, 3).setText("0")
        settle(page, qtbot)
        assert (fact(page, "hamming") == "–") == (word == "green")  # blue alone still weighs in B, nothing in A
    assert page.plot_group.isHidden()
    assert next(twin.rows[0] for twin in page.twins(page.result) if twin.title == "Angles")[1:] == ("–", "–", "–")
    page.table.item(0, 3).setText("1")
    settle(page, qtbot)
    assert fact(page, "angle") == "45.0°"


def test_weights_that_are_not_listed_are_told_of(open_page: OpenPage, qtbot: QtBot) -> None:
    words = [f"w{number}" for number in range(1_201)]
    page = open_page("simhash", LabText("a.txt", " ".join(words[:200])), LabText("b.txt", words[0]))
    assert (page.table.rowCount(), page.more.isHidden()) == (200, True)
    page = open_page("simhash", LabText("a.txt", " ".join(words)), LabText("b.txt", words[0]))
    assert (page.table.rowCount(), page.more.isHidden()) == (200, False)
    assert page.more.text() == "The first 200 of 1,201 features; the others vote too."
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert page.more.isHidden()


def test_features_of_ones_own_are_typed(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("simhash")
    typed(page.typed, qtbot, "0011, 0101 0.5, 1001 0.25")
    settle(page, qtbot)
    # the first feature outweighs the two others
    assert page.boards[0].bits == "0011"
    assert page.player.last == 3
    typed(page.typed, qtbot, "0011, 01")
    settle(page, qtbot)
    assert "as in the first, 4" in page.problem.text()
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert page.problem.isHidden()
    assert not page.typed.isVisibleTo(page)


def test_a_feature_that_is_typed_twice_stands_in_the_table_twice(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("simhash")
    typed(page.typed, qtbot, "01 1, 01 0.002")
    settle(page, qtbot)
    shown = [[page.table.item(row, column).text() for column in range(2)] for row in range(page.table.rowCount())]
    assert shown == [["01", "1.00"], ["01", "0.002"]]
    assert page.heads[0].text().endswith("last “01” with weight 0.002")
    typed(page.typed, qtbot, "01 0.03")
    settle(page, qtbot)
    assert fact(page, "vector") == "−0.03, 0.03, …"


def test_fields_of_texts_are_not_shown_beside_features_that_are_none(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("simhash")
    for example, there in ((0, False), (1, True), (0, False)):
        page.example.setCurrentIndex(example)
        settle(page, qtbot)
        assert [field.isVisibleTo(page) for field in (page.weights, page.bits, page.words)] == [there] * 3
