"""The window as a whole: it is built without being shown, every widget has a name, help says every key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from simexplorer import __version__
from simexplorer.ui import app
from simexplorer.ui.faults import Faults
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import icons
from simexplorer.view_names import VIEWS
from tests.ui.conftest import OpenWindow, action, quiet, run_to_end
from tests.ui.fakes import FakeAnalysis

PROMISED = (
    "collectionView",
    "clustersView",
    "pairsView",
    "neighboursView",
    "compareView",
    "problemsView",
    "sCurvePlot",
    "similarityHistogram",
    "calibrationPlot",
    "thresholdSpin",
    "bandsSpin",
    "rowsSpin",
    "hashesSpin",
    "shingleKindCombo",
    "shingleSizeSpin",
    "schemeCombo",
    "linkageCombo",
    "hammingRadiusSpin",
    "openButton",
    "analyseButton",
    "recallSpin",
    "cancelButton",
    "exportButton",
    "filterEdit",
    "progressBar",
    "statusLabel",
)
ACTED_ON = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QProgressBar)


def acted_on(window: QWidget) -> list[QWidget]:
    """Widgets that a person acts on, without the inner parts that Qt makes for itself."""
    found: list[QWidget] = []
    for kind in ACTED_ON:
        found += window.findChildren(kind)
    inner = ("qt_", "ScrollLeftButton", "ScrollRightButton")
    return [
        w
        for w in found
        if not w.objectName().startswith(inner)
        and not isinstance(w.parent(), QAbstractSpinBox | QComboBox | QLineEdit | QAbstractItemView)
        and w.parent().metaObject().className() not in ("QComboBoxPrivateContainer", "QTableView", "QHeaderView")
    ]


def test_build_gives_a_window_that_is_neither_shown_nor_running(folder: Path, qtbot: QtBot) -> None:
    made: list[FakeAnalysis] = []
    window = app.build([str(folder)], make=lambda sources: made.append(FakeAnalysis(sources)) or made[-1])
    qtbot.addWidget(window)
    assert isinstance(window, QMainWindow)
    assert not window.isVisible()
    assert not made
    window.close()


def test_every_promised_widget_is_there_once_and_named(open_window: OpenWindow) -> None:
    window = open_window(opened=False)
    for name in PROMISED:
        assert len(window.findChildren(QWidget, name)) == 1, name
        assert window.findChild(QWidget, name).accessibleName(), name


def test_every_widget_that_is_acted_on_has_both_names(lent_new: MainWindow) -> None:
    nameless = [w for w in acted_on(lent_new) if not w.objectName() or not w.accessibleName()]
    assert not [(type(w).__name__, w.objectName(), w.parent()) for w in nameless if w.isVisibleTo(lent_new)]


def test_labels_show_plain_text_only(lent_new: MainWindow) -> None:
    labels = [w for w in lent_new.findChildren(QLabel) if w.text() and not isinstance(w.window(), QMenu)]
    rich = [w for w in labels if w.textFormat() != Qt.TextFormat.PlainText]
    assert not [w.text() for w in rich]


def test_the_first_page_says_where_to_begin(open_window: OpenWindow) -> None:
    window = open_window(opened=False)
    assert "Drop a folder here" in window.overview.empty.words()
    assert not window.bar.analyse.isEnabled()
    for page in window.pages.values():
        assert "Open a folder first" in page.empty.words()


def test_the_sample_is_analysed_when_it_is_tried(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(opened=False)
    with qtbot.waitSignal(window.run.run_finished):
        window.overview.sample.click()
    assert window.session.result is not None
    qtbot.waitUntil(window.is_quiet)


def test_a_screen_that_is_too_small_is_filled_not_left(open_window: OpenWindow) -> None:
    window = open_window(opened=False)
    window.resize(1280, 800)
    window.layout_controller.fit(QRect(0, 0, 1920, 1080))
    assert not window.isMaximized()
    window.layout_controller.fit(QRect(0, 0, 1280, 800))  # the frame comes on top
    assert window.isMaximized()


def _ink(button: QAbstractButton) -> int:
    """How bright the strokes of a button's icon are, in 0 to 255."""
    image = button.icon().pixmap(32, 32).toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return max((pixel.value() for pixel in pixels if pixel.alpha() > 200), default=0)


