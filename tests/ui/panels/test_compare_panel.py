"""Two texts with their passages: any size without a pause, walked through, scrolled together, searched."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from simexplorer.features.shown_text import ShownText
from simexplorer.search.passages import Passages, shared_passages
from simexplorer.ui.panels import compare_panel
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.linked_places import LinkedPlaces, ShownPassages
from simexplorer.ui.panels.overview_bar import OverviewBar
from simexplorer.ui.panels.passage_view import TOP
from simexplorer.ui.panels.row_layouts import RowLayout
from simexplorer.ui.theme.colours import DARK, LIGHT, palette_from
from tests.ui.conftest import double_click

FIRST = "The boat leaves the harbour at nine in the morning."
SECOND = "Nobody on board had ever seen a lighthouse from afar."
LEFT = "\n".join(["left line"] * 60 + [FIRST] + ["more on the left"] * 60 + [SECOND] + ["left end"] * 60)
RIGHT = "\n".join(["right side"] * 90 + [FIRST] + ["else"] * 20 + [SECOND] + ["right tail"] * 50)


def shown_passages():
    return ShownPassages.of(shared_passages(LEFT, RIGHT, ("case",), 24), len(LEFT), len(RIGHT))


@pytest.fixture
def compare(qtbot):
    panel = ComparePanel()
    qtbot.addWidget(panel)
    panel.setMinimumSize(300, 200)  # of its own, so that no layout asks the system for another
    panel.resize(900, 400)
    panel.show()
    panel.show_texts(("a.txt", ShownText.of(LEFT), ""), ("b.txt", ShownText.of(RIGHT), ""))
    panel.set_passages(shown_passages())
    return panel


def settled(view, qtbot):
    qtbot.waitUntil(lambda: not view._continue.isActive(), timeout=10_000)


def in_sight(view, text):
    first, last = view.seen()
    whole = view.shown.text
    at = whole.index(text)
    return first * len(whole) <= at <= last * len(whole)


@pytest.mark.parametrize(
    "text",
    [
        "word " * 400_000,
        "x" * 2_000_000,
        "\n" * 500_000,
        "今天天气很好" * 200_000,
        "שלום עולם " * 100_000,
        "",
        "\x00\u202e\u2028",
    ],
    ids=["words", "one line", "line ends", "chinese", "hebrew", "nothing", "signs"],
)
def test_every_text_is_painted_from_end_to_end(view, qtbot, text):
    view.set_text(ShownText.of(text))
    settled(view, qtbot)
    view.grab()
    view.go_to(len(text), 1.0)
    assert view.seen()[1] == pytest.approx(1.0)
    view.grab()
    view.resize(300, 200)
    settled(view, qtbot)
    assert view.place_at(1.0) <= len(text)


def test_a_long_text_is_there_at_once_and_its_end_soon(view, qtbot):
    text = "a line of the text\n" * 300_000
    view.set_text(ShownText.of(text))
    assert view._continue.isActive()  # the rest follows in slices
    assert view.place_at(0.0) == 0
    view.go_to(len(text) - 5)
    settled(view, qtbot)
    assert view.seen()[1] == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize(("blank", "top"), [(0, 0), (40, 40), (4000, 4000)])
def test_a_text_that_begins_with_empty_lines_is_shown_from_its_first_letter_on(view, qtbot, blank, top):
    view.set_text(ShownText.of("\n" * blank + "\n".join(f"line {number}" for number in range(500))))
    qtbot.waitUntil(lambda: view.verticalScrollBar().value() == top)
    view.verticalScrollBar().setValue(0)
    assert view.place_at(0.0) == 0, "they are there all the same"


def test_a_text_of_empty_lines_alone_is_shown_from_its_beginning(view):
    view.set_text(ShownText.of("\n \n" * 200))
    assert view.verticalScrollBar().value() == 0


def test_texts_nobody_has_scrolled_begin_with_their_first_letter_whatever_size_they_had_before(compare):
    compare.show_texts(("a.txt", ShownText.of("\n" * 40 + LEFT), ""), ("b.txt", ShownText.of("\n" * 40 + RIGHT), ""))
    for height in (4000, 5000, 260):  # in the first two there is less below the empty lines than fits
        compare.resize(900, height)
    for side in (compare.left, compare.right):
        assert side.view.place_at(0.0) == 40
        assert side.view.at_home
    assert compare.left.view.verticalScrollBar().maximum() > 40


def test_the_top_row_stays_when_the_width_changes(view, qtbot):
    view.set_text(ShownText.of(LEFT))
    view.go_to(LEFT.index(FIRST), 0.0)
    assert view.place_at(0.0) == LEFT.index(FIRST)
    view.resize(260, 300)
    assert view.shown.text[view.place_at(0.0) :].startswith("The boat")


def test_unwrapped_lines_go_on_to_the_right(view):
    view.set_text(ShownText.of("x" * 500 + "\ny"))
    assert view.horizontalScrollBar().maximum() == 0
    view.set_wrap(False)
    assert view.horizontalScrollBar().maximum() > 0
    assert view.verticalScrollBar().maximum() == 0


def test_unwrapped_lines_from_right_to_left_are_shown_from_their_beginning(view):
    along, short = view.horizontalScrollBar(), ShownText.of("short\n")
    arabic, hebrew = (
        "\n".join([word * 60] * 9) for word in ("\u0645\u0631\u062d\u0628\u0627 ", "\u05e9\u05dc\u05d5\u05dd ")
    )
    view.set_wrap(False)
    for text in (arabic, hebrew):
        view.set_text(ShownText.of(text))
        assert along.value() == along.maximum() > 0
        view.resize(view.width() - 40, 300)
        assert along.value() == along.maximum()
        along.setValue(along.maximum() - 70)
        view.resize(view.width() + 20, 300)
        assert along.value() == along.maximum() - 70  # where a person has gone
        view.set_wrap(True)
        view.set_wrap(False)
        assert along.value() == along.maximum()
        view.set_text(ShownText.of("from left to right " * 60))
        assert along.value() == 0 < along.maximum()
    view.set_text(short)
    assert along.maximum() == 0


def test_text_is_selected_and_copied(view, qtbot):
    view.set_text(ShownText.of("One two three\nfour 👩‍🚀 five"))
    cell = view._cell
    middle = TOP + view._row_height // 2
    double_click(view.viewport(), QPoint(int(12 + 5.4 * cell), middle))
    assert view.selected_text() == "two"
    view.copy()
    assert QGuiApplication.clipboard().text() == "two"
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert view.selected_text() == view.shown.text
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(12, middle))
    qtbot.mouseMove(view.viewport(), QPoint(int(12 + 3.1 * cell), middle))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(int(12 + 3.1 * cell), middle))
    assert view.selected_text() == "One"


def test_passages_are_walked_through_and_both_sides_follow(compare, qtbot):
    assert compare.counter.text() == "2 shared passages"
    seen = []
    for _ in range(3):
        qtbot.keyClick(compare.left.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        seen.append(compare.passage)
        text = (FIRST, SECOND)[compare.passage]
        assert in_sight(compare.left.view, text)
        assert in_sight(compare.right.view, text)
    assert seen == [0, 1, 0]
    compare.previous.click()
    assert compare.passage == 1
    assert compare.counter.text() == "2 of 2"


def test_a_click_on_a_passage_brings_its_twin_into_sight(compare, qtbot):
    compare.link.setChecked(False)
    compare.left.view.go_to(LEFT.index(SECOND), 0.0)
    assert not in_sight(compare.right.view, SECOND)
    with qtbot.waitSignal(compare.left.view.passage_clicked):
        qtbot.mouseClick(compare.left.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, TOP + 4))
    assert in_sight(compare.right.view, SECOND)


def test_scrolling_one_side_scrolls_the_other_to_what_belongs_there(compare):
    compare.left.view.go_to(LEFT.index(FIRST))
    assert in_sight(compare.right.view, FIRST)
    compare.right.view.go_to(RIGHT.index(SECOND))
    assert in_sight(compare.left.view, SECOND)
    compare.link.setChecked(False)
    compare.left.view.go_to(0)
    assert in_sight(compare.right.view, SECOND)


def test_places_between_passages_are_as_far_along():
    passages = shared_passages(
        "ab" + "SHARED ONE" + "..." + "SHARED TWO", "SHARED ONE" + "______" + "SHARED TWO", (), 8
    )
    links, back = ShownPassages.of(passages, 25, 26).links
    # the left passage at 2..12 is 0..10 on the right; 13 is a third along 12..15, so 12 of 10..16; 15 is 16
    assert [links.place(at) for at in (0, 2, 7, 13, 15, 25)] == [0, 0, 5, 12, 16, 26]
    assert [back.place(at) for at in (0, 5, 12, 16, 26)] == [2, 7, 13, 15, 25]
    assert LinkedPlaces.ends(100, 50).place(50) == 25
    none = ShownPassages.of(shared_passages("left", "right", (), 8), 100, 50).links
    assert [links.place(50) for links in none] == [25, 100]


def test_what_passages_tell_is_worked_out_before_they_are_shown(compare, monkeypatch):
    shown = shown_passages()
    monkeypatch.setattr(Passages, "marks", None)
    monkeypatch.setattr(LinkedPlaces, "of", None)
    compare.set_passages(shown)
    assert compare.left.view._starts.size == 2
    compare.set_passages(None)
    assert compare.left.view._starts.size == 0


@pytest.mark.parametrize(
    "letters", ["abcd ", "שלום ", "ab שלום 12 ", "👩\u200d🚀 a"], ids=["left", "right", "both", "wide"]
)
def test_of_a_wide_row_only_what_is_in_sight_is_dressed_and_it_looks_the_same(view, qtbot, monkeypatch, letters):
    view.set_wrap(False)
    view.set_text(ShownText.of(letters * (900 // len(letters)) + "\nshort"))
    starts = np.arange(0, 890, 4)
    view.set_marks(starts, starts + 3, np.arange(starts.size))
    view.set_hits(np.stack([starts[::7] + 1, starts[::7] + 3], axis=1), 3)
    settled(view, qtbot)
    for share in (0, 0.4, 1):
        view.horizontalScrollBar().setValue(int(share * view.horizontalScrollBar().maximum()))
        picture, row = view.grab().toImage(), view._layouts.row(view._rows, 0)
        looks = view._looks(row, row.between(0, view.viewport().width()), LIGHT)
        assert len(looks) < 60 or not row.one_way
        with monkeypatch.context() as patch:
            patch.setattr(RowLayout, "between", lambda row, *_places: (row.start, row.start + row.length))
            assert view.grab().toImage() == picture


def test_hits_that_touch_are_painted_as_one_but_the_present_one(view):
    view.set_text(ShownText.of("x" * 50 + " xx"))
    view.set_hits(view.shown.find("x"), 20)
    assert view._hits_in(5, 53) == [(5, 20, False), (20, 21, True), (21, 50, False), (51, 53, False)]


def test_both_texts_are_searched(compare, qtbot):
    assert compare.search.isHidden()
    compare.seek.click()
    assert not compare.search.isHidden()
    compare.search.setText("LIGHTHOUSE")
    qtbot.waitUntil(lambda: compare.found.text() == "2", timeout=5_000)
    qtbot.keyClick(compare.search, Qt.Key.Key_Return)
    assert compare.found.text() == "1 of 2"
    assert in_sight(compare.left.view, "lighthouse")
    qtbot.keyClick(compare.left.view, Qt.Key.Key_F3)
    assert compare.found.text() == "2 of 2"
    assert in_sight(compare.right.view, "lighthouse")
    compare.search.setText("no such words")
    qtbot.waitUntil(lambda: compare.found.text() == "not found", timeout=5_000)
    compare.search.clear()
    qtbot.waitUntil(lambda: compare.found.text() == "", timeout=5_000)
    compare.search.setText("lighthouse")
    compare.seek.click()
    assert compare.search.isHidden()
    assert not compare.search.text()


def test_return_right_behind_the_last_letter_goes_to_the_first_hit_of_the_whole_word(compare, qtbot):
    compare.seek.click()
    compare.search.setText("line")
    qtbot.waitUntil(lambda: compare.found.text() == "60", timeout=5_000)
    compare.search.setText("lighthouse")
    for key, found, view in ((Qt.Key.Key_Return, "1 of 2", compare.left.view), (None, "2 of 2", compare.right.view)):
        qtbot.keyClick(compare.search, key) if key else compare.next_hit(-1)
        qtbot.waitUntil(lambda found=found: compare.found.text() == found, timeout=5_000)
        assert in_sight(view, "lighthouse")
        compare.search.setText("lighthous")
    compare.search.clear()
    qtbot.keyClick(compare.search, Qt.Key.Key_Return)
    assert compare.found.text() == ""


def test_one_text_alone_has_no_second_side(compare):
    compare.show_texts(("a.txt", ShownText.of("only one"), "the first 10 MB of it"))
    assert compare.right.isHidden()
    assert not compare.swap.isEnabled()
    assert compare.counter.text() == ""
    assert compare.left.notice.text() == "the first 10 MB of it"


@pytest.mark.parametrize("width", [420, 560, 900])
def test_titles_that_are_cut_keep_the_folder_in_which_they_differ(compare, width):
    name = "reports/eastern/a-rather-long-name-of-a-quarterly-report-2.txt"
    first, second = f"archive/2024-01/{name}", f"archive/2024-02/{name}"
    compare.show_texts((first, ShownText.of(LEFT), ""), (second, ShownText.of(RIGHT), ""))
    compare.resize(width, 400)
    compare.grab()
    sides = [side.title.shown(side.title.contentsRect().width()) for side in (compare.left, compare.right)]
    assert sides[0] != first
    assert "2024-01/" in sides[0]
    assert "2024-02/" in sides[1]
    compare.show_texts((first, ShownText.of(LEFT), ""))  # alone it has nothing to be told from
    assert compare.left.title.shown(120).endswith("report-2.txt")


def test_swapping_is_asked_for(compare, qtbot):
    with qtbot.waitSignal(compare.swap_requested):
        compare.swap.click()


def test_the_overview_shows_every_passage_however_short(qtbot):
    bar = OverviewBar("bar", "Passages")
    qtbot.addWidget(bar)
    bar.set_length(1_000_000)
    starts = np.array([0, 400_000, 999_999])
    bar.set_marks(starts, starts + np.array([1, 300_000, 1]), np.array([0, 1, 2]))
    assert bar.runs(100) == [(0, 2, 0), (40, 70, 1), (98, 100, 2)]
    bar.resize(14, 100)
    places = []
    bar.place_requested.connect(places.append)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(7, 50))
    assert places == [pytest.approx(0.5, abs=0.01)]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_it_takes_its_colours_from_the_palette(compare, qtbot, colours):
    compare.setPalette(palette_from(colours))
    compare.left.view.setPalette(palette_from(colours))
    picture = compare.left.view.viewport().grab().toImage()
    assert picture.pixelColor(picture.width() - 2, 2).name() == colours.surface


def test_everything_one_acts_on_has_a_name(compare):
    for widget in (
        compare,
        compare.previous,
        compare.following,
        compare.search,
        compare.seek,
        compare.wrap,
        compare.link,
        compare.swap,
        compare.left.view,
        compare.right.bar,
    ):
        assert widget.objectName()
        assert widget.accessibleName()


def test_passages_that_take_their_time_are_told_to_be_looked_for(compare, qtbot):
    left, right = ("a.txt", ShownText.of(LEFT), ""), ("b.txt", ShownText.of(RIGHT), "")
    compare.show_texts(left, right)
    assert compare.counter.text() == ""
    qtbot.waitUntil(lambda: "looking" in compare.counter.text())
    compare.set_passages(shown_passages())
    assert "shared passage" in compare.counter.text()
    compare.show_texts(left)
    assert not compare._looking.isActive()
    compare.clear()
    assert compare.counter.text() == ""


@pytest.mark.parametrize("width", [420, 700, 1600])
def test_all_numbers_are_read_at_any_width(compare, width):
    figures = (
        "Jaccard 0.812 · estimate 0.80 ± 0.03 · error +0.4 sd · containment 0.901 and 0.884 · Hamming 7 of 64 bits"
    )
    compare.show_figures(figures, "What they mean")
    compare.resize(width, 500)
    for _ in range(5):
        QGuiApplication.processEvents()
    line = compare.numbers_line
    assert line.text().replace("\u00a0", " ").startswith(figures)
    assert "shared: " in line.text().replace("\u00a0", " ")
    assert line.text().replace("\u00a0", " ").endswith(" right")
    room = line.contentsRect()
    flags = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)
    needed = line.fontMetrics().boundingRect(0, 0, room.width(), 10_000, flags, line.text())
    assert needed.height() <= room.height()
    assert needed.width() <= room.width()
    assert compare.left.geometry().height() > 0


def test_no_row_is_kept_for_numbers_where_there_are_none(compare):
    compare.show_figures("")
    compare.set_passages(None)
    assert compare.numbers_line.isHidden()


def test_a_per_cent_sign_stays_with_its_number_where_the_line_wraps(compare, monkeypatch):
    monkeypatch.setattr(compare_panel, "_UNBROKEN", 0)  # as where the shares have many digits
    compare.show_figures("Jaccard 0.999", "What it means")
    assert "%" in compare.numbers_line.text()
    assert " %" not in compare.numbers_line.text()
