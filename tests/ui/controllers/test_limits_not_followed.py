"""The list of pairs goes before its groups only where these follow."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import quiet, run_to_end


def told(window: MainWindow) -> tuple[int, str]:
    """Pairs that are listed, and what is said above them."""
    return window.pairs.model.all_rows, window.pairs.summary()


def test_pairs_stay_those_of_the_groups_while_bands_fit_no_signature(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    window, light = lent_to_run, lent_to_run.tuning.light
    run_to_end(window, qtbot)
    light.limit.set_value(0.7)
    quiet(window, qtbot)
    before, result = told(window), window.session.result
    assert before[0] == result.at_threshold
    light.rows.setValue(light.rows.maximum())  # more values than there are hashes
    for value in (0.9, 0.5, 0.8):
        light.limit.set_value(value)
        quiet(window, qtbot)
        assert window.session.result is result  # nothing could follow
        assert told(window) == before, value
    light.rows.setValue(2)
    quiet(window, qtbot)
    assert window.session.result.recipe.threshold == 0.8
    assert told(window)[0] == window.session.result.at_threshold < before[0]


def test_pairs_stay_those_of_the_groups_while_bands_fit_only_what_waits(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    window, light = lent_to_run, lent_to_run.tuning.light
    run_to_end(window, qtbot)
    before = told(window)
    window.tuning.heavy.hashes.setValue(512)  # waits for Apply
    light.rows.setValue(8)
    light.bands.setValue(64)
    light.limit.set_value(0.95)
    quiet(window, qtbot)
    assert told(window) == before
