"""The child that compiles kernels: waited for as long as needed, shared, and never left behind."""

from __future__ import annotations

import subprocess
import threading
import time
from pathlib import Path

import pytest

from simexplorer.errors import Cancelled
from simexplorer.pipeline import engine
from simexplorer.pipeline.child_code import own_command
from simexplorer.pipeline.engine import (
    KERNELS_READY,
    USUAL_KERNELS_READY,
    ensure_kernels,
    kernels_of,
    wait_for_kernels,
)
from simexplorer.pipeline.progress import Progress


@pytest.fixture(autouse=True)
def own_children(monkeypatch, tmp_path):
    """Children of this test alone, ended with it, and a cache of its own."""
    monkeypatch.setattr(engine, "_children", {})
    monkeypatch.setattr(engine, "_stopped", [])
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


@pytest.mark.timeout(30)
def test_a_child_that_fails_is_not_waited_for(tmp_path):
    ensure_kernels(Progress(), "raise SystemExit(1)", tmp_path / "never")
    (child,) = engine._children.values()
    assert child.poll() == 1


def test_stopping_ends_the_child(tmp_path):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        ensure_kernels(progress, "import time; time.sleep(60)", tmp_path / "never")
    (child,) = engine._stopped
    assert child.wait(20) != 0


def test_who_waits_for_a_child_that_another_stops_gets_one_of_his_own(tmp_path):
    """Without it he would compile in the window's own process."""
    ready, text = tmp_path / "ready", "import time; time.sleep(60)"
    waits = threading.Thread(target=ensure_kernels, args=(Progress(), text, ready))
    waits.start()
    while not engine._children:
        time.sleep(0.01)
    (first,) = engine._children.values()
    stops = Progress()
    stops.cancel()
    with pytest.raises(Cancelled):
        ensure_kernels(stops, text, ready)
    while engine._children.get(text, first) is first and waits.is_alive():
        time.sleep(0.01)
    assert waits.is_alive(), "he went on without kernels"
    ready.touch()
    waits.join(10)


def test_who_asks_after_a_run_waits_for_the_child_and_does_not_end_it(tmp_path, monkeypatch):
    ready = tmp_path / "ready"
    monkeypatch.setattr(engine, "KERNELS_READY", ready)
    monkeypatch.setattr(engine, "_COMPILE", "import time; time.sleep(60)")
    waits, stops = threading.Thread(target=wait_for_kernels, args=(Progress(),)), Progress()
    waits.start()
    while not engine._children:  # nobody compiled: an earlier session ended too soon
        time.sleep(0.01)
    (child,) = engine._children.values()
    stops.cancel()
    with pytest.raises(Cancelled):
        wait_for_kernels(stops)
    assert list(engine._children.values()) == [child], "one for all who wait"
    assert child.poll() is None
    assert waits.is_alive()
    ready.touch()
    waits.join(10)
    assert not waits.is_alive()
    engine.begin_compiling("raise SystemExit(1)")
    ready.unlink()
    child.terminate()
    wait_for_kernels(Progress())  # none of them compiles any more


def test_nobody_need_wait_for_a_child_that_is_begun_once(tmp_path):
    text = "raise SystemExit(1)"
    engine.begin_compiling(text)
    engine._children[text].wait(20)
    engine.begin_compiling(text)
    assert engine._children[text].returncode == 1, "one that failed is not begun again"
    engine.stop_compiling(text)
    engine.begin_compiling(text)
    assert len(engine._stopped) == 1
    assert text in engine._children


def test_a_child_ends_with_a_program_that_is_killed(tmp_path):
    """A killed program asks nobody to end: the pipe to the child breaks."""
    told = tmp_path / "child"
    text = f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    code = f"import time; from simexplorer.pipeline.engine import begin_compiling; begin_compiling({text!r})"
    with subprocess.Popen(own_command(f"{code}; time.sleep(60)")) as program:
        while not (told.exists() and told.read_text()):
            time.sleep(0.01)
        program.kill()
    number = int(told.read_text())
    for _ in range(1000):
        if not _runs(number):
            return
        time.sleep(0.01)
    pytest.fail("the child outlived the program")


def _runs(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_all_who_wait_share_one_child(tmp_path):
    ready, started = tmp_path / "ready", tmp_path / "started"
    text = f"import os, time; open({str(started)!r}, 'a').write('x'); time.sleep(0.3); open({str(ready)!r}, 'w')"
    threads = [threading.Thread(target=ensure_kernels, args=(Progress(), text, ready)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert started.read_text() == "x"


def _kept(folder: Path, numbers: range) -> None:
    (folder / "features_1").mkdir(exist_ok=True)
    for number in numbers:
        (folder / "features_1" / f"{number}.nbi").touch()


def test_progress_counts_the_kernels_that_are_compiled_meanwhile(tmp_path, monkeypatch):
    ready = tmp_path / "ready"
    monkeypatch.setattr(engine, "_ABOUT_KERNELS", {ready: 10})
    _kept(tmp_path, range(3))
    two_more = "".join(_touch(tmp_path / "features_1" / f"{number}.nbi") for number in (3, 4))
    progress = Progress()
    ensure_kernels(progress, two_more + "time.sleep(0.3)", ready)
    state = progress.state()
    assert (state.done, state.total, state.unit) == (2, 7, "kernels")


def test_no_end_is_foretold_where_nobody_knows_how_many_kernels_are_left(tmp_path, monkeypatch):
    """Those of an earlier run counted as done, and all that was left as a second's work."""
    usual, own = tmp_path / "usual-ready", tmp_path / "ready-own"
    monkeypatch.setattr(engine, "_ABOUT_KERNELS", {usual: 10})
    _kept(tmp_path, range(12))
    for ready in (usual, own):
        progress = Progress()
        ensure_kernels(progress, "import time; time.sleep(0.3)", ready)
        state = progress.state()
        assert (state.done, state.total, state.remaining_seconds) == (0, 0, None)


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
