"""The child that compiles the lab's kernels: runs every page, leaves its mark, and is started once at most."""

from __future__ import annotations

from pathlib import Path

import pytest

from simexplorer.lab import warming
from simexplorer.pipeline.progress import Progress


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked of children, in its order; nothing stands in the cache."""
    told: list[str] = []
    monkeypatch.setattr(warming, "READY", tmp_path / "lab-ready")
    monkeypatch.setattr(warming, "KERNELS_READY", tmp_path / "ready")
    monkeypatch.setattr(warming, "_tried", set())
    monkeypatch.setattr(warming, "begin_compiling", lambda code: told.append(f"begin {code}"))
    monkeypatch.setattr(warming, "stop_compiling", lambda code: told.append(f"stop {code}"))
    monkeypatch.setattr(warming, "ensure_kernels", lambda progress, code, ready: told.append(f"wait for {code}"))
    return told


def test_every_page_is_run_and_the_mark_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "READY", tmp_path / "lab-ready")
    warming.compile_lab_kernels()
    assert warming.READY.exists()


def test_whoever_opens_the_lab_waits_for_a_child_that_does_not_give_way_and_once(asked: list[str]) -> None:
    for _ in range(2):
        warming.ensure_lab_kernels(Progress())
    assert asked == [f"stop {warming._BEFOREHAND}", f"wait for {warming._COMPILE}"]


def test_nobody_waits_for_what_was_compiled_beforehand(asked: list[str]) -> None:
    warming.begin_lab_kernels()
    assert asked == [f"begin {warming._BEFOREHAND}"]
    warming.READY.touch()
    asked.clear()
    warming.ensure_lab_kernels(Progress())
    assert not asked


def test_nothing_is_begun_where_all_kernels_stand(asked: list[str]) -> None:
    warming.READY.touch()
    warming.KERNELS_READY.touch()
    warming.begin_lab_kernels()
    assert not asked


def test_beforehand_the_lab_comes_last_and_gives_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simexplorer.pipeline import warming as usual

    told: list[str] = []
    monkeypatch.setattr(warming.os, "nice", lambda step: told.append(f"nice {step}"), raising=False)
    monkeypatch.setattr(warming, "KERNEL_CACHE", tmp_path)
    monkeypatch.setattr(warming, "READY", tmp_path / "lab-ready")
    monkeypatch.setattr(usual, "compile_kernels", lambda: told.append("usual"))
    monkeypatch.setattr(warming, "compile_lab_kernels", lambda: told.append("lab"))
    warming.compile_beforehand()
    assert told == ["nice 19", "usual", "lab"]
