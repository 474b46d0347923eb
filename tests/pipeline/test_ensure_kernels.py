"""The child that compiles kernels: waited for as long as needed, shared, and never left behind."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from simexplorer.errors import Cancelled
from simexplorer.pipeline import engine
from simexplorer.pipeline.engine import KERNELS_READY, USUAL_KERNELS_READY, ensure_kernels, kernels_of
from simexplorer.pipeline.progress import Progress


@pytest.fixture(autouse=True)
def own_children(monkeypatch, tmp_path):
    """Children of this test alone, ended with it, and a cache of its own."""
    monkeypatch.setattr(engine, "_children", {})
    monkeypatch.setattr(engine, "KERNEL_CACHE", tmp_path)
    yield
    engine._end_children()


def _touch(path: Path, then: str = "") -> str:
    return f"import pathlib, time; pathlib.Path({str(path)!r}).touch(); {then}"


def test_nothing_is_started_where_the_kernels_stand(tmp_path):
    (tmp_path / "ready").touch()
    ensure_kernels(Progress(), "raise SystemExit", tmp_path / "ready")
    assert not engine._children


def test_the_wait_ends_with_what_is_wanted_while_the_child_goes_on(tmp_path):
    ready = tmp_path / "ready"
    ensure_kernels(Progress(), _touch(ready, "time.sleep(60)"), ready)
    (child,) = engine._children.values()
    assert child.poll() is None
    engine._end_children()
    assert child.returncode is not None, "a child must not outlive the program"


def test_a_child_that_fails_is_not_waited_for(tmp_path):
    ensure_kernels(Progress(), "raise SystemExit(1)", tmp_path / "never")


def test_stopping_ends_the_child(tmp_path):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        ensure_kernels(progress, "import time; time.sleep(60)", tmp_path / "never")
    (child,) = engine._children.values()
    assert child.wait(20) != 0


def test_all_who_wait_share_one_child(tmp_path):
    ready, started = tmp_path / "ready", tmp_path / "started"
    text = f"import os, time; open({str(started)!r}, 'a').write('x'); time.sleep(0.3); open({str(ready)!r}, 'w')"
    threads = [threading.Thread(target=ensure_kernels, args=(Progress(), text, ready)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert started.read_text() == "x"


def test_progress_counts_the_kernels_that_stand(tmp_path):
    (tmp_path / "features_1").mkdir()
    for number in range(3):
        (tmp_path / "features_1" / f"{number}.nbi").touch()
    progress = Progress()
    ensure_kernels(progress, "import time; time.sleep(0.2)", tmp_path / "never")
    state = progress.state()
    assert (state.done, state.unit) == (3, "kernels")
    assert state.total > 3


@pytest.mark.parametrize(
    ("kind", "linkage", "file"),
    [
        ("char", "component", USUAL_KERNELS_READY),
        ("word", "component", KERNELS_READY),
        ("char", "average", KERNELS_READY),
    ],
)
def test_other_settings_wait_for_all_kernels(kind, linkage, file):
    assert kernels_of(kind, linkage) == file
