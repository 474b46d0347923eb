"""Work on several threads, and work begun beside it."""

from __future__ import annotations

import os
import sys
import threading
import time

import pytest

from simexplorer.pipeline.engine import Engine, Watch
from simexplorer.pipeline.progress import Progress


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_begun_beside_is_there_when_it_is_asked_for(workers):
    engine = Engine(workers)
    calls = []
    answer = engine.beside(lambda: calls.append(1) or 42)
    assert engine.each(lambda job: job * 2, [1, 2, 3]) == [2, 4, 6]
    assert answer() == answer() == 42
    assert calls == [1]
    engine.close()


def test_answers_come_in_the_order_of_the_jobs_whoever_is_first():
    engine = Engine(3)
    waits = [0.02, 0.0, 0.01, 0.0, 0.0]
    assert engine.each(lambda job: (time.sleep(waits[job]), job)[1], range(5)) == [0, 1, 2, 3, 4]
    assert engine.each(lambda job: -job, range(2000)) == [-job for job in range(2000)]
    assert engine.each(lambda job: job, []) == []
    engine.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads have a niceness of their own on Linux")
@pytest.mark.parametrize("niceness", [0, 4])
def test_threads_give_way_as_they_are_told_to_and_the_caller_does_not(niceness):
    def here():
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before, engine = here(), Engine(2, niceness)
    told = engine.each(lambda _: here(), range(8))
    waiting = engine.each(lambda _: time.sleep(0.02) or here(), range(40), reading=True)  # threads begin others
    assert set(told) == set(waiting) == {engine.beside(here)()} == {min(19, before + niceness)}
    assert here() == before
    engine.close()


def test_the_first_error_ends_the_others_and_is_raised():
    engine, done = Engine(2), []

    def work(job):
        if job == 3:
            raise ValueError("three")
        time.sleep(0.001)
        done.append(job)

    with pytest.raises(ValueError, match="three"):
        engine.each(work, range(1000))
    assert len(done) < 500
    assert engine.each(lambda job: job, [1, 2]) == [1, 2]
    engine.close()


@pytest.mark.parametrize("reading", [False, True])
def test_more_jobs_run_at_once_where_they_wait_for_what_they_read(reading):
    engine, lock, now, most, before = Engine(2), threading.Lock(), 0, 0, set(threading.enumerate())

    def wait(_job):
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.01)
        with lock:
            now -= 1

    engine.each(wait, range(40), reading=reading)
    assert 2 < most <= 16 if reading else most == 2
    left = set(threading.enumerate()) - before
    assert len(left) == (0 if reading else 2), "what only waits for a disk does not stay, nor does its working memory"
    assert engine.each(lambda job: -job, [1, 2]) == [-1, -2]
    engine.close()


def test_a_question_that_comes_when_the_threads_have_ended_is_answered_all_the_same():
    engine = Engine(2)
    assert engine.each(abs, [-1, -2, -3]) == [1, 2, 3]
    engine._pool.shutdown()  # as after reading, or when the analysis is closed, in another thread
    assert engine.each(abs, [-4, -5, -6]) == [4, 5, 6]
    with pytest.raises(ZeroDivisionError):
        engine.each(lambda job: 1 // job, [1, 0, 2])


def test_a_watch_tells_of_each_stage_as_begun_once_then_as_under_way_and_of_the_end(monkeypatch):
    progress, told = Progress(), []
    watch = Watch(progress, lambda state, final: told.append((state.stage, state.done, final)))
    before_each_look = iter(
        [
            lambda: None,
            lambda: (progress.begin("Read", 9), progress.advance(2)),
            lambda: progress.advance(3),
            lambda: progress.begin("Join", 4),
            lambda: None,
        ]
    )

    def ended(_seconds):
        if (deed := next(before_each_look, None)) is not None:
            deed()
        return deed is None

    monkeypatch.setattr(watch._ended, "wait", ended)
    with watch:
        pass
    assert told == [("Read", 0, False), ("Read", 5, False), ("Join", 0, False), ("Join", 1, False), ("Join", 0, True)]
