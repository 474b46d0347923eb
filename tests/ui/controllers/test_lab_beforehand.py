"""The child that compiles the lab's kernels is begun when a result is on screen and nothing runs."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.lab import warming
from simexplorer.ui.controllers import lab_beforehand
from tests.ui.conftest import OpenWindow, quiet, run_to_end


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The thread of each beginning; the wait for quiet is short."""
    threads: list[threading.Thread] = []
    monkeypatch.setattr(lab_beforehand, "_QUIET", 20)
    monkeypatch.setattr(warming, "begin_lab_kernels", lambda: threads.append(threading.current_thread()))
    return threads


def test_it_is_begun_after_a_run_and_not_by_the_main_thread(
    open_window: OpenWindow, qtbot: QtBot, begun: list[threading.Thread]
) -> None:
    window = open_window()
    qtbot.wait(100)
    assert not begun, "nothing has run yet"
    run_to_end(window, qtbot)
    qtbot.waitUntil(lambda: bool(begun), timeout=10_000)
    assert threading.main_thread() not in begun
    quiet(window, qtbot)


def test_it_is_not_begun_while_a_run_goes_on(
    open_window: OpenWindow, qtbot: QtBot, begun: list[threading.Thread]
) -> None:
    window = open_window()
    run_to_end(window, qtbot)
    qtbot.waitUntil(lambda: bool(begun), timeout=10_000)
    quiet(window, qtbot)
    begun.clear()
    window.session.set_running(True)
    qtbot.wait(100)
    assert not begun
    window.session.set_running(False)
    qtbot.waitUntil(lambda: bool(begun), timeout=10_000)
    quiet(window, qtbot)
