"""One job at a time: the latest wins, what is replaced or cancelled is silent, stopped work may still deliver."""

from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.errors import Cancelled, InputError
from simexplorer.ui import jobs
from simexplorer.ui.jobs import Job, JobRunner, sentence_of


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[JobRunner]:
    made = JobRunner("test")
    yield made
    assert made.close()


def test_work_runs_in_another_thread_and_its_result_arrives_here(runner: JobRunner, qtbot: QtBot) -> None:
    arrived: list[threading.Thread] = []
    runner.succeeded.connect(lambda _value: arrived.append(threading.current_thread()))
    with qtbot.waitSignal(runner.succeeded) as done:
        runner.start(lambda _job: threading.current_thread())
    assert done.args[0] is not threading.current_thread()
    assert arrived == [threading.current_thread()]
    assert not runner.running


def test_a_replaced_job_falls_silent(runner: JobRunner, qtbot: QtBot) -> None:
    values: list[object] = []
    runner.succeeded.connect(values.append)
    runner.cancelled.connect(lambda: values.append("cancelled"))
    hold = threading.Event()
    runner.start(lambda _job: hold.wait(5) and "old")
    for number in range(5):
        runner.start(lambda _job, number=number: number)
    hold.set()
    qtbot.waitUntil(lambda: not runner.running)
    assert values == [4]


def test_a_failure_that_nobody_listens_for_is_not_lost(runner: JobRunner, qtbot: QtBot) -> None:
    def fail(_job: Job) -> None:
        raise ValueError("a bug")

    with qtbot.captureExceptions() as raised:
        runner.start(fail)
        qtbot.waitUntil(lambda: not runner.running)
        qtbot.waitUntil(lambda: bool(raised))
    assert [str(error) for _, error, _ in raised] == ["a bug"]


def told_to_stop(job: Job) -> None:
    """Wait until it is."""
    while not job.progress.cancelled:
        time.sleep(0.001)


def test_a_failure_of_work_that_was_told_to_stop_disturbs_nobody(runner: JobRunner, qtbot: QtBot) -> None:
    begun = threading.Event()

    def fail(job: Job) -> None:
        begun.set()
        told_to_stop(job)
        raise ValueError("what it read from is closed")

    with qtbot.captureExceptions() as raised:
        runner.start(fail)
        assert begun.wait(5)
        runner.cancel()
        qtbot.waitUntil(lambda: not runner.running)
    assert not raised


def test_start_after_lets_the_running_job_end_and_keeps_only_the_newest(runner: JobRunner, qtbot: QtBot) -> None:
    values: list[object] = []
    runner.succeeded.connect(values.append)
    hold = threading.Event()
    runner.start_after(lambda _job: hold.wait(5) and "first")
    for number in range(5):
        runner.start_after(lambda _job, number=number: number)
    hold.set()
    qtbot.waitUntil(lambda: len(values) == 2)
    assert values == ["first", 4]


def test_stopped_work_may_still_return_what_is_done(runner: JobRunner, qtbot: QtBot) -> None:
    def work(job: Job) -> str:
        told_to_stop(job)
        return "half"

    runner.start(work)
    with qtbot.waitSignal(runner.succeeded) as done:
        runner.stop()
    assert done.args == ["half"]


@pytest.mark.parametrize("fails", [False, True])
def test_of_cancelled_work_nothing_is_told_but_that_it_ended(runner: JobRunner, qtbot: QtBot, fails: bool) -> None:
    told: list[object] = []
    for signal in (runner.succeeded, runner.failed, runner.part_ready, runner.progressed):
        signal.connect(told.append)

    def work(job: Job) -> str:
        told_to_stop(job)
        job.publish("a part")
        time.sleep(2 * jobs.POLL_MILLISECONDS / 1000)
        if fails:
            raise ValueError("what it read from is closed")
        return "late"

    runner.start(work)
    with qtbot.waitSignals([runner.cancelled, runner.ended], order="strict"):
        runner.cancel()
    assert not told


