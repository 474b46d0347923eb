"""With the keyboard alone: Tab goes through the window as one reads it, and the keys of views lead into their lists."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import FIRST_USE, action, feature, quiet

COMMANDS = ["openButton", "analyseButton", "filterEdit", "exportButton", "panelsButton", "themeButton", "helpButton"]


def _in_front(window: MainWindow, name: str, qtbot: QtBot) -> None:
    window.resize(1280, 800)
    window.activateWindow()
    window.tabs.show_view(name)
    quiet(window, qtbot)
    QApplication.processEvents()


def _walk(start: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[str]:
    """Names of what has the keyboard, from ``start`` until it is there again."""
    start.setFocus(Qt.FocusReason.TabFocusReason)
    names: list[str] = []
    for _ in range(100):
        held = QApplication.focusWidget()
        assert held is not None
        names.append(held.objectName())
        QTest.keyClick(held, key)
        if QApplication.focusWidget() is start:
            return names
    raise AssertionError(f"it never came back: {names}")


def test_the_view_in_front_comes_after_the_tabs_and_before_the_evidence(lent: MainWindow, qtbot: QtBot) -> None:
    for view, first in (
        ("overview", ["card_identical", "card_clusters", "card_repeats", "card_pairs", "card_measured"]),
        ("clusters", ["clustersViewMore", "openGroupsButton", "closeGroupsButton", "clustersView"]),
        ("pairs", ["pairsViewMore", "pairsView"]),
        ("contained", ["containedShareSpin", "containedShortestSpin", "containedSearchButton"]),
    ):
        _in_front(lent, view, qtbot)
        names = _walk(lent.tabs.tabBar())
        assert names[1 : 1 + len(first)] == first
        assert names.index(first[-1]) < names.index("evidenceTabBar") < names.index("thresholdSpin")
        around = names[names.index("openButton") :]
        assert around[: len(COMMANDS)] == COMMANDS
        assert "collectionView" in around
        assert len(set(names)) == len(names)


def test_a_panel_that_floats_is_gone_round_in_its_own_window(lent_new: MainWindow, qtbot: QtBot) -> None:
    tuning = lent_new.docks[2]
    tuning.setFloating(True)
    _in_front(lent_new, "pairs", qtbot)
    names = _walk(lent_new.tabs.tabBar())  # Qt would warn of an order across two windows
    tuning.setFloating(False)
    assert "evidenceTabBar" in names
    assert "thresholdSpin" not in names


def test_backwards_it_is_the_same_way(lent: MainWindow, qtbot: QtBot) -> None:
    _in_front(lent, "pairs", qtbot)
    bar = lent.tabs.tabBar()
    forwards = _walk(bar)
    assert _walk(bar, Qt.Key.Key_Backtab) == [forwards[0], *forwards[:0:-1]]


def test_the_key_of_a_view_leads_into_its_list(lent: MainWindow, qtbot: QtBot) -> None:
    _in_front(lent, "overview", qtbot)
    action(lent, "Ctrl+3").trigger()
    assert lent.tabs.shown() == "pairs"
    assert lent.pairs.view.hasFocus()
    assert not lent.selection.documents
    QTest.keyClick(lent.pairs.view, Qt.Key.Key_Down)
    assert len(lent.selection.documents) == 2


def test_a_click_leads_into_the_list_of_a_view_and_arrows_on_the_tabs_stay_there(
    analysed: MainWindow, qtbot: QtBot
) -> None:
    bar, names = analysed.tabs.tabBar(), analysed.tabs.names()

    def click(view: str) -> str:
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(names.index(view)).center())
        return held()

    def held() -> str:
        quiet(analysed, qtbot)
        widget = QApplication.focusWidget()
        return "" if widget is None else widget.objectName()

    _in_front(analysed, "overview", qtbot)
    for view in ("clusters", "pairs", "contained", "map", "pairs", "pairs"):
        assert click(view) == ("mapPlot" if view == "map" else f"{view}View")
        frames = analysed.findChildren(QWidget, "focusFrame")
        assert not any(frame.isVisible() for frame in frames)  # whoever clicks knows where
    assert not analysed.selection.documents
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    for view in ("neighbours", "contained"):
        QTest.keyClick(bar, Qt.Key.Key_Right)
        assert (held(), analysed.tabs.shown()) == ("viewTabBar", view)
    analysed.tabs.show_view("overview")
    card = analysed.overview.findChild(QWidget, "card_clusters")
    card.setFocus()
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert held() == "clustersView"
    analysed.tabs.show_view("across")
    analysed.tabs.tabBar().tabButton(names.index("across"), QTabBar.ButtonPosition.RightSide).click()
    assert held() == "mapPlot"


def test_whatever_tab_stops_at_shows_that_it_has_the_keyboard(analysed: MainWindow, qtbot: QtBot) -> None:
    _in_front(analysed, "pairs", qtbot)
    analysed.pairs.view.select_row(0)
    quiet(analysed, qtbot)
    for mode in ("light", "dark"):
        analysed.theme.set_mode(mode)
        qtbot.waitUntil(lambda: not analysed.theme.repainting.busy, timeout=FIRST_USE)
        assert not _unmarked(analysed), mode


def _unmarked(analysed: MainWindow) -> list[str]:
    """What the keyboard reaches and looks the same with and without it."""
    nowhere = analysed.tabs.tabBar()
    unmarked = []
    for name in dict.fromkeys(_walk(nowhere)):
        stop = analysed.findChild(QWidget, name)
        nowhere.setFocus(Qt.FocusReason.TabFocusReason)
        without = stop.grab().toImage()
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        if isinstance(stop, QLineEdit):
            stop.deselect()  # a cursor that blinks is not enough
        if stop is not nowhere and _differ(stop.grab().toImage(), without) < 12:
            unmarked.append(name)
    return unmarked


def _differ(one: QImage, other: QImage) -> int:
    """Pixels that are not the same in both."""
    places = ((x, y) for x in range(min(one.width(), 60)) for y in range(one.height()))
    return sum(one.pixel(x, y) != other.pixel(x, y) for x, y in places)


def test_a_click_frames_nothing_and_the_frame_goes_with_the_keyboard(lent: MainWindow, qtbot: QtBot) -> None:
    _in_front(lent, "pairs", qtbot)
    view = lent.pairs.view
    lent.tabs.tabBar().setFocus(Qt.FocusReason.TabFocusReason)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    frame = view.findChild(QWidget, "focusFrame")
    assert frame is not None
    assert frame.geometry() == view.rect()
    lent.resize(1100, 760)
    QApplication.processEvents()
    assert frame.geometry() == view.rect()
    lent.bar.filter.setFocus(Qt.FocusReason.TabFocusReason)
    assert frame.isHidden()


def test_nothing_is_framed_in_a_window_that_opens_or_is_come_back_to_before_somebody_goes_on_by_tab(
    analysed: MainWindow, qtbot: QtBot
) -> None:
    def held_in(window: QWidget | None) -> QWidget:
        assert window is not None
        qtbot.waitUntil(lambda: (held := QApplication.focusWidget()) is not None and held.window() is window)
        held = QApplication.focusWidget()
        assert held is not None
        return held

    _in_front(analysed, "pairs", qtbot)
    analysed.pairs.view.setFocus()
    action(analysed, "F1").trigger()
    assert not held_in(analysed.commands.help).findChildren(QWidget, "focusFrame")
    assert analysed.commands.help is not None
    analysed.commands.help.close()
    analysed.activateWindow()
    view = held_in(analysed)
    assert view is analysed.pairs.view
    assert not view.findChildren(QWidget, "focusFrame")
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(held_in(analysed), Qt.Key.Key_Backtab)
    assert held_in(analysed) is view
    assert len(view.findChildren(QWidget, "focusFrame")) == 1


def test_tab_leaves_pages_with_tabs_of_their_own(lent: MainWindow, qtbot: QtBot) -> None:
    for view in ("calibration", "settings"):
        _in_front(lent, view, qtbot)
        names = _walk(lent.tabs.tabBar())
        around = names[names.index("openButton") :]
        assert around[: len(COMMANDS)] == COMMANDS
        assert "collectionView" in around


def test_enter_on_a_card_leads_where_a_click_does(lent: MainWindow, qtbot: QtBot) -> None:
    _in_front(lent, "overview", qtbot)
    card = lent.overview.findChild(QWidget, "card_pairs")
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert lent.tabs.shown() == "pairs"


def _typed(window: MainWindow, words: str) -> None:
    """As from a keyboard: each key goes to the window, which finds out for whom it is."""
    for letter in words:
        QTest.keyClick(window.windowHandle(), letter)


def test_whoever_goes_somewhere_to_type_decides_nothing_with_the_first_letters(
    analysed: MainWindow, qtbot: QtBot
) -> None:
    ask = feature(analysed, "AskController").panel
    analysed.docks[1].hide()
    analysed.docks[2].hide()
    for keys, field in (
        ("Ctrl+K", ask.edit),
        ("Ctrl+F", analysed.bar.filter),
        ("Ctrl+Shift+F", analysed.compare.search),
        ("Ctrl+L", analysed.tuning.light.threshold.lineEdit()),
    ):
        _in_front(analysed, "pairs", qtbot)
        analysed.pairs.view.select_row(0)
        analysed.evidence_tabs.show_view("shingles")
        _in_front(analysed, "overview", qtbot)
        analysed.tabs.tabBar().setFocus()
        action(analysed, keys).trigger()
        _typed(analysed, "1")
        text = field.toPlainText() if field is ask.edit else field.text()
        assert text.startswith("1"), keys
        assert field.hasFocus(), keys
        assert field.visibleRegion().boundingRect().height() > 8, keys
        field.clear()
    assert not analysed.kept.keeping.now.undo_words


def test_nothing_is_framed_until_tab_leads_to_the_first_button(analysed: MainWindow) -> None:
    analysed.activateWindow()
    assert QApplication.focusWidget() is analysed
    QTest.keyClick(analysed.windowHandle(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is analysed.findChild(QWidget, "openButton")
