"""What is said of the time that a change takes is the time of the stages that run again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import numbers
from tests.ui.conftest import OpenWindow, feature, quiet, run_to_end
from tests.ui.fakes import FakeAnalysis

WHOLE = {"list": 0.5, "read_and_sign": 70.0, "index": 2.0, "verify": 2.0, "cluster": 1.0, "total": 75.5}
LIGHT = {"verify": 4.0, "cluster": 0.1, "total": 4.1}


@pytest.fixture
def window(open_window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A window whose heavy runs tell of all stages, and whose light ones of those that they do."""
    made = FakeAnalysis.found

    def found(fake: FakeAnalysis, recipe: Recipe, part: float) -> object:
        return replace(made(fake, recipe, part), timings=WHOLE if recipe.threshold == 0.8 else LIGHT)

    monkeypatch.setattr(FakeAnalysis, "found", found)
    window = open_window()
    run_to_end(window, qtbot)
    return window


def test_a_change_that_signs_everything_is_not_said_to_take_as_long_as_grouping(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert window.run.times.whole == pytest.approx(75.5)
    window.tuning.light.threshold.setValue(0.9)
    quiet(window, qtbot)
    assert window.session.result.timings == LIGHT  # type: ignore[union-attr]
    window.tuning.heavy.length.setValue(5)
    whole = 0.5 + 70.0 + 2.0 + 4.0 + 0.1  # what was done again in the light run takes as long as it took there
    assert window.tuning.apply_button.text() == f"Apply 1 change, about {numbers.seconds(whole)}"
    window.views.show_view("settings")
    settings = feature(window, "SettingsController")
    settings.panel.heavy.length.setValue(4)
    quiet(window, qtbot)
    assert f"about {numbers.seconds(whole)}." in settings.panel.difference.text()


def test_nothing_is_said_where_no_whole_run_is_known(window: MainWindow, qtbot: QtBot) -> None:
    result = window.session.result
    assert result is not None
    window.session.set_result(replace(result, partial=True))
    assert window.run.times.whole is None
    window.session.set_result(replace(result, timings=LIGHT))
    assert window.run.times.whole is None
    window.tuning.heavy.length.setValue(5)
    assert window.tuning.apply_button.text() == "Apply 1 change"


def test_what_was_taken_over_from_an_earlier_run_does_not_tell_how_long_reading_takes(window: MainWindow) -> None:
    result, times = window.session.result, window.run.times
    assert result is not None
    kept = replace(result, timings=WHOLE | {"list": 0.75, "read_and_sign": 0.01}, taken_over=1)
    window.session.set_result(kept)
    assert times.whole == pytest.approx(75.5 + 0.25), "as long as it took when all was read"
    window.session.set_result(replace(result, partial=True))
    window.session.set_result(kept)
    assert times.whole is None
    window.tuning.heavy.length.setValue(5)
    assert window.tuning.apply_button.text() == "Apply 1 change"
