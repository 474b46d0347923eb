"""What is read ahead is what is read in its turn."""

from __future__ import annotations

import threading

import pytest

from simexplorer.documents.read_ahead import ReadAhead


def test_folders_are_read_once_and_ahead_by_other_threads():
    read: list[tuple[int, bool]] = []

    def listed(folder):
        read.append((folder, threading.current_thread() is threading.main_thread()))
        if folder == 3:
            raise OSError("gone")
        return 10 * folder

    with ReadAhead(listed) as ahead:
        assert ahead.take(0) == 0
        ahead.expect([1])  # alone: it waits for its turn
        assert ahead.take(1) == 10
        ahead.expect([2, 3, 4])
        ahead.expect([3, 4, 5])
        assert ahead.take(2) == 20
        with pytest.raises(OSError, match="gone"):
            ahead.take(3)
        assert [ahead.take(4), ahead.take(5), ahead.take(6)] == [40, 50, 60]
    assert sorted(read) == [(0, True), (1, True), (2, False), (3, False), (4, False), (5, False), (6, True)]


def test_nothing_is_read_after_the_end():
    started, go_on, read = threading.Event(), threading.Event(), []

    def listed(folder):
        started.set()
        go_on.wait(5)
        read.append(folder)

    with ReadAhead(listed) as ahead:
        ahead.expect(list(range(100)))
        started.wait(5)
        threading.Timer(0.05, go_on.set).start()
    count = len(read)
    assert 0 < count <= 8
    assert len(read) == count