def test_what_follows_cancelled_work_is_heard(runner: JobRunner, qtbot: QtBot) -> None:
    told: list[object] = []
    runner.succeeded.connect(told.append)
    hold = threading.Event()
    runner.start(lambda _job: hold.wait(5) and "unwanted")
    runner.cancel()
    runner.start_after(lambda _job: "wanted")
    hold.set()
    qtbot.waitUntil(lambda: not runner.running)
    assert told == ["wanted"]


def test_work_whose_threads_are_taken_away_ends_quietly(runner: JobRunner, qtbot: QtBot) -> None:
    def work(_job: Job) -> None:
        raise CancelledError

    with qtbot.waitSignal(runner.cancelled):
        runner.start(work)


def test_work_that_raises_cancelled_ends_quietly(runner: JobRunner, qtbot: QtBot) -> None:
    def work(job: Job) -> None:
        while True:
            job.progress.check()
            time.sleep(0.001)

    runner.start(work)
    with qtbot.waitSignals([runner.cancelled, runner.ended], order="strict"):
        runner.cancel()


def test_work_after_painting_leaves_the_interpreter_to_who_paints(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, done = threading.Event(), []
    monkeypatch.setattr(jobs.time, "sleep", lambda _seconds: painted.wait(5))
    runner = JobRunner("test", after_painting=True)
    runner.start(lambda _job: done.append("replaced"))
    runner.start(lambda _job: done.append("begun"))
    assert runner.running
    assert not done
    with qtbot.waitSignal(runner.succeeded):
        painted.set()
    assert done == ["begun"]
    painted.clear()
    with qtbot.waitSignal(runner.cancelled):
        runner.start(lambda _job: done.append("stopped"))
        runner.cancel()
        painted.set()
    assert done == ["begun"]
    assert runner.close()


def test_an_error_arrives_as_it_was_raised(runner: JobRunner, qtbot: QtBot) -> None:
    error = Cancelled.__mro__[1]("planted")

    def work(_job: Job) -> None:
        raise error

    with qtbot.waitSignal(runner.failed) as failed:
        runner.start(work)
    assert failed.args == [error]


def test_progress_and_parts_are_polled_not_queued(runner: JobRunner, qtbot: QtBot) -> None:
    parts: list[int] = []
    states: list[int] = []
    shown = threading.Event()
    runner.part_ready.connect(parts.append)
    runner.part_ready.connect(lambda _part: shown.set())
    runner.progressed.connect(lambda state: states.append(state.done))

    def work(job: Job) -> None:
        job.progress.begin("counting", 20_000)
        for number in range(20_000):
            job.progress.advance()
            job.publish(number)
            if number % 50 == 0:
                time.sleep(0.0005)
        assert shown.wait(20)  # a busy machine has not looked yet

    with qtbot.waitSignal(runner.succeeded, timeout=20_000):
        runner.start(work)
    assert 1 <= len(parts) <= len(states) <= 20_000 / jobs.POLL_MILLISECONDS
    assert parts == sorted(parts)
    assert states == sorted(states)


def test_nothing_arrives_after_close(qtbot: QtBot) -> None:
    runner = JobRunner("closing")
    values: list[object] = []
    runner.succeeded.connect(values.append)
    runner.start(lambda _job: "late")
    assert runner.close()
    runner.start(lambda _job: "later")
    qtbot.wait(20)
    assert values == []


def test_close_waits_for_what_a_thread_hands_over(qtbot: QtBot) -> None:
    runner, (goes_on, begun, ended) = JobRunner("slow"), (threading.Event() for _ in range(3))

    class Slow:
        def emit(self, _number: int, _future: object) -> None:
            begun.set()
            time.sleep(0.05)  # as where a busy processor keeps the thread waiting
            ended.set()

    runner._returned = Slow()  # type: ignore[assignment]
    runner.start(lambda _job: goes_on.wait(5))
    goes_on.set()
    assert begun.wait(5)
    runner.close()
    assert ended.is_set(), "the runner may be deleted now"


def test_close_says_when_the_thread_does_not_end(qtbot: QtBot) -> None:
    runner = JobRunner("stubborn")
    hold = threading.Event()
    runner.start(lambda _job: hold.wait(10))
    assert not runner.close(seconds=0.05)
    hold.set()
    qtbot.waitUntil(lambda: runner.close(seconds=1.0))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads have a niceness of their own on Linux")
def test_jobs_give_way_to_the_hand_and_those_that_nobody_waits_for_to_all_others(qtbot: QtBot) -> None:
    def niceness(_job: Job) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = os.getpriority(os.PRIO_PROCESS, 0)
    found = []
    for gives_way in (False, True):
        runner = JobRunner("test", gives_way=gives_way)
        with qtbot.waitSignal(runner.succeeded) as told:
            runner.start(niceness)
        found.append(told.args[0])
        runner.close()
    assert found == [min(19, before + 4), min(19, before + 9)]
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_what_was_found_lives_no_longer_than_whoever_keeps_it(runner: JobRunner, qtbot: QtBot) -> None:
    class Found:
        pass

    found: list[weakref.ref[Found]] = []
    runner.succeeded.connect(lambda value: found.append(weakref.ref(value)))
    runner.start(lambda _job: Found())
    qtbot.waitUntil(lambda: bool(found))
    qtbot.waitUntil(lambda: found[0]() is None)


def test_what_long_work_leaves_is_given_back_in_its_thread(
    runner: JobRunner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(jobs, "give_back", lambda: threads.append(threading.current_thread()))
    monkeypatch.setattr(jobs, "_LONG", 0.02)
    goes_on = threading.Event()
    with qtbot.waitSignal(runner.succeeded):
        runner.start(lambda _job: goes_on.wait(20) and time.sleep(0.05))
        goes_on.set()
    qtbot.waitUntil(lambda: bool(threads))
    assert threads[0] is not threading.current_thread()
    monkeypatch.setattr(jobs, "_LONG", 3600.0)  # on a busy machine no work is short
    with qtbot.waitSignal(runner.succeeded):
        runner.start(lambda _job: None)
    assert len(threads) == 1


def test_an_expected_failure_is_a_sentence_and_any_other_one_is_raised() -> None:
    assert sentence_of(InputError("There is no such folder.")) == "There is no such folder."
    with pytest.raises(ZeroDivisionError):
        sentence_of(ZeroDivisionError("a bug"))


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A system that gives no thread, until this is undone."""

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as refusing:
        refusing.setattr(threading.Thread, "start", refuse)
        yield refusing


def test_a_job_that_gets_no_thread_fails_and_is_not_begun_by_the_next(
    runner: JobRunner, qtbot: QtBot, no_threads: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    with qtbot.waitSignal(runner.failed) as failed:
        runner.start(lambda _job: begun.append("first"))
    assert "not enough memory" in sentence_of(failed.args[0])
    assert not runner.running
    no_threads.undo()
    with qtbot.waitSignal(runner.succeeded):
        runner.start(lambda _job: begun.append("second"))
    assert begun == ["second"]


def test_what_a_job_needs_more_memory_for_is_a_failure_that_is_expected(runner: JobRunner, qtbot: QtBot) -> None:
    def swell(_job: Job) -> None:
        raise MemoryError("Unable to allocate 3 TiB")

    with qtbot.waitSignal(runner.failed) as failed:
        runner.start(swell)
    assert "not enough memory" in sentence_of(failed.args[0])


@pytest.mark.usefixtures("no_threads")
def test_what_is_done_aside_and_last_is_done_without_a_thread_too(qtbot: QtBot) -> None:
    done: list[str] = []
    jobs.do_aside(lambda: done.append("aside"))
    assert JobRunner("test").close(last=lambda: done.append("last"))
    assert done == ["aside", "last"]
