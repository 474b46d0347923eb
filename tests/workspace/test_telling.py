"""Lines of the log wait a moment for others, and none is forgotten whatever ends the work."""

from __future__ import annotations

import pytest

from simexplorer.errors import WorkspaceError
from simexplorer.workspace import telling
from simexplorer.workspace.telling import Telling


class Log:
    """Stands for a workspace: what was saved at once, and a disk that may be full."""

    def __init__(self, full=False):
        self.saves, self.full = [], full

    def write_deeds(self, deeds):
        if self.full:
            raise WorkspaceError("no room")
        self.saves.append([deed["outcome"] for deed in deeds])


def line(outcome):
    return {"outcome": outcome}


def test_lines_are_saved_together_and_at_the_end(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(telling.time, "monotonic", lambda: now[0])
    log = Log()
    with Telling(log) as told:
        for number in range(5):
            now[0] = number * 0.06
            told.add(line(str(number)))
    assert log.saves == [["0", "1", "2"], ["3", "4"]]
    with Telling(log):
        pass
    assert len(log.saves) == 2


def tell(log, lines, fail=False):
    with Telling(log) as told:
        for outcome in lines:
            told.add(line(outcome))
            if fail:
                raise KeyError


def test_what_waits_is_saved_when_the_work_fails():
    log = Log()
    with pytest.raises(KeyError):
        tell(log, ["done", "more"], fail=True)
    assert log.saves == [["done"]]


def test_a_log_that_cannot_be_saved_stops_the_work(monkeypatch):
    monkeypatch.setattr(telling, "SECONDS", 0.0)
    lines = iter(["done", "more", "last"])
    with pytest.raises(WorkspaceError, match="no room"):
        tell(Log(full=True), lines)
    assert list(lines) == ["more", "last"]
