"""The line of the first page about text that many documents share: when it is there, what it says, where it leads."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.shared_text import SharedText
from simexplorer.ui.controllers import shared_text_controller
from simexplorer.ui.controllers.boilerplate_controller import BoilerplateController
from simexplorer.ui.controllers.shared_text_controller import SharedTextController, hint_words
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature, quiet
from tests.ui.fakes import FakeAnalysis

FOUND = SharedText(share=0.3, documents=200, of_documents=5000, pairs=200, of_pairs=70_000, falling=187)


@pytest.fixture(autouse=True)
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own pause does not pass: tests say when it looks."""
    monkeypatch.setattr(shared_text_controller, "_PAUSE", 3_600_000)


@pytest.fixture
def controller(analysed: MainWindow) -> SharedTextController:
    """That of the window, with the first page in front."""
    (found,) = [one for one in analysed.features if isinstance(one, SharedTextController)]
    analysed.tabs.show_view("overview")
    return found


def _share(window: MainWindow, found: object) -> None:
    fake = window.session.analysis
    assert isinstance(fake, FakeAnalysis)
    fake.shared = found


def _look(window: MainWindow, controller: SharedTextController, found: object, qtbot: QtBot) -> bool:
    _share(window, found)
    controller.look()
    quiet(window, qtbot)
    return window.overview.hint.isVisible()


def test_what_carries_most_pairs_is_told_with_its_numbers_and_leads_to_it(
    analysed: MainWindow, controller: SharedTextController, qtbot: QtBot
) -> None:
    assert _look(analysed, controller, FOUND, qtbot)
    words = analysed.overview.hint.text()
    assert words.startswith("Of 200 pairs drawn at random, 187 would fall below the threshold")
    assert "30\u00a0% of 200 documents drawn at random" in words
    counted: list[bool] = []
    feature(analysed, BoilerplateController).count = lambda: counted.append(True)
    analysed.overview.follow.click()
    assert analysed.tabs.shown() == "boilerplate"
    assert counted == [True]


def test_it_goes_with_its_result(analysed: MainWindow, controller: SharedTextController, qtbot: QtBot) -> None:
    assert _look(analysed, controller, FOUND, qtbot)
    _share(analysed, None)  # for as long as this takes, the next result may be looked at too
    analysed.tuning.light.threshold.setValue(0.75)
    quiet(analysed, qtbot)
    assert not analysed.overview.hint.isVisible()


@pytest.mark.parametrize("found", [None, SharedText(0.3, 200, 5000, 200, 70_000, 99)])
def test_less_than_half_is_not_told(
    analysed: MainWindow, controller: SharedTextController, qtbot: QtBot, found: object
) -> None:
    assert not _look(analysed, controller, found, qtbot)


def test_files_that_are_gone_are_no_matter_of_a_glance(
    analysed: MainWindow, controller: SharedTextController, qtbot: QtBot
) -> None:
    fake = analysed.session.analysis
    assert isinstance(fake, FakeAnalysis)

    def gone(_progress: object) -> object:
        raise InputError("the file is gone")

    fake.shared_text = gone  # type: ignore[method-assign]
    controller.look()
    quiet(analysed, qtbot)
    assert not analysed.overview.hint.isVisible()
    assert not analysed.message.isVisible()


def test_samples_that_are_the_whole_are_not_called_samples() -> None:
    every = SharedText(share=0.3, documents=150, of_documents=150, pairs=120, of_pairs=120, falling=120)
    words = hint_words(every, MeasureScale("jaccard"))
    assert words.startswith("Of the 120 pairs, all would fall below the threshold")
    assert "of the 150 documents:" in words
    assert "beyond the limit" in hint_words(every, MeasureScale("hamming"))


def test_a_look_that_a_run_has_stopped_is_made_when_it_has_ended(
    analysed: MainWindow, controller: SharedTextController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(progress: Progress) -> None:
        while True:
            progress.check()

    with monkeypatch.context() as patched:
        patched.setattr(analysed.session.analysis, "shared_text", endless)
        controller.look()
        analysed.session.set_running(True)
        quiet(analysed, qtbot)
    analysed.session.set_running(False)
    assert _look(analysed, controller, FOUND, qtbot)
