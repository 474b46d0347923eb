"""The log of moves as a list: what ended, the newest first, spelled when somebody looks."""

from __future__ import annotations

import base64

import pytest

from simexplorer.ui.controllers.deed_words import log_rows
from simexplorer.ui.theme import moments


def deed(outcome: str, action: str = "folder", reason: str = "") -> dict[str, str]:
    target = base64.b64encode(b"/away/\xff.txt").decode()
    return {"outcome": outcome, "action": action, "at": "soon", "shown": "a.txt", "target": target, "reason": reason}


def test_lines_tell_what_ended_the_newest_first() -> None:
    rows = log_rows([deed("begun"), deed("done"), deed("done", "trash"), deed("left", reason="in use"), deed("begun")])
    assert [tuple(rows.cell(row, column) for column in range(5)) for row in range(rows.count)] == [
        ("soon", "left", "a.txt", "", "in use"),
        ("soon", "moved", "a.txt", "trash", ""),
        ("soon", "moved", "a.txt", "/away/\\xff.txt", ""),
    ]
    assert rows.sorted_by[0].tolist() == [0, -1, -2]  # the oldest first, to the second and below it


def test_no_line_is_spelled_before_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(moments, "second", lambda at: asked.append(at) or at)
    rows = log_rows([deed("done")] * 1_000)
    assert (rows.count, asked) == (1_000, [])
    assert rows.cell(999, 0) == "soon"
    assert asked == ["soon"]
