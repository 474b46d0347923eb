"""What holds at once when the result changes, and what is shown of it in turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.errors import Cancelled
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import quiet
from tests.ui.fakes import FakeAnalysis


@pytest.fixture
def result() -> Result:
    return FakeAnalysis().found(Recipe(), 1.0)


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    yield made
    made.turns.close()


def test_what_shows_a_result_is_called_in_a_turn_after_what_must_hold_at_once(
    session: Session, result: Result, qtbot: QtBot
) -> None:
    seen: list[tuple[str, object]] = []
    session.show_with(lambda: seen.append(("shown", session.result)))
    session.result_changed.connect(lambda: seen.append(("known", session.result)))
    session.set_result(result, growing=True)
    assert [word for word, _ in seen] == ["known"]
    session.set_result(result)
    qtbot.waitUntil(lambda: not session.turns.busy)
    assert [word for word, _ in seen] == ["known", "known", "shown"]  # of two changes the last is shown


def test_nothing_is_left_of_a_result_that_went_away(session: Session, result: Result) -> None:
    seen: list[object] = []
    session.show_with(lambda: seen.append(session.result))
    session.set_result(result)
    session.set_result(None)
    assert seen == [None]
    assert not session.turns.busy


def test_an_analysis_of_folders_that_were_left_while_it_was_made_is_closed_and_runs_nothing(qtbot: QtBot) -> None:
    made: list[FakeAnalysis] = []

    def make(sources: Sequence[bytes]) -> FakeAnalysis:
        made.append(FakeAnalysis(sources))
        if len(made) == 1:
            session.set_sources([b"/other"])  # as a person does while everything is imported
        return made[-1]

    session = Session(make)
    session.set_sources([b"/first"])
    with pytest.raises(Cancelled):
        session.analysis_now()
    assert made[0].closed
    assert session.analysis is None
    assert session.analysis_now() is made[1] is session.analysis
    session.turns.close()


def test_a_hand_meets_lists_of_one_result_only(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.views.show_view("pairs")
    quiet(analysed, qtbot)
    before = analysed.session.result
    analysed.tuning.light.threshold.setValue(0.9)
    qtbot.waitUntil(lambda: analysed.session.result is not before)
    analysed.session.turns.finish()  # as a press on the window does
    result = analysed.session.result
    assert result is not None
    assert analysed.pairs.model.rowCount() == result.at_threshold
    assert analysed.clusters.model.source is not None
    assert analysed.clusters.model.source.clusters is result.clusters


def test_a_closed_window_is_left_alone_by_what_still_waits(analysed: MainWindow) -> None:
    done: list[int] = []
    analysed.session.turns.add(lambda: done.append(1))
    analysed.close()
    analysed.session.turns.add(lambda: done.append(2))
    assert not analysed.session.turns.busy
    assert 2 not in done
