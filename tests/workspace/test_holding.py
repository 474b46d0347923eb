"""Two programs that move each what the other keeps: one copy of every text stays in its place."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from simexplorer.pipeline.result import Result
from simexplorer.workspace import performing
from simexplorer.workspace.actions import plan_moves
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.holding import IN_USE, held
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.performing import perform
from simexplorer.workspace.standing import standing_of
from tests.workspace.collected import BASE, scanned


def test_what_one_moves_nobody_else_moves_or_counts_on(tmp_path: Path) -> None:
    a, b, c = (bytes(tmp_path / name) for name in "abc")
    for path in (a, b, c):
        Path(os.fsdecode(path)).write_text("words")
    with held(a, [b]) as ours:
        assert ours
        for moving, staying, free in ((b, a, False), (b, c, False), (a, c, False), (c, a, False), (c, b, True)):
            with held(moving, [staying]) as others:
                assert others is free, (moving, staying)
    with held(b, [a]) as after:
        assert after


def test_what_cannot_be_held_is_left_to_the_looks_that_follow(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("words")
    os.link(tmp_path / "a", tmp_path / "twin")
    os.mkfifo(tmp_path / "pipe")
    for other in ("gone", "twin", "pipe"):
        with held(bytes(tmp_path / "a"), [bytes(tmp_path / other)]) as ours:
            assert ours


def two_of_one_text(tmp_path: Path) -> tuple[Path, Result]:
    """A folder of two files with one text, and what a scan finds in it."""
    folder = tmp_path / "collection"
    folder.mkdir()
    for name in ("one.txt", "two.txt"):
        (folder / name).write_text(BASE)
        os.utime(folder / name, ns=(3, 3))
    return folder, scanned(folder)


def test_two_programs_that_keep_what_the_other_moves_leave_one_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, result = two_of_one_text(tmp_path)
    first, second = (open_workspace(tmp_path / f"{name}.simx", create=True) for name in ("first", "second"))
    plans = []
    for row, log in enumerate((first, second)):
        log.save_result(result)
        log.decisions.record(mark_documents(standing_of(result, []), np.array([row]), Mark.DUPLICATE))
        plans.append(plan_moves(standing_of(result, log.decisions.entries), os.fsencode(tmp_path / f"moved {row}")))
    looked, others = performing._Act._objection, []

    def meanwhile(*arguments: object) -> str:
        """The other program looks and moves after this one has looked."""
        reason = looked(*arguments)  # type: ignore[arg-type]
        monkeypatch.setattr(performing._Act, "_objection", looked)
        others.extend(perform(plans[1], second))
        return reason

    monkeypatch.setattr(performing._Act, "_objection", meanwhile)
    (mine,) = perform(plans[0], first)
    assert mine.done
    assert [(one.done, one.reason) for one in others] == [(False, IN_USE)]
    assert os.listdir(folder) == ["two.txt"]
    first.close()
    second.close()


def test_a_survivor_that_goes_away_in_the_midst_is_said_to_be_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, result = two_of_one_text(tmp_path)
    log = open_workspace(tmp_path / "kept.simx", create=True)
    log.save_result(result)
    log.decisions.record(mark_documents(standing_of(result, []), np.array([0]), Mark.DUPLICATE))
    looked = performing._Act._objection

    def late(*arguments: object) -> str:
        (folder / "two.txt").unlink()
        return looked(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(performing._Act, "_objection", late)
    (mine,) = perform(plan_moves(standing_of(result, log.decisions.entries), os.fsencode(tmp_path / "moved")), log)
    log.close()
    assert mine.reason == performing.GONE_MEANWHILE
    assert os.listdir(folder) == ["one.txt"]
