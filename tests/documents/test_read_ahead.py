"""What is read ahead is what is read in its turn."""

from __future__ import annotations

import threading
import time

import pytest

from simexplorer.documents.read_ahead import ReadAhead


def test_folders_are_read_once_and_ahead_by_other_threads():
    read: list[tuple[int, bool]] = []
    begun = threading.Semaphore(0)

    def listed(folder):
        read.append((folder, threading.current_thread() is threading.main_thread()))
        begun.release()
        if folder == 3:
            raise OSError("gone")
        return 10 * folder

    with ReadAhead(listed, worth=0.0) as ahead:
        assert ahead.take(0) == 0
        ahead.expect([1])  # alone: it waits for its turn
        assert ahead.take(1) == 10
        ahead.expect([2, 3, 4])
        ahead.expect([3, 4, 5])
        assert all(begun.acquire(timeout=5) for _ in range(6))  # 0 to 5: no thread stands before one of its folders
        assert ahead.take(2) == 20
        with pytest.raises(OSError, match="gone"):
            ahead.take(3)
        assert [ahead.take(4), ahead.take(5), ahead.take(6)] == [40, 50, 60]
    assert sorted(read) == [(0, True), (1, True), (2, False), (3, False), (4, False), (5, False), (6, True)]


def test_a_folder_that_no_thread_has_begun_is_read_at_its_turn():
    go_on, by_main = threading.Event(), []

    def listed(folder):
        if threading.current_thread() is not threading.main_thread():
            go_on.wait(5)
        else:
            by_main.append(folder)
        return folder

    with ReadAhead(listed, worth=0.0) as ahead:
        ahead.expect(list(range(100)))  # more than there are threads, and all of those wait
        assert ahead.take(99) == 99
        go_on.set()
        assert [ahead.take(folder) for folder in range(99)] == list(range(99))
    assert 99 in by_main


@pytest.mark.parametrize(("worth", "in_threads"), [(60.0, False), (0.002, True)])
def test_only_folders_that_take_their_time_are_left_to_threads(worth, in_threads):
    by_threads: list[int] = []

    def listed(folder):
        if threading.current_thread() is not threading.main_thread():
            by_threads.append(folder)
        time.sleep(0.01)
        return folder

    with ReadAhead(listed, worth=worth) as ahead:
        for folder in range(0, 40, 4):
            ahead.expect(list(range(folder, folder + 4)))
            assert [ahead.take(one) for one in range(folder, folder + 4)] == list(range(folder, folder + 4))
    assert bool(by_threads) == in_threads


def test_nothing_is_read_after_the_end():
    started, go_on, read = threading.Event(), threading.Event(), []

    def listed(folder):
        started.set()
        go_on.wait(5)
        read.append(folder)

    with ReadAhead(listed, worth=0.0) as ahead:
        ahead.expect(list(range(100)))
        started.wait(5)
        shutdown = ahead._pool.shutdown

        def ends(**how):
            shutdown(**how | {"wait": False})
            go_on.set()
            shutdown(**how)

        ahead._pool.shutdown = ends
    count = len(read)
    assert 0 < count <= 8
    assert len(read) == count
