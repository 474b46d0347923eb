"""The recall of a small collection is measured without being asked, and nobody is kept from anything by it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.ui.controllers import recall_controller
from simexplorer.ui.controllers.recall_controller import RecallController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature, quiet
from tests.ui.versions import place, window

__all__ = ["place", "window"]


def _stand(window: MainWindow, qtbot: QtBot) -> str:
    """What is said of the recall once a result has stood for a while."""
    controller: RecallController = feature(window, RecallController)
    assert controller.pause.isActive(), "every result is looked at"
    controller.pause.timeout.emit()
    quiet(window, qtbot)
    fact = window.findChild(QLabel, "fact_measured")
    return fact.text()


def test_it_is_measured_and_all_else_stays_as_it_was(window: MainWindow, qtbot: QtBot) -> None:
    pairs = window.session.result.pairs
    window.selection.select((int(pairs.i[3]), int(pairs.j[3])))
    quiet(window, qtbot)
    window.status.note("copied")
    assert _stand(window, qtbot) == "100 %, exactly"
    assert window.session.result.pairs is pairs
    assert window.selection.documents == (int(pairs.i[3]), int(pairs.j[3]))
    assert window.status.status.text() == "copied"
    assert not window.bar.cancel.isEnabled()
    # a knob that is turned asks anew
    window.tuning.light.threshold.setValue(0.75)
    quiet(window, qtbot)
    assert window.findChild(QLabel, "fact_measured").text() == "not yet"
    assert _stand(window, qtbot) == "100 %, exactly"


def test_a_knob_that_is_turned_meanwhile_goes_first(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller: RecallController = feature(window, RecallController)
    real, stopped = window.session.analysis, []

    def slowly(progress: object) -> None:
        try:
            while True:
                progress.check()
        finally:
            stopped.append(True)

    monkeypatch.setattr(real, "measure_recall", slowly)
    controller.pause.timeout.emit()
    qtbot.waitUntil(lambda: window.run.jobs.running)
    assert not window.bar.cancel.isEnabled(), "nothing is said of it at first"
    qtbot.waitUntil(window.bar.cancel.isEnabled, timeout=20_000)  # what takes long is said, and can be stopped
    window.tuning.light.threshold.setValue(0.75)
    qtbot.waitUntil(lambda: window.session.result.recipe.threshold == 0.75, timeout=20_000)
    assert stopped == [True]
    quiet(window, qtbot)


def test_only_small_collections_are_measured_unasked(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = window.session.result
    whole = int(result.shingles[result.members].sum())
    monkeypatch.setattr(recall_controller, "_SHINGLES", whole - 1)
    assert _stand(window, qtbot) == "not yet"
    assert window.tuning.measure.isEnabled()


def test_a_file_that_is_gone_is_told_to_who_asks_alone(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def gone(_progress: object) -> None:
        asked.append(True)
        raise InputError("a.txt is gone.")

    monkeypatch.setattr(window.session.analysis, "measure_recall", gone)
    assert _stand(window, qtbot) == "not yet"
    assert not window.message.isVisible()
    assert _stand(window, qtbot) == "not yet"
    assert len(asked) == 1, "not tried again by itself"
    window.tuning.measure.click()
    quiet(window, qtbot)
    assert window.message.text() == "a.txt is gone."


def test_a_kept_run_is_not_read_again_for_it(window: MainWindow, qtbot: QtBot) -> None:
    result, sources = window.session.result, window.session.sources
    window.run.open(sources)
    quiet(window, qtbot)
    window.session.analysis_now()
    window.session.set_result(result)  # as a workspace does
    quiet(window, qtbot)
    assert np.array_equal(window.session.result.members, result.members)
    assert _stand(window, qtbot) == "not yet"
    assert window.tuning.measure.isEnabled()
