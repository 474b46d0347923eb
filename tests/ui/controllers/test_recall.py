"""The recall of a small collection is measured without being asked, and nobody is kept from anything by it."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.ui.controllers import recall_controller
from simexplorer.ui.controllers.recall_controller import RecallController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature, quiet
from tests.ui.versions import lent, of_all, place, window

__all__ = ["lent", "of_all", "place", "window"]


def _stand(window: MainWindow, qtbot: QtBot) -> str:
    """What is said of the recall once a result has stood for a while."""
    controller: RecallController = feature(window, RecallController)
    assert controller.pause.isActive(), "every result is looked at"
    controller.pause.timeout.emit()
    quiet(window, qtbot)
    fact = window.findChild(QLabel, "fact_measured")
    return fact.text()


def test_it_is_measured_and_all_else_stays_as_it_was(lent: MainWindow, qtbot: QtBot) -> None:
    pairs = lent.session.result.pairs
    lent.selection.select((int(pairs.i[3]), int(pairs.j[3])))
    quiet(lent, qtbot)
    lent.status.note("copied")
    assert _stand(lent, qtbot) == "100 %, exactly"
    assert lent.session.result.pairs is pairs
    assert lent.selection.documents == (int(pairs.i[3]), int(pairs.j[3]))
    assert lent.status.status.text() == "copied"
    assert not lent.bar.cancel.isEnabled()
    # a knob that is turned asks anew
    lent.tuning.light.threshold.setValue(0.75)
    quiet(lent, qtbot)
    assert lent.findChild(QLabel, "fact_measured").text() == "not yet"
    assert _stand(lent, qtbot) == "100 %, exactly"


def test_a_knob_that_is_turned_meanwhile_goes_first(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller: RecallController = feature(lent, RecallController)
    real, stopped = lent.session.analysis, []

    def slowly(progress: object) -> None:
        try:
            while True:
                progress.check()
        finally:
            stopped.append(True)

    monkeypatch.setattr(real, "measure_recall", slowly)
    controller.pause.timeout.emit()
    qtbot.waitUntil(lambda: lent.run.jobs.running)
    assert not lent.bar.cancel.isEnabled(), "nothing is said of it at first"
    qtbot.waitUntil(lent.bar.cancel.isEnabled, timeout=20_000)  # what takes long is said, and can be stopped
    lent.tuning.light.threshold.setValue(0.75)
    qtbot.waitUntil(lambda: lent.session.result.recipe.threshold == 0.75, timeout=20_000)
    assert stopped == [True]
    quiet(lent, qtbot)


def test_where_all_pairs_were_looked_at_and_none_is_similar_there_is_nothing_to_measure(
    lent: MainWindow, qtbot: QtBot
) -> None:
    result, told = lent.session.result, lent.findChild(QLabel, "fact_measured")
    for interval, words in (((1.0, 1.0), "no pair to find"), ((0.0, 1.0), "no pair in a sample")):
        audit = replace(result.audit, measured_recall=None, measured_interval=interval)
        lent.session.set_result(replace(result, audit=audit))
        quiet(lent, qtbot)
        assert told.text() == words
        assert lent.tuning.measure.isEnabled() == (words == "no pair in a sample")


def test_only_small_collections_are_measured_unasked(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = lent.session.result
    whole = int(result.shingles[result.members].sum())
    monkeypatch.setattr(recall_controller, "_SHINGLES", whole - 1)
    assert _stand(lent, qtbot) == "not yet"
    assert lent.tuning.measure.isEnabled()


def test_a_file_that_is_gone_is_told_to_who_asks_alone(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def gone(_progress: object) -> None:
        asked.append(True)
        raise InputError("a.txt is gone.")

    monkeypatch.setattr(lent.session.analysis, "measure_recall", gone)
    assert _stand(lent, qtbot) == "not yet"
    assert not lent.message.isVisible()
    assert _stand(lent, qtbot) == "not yet"
    assert len(asked) == 1, "not tried again by itself"
    lent.tuning.measure.click()
    quiet(lent, qtbot)
    assert lent.message.text() == "a.txt is gone."


def test_a_kept_run_is_not_read_again_for_it(lent: MainWindow, qtbot: QtBot) -> None:
    result, sources = lent.session.result, lent.session.sources
    lent.run.open(sources)
    quiet(lent, qtbot)
    lent.session.analysis_now()
    lent.session.set_result(result)  # as a workspace does
    quiet(lent, qtbot)
    assert np.array_equal(lent.session.result.members, result.members)
    assert _stand(lent, qtbot) == "not yet"
    assert lent.tuning.measure.isEnabled()
