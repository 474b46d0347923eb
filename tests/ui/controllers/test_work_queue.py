"""Works in their order: none is lost, not even when the window closes on them."""

from __future__ import annotations

import threading
import time

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.work_queue import WorkQueue
from simexplorer.ui.jobs import Job, JobRunner


@pytest.fixture
def queue(qtbot: QtBot) -> WorkQueue:
    runner = JobRunner("queue")
    made = WorkQueue(runner, runner)
    made.runner = runner  # type: ignore[attr-defined]
    return made


def test_works_end_in_their_order_and_a_newer_one_takes_the_place_of_its_kind(queue: WorkQueue, qtbot: QtBot) -> None:
    done: list[object] = []
    for value in range(5):
        queue.add(lambda _job, value=value: value, done.append, kind="even" if value in (2, 4) else None)  # type: ignore[misc]
    qtbot.waitUntil(lambda: not queue.busy, timeout=10_000)
    assert done == [0, 1, 3, 4]
    queue.finish(5)


def test_a_failure_is_told_and_the_next_work_is_done(queue: WorkQueue, qtbot: QtBot) -> None:
    told: list[object] = []
    done: list[object] = []

    def fail(_job: Job) -> None:
        raise OSError("no room")

    queue.failed.connect(told.append)
    queue.add(fail)
    queue.add(fail, failed=done.append)
    queue.add(lambda _job: "well", done.append)
    qtbot.waitUntil(lambda: not queue.busy, timeout=10_000)
    assert [str(error) for error in told] == ["no room"]
    assert [str(one) for one in done] == ["no room", "well"]
    queue.finish(5)


@pytest.mark.parametrize("waiting", range(4))
def test_what_waits_is_done_before_the_end(queue: WorkQueue, waiting: int) -> None:
    done: list[int] = []

    def work(value: int) -> None:
        time.sleep(0.005)
        done.append(value)

    for value in range(waiting):
        queue.add(lambda _job, value=value: work(value))  # type: ignore[misc]
    queue.finish(10)
    assert done == list(range(waiting))


def test_what_waits_behind_a_long_work_is_done_after_it_though_the_window_has_gone(
    queue: WorkQueue, qtbot: QtBot
) -> None:
    hold, begun, done = threading.Event(), threading.Event(), []

    def long(_job: Job) -> None:
        begun.set()
        hold.wait(10)

    queue.add(long)
    queue.add(lambda _job: done.append("decided"))
    assert begun.wait(10)
    queue.finish(0.05, lambda: done.append("closed"))
    assert done == []
    hold.set()
    qtbot.waitUntil(lambda: done == ["decided", "closed"], timeout=10_000)


def test_the_present_work_is_asked_to_stop_before_the_end(queue: WorkQueue) -> None:
    begun, done = threading.Event(), []

    def look(job: Job) -> None:
        begun.set()
        while not job.progress.cancelled:
            time.sleep(0.001)
        done.append("stopped")

    queue.add(look)
    assert begun.wait(10)
    queue.finish(10, lambda: done.append("closed"))
    assert done == ["stopped", "closed"]
