"""The installed Qt binding is one that works: some releases lose references and abort Python."""

from __future__ import annotations

import importlib.metadata
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from pytestqt.qtbot import QtBot

ROOT = Path(__file__).parents[2]


def _requirement() -> Requirement:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (requirement,) = (r for r in map(Requirement, project["dependencies"]) if r.name == "PySide6-Essentials")
    return requirement


def test_releases_known_to_be_bad_are_excluded() -> None:
    allowed = _requirement().specifier
    for bad in ("6.9.1", "6.9.2", "6.11.0", "6.11.1", "6.12.0"):
        assert not allowed.contains(bad), bad
    assert allowed.contains("6.11.3")


def test_the_installed_release_is_allowed() -> None:
    assert _requirement().specifier.contains(importlib.metadata.version("PySide6-Essentials"))


def test_calls_that_return_nothing_take_no_reference_to_none(qtbot: QtBot) -> None:
    # A faulty release takes one reference off None at each call: 2,000 calls would show as -2,000.
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QLabel

    label, timer = QLabel(), QTimer()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.setText("x")
        timer.setInterval(5)
    assert sys.getrefcount(None) - before > -200
