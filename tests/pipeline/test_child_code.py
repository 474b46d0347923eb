from __future__ import annotations

import subprocess
from pathlib import Path

from simexplorer.pipeline import engine
from simexplorer.pipeline.child_code import own_command
from simexplorer.pipeline.progress import Progress

_TRAPS = ("numpy", "simexplorer", "json", "numba")


def _set_traps(folder: Path) -> None:
    for name in _TRAPS:
        (folder / f"{name}.py").write_text("raise SystemExit('taken from the folder of the documents')")


def test_a_child_takes_no_module_from_the_folder_it_is_started_in(tmp_path: Path) -> None:
    _set_traps(tmp_path)
    code = "import json, sys, simexplorer.errors, numpy; print(sys.argv[1], numpy.__file__)"
    done = subprocess.run(own_command(code, "word"), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("word ")
    assert str(tmp_path) not in done.stdout


def test_nor_does_the_one_that_compiles(tmp_path: Path, monkeypatch) -> None:
    _set_traps(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engine, "_children", {})
    ready = tmp_path / "ready"
    engine.ensure_kernels(Progress(), f"import simexplorer.errors, numpy; open({str(ready)!r}, 'w').close()", ready)
    engine._end_children()
    assert ready.exists()
