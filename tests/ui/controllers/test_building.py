"""The window is painted before all of it is made; nobody ever acts on half of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui import app
from simexplorer.ui.controllers.building import Building, Load
from simexplorer.ui.main_window import MainWindow
from simexplorer.view_names import EVIDENCE, MORE_VIEWS, VIEWS
from simexplorer.window_arguments import parser
from tests.ui.conftest import OpenWindow, quiet
from tests.ui.fakes import FakeAnalysis


class Pieces:
    """Three pieces that note what was made when."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def load(self) -> None:
        """What the thread does first."""
        self.made.append("modules")

    def pieces(self) -> Iterator[Load | None]:
        """One, two, three."""
        yield self.load
        for name in ("one", "two", "three"):
            self.made.append(name)
            yield None


@pytest.fixture
def painted(qtbot: QtBot, own_settings: None) -> Iterator[MainWindow]:
    """A window that is shown as soon as its first picture can be."""
    window = app._build(parser().parse_args([]), FakeAnalysis)  # type: ignore[arg-type]
    qtbot.addWidget(window)
    yield window
    window.close()


def test_pieces_follow_the_first_picture_in_their_order(qtbot: QtBot) -> None:
    window, noted = QWidget(), Pieces()
    qtbot.addWidget(window)
    building = Building(noted.pieces(), window)
    building.begin_after(window)
    assert noted.made == []
    with qtbot.waitSignal(building.finished):
        window.show()
    assert noted.made == ["modules", "one", "two", "three"]
    building.close()


@pytest.mark.parametrize("waits", [True, False])
def test_what_is_shown_later_is_loaded_when_all_is_made(qtbot: QtBot, waits: bool) -> None:
    window, noted, finished = QWidget(), Pieces(), []
    qtbot.addWidget(window)
    building = Building(noted.pieces(), window, lambda: noted.made.append("more modules"))
    building.finished.connect(lambda: finished.append(list(noted.made)))
    if waits:
        building.begin_after(window)
        window.show()
    else:
        building.finish()
    qtbot.waitUntil(lambda: "more modules" in noted.made)
    assert noted.made[-2:] == ["three", "more modules"]
    assert len(finished) == 1
    assert "more modules" not in finished[0]
    building.close()


def test_nothing_is_loaded_for_a_window_that_is_closed(qtbot: QtBot) -> None:
    window, noted = QWidget(), Pieces()
    qtbot.addWidget(window)
    building = Building(noted.pieces(), window, lambda: noted.made.append("more modules"))
    building.finish()
    building.close()
    qtbot.wait(20)
    assert noted.made[-1] == "three"


def test_whoever_cannot_wait_gets_all_at_once(qtbot: QtBot) -> None:
    window, noted = QWidget(), Pieces()
    qtbot.addWidget(window)
    building = Building(noted.pieces(), window)
    with qtbot.waitSignal(building.finished):
        building.finish()
    building.finish()
    assert noted.made == ["one", "two", "three"]
    building.close()


def test_a_hand_on_the_window_finds_all_of_it(painted: MainWindow, qtbot: QtBot) -> None:
    painted.building.begin_after(painted)
    with qtbot.waitExposed(painted):
        painted.show()
    painted.building._begin()
    assert not painted.building.is_finished
    qtbot.mouseClick(painted.windowHandle(), Qt.MouseButton.LeftButton)
    assert painted.building.is_finished
    quiet(painted, qtbot)


def test_the_first_picture_has_every_tab_and_menu_and_the_numbers(painted: MainWindow) -> None:
    assert painted.tabs.names() == tuple(VIEWS)
    assert painted.evidence_tabs.names() == tuple(EVIDENCE)
    assert not painted.tuning.has_plot
    assert painted.tuning._facts["approximate"].text() == "0.525"
    shown = [action.text() for action in painted.menus.actions() if action.isVisible()]
    before = painted.tabs.minimumSizeHint().width()
    painted.building.finish()
    assert [action.text() for action in painted.menus.actions() if action.isVisible()] == shown
    assert set(painted.tabs.names()) == {*VIEWS, *MORE_VIEWS}
    assert painted.tabs.shown() == "overview"
    assert painted.tuning.has_plot
    assert painted.tabs.minimumSizeHint().width() == before, "docks would move"


def test_a_window_that_is_closed_before_it_is_whole_ends_quietly(painted: MainWindow) -> None:
    told: list[bool] = []
    painted.building.finished.connect(lambda: told.append(True))
    painted.show()
    painted.close()
    assert painted.building.is_finished
    assert not told


def test_the_tab_key_reaches_the_plot_before_the_fields(open_window: OpenWindow) -> None:
    window = open_window()
    order, widget = [], window.nextInFocusChain()
    while widget is not window and widget is not None:
        order.append(widget.objectName())
        widget = widget.nextInFocusChain()
    places = [order.index(name) for name in ("includeEdit", "sCurvePlotAsTable", "sCurvePlot", "thresholdSpin")]
    assert places == sorted(places)
