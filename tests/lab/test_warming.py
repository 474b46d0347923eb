"""The child that compiles the lab's kernels: runs every page, leaves its mark, and is started once at most."""

from __future__ import annotations

from pathlib import Path

import pytest

from simexplorer.lab import warming
from simexplorer.pipeline.progress import Progress


def test_every_page_is_run_and_the_mark_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "READY", tmp_path / "lab-ready")
    warming.compile_lab_kernels()
    assert warming.READY.exists()


def test_a_child_is_started_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(warming, "ensure_kernels", lambda progress, code, ready: started.append(code))
    monkeypatch.setattr(warming, "_tried", set())
    for _ in range(2):
        warming.ensure_lab_kernels(Progress())
    assert started == [warming._COMPILE]
