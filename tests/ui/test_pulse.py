"""While jobs run their threads are told that the window's thread comes round, and afterwards nothing."""

from __future__ import annotations

import threading

from pytestqt.qtbot import QtBot

from simexplorer.pipeline.giving_way import HAND
from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.pulse import Pulse


def test_the_hand_comes_round_while_a_job_runs_and_rests_after_it(qtbot: QtBot, monkeypatch) -> None:
    heard: list[str] = []
    for name in ("comes_round", "rests"):
        monkeypatch.setattr(HAND, name, lambda name=name: heard.append(name))
    runner, hold = JobRunner("test"), threading.Event()
    Pulse(runner)
    assert not heard
    runner.start(lambda _job: hold.wait(5))
    qtbot.waitUntil(lambda: heard.count("comes_round") > 3)
    assert "rests" not in heard
    with qtbot.waitSignal(runner.ended):
        hold.set()
    assert heard[-1] == "rests"
    ticks = len(heard)
    qtbot.wait(30)
    assert len(heard) == ticks
    assert runner.close()
