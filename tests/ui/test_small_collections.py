"""Collections of next to nothing: what is said is true, and room is not wasted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.result import BINS
from simexplorer.ui import app
from simexplorer.ui.controllers.evidence_size import EvidenceSize
from simexplorer.ui.controllers.overview_figures import histogram_source
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.empty_state import EmptyState
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.theme import metrics
from tests.ui.conftest import feature, quiet, run_to_end
from tests.ui.shown import closing_after

LINE = "The harbour opens at six, and the ferry leaves when the tide allows it. "
OTHER = "Nothing of this has ever been said about boats; bread is baked at night. "
Over = Callable[..., MainWindow]


@pytest.fixture
def over(qtbot: QtBot, tmp_path: Path) -> Iterator[Over]:
    """A window in which a real run over files of these texts has ended."""
    folder = tmp_path / "texts"  # settings are written beside it
    folder.mkdir()
    with ExitStack() as windows:

        def make(**texts: str) -> MainWindow:
            for name, text in texts.items():
                (folder / f"{name}.txt").write_text(text)
            built = app.build([str(folder)], make=lambda sources: Analysis(sources, headroom=0.1, workers=2))
            window = windows.enter_context(closing_after(built))
            run_to_end(window, qtbot)
            return window

        yield make


def shown(window: MainWindow, qtbot: QtBot, view: str) -> str:
    """What a view says in place of its rows."""
    window.tabs.show_view(view)
    quiet(window, qtbot)
    (empty,) = (one for one in window.tabs.currentWidget().findChildren(EmptyState) if one.isVisible())
    return empty.words()


def test_an_empty_folder_is_called_so_in_every_view(over: Over, qtbot: QtBot) -> None:
    window = over()
    for view in ("clusters", "pairs", "problems", "map"):
        assert shown(window, qtbot, view).startswith("There is no file here"), view


def test_of_identical_texts_all_figures_say_that_there_is_no_pair(over: Over, qtbot: QtBot) -> None:
    window = over(a=LINE, b=LINE)
    window.tuning_controller.foresee((np.ones(BINS), 0.0))  # a sample knows nothing of copies
    quiet(window, qtbot)
    assert window.tuning_controller.histogram is None
    figures = window.tuning.plot.figures()
    assert not any(figures.columns[figures.titles.index("Pairs")])
    result = window.session.result
    assert result is not None
    assert "identical copies of one text" in histogram_source(result)


def test_pairs_tell_where_the_identical_texts_are(over: Over, qtbot: QtBot) -> None:
    window = over(a=LINE * 5, b=LINE * 5, c=OTHER * 5)
    assert "1 identical copy: see Clusters" in shown(window, qtbot, "pairs")


def test_the_evidence_folds_where_nothing_is_like_anything(over: Over, qtbot: QtBot) -> None:
    window = over(a=LINE * 5, b=OTHER * 5)
    size, dock = feature(window, EvidenceSize), window.docks[1]
    for view in ("clusters", "pairs"):
        window.tabs.show_view(view)
        qtbot.waitUntil(lambda: size.folded and dock.height() < 100, timeout=5_000)
    window.selection.select((0,))
    qtbot.waitUntil(lambda: not size.folded, timeout=5_000)


def test_the_evidence_stays_open_where_there_is_something_to_compare(over: Over, qtbot: QtBot) -> None:
    window = over(a=LINE * 5, b=LINE * 5, c=OTHER * 5)
    window.tabs.show_view("clusters")
    quiet(window, qtbot)
    assert not feature(window, EvidenceSize).folded


def test_the_choices_of_the_map_are_readable_in_a_narrow_window(over: Over, qtbot: QtBot) -> None:
    window = over(a=LINE * 5, b=LINE * 5, c=OTHER * 5)
    window.resize(metrics.grown(1110, window.font()), 700)
    window.tabs.show_view("map")
    quiet(window, qtbot)
    panel = window.tabs.currentWidget()
    assert panel.width() < metrics.grown(640, window.font()), "narrow enough to need two rows"
    for name in ("mapArea", "mapColour"):
        field = panel.findChild(ChoiceField, name)
        assert field.width() >= field.sizeHint().width()


def test_numbers_beside_the_knobs_do_not_wait_where_nothing_can_be_compared(over: Over) -> None:
    window = over(a=LINE * 5, b=LINE * 5)
    told = {name: window.findChild(QLabel, f"fact_{name}").text() for name in ("missed", "needless", "candidates")}
    assert set(told.values()) == {"no pair to compare"}
    assert window.findChild(QLabel, "fact_measured").text() == "no pair to find"
    assert not window.tuning.measure.isEnabled()
    assert not _menu_of_recall(window).isEnabled()


def test_numbers_beside_the_knobs_are_told_where_two_texts_differ(over: Over) -> None:
    window = over(a=LINE * 5, b=OTHER * 5)
    assert window.findChild(QLabel, "fact_measured").text() == "not yet"
    assert window.tuning.measure.isEnabled()
    assert _menu_of_recall(window).isEnabled()
    assert "no pair" not in window.findChild(QLabel, "fact_candidates").text()


def _menu_of_recall(window: MainWindow) -> QAction:
    """The same wish in the menu, as it is when the menu opens."""
    menu = window.menus.menu("analysis")
    menu.aboutToShow.emit()
    (one,) = (action for action in menu.actions() if action.text().startswith("Measure the recall"))
    return one
