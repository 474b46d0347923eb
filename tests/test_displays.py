"""A window is refused before Qt would end the process for want of a display."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from simexplorer.__main__ import main
from simexplorer.displays import why_no_window

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="displays of other systems need no name")
_NOBODY = "nobody-is-here:0"


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """No display and no platform."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("platform", ["", "xcb", "wayland;xcb"])
def test_a_display_that_does_not_answer_is_named(platform: str, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setenv("DISPLAY", _NOBODY)
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("simexplorer: No window can open: ")
    assert "`simexplorer scan PATH" in said
    assert said.count("\n") == 1


def test_a_wayland_display_is_asked_by_its_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    assert why_no_window() == "No window can open: the display wayland-7 does not answer"
    with socket.socket(socket.AF_UNIX) as display:
        display.bind(str(tmp_path / "wayland-7"))
        display.listen()
        assert why_no_window() is None


@pytest.mark.parametrize("platform", ["offscreen", "vnc", "xcb;minimal"])
def test_a_platform_that_needs_no_display_is_let_be(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    monkeypatch.setenv("DISPLAY", _NOBODY)
    assert why_no_window() is None


@pytest.mark.parametrize(("platform", "status"), [(None, 0), ("xcb", 1)])
def test_a_picture_needs_a_display_only_where_one_is_asked_for(
    tmp_path: Path, platform: str | None, status: int
) -> None:
    named = {} if platform is None else {"QT_QPA_PLATFORM": platform}
    picture = tmp_path / "picture.png"
    command = [sys.executable, "-m", "simexplorer", "--screenshot", str(picture)]
    environment = {**os.environ, **named, "DISPLAY": _NOBODY}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, picture.exists()) == (status, not status), ended.stderr
    assert ended.stderr.count("\n") == status
