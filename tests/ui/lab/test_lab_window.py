"""The window: every page opens, says what it is about, can be reached by keys; closing stops all threads."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QPlainTextEdit, QScrollArea, QSlider
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabCollection, LabText
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.lab.page_list import PAGE_NAMES
from simexplorer.ui.theme.colours import DARK, palette_from
from tests.ui.fakes import FakeAnalysis
from tests.ui.lab.conftest import OpenPage, settle
from tests.ui.shown import hovered

OPENED = PAGE_NAMES
TEXTS = (LabText("x/one.txt", "a text about nothing at all"), LabText("x/two.txt", "a text about something else"))


@pytest.mark.parametrize("name", OPENED)
def test_a_page_says_what_it_is_about_and_names_all_it_offers(example: OpenPage, name: str) -> None:
    page = example(name)
    assert page.objectName() == f"labPage_{name}"
    assert len(page.findChild(QLabel, f"labWords_{name}").text()) > 200
    assert page.formula_view.accessibleName().startswith("Formula: ")
    assert page.findChild(QLabel, f"labSource_{name}").text().startswith("Source: ")
    for kind in (QAbstractButton, QAbstractSpinBox, QComboBox, QPlainTextEdit, QSlider):
        for widget in page.findChildren(kind):
            if widget.objectName().startswith("qt_") or not widget.isVisibleTo(page):
                continue
            assert widget.objectName().startswith("lab"), widget
            assert widget.accessibleName(), widget.objectName()
            if isinstance(widget, QAbstractSpinBox | QComboBox):
                assert widget.toolTip(), f"{widget.objectName()} does not say what it means"
    for title in page.findChildren(QLabel):
        if title.buddy() is not None:
            assert hovered(title) == title.buddy().toolTip(), title.text()


@pytest.mark.parametrize("name", OPENED)
def test_no_letter_of_a_formula_is_left_without_a_word(example: OpenPage, name: str) -> None:
    page = example(name)
    alone = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_]|\[)")  # P[…], a chance, needs none
    shown = " ".join(re.sub("<[^>]+>", " ", label.text()) for label in page.findChildren(QLabel))
    letters = {letter for line in page.formula for letter in alone.findall(line.words())}
    assert letters <= set(alone.findall(shown))


@pytest.mark.parametrize("name", OPENED)
def test_every_cell_of_every_page_stands_under_a_heading(example: OpenPage, name: str) -> None:
    page = example(name)
    for twin in page.twins(page.result):
        widest = max((len(row) for row in twin.rows), default=0)
        assert widest <= len(twin.columns), twin.title


@pytest.mark.parametrize("name", OPENED)
def test_no_page_scrolls_sideways_and_no_words_are_cut(example: OpenPage, qtbot: QtBot, name: str) -> None:
    page = example(name)
    window, scroll = page.window(), page.findChild(QScrollArea, f"labScroll_{name}")
    window.show()
    for width in (1180, 900, window.minimumWidth()):
        window.resize(width, 700)
        words = [w for w in scroll.widget().findChildren(QLabel) if w.isVisible() and w.wordWrap() and w.text()]
        assert words
        qtbot.waitUntil(lambda words=words: all(w.height() >= w.heightForWidth(w.width()) for w in words))
        assert scroll.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("name", OPENED)
def test_a_page_works_on_one_document_on_two_and_on_an_empty_one(
    lab: LabWindow, open_page: OpenPage, name: str
) -> None:
    for texts in (TEXTS[:1], TEXTS, (TEXTS[0], LabText("empty", ""))):
        page = open_page(name, *texts)
        assert page.result is not None
        assert page.problem.isHidden()
        page.player.go_to(0)
        page.player.go_to(page.player.last // 2)
        assert page.twins(page.result)
        page.grab()


def test_pages_follow_dark_and_light_and_are_reached_by_keys(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    lab.setPalette(palette_from(DARK))
    page.grab()
    qtbot.keyClick(lab, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert lab.list.currentRow() == PAGE_NAMES.index("bands") - 1
    qtbot.keyClick(lab, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert lab.stack.currentWidget() is page


def test_keys_step_while_a_topic_is_chosen_in_the_list(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    before, page = open_page("bands"), open_page("shingles")
    qtbot.waitUntil(lambda: lab.stack.currentWidget() is page)
    lab.list.setFocus()
    last = page.player.last
    for key, step in ((Qt.Key.Key_Left, last - 1), (Qt.Key.Key_Home, 0), (Qt.Key.Key_Right, 1)):
        qtbot.keyClick(lab.list, key, Qt.KeyboardModifier.AltModifier)
        assert page.player.step == step
    qtbot.keyClick(lab.list, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    assert page.player.playing
    assert before.player.step == before.player.last, "only the page that is shown steps"


def test_other_documents_make_pages_anew_and_none_keeps_them(open_page: OpenPage, lab: LabWindow) -> None:
    first = open_page("bbit", *TEXTS)
    assert open_page("bbit") is first
    other = open_page("bbit", TEXTS[1], TEXTS[0])
    assert other is not first
    assert other.own[0].title == "x/two.txt"


def test_a_new_run_makes_only_the_pages_anew_that_show_it(open_page: OpenPage, lab: LabWindow, qtbot: QtBot) -> None:
    bands, bits = open_page("bands"), open_page("bbit")
    lab.set_collection(LabCollection(documents=10, bands=7))
    assert lab.page("bands") is None
    assert open_page("bbit") is bits
    assert open_page("bands") is not bands
    lab.set_collection(LabCollection(documents=10, bands=9))
    again = lab.page("bands")
    assert again is not None
    settle(again, qtbot)
    assert again.findChild(QAbstractSpinBox, "labBands_bands").value() == 9


def test_closing_stops_all_threads_and_the_window_opens_again(
    open_page: OpenPage, lab: LabWindow, qtbot: QtBot
) -> None:
    page = open_page("minhash")
    page.player.play.click()
    page.recompute()
    lab.close()
    assert lab.is_quiet()
    assert lab.page("minhash") is None
    settle(open_page("minhash"), qtbot)


def test_figures_of_a_run_are_taken_over() -> None:
    result = FakeAnalysis(documents=60, pairs=40).found(Recipe(threshold=0.7), 1.0)
    collection = LabCollection.of(result)
    first = result.groups.representative.tolist()
    assert collection.documents == sum(size > 0 and first[row] == row for row, size in enumerate(result.shingles))
    assert (collection.bands, collection.rows, collection.threshold) == (result.bands, result.rows, 0.7)
    assert collection.candidates == result.audit.candidates
    assert np.array_equal(collection.histogram, result.audit.histogram)


def test_no_empty_figures_stand_on_a_page_before_its_first_numbers(lab: LabWindow, qtbot: QtBot) -> None:
    lab.open_page("way")
    page = lab.page("way")
    assert page is not None
    assert page.figures.isHidden()
    settle(page, qtbot)
    assert page.figures.isVisible()
    page.switch.click()
    assert page.figures.isHidden()
    page.switch.click()
    assert page.figures.isVisible()


def test_a_page_is_made_in_turns_and_is_whole_for_whoever_asks_for_it(lab: LabWindow, qtbot: QtBot) -> None:
    lab.open_page("minhash")
    assert lab.stack.count() == 0
    assert not lab.is_quiet()
    lab.list.setCurrentRow(0)  # another one is chosen before it is there
    page = lab.page("minhash")
    assert page is not None
    assert lab.stack.currentWidget() is lab.page(lab.shown) is not page
    qtbot.waitUntil(lab.is_quiet)
    lab.open_page("minhash")
    assert lab.page("minhash") is page
    assert lab.stack.currentWidget() is page
