"""What a reading process sends and when: nobody waits long for documents that are there, each has time of its own."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from simexplorer.documents import wire, worker_main
from simexplorer.documents.extracted import Extracted


class _Clock:
    """Time that passes where a document is read."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


def _answers(link: socket.socket) -> list[tuple[int, int]]:
    """(kind, members in it) of all answers up to the document's own."""
    told = []
    while not told or told[-1][0] != wire.DOCUMENT:
        kind, meta, payload = wire.unpack_header(link.recv(wire.ANSWER_HEADER, socket.MSG_WAITALL))
        words = json.loads(link.recv(meta, socket.MSG_WAITALL))
        if payload:
            link.recv(payload, socket.MSG_WAITALL)
        told.append((kind, words.get("count", 0)))
    return told


@pytest.mark.parametrize(("seconds", "runs"), [(0.0, [1000, 1000, 500]), (0.3, [4] * 625)])
def test_members_are_sent_as_they_come_and_each_run_may_use_processor_time_anew(
    seconds: float, runs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, renewed = _Clock(), []
    monkeypatch.setattr(worker_main, "time", clock)
    monkeypatch.setattr(worker_main, "_allow_processor_time", lambda: renewed.append(clock.now))

    def documents() -> Iterator[Extracted]:
        for number in range(2500):
            clock.now += seconds
            yield Extracted(member=b"%d" % number, text=b"words")
        yield Extracted()

    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
        worker_main._answer(theirs, documents())
        assert _answers(ours) == [(wire.MEMBERS, count) for count in runs] + [(wire.DOCUMENT, 0)]
    assert len(renewed) == len(runs)
