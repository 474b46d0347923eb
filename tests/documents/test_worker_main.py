"""What a reading process sends and when: nobody waits long for documents that are there, each has time of its own."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections.abc import Iterator

import pytest

from simexplorer.documents import wire, worker_main
from simexplorer.documents.extracted import Extracted
from simexplorer.documents.parts import TURN_ENDS

_allow_processor_time = worker_main._allow_processor_time


@pytest.fixture(autouse=True)
def renewed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows whenever more processor time would be allowed: it is this process that would be ended after that."""
    times: list[int] = []
    monkeypatch.setattr(worker_main, "_allow_processor_time", lambda: times.append(1))
    return times


class _Clock:
    """Time that passes where a document is read."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


def _answers(link: socket.socket) -> list[tuple[int, int]]:
    """(kind, documents in it) of all answers that were sent."""
    told = []
    link.setblocking(False)
    while True:
        try:
            header = link.recv(wire.ANSWER_HEADER)
        except BlockingIOError:
            return told
        kind, meta, payload = wire.unpack_header(header)
        words = json.loads(link.recv(meta))
        assert not payload or len(link.recv(payload)) == payload
        told.append((kind, words.get("count", 0)))


def _sent(documents: Iterator[Extracted]) -> list[tuple[int, int]]:
    """What goes over the socket when these come and the parcel ends."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
        outbox = worker_main.Outbox(theirs)
        for found in documents:
            outbox.put(found)
        outbox.send()
        return _answers(ours)


@pytest.mark.parametrize(("seconds", "runs"), [(0.0, [1000, 1000, 500]), (0.3, [4] * 625)])
def test_members_are_sent_as_they_come_and_each_run_may_use_processor_time_anew(
    seconds: float, runs: list[int], renewed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = _Clock()
    monkeypatch.setattr(worker_main, "time", clock)

    def documents() -> Iterator[Extracted]:
        for number in range(2500):
            clock.now += seconds
            yield Extracted(member=b"%d" % number, text=b"words")
        yield Extracted()

    assert _sent(documents()) == [(wire.MEMBERS, count) for count in runs] + [(wire.DOCUMENTS, 1)]
    assert len(renewed) == len(runs)


@pytest.mark.parametrize(("seconds", "runs"), [(0.0, [16]), (0.3, [4] * 4), (2.0, [1] * 16)])
def test_files_of_a_parcel_are_answered_together_unless_they_take_long(
    seconds: float, runs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = _Clock()
    monkeypatch.setattr(worker_main, "time", clock)

    def documents() -> Iterator[Extracted]:
        for _ in range(16):
            clock.now += seconds
            yield Extracted(text=b"words")

    assert _sent(documents()) == [(wire.DOCUMENTS, count) for count in runs]


def test_a_container_is_answered_as_soon_as_it_ends_and_a_turn_where_it_ends() -> None:
    file, member = Extracted(), Extracted(member=b"1", text=b"words")
    told = _sent(iter([file, file, member, file, file, member, TURN_ENDS, member, file, file]))
    documents, members, turn = wire.DOCUMENTS, wire.MEMBERS, (wire.TURN, 0)
    assert told == [
        (documents, 2), (members, 1), (documents, 1),
        (documents, 1), (members, 1), turn, (members, 1), (documents, 1),
        (documents, 1),
    ]  # fmt: skip


def test_a_process_that_has_grown_says_so_after_its_last_file() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        outbox = worker_main.Outbox(theirs)
        outbox.send()
        assert _answers(ours) == []
        outbox.send(retire=True)
        ours.setblocking(True)
        kind, meta, payload = wire.unpack_header(ours.recv(wire.ANSWER_HEADER))
        assert (kind, payload) == (wire.DOCUMENTS, 0)
        words = json.loads(ours.recv(meta))
        assert words["retire"]
        assert wire.unpack_documents(words, b"") == []


@pytest.mark.parametrize(
    ("present", "hard", "asked", "old"),
    [
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, [(14, resource.RLIM_INFINITY)], False),
        (13, 60, [(14, 60)], False),
        (14, 14, [], False),
        (13, 13, [], True),  # it would be ended after 13 s, a fresh process has ten of its own
        (60, 5, [(5, 5)], True),
    ],
)
def test_where_the_system_allows_less_processor_time_no_more_is_asked_for_and_a_fresh_process_goes_on(
    monkeypatch: pytest.MonkeyPatch, present: int, hard: int, asked: list[tuple[int, int]], old: bool
) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(time, "process_time", lambda: 3.5)
    monkeypatch.setattr(resource, "getrlimit", lambda _limit: (present, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _limit, pair: told.append(pair))
    _allow_processor_time()
    assert told == asked
    assert worker_main._is_old() == old
