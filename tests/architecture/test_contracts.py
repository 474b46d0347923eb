"""The layers hold, and each contract is seen to fail on a fault planted into a copy of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LAYERS = "Layers point down only"
QT = "Qt lives in ui only"
SIBLINGS = "No cycles between siblings"
UI = "Inside ui: controllers see dialogs and panels, never the reverse"
CONTRACTS = (LAYERS, QT, SIBLINGS, UI)


def _lint(folder: Path) -> str:
    """What lint-imports prints about the package in ``folder``."""
    linter = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    environment = {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1", "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, "-c", linter, "--no-cache", "--config", str(folder / "pyproject.toml")],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def _broken(output: str) -> set[str]:
    verdicts = {name: output.partition(name)[2].split("\n")[0] for name in CONTRACTS}
    assert all("KEPT" in verdict or "BROKEN" in verdict for verdict in verdicts.values()), output
    return {name for name, verdict in verdicts.items() if "BROKEN" in verdict}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds a copy of the package and its contracts; who plants a file there takes it away again."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "simexplorer", folder / "simexplorer", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_qt_is_kept_out_of_all_but_the_window() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (kept_out,) = (contract["source_modules"] for contract in contracts if contract["name"] == QT)
    package = ROOT / "simexplorer"
    parts = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name.removeprefix("simexplorer.") for name in kept_out} == parts - {"__init__", "__main__", "ui"}


def test_all_contracts_hold() -> None:
    assert _broken(_lint(ROOT)) == set()


@pytest.mark.parametrize(
    ("planted", "broken"),
    [
        pytest.param(
            {
                "features/planted.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
                "    from PySide6.QtCore import QObject\n"
            },
            {QT},
            id="Qt for its types in a core module",
        ),
        pytest.param(
            {"workspace/planted.py": "import pyqtgraph\n"},
            {QT},
            id="a plot library outside ui",
        ),
        pytest.param(
            {
                "features/planted.py": "def late():\n    from simexplorer.search import planted\n",
                "search/planted.py": "",
            },
            {LAYERS},
            id="an import upwards inside a function",
        ),
        pytest.param({"helpers.py": ""}, {LAYERS}, id="a stray module at the top"),
        pytest.param({"ui/helpers.py": ""}, {UI}, id="a stray module in ui"),
        pytest.param(
            {"workspace/planted.py": "import simexplorer.reports.planted\n", "reports/planted.py": ""},
            {LAYERS},
            id="workspace imports reports",
        ),
        pytest.param(
            {"features/planted.py": "import simexplorer.documents.planted\n", "documents/planted.py": ""},
            {LAYERS},
            id="features imports documents",
        ),
        pytest.param(
            {"pipeline/planted.py": "import simexplorer.ui.planted\n", "ui/theme/planted.py": "", "ui/planted.py": ""},
            {LAYERS, UI},
            id="pipeline imports ui",
        ),
        pytest.param(
            {
                "search/planted_a.py": "import simexplorer.search.planted_b\n",
                "search/planted_b.py": "import simexplorer.search.planted_a\n",
            },
            {SIBLINGS},
            id="two siblings import each other",
        ),
        pytest.param(
            {"ui/panels/planted.py": "import simexplorer.ui.controllers.planted\n", "ui/controllers/planted.py": ""},
            {UI},
            id="a panel imports a controller",
        ),
    ],
)
def test_a_planted_fault_breaks_its_contract(copy: Path, planted: dict[str, str], broken: set[str]) -> None:
    files = {copy / "simexplorer" / name: source for name, source in planted.items()}
    assert not any(path.exists() for path in files)
    try:
        for path, source in files.items():
            path.write_text(source)
        assert broken <= _broken(_lint(copy))
    finally:
        for path in files:
            path.unlink(missing_ok=True)
