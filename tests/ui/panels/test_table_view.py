"""The list that every view shows: what the keyboard reaches, and how paths keep their width."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.columns import Kind
from simexplorer.ui.models.pairs_table import PairsTable
from simexplorer.ui.models.problems_table import ProblemsTable
from simexplorer.ui.panels.clusters_panel import ClustersPanel
from simexplorer.ui.panels.column_shares import shared_out
from simexplorer.ui.panels.neighbours_panel import NeighboursPanel
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.pairs_panel import PairsPanel
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.panels.tuning_panel import TuningPanel
from tests.ui.conftest import quiet

BESIDE_TITLE = 8  # pixels between a title and the edge of its column, in the style sheet


def test_a_list_that_gets_the_focus_chooses_nothing_by_itself(lent: MainWindow, qtbot: QtBot) -> None:
    window = lent
    window.views.show_view("pairs")
    quiet(window, qtbot)
    view = window.pairs.view
    with qtbot.assertNotEmitted(view.chosen):
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        quiet(window, qtbot)
    assert window.selection.documents == ()
    assert not view.currentIndex().isValid()
    with qtbot.waitSignal(view.chosen):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().row() == 0
    assert view.selectionModel().isSelected(view.currentIndex())


def test_home_and_end_lead_to_the_first_and_the_last_row(lent: MainWindow, qtbot: QtBot) -> None:
    view = lent.pairs.view
    lent.views.show_view("pairs")
    view.setFocus()
    view.select_row(5)
    for key, row in ((Qt.Key.Key_End, view.table.rowCount() - 1), (Qt.Key.Key_Home, 0)):
        qtbot.keyClick(view, key)
        assert view.currentIndex().row() == row
        assert view.chosen_entries() == [view.table.entry(row)]


def test_a_key_that_means_nothing_here_asks_for_no_row(analysed: MainWindow, qtbot: QtBot) -> None:
    view, asked = analysed.pairs.view, []
    analysed.views.show_view("pairs")
    quiet(analysed, qtbot)
    view.setFocus()
    view.select_row(1)
    view.table.text = lambda *cell: asked.append(cell) or ""  # type: ignore[method-assign]
    qtbot.keyClick(view, Qt.Key.Key_E)
    assert (asked, view.currentIndex().row()) == ([], 1)


def test_decisions_come_beside_the_pairs_without_scrolling_sideways(qtbot: QtBot) -> None:
    view = painted_list(PairsTable(), "list", "List")
    qtbot.addWidget(view)
    names = [column.name for column in PairsTable.columns]
    view.show_column(names.index("decision"), True)
    view.resize(1400, 300)
    view.grab()
    usual = view.columnWidth(names.index("decision"))
    assert usual >= 112
    others = sum(view.columnWidth(c) for c in range(2, len(names))) - usual
    view.resize(others + 2 * 96 + usual, 300)
    view.grab()
    assert view.horizontalScrollBar().maximum() == 0
    assert view.columnWidth(names.index("decision")) == usual
    assert view.columnWidth(0) == view.columnWidth(1) >= 96


def test_the_menu_key_opens_the_menu_at_the_current_row(lent: MainWindow, qtbot: QtBot) -> None:
    window = lent
    window.views.show_view("pairs")
    quiet(window, qtbot)
    view = window.pairs.view
    last = view.table.rowCount() - 1
    for row in (0, last):
        view.select_row(row)
        view.scrollTo(view.currentIndex())
        with qtbot.waitSignal(view.menu_wanted) as wanted:
            # as Qt makes it of the key
            place = view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
            by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, view.mapToGlobal(place))
            QApplication.sendEvent(view, by_key)
        assert view.indexAt(view.viewport().mapFromGlobal(wanted.args[0])).row() == row
        window.files.menu.close()


def test_the_arrow_of_the_sorted_column_covers_no_letter_of_its_title(lent: MainWindow, qtbot: QtBot) -> None:
    lent.tabs.show_view("pairs")
    quiet(lent, qtbot)
    view = lent.findChild(TableView, "pairsView")
    header, names = view.horizontalHeader(), [column.name for column in view.table.columns]
    for name in ("measure", "estimate"):
        column = names.index(name)

        def title(column: int = column) -> QImage:
            wide = header.fontMetrics().horizontalAdvance(view.table.heading(column).title)
            right = header.sectionViewportPosition(column) + header.sectionSize(column) - BESIDE_TITLE
            return header.viewport().grab(QRect(right - wide, 0, wide, header.height())).toImage()

        before = title()
        at = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
        quiet(lent, qtbot)
        assert header.sortIndicatorSection() == column
        assert title() == before, name


def test_columns_share_the_room_after_sorting_until_one_is_sized_by_hand(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    view = lent.pairs.view
    heading = view.horizontalHeader()
    estimate = [column.name for column in PairsTable.columns].index("estimate")
    middle = QPoint(heading.sectionViewportPosition(estimate) + heading.sectionSize(estimate) // 2, 8)
    qtbot.mouseClick(heading.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    quiet(lent, qtbot)
    paths = view.columnWidth(0)
    lent.resize(lent.width() + 400, lent.height())
    qtbot.waitUntil(lambda: view.columnWidth(0) > paths)
    edge = QPoint(heading.sectionViewportPosition(0) + heading.sectionSize(0) - 1, 8)
    qtbot.mousePress(heading.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    qtbot.mouseMove(heading.viewport(), edge + QPoint(30, 0))
    qtbot.mouseRelease(heading.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(30, 0))
    sized, wide = view.columnWidth(0), view.viewport().width()
    lent.resize(lent.width() + 100, lent.height())
    qtbot.waitUntil(lambda: view.viewport().width() > wide)
    assert view.columnWidth(0) == sized


def test_paths_keep_a_width_that_tells_them_apart(lent: MainWindow, qtbot: QtBot) -> None:
    window = lent
    window.resize(window.minimumSize())
    window.views.show_view("pairs")
    quiet(window, qtbot)
    view = window.pairs.view
    assert min(view.columnWidth(0), view.columnWidth(1)) >= 128


def test_numbers_keep_all_their_digits_where_letters_are_large(qtbot: QtBot, large_letters: None) -> None:
    panel = PairsPanel()
    qtbot.addWidget(panel)
    view = panel.view
    view.resize(900, 300)
    view.fit_columns()
    numbers = [c for c, column in enumerate(view.table.columns) if column.kind is Kind.NUMBER]
    widest = {"error": "+1.2 σ", "estimate": "1.000 ± <0.001"}
    for number in numbers:
        words = widest.get(view.table.columns[number].name, "0.989")
        view.show_column(number, True)
        assert view.columnWidth(number) >= view.fontMetrics().horizontalAdvance(words) + 16, words


def test_parameters_can_be_reached_sideways_where_letters_are_large(qtbot: QtBot, large_letters: None) -> None:
    panel = TuningPanel()
    qtbot.addWidget(panel)
    panel.resize(288, 600)
    panel.show()
    scroll, content = panel.findChild(QScrollArea, "tuningScroll"), panel.findChild(QWidget, "tuningContent")
    assert scroll.horizontalScrollBar().maximum() > 0
    assert content.width() >= content.minimumSizeHint().width()


def test_parameters_need_no_scrolling_sideways_otherwise(lent: MainWindow, qtbot: QtBot) -> None:
    lent.resize(lent.minimumSize())
    quiet(lent, qtbot)
    bar = lent.tuning.findChild(QScrollArea, "tuningScroll").horizontalScrollBar()
    assert bar.maximum() == 0


@pytest.mark.parametrize(
    ("room", "usual", "expected"),
    [
        (780, {0: 300, 2: 90}, {0: 600, 2: 180}),  # as 300 to 90
        (356, {0: 300, 2: 90}, {0: 266, 2: 90}),  # 82 are too few for the second
        (200, {0: 300, 2: 90}, {0: 128, 2: 90}),  # the end of a path stays readable
        (300, {0: 60}, {0: 300}),
        (300, {}, {}),
    ],
)
def test_columns_share_the_room_and_reach_beyond_it_only_where_none_can_give_way(
    room: int, usual: dict[int, int], expected: dict[int, int]
) -> None:
    assert shared_out(room, usual) == expected


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (1100, {0: 240, 2: 860}),
        (640, {0: 200, 2: 440}),  # the other gives way first
        (500, {0: 128, 2: 372}),
        (200, {0: 128, 2: 128}),  # the table scrolls
    ],
)
def test_one_column_takes_what_the_others_leave(room: int, expected: dict[int, int]) -> None:
    assert shared_out(room, {0: 240, 2: 440}, 2) == expected


@pytest.mark.parametrize(
    ("need", "expected"),
    [
        (160, {0: 640, 2: 160}),  # paths have what short reasons leave
        (400, {0: 400, 2: 400}),
        (700, {0: 240, 2: 560}),  # as if nothing were known
    ],
)
def test_others_take_what_the_longest_words_of_that_column_leave(need: int, expected: dict[int, int]) -> None:
    assert shared_out(800, {0: 240, 2: 440}, 2, need=need) == expected


@pytest.mark.parametrize("width", [588, 751, 1400])
def test_why_a_file_was_not_read_has_the_free_width(qtbot: QtBot, width: int) -> None:
    model = ProblemsTable()
    view, names = painted_list(model, "list", "List"), [column.name for column in model.columns]
    qtbot.addWidget(view)
    view.resize(width, 300)
    view.grab()  # gives it its size
    assert view.viewport().width() == width
    document, why = (view.columnWidth(names.index(name)) for name in ("document", "reason"))
    assert 128 <= document <= 240
    assert why > document
    assert why >= 0.45 * width
    assert sum(view.columnWidth(column) for column in range(len(names))) == view.viewport().width()


def test_rows_are_higher_and_paths_wider_where_letters_are_large(qtbot: QtBot, large_letters: None) -> None:
    view = painted_list(PairsTable(), "list", "List")
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.grab()  # gives it its size
    assert view.viewport().width() == 900
    assert view.verticalHeader().defaultSectionSize() >= view.fontMetrics().height() + 4
    assert view.columnWidth(0) == view.columnWidth(1) >= 200  # what paths usually have
    similarity = view.columnWidth([column.name for column in PairsTable.columns].index("measure"))
    view.resize(2 * 130 + similarity, 300)
    view.grab()
    assert view.columnWidth(0) == view.columnWidth(1) == 130  # the similarity stays in sight


def test_paths_give_way_before_a_list_scrolls_sideways(qtbot: QtBot, larger_letters: None) -> None:
    view = painted_list(PairsTable(), "list", "List")
    qtbot.addWidget(view)
    view.resize(1600, 300)
    view.grab()
    similarity = view.columnWidth([column.name for column in PairsTable.columns].index("measure"))
    for path in (128, 134, 140):
        view.resize(similarity + 2 * path, 300)
        view.grab()
        assert view.columnWidth(0) == view.columnWidth(1) == path
        assert view.horizontalScrollBar().maximum() == 0


def _in_sight(view: TableView) -> list[str]:
    return [column.name for number, column in enumerate(view.table.columns) if not view.isColumnHidden(number)]


def _show(panel: PairsPanel | NeighboursPanel, width: int, qtbot: QtBot) -> None:
    qtbot.addWidget(panel)
    panel.show_filled(True)
    panel.resize(width, 300)
    panel.show()
    qtbot.waitUntil(lambda: panel.view.viewport().width() == width)


def test_figures_give_way_to_names_and_come_back(qtbot: QtBot) -> None:
    panel = PairsPanel()
    _show(panel, 742, qtbot)  # the middle of a window of 1280
    view = panel.view
    assert _in_sight(view) == ["first", "second", "measure", "estimate", "i_in_j", "j_in_i"]
    assert view.columnWidth(0) >= 190
    assert panel.more.isVisible()
    assert panel.more.text() == "2 more"
    assert "Error, Hamming: left out" in panel.more.toolTip()
    panel.resize(560, 300)
    qtbot.waitUntil(lambda: _in_sight(view) == ["first", "second", "measure"])
    assert view.columnWidth(0) >= 190
    panel.resize(1100, 300)
    qtbot.waitUntil(lambda: len(_in_sight(view)) == 8)
    assert not panel.more.isVisible()


def test_neighbours_of_a_narrow_list_are_told_by_their_values_and_not_by_a_scroll_bar(qtbot: QtBot) -> None:
    panel = NeighboursPanel()
    _show(panel, 562, qtbot)  # the middle of a window of 880
    assert _in_sight(panel.view) == ["document", "hamming", "jaccard", "found_by"]
    assert panel.view.horizontalScrollBar().maximum() == 0
    assert "Rank by Hamming, Rank by Jaccard, Estimate: left out" in panel.more.toolTip()
    panel.resize(940, 200)
    qtbot.waitUntil(lambda: len(_in_sight(panel.view)) == 7)


def test_a_column_that_is_sorted_by_or_asked_for_does_not_give_way(qtbot: QtBot) -> None:
    view, names = painted_list(PairsTable(), "list", "List"), [column.name for column in PairsTable.columns]
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.grab()
    view.show_column(names.index("error_sd"), True)
    assert _in_sight(view) == ["first", "second", "measure", "error_sd"]
    view.horizontalHeader().setSortIndicator(names.index("hamming"), Qt.SortOrder.AscendingOrder)
    view.fit_columns()
    assert "error_sd" in _in_sight(view)
    view.show_column(names.index("error_sd"), False)
    view.resize(1400, 300)
    view.grab()
    assert "error_sd" not in _in_sight(view)
    assert "hamming" in _in_sight(view)


def test_columns_that_only_lack_room_are_copied_and_kept_as_chosen(qtbot: QtBot) -> None:
    view = painted_list(PairsTable(), "list", "List")
    qtbot.addWidget(view)
    view.resize(1400, 300)
    view.grab()
    wide, text = view.arrangement(), list(view.spelled_rows())
    view.resize(500, 300)
    view.grab()
    assert "Hamming" in text[0][0]
    assert list(view.spelled_rows()) == text
    view.restore_columns(view.arrangement(), sized=False)
    assert _in_sight(view) == ["first", "second", "measure"]
    view.resize(1400, 300)
    view.grab()
    assert view.arrangement() == wide


def test_a_heading_is_pressed_once_for_the_highest_numbers_the_nearest_or_the_first_name(qtbot: QtBot) -> None:
    view = painted_list(PairsTable(), "list", "List")
    qtbot.addWidget(view)
    view.resize(1400, 300)
    view.grab()  # gives it its size
    header, names = view.horizontalHeader(), [column.name for column in view.table.columns]
    rising, falling = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
    for name, order in (("first", rising), ("measure", falling), ("hamming", rising)):
        column = names.index(name)
        view.show_column(column, True)
        view.grab()
        at = header.sectionViewportPosition(column) + 12
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, header.height() // 2))
        assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (column, order), name
        title = header.fontMetrics().horizontalAdvance(view.table.heading(column).title)
        assert header.sectionSize(column) >= title + 24, "the arrow stands beside the whole title"


def test_decisions_have_a_whole_heading_and_take_no_estimate_away(qtbot: QtBot) -> None:
    view, names = painted_list(PairsTable(), "list", "List"), [column.name for column in PairsTable.columns]
    qtbot.addWidget(view)
    view.show_column(names.index("decision"), True)
    view.resize(722, 300)  # the middle of a window of 1280 pixels
    view.grab()
    assert [name for name in _in_sight(view) if name not in ("first", "second")] == ["measure", "estimate", "decision"]
    header = view.horizontalHeader()
    assert view.columnWidth(names.index("decision")) >= header.fontMetrics().horizontalAdvance("Decision") + 20
    assert view.columnWidth(names.index("decision")) >= view.fontMetrics().horizontalAdvance("not duplicates") + 34


def test_a_press_on_the_current_row_chooses_it_when_nothing_is_chosen_any_more(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    quiet(lent, qtbot)
    view = lent.pairs.view
    place = view.visualRect(view.model().index(2, 1)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    chosen = lent.selection.documents
    assert chosen
    for let_go in (view.clearSelection, lambda: None):
        let_go()
        lent.selection.documents = ()  # let go of elsewhere, by a list that knows nothing of this one
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert lent.selection.documents == chosen
        assert view.chosen_count == 1


def test_names_of_clusters_have_room_before_their_figures(qtbot: QtBot) -> None:
    panel = ClustersPanel()
    qtbot.addWidget(panel)
    panel.show_filled(True)
    panel.view.show_column([column.name for column in panel.model.columns].index("decision"), False)
    panel.resize(530, 300)  # the middle of a small window
    panel.show()
    qtbot.waitUntil(lambda: panel.view.viewport().width() == 530)
    assert _in_sight(panel.view)[:3] == ["document", "size", "similarity"]
    assert panel.view.columnWidth(0) >= 270
    assert panel.view.horizontalScrollBar().maximum() == 0
    assert panel.more.text() == "2 more"
    assert "Lowest, Weakest link: left out" in panel.more.toolTip()