def test_the_buttons_of_docks_are_seen_in_dark_also_when_they_float(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(opened=False)
    window.theme.set_mode("dark")
    for dock in window.docks:
        for name in ("qt_dockwidget_floatbutton", "qt_dockwidget_closebutton"):
            button = dock.findChild(QAbstractButton, name)
            qtbot.waitUntil(lambda button=button: _ink(button) > 120)  # type: ignore[misc] # bound now
            dock.setFloating(True)
            assert _ink(button) > 120
            dock.setFloating(False)
            assert _ink(button) > 120


def test_the_buttons_of_docks_say_what_they_do(open_window: OpenWindow, qtbot: QtBot) -> None:
    dock = open_window(opened=False).docks[0]
    leave, close = (dock.findChild(QAbstractButton, f"qt_dockwidget_{name}button") for name in ("float", "close"))
    assert "Show Collection in a window of its own" in leave.toolTip()
    assert close.accessibleDescription() == "Hide Collection; the View menu shows it again"
    dock.setFloating(True)
    qtbot.waitUntil(lambda: "Put Collection back into the window" in leave.toolTip())
    dock.setFloating(False)


def test_a_dock_that_floated_floats_again_before_the_window_not_behind_it(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    first = open_window(opened=False)
    first.docks[2].setFloating(True)
    first.docks[1].close()
    first.close()
    window = open_window(opened=False)
    left, below, right = window.docks
    qtbot.waitUntil(right.isVisible)
    assert right.isFloating()
    assert right.windowHandle().transientParent() is window.windowHandle()
    assert left.isVisible()
    assert not left.isFloating()
    assert below.isHidden()
    assert not below.toggleViewAction().isChecked()


def test_docks_that_return_to_their_places_keep_their_buttons(open_window: OpenWindow) -> None:
    first = open_window(opened=False)
    first.close()
    window = open_window(opened=False)  # with the layout of the one before
    for put_back in (lambda: None, window.layout_controller.reset):
        put_back()
        for button in window.findChildren(QAbstractButton, "qt_dockwidget_closebutton"):
            wanted = icons.icon("x", window.theme.colours, "muted").pixmap(16, 16).toImage()
            assert button.icon().pixmap(16, 16).toImage() == wanted


def test_the_least_size_leaves_the_foot_of_the_window_on_a_small_screen(open_window: OpenWindow) -> None:
    window = open_window(opened=False)
    window.layout_controller.fit(QRect(0, 0, 853, 533))  # 1280 x 800 at one and a half times the size
    assert window.minimumWidth() <= 853
    assert window.minimumHeight() < 533


def test_help_tells_which_program_this_is(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(opened=False)
    (about,) = [a for a in window.menus.menu("help").actions() if a.text().startswith("About")]
    about.trigger()
    dialog = window.commands.about
    heading, *rest = (each for each in dialog.findChildren(QLabel) if each.isVisibleTo(dialog))
    assert heading.text().startswith("Similarity Explorer ")
    dialog.layout().activate()
    assert all(heading.geometry().bottom() < each.geometry().top() for each in rest), "which program it is comes first"
    assert dialog is not None
    assert dialog.isVisible()
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert f"Similarity Explorer {__version__}\nPython " in QApplication.clipboard().text()
    window.commands.close()
    assert not dialog.isVisible()


def test_each_view_has_its_key(lent: MainWindow, qtbot: QtBot) -> None:
    lent.activateWindow()
    assert set(VIEWS) <= set(lent.tabs.names())
    for place, name in enumerate(VIEWS):
        action(lent, f"Ctrl+{place + 1}").trigger()
        assert lent.tabs.shown() == name


def test_keys_lead_to_the_fields_and_to_help(lent: MainWindow, qtbot: QtBot) -> None:
    lent.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is lent)
    qtbot.keyClick(lent, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert lent.bar.filter.hasFocus()
    qtbot.keyClick(lent, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert lent.tuning.light.threshold.hasFocus()
    lent.commands.show_help()
    assert lent.commands.help is not None
    page = lent.commands.help.page.toPlainText()
    for title, shortcuts in lent.menus.shortcuts():
        assert f"\n{title}\n" in page
        for keys, what in shortcuts:
            assert keys in page
            assert what in page
    assert "In lists and pictures" in page
    assert "|A ∩ B| / |A ∪ B|" in page


def test_a_bug_is_reported_with_a_text_to_copy(lent: MainWindow, qtbot: QtBot) -> None:
    crash = app.CrashDialog(lent)
    try:
        raise ZeroDivisionError("planted")
    except ZeroDivisionError as error:
        Faults(crash.report)(type(error), error, error.__traceback__)
    qtbot.waitUntil(crash.isVisible)
    assert "ZeroDivisionError: planted" in crash.text.toPlainText()
    crash.findChild(QAbstractButton, "copyCrashButton").click()
    assert "planted" in QApplication.clipboard().text()
    crash.close()


def test_ready_lines_tell_of_every_finished_run(
    open_window: OpenWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = tmp_path / "ready"
    monkeypatch.setenv("SIMEXPLORER_READY", str(ready))
    window = open_window()
    for _ in range(2):
        with qtbot.waitSignal(window.run.run_finished, timeout=20_000):
            window.bar.analyse.click()
        quiet(window, qtbot)
    assert ready.read_text().splitlines() == ["run", "run"]


def test_theme_and_layout_outlive_the_window(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(opened=False)
    before = window.theme.colours
    window.bar.theme.click()
    assert window.theme.colours.dark is not before.dark
    window.findChild(QWidget, "evidenceDock").hide()
    window.close()
    again = open_window(opened=False)
    assert again.theme.colours.dark is not before.dark
    assert not again.findChild(QWidget, "evidenceDock").isVisibleTo(again)
    again.layout_controller.reset()
    assert again.findChild(QWidget, "evidenceDock").isVisibleTo(again)
    again.theme.set_mode("light")


def test_plots_follow_the_theme(lent: MainWindow, qtbot: QtBot) -> None:
    seen = []
    for mode in ("light", "dark", "light"):
        lent.theme.set_mode(mode)
        qtbot.waitUntil(lent.updatesEnabled)  # held until all of it can be seen in the new colours
        seen.append(lent.tuning.plot.backgroundBrush().color().name())
    assert seen[0] != seen[1]
    assert seen[0] == seen[2]


def test_a_report_is_written_from_the_menu(
    lent: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "report"
    monkeypatch.setattr(
        "simexplorer.ui.dialogs.save_dialog.QFileDialog.getSaveFileName", lambda *_args: (str(target), "*.json")
    )
    action = next(a for a in lent.bar.export_menu.actions() if a.data() == ".json")
    with qtbot.waitSignal(lent.exporting.jobs.ended, timeout=20_000):
        action.trigger()
    assert json.loads((tmp_path / "report.json").read_text())["format"] == 1
    assert "report.json" in lent.status.status.text()


def test_a_report_that_cannot_be_written_says_why(lent: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(lent.exporting.jobs.ended, timeout=20_000):
        lent.exporting.write(str(tmp_path / "missing" / "report.json"))
    assert "folder does not exist" in lent.message.text()
    assert lent.message.isVisible()
    with qtbot.waitSignal(lent.exporting.jobs.ended, timeout=20_000):
        lent.exporting.write(str(tmp_path / "report.json"))
    assert not lent.message.isVisible()


def test_a_folder_without_texts_says_so_and_leads_to_the_problems(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(documents=1, pairs=0)
    run_to_end(window, qtbot)
    assert "No text was found" in window.pairs.empty.words()
    window.pairs.empty.button.click()
    assert window.tabs.currentWidget() is window.problems


def test_docks_lie_beside_each_other_in_the_narrowest_window(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    run_to_end(window, qtbot)
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    window.resize(window.minimumSize())
    left, below, right = window.docks
    qtbot.waitUntil(lambda: window.width() == window.minimumWidth())
    left.toggleViewAction().trigger()  # it stepped aside
    qtbot.waitUntil(left.isVisible)
    qtbot.waitUntil(lambda: below.geometry().right() < right.geometry().left())
    qtbot.waitUntil(lambda: left.geometry().right() < below.geometry().left())
