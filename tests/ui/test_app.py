"""The window's own entry: a picture and exit."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDoubleSpinBox
from pytestqt.qtbot import QtBot

from simexplorer.__main__ import main as program
from simexplorer.commands.scan import run_scan
from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.opening import open_workspace
from tests.ui.kept import OpenReal, analyse, settle

pytestmark = pytest.mark.usefixtures("handlers")


@pytest.fixture
def twins(tmp_path: Path) -> Path:
    """A folder of three texts, two of them nearly the same."""
    text = "The quick brown fox jumps over the lazy dog while nobody looks. " * 6
    folder = tmp_path / "twins"
    folder.mkdir()
    (folder / "a.txt").write_text(text)
    (folder / "b.txt").write_text(text + "The end.")
    (folder / "c.txt").write_text("Quite another thing altogether, with nothing in common. " * 5)
    return folder


@pytest.fixture
def windows(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[MainWindow]]:
    """The windows that are built, gone afterwards."""
    built: list[MainWindow] = []
    build = app._build
    monkeypatch.setattr(app, "_build", lambda *args: built.append(build(*args)) or built[-1])
    yield built
    for window in built:
        window.deleteLater()


@pytest.mark.parametrize(("view", "theme"), [("pairs", "light"), ("clusters", "dark")])
def test_a_picture_is_taken_of_a_finished_run(
    twins: Path, tmp_path: Path, view: str, theme: str, windows: list[MainWindow]
) -> None:
    target = tmp_path / "window.png"
    arguments = [str(twins), "--screenshot", str(target), "--view", view, "--theme", theme, "--size", "1000x700"]
    assert app.main(arguments) == 0
    picture = QImage(str(target))
    assert (picture.width(), picture.height()) == (1000, 700)
    assert (picture.pixelColor(5, 690).lightness() < 128) is (theme == "dark")
    (window,) = windows
    assert window.session.result.at_threshold == 1
    assert "fox" in window.compare.left.view.shown.text
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode), "settings were renamed over the null device"
    assert app._settings(forgetful=True).fileName().startswith(app._scratch().path())


def test_a_picture_of_what_was_kept_shows_the_view_that_was_asked_for(
    twins: Path, tmp_path: Path, windows: list[MainWindow]
) -> None:
    kept = tmp_path / "kept.simx"
    assert run_scan([str(twins), "--workspace", str(kept)]) == 0
    assert app.main([str(kept), "--screenshot", str(tmp_path / "window.png"), "--view", "overview"]) == 0
    (window,) = windows
    assert window.tabs.shown() == "overview"
    assert "fox" in window.compare.left.view.shown.text


def test_a_folder_that_is_named_again_is_analysed_with_the_settings_of_its_last_run(
    open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    before = open_real(str(collection))
    before.findChild(QDoubleSpinBox, "thresholdSpin").setValue(0.65)
    before.collection.exclude.setText("alone*")
    analyse(before, qtbot)
    before.close()
    window = open_real(str(collection))
    with qtbot.waitSignal(window.run.run_finished, timeout=180_000):
        app._analyse_as_kept(window)
    settle(window, qtbot)
    result = window.session.result
    assert result is not None
    assert (result.recipe.threshold, result.recipe.exclude) == (0.65, ("alone*",))
    assert len(result.documents) == 5
    other = open_real(str(collection))  # a second window on one workspace: why it only reads stays in sight
    with qtbot.waitSignal(other.run.run_finished, timeout=180_000):
        app._analyse_as_kept(other)
    assert "open in another window" in other.message.text()
    assert other.message.isVisible()
    settle(other, qtbot)


STARTED = """
import gc, sys
from PySide6.QtCore import QTimer
from simexplorer.ui import app

build = app._build

def built(*of):
    window = build(*of)
    timer = QTimer(window)
    steps = []

    def step():
        gc.collect()  # wrappers that nobody holds go now, and with them what hangs on them
        if not window.building.is_finished or window.session.result is None or not window.is_quiet():
            return
        if not steps:
            steps.extend((window.tabs, name) for name in window.tabs.names())
            steps.extend((window.evidence_tabs, name) for name in window.evidence_tabs.names())
        tabs, name = steps.pop(0)
        tabs.show_view(name)
        window.resize(window.width() + 3, window.height() - 1)
        print(name, flush=True)
        if not steps:
            timer.stop()
            window.close()

    timer.timeout.connect(step)
    timer.start(40)
    return window

app._build = built
raise SystemExit(app.main(sys.argv[1:]))
"""


def test_a_window_that_is_started_and_built_in_turns_shows_every_view_without_an_error(
    twins: Path, tmp_path: Path
) -> None:
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "SIMEXPLORER_DATA": "",
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    command = [sys.executable, "-c", STARTED, str(twins)]
    child = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=280)
    assert "Error" not in child.stderr, child.stderr
    assert child.returncode == 0, child.stderr
    assert {"overview", "pairs", "map", "settings", "compare"} < set(child.stdout.split())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_picture_and_is_told_by_the_status(
    qtbot: QtBot,
    twins: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    windows: list[MainWindow],
    capsys: pytest.CaptureFixture[str],
    number: signal.Signals,
) -> None:
    opening = app._open
    monkeypatch.setattr(app, "_open", lambda *args: (opening(*args), signal.raise_signal(number)))
    assert app.main([str(twins), "--screenshot", str(tmp_path / "window.png")]) == 130
    assert not (tmp_path / "window.png").exists()
    assert capsys.readouterr().err == "simexplorer: interrupted.\n"
    qtbot.wait(200)  # until what was to look again has looked, and found that nobody waits any more


@pytest.mark.parametrize("words", ["wide", "1280", "0x9", "-1x5", "99999x99999"])
def test_a_size_that_is_none_is_wrong_usage(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        app.main(["--screenshot", "x.png", f"--size={words}"])
    assert stopped.value.code == 2
    assert "for example 1280x800" in capsys.readouterr().err


def test_no_picture_is_taken_of_a_workspace_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], windows: list[MainWindow]
) -> None:
    (tmp_path / "letter.simx").write_text("Dear Sir or Madam")
    assert app.main([str(tmp_path / "letter.simx"), "--screenshot", str(tmp_path / "window.png")]) == 1
    assert "letter.simx is not a saved workspace" in capsys.readouterr().err
    assert not (tmp_path / "window.png").exists()


def test_no_picture_is_taken_of_a_workspace_without_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], windows: list[MainWindow]
) -> None:
    open_workspace(tmp_path / "new.simx", create=True).close()
    assert app.main([str(tmp_path / "new.simx"), "--screenshot", str(tmp_path / "window.png")]) == 1
    assert "no run is kept" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], windows: list[MainWindow]
) -> None:
    (tmp_path / "taken.png").mkdir()
    assert app.main(["--screenshot", str(tmp_path / "taken.png"), "--view", "overview"]) == 1
    assert f"{tmp_path / 'taken.png'}: it could not be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "reason", "status"),
    [
        ("missing/window.png", "its folder does not exist", 1),
        ("file/window.png", "file is a file, not a folder", 1),
        ("window.xyz", "must be one of bmp, ", 2),
    ],
)
def test_what_keeps_a_picture_from_being_written_is_said_before_the_run(
    name: str, reason: str, status: int, twins: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("words")
    assert program([str(twins), "--screenshot", str(tmp_path / name)]) == status
    told = capsys.readouterr().err
    assert told.startswith(f"simexplorer: {tmp_path / name}: ")
    assert reason in told
    assert len(told.splitlines()) == 1


def test_settings_of_a_picture_lie_nowhere_else_where_the_temporary_folder_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    app._scratch.cache_clear()
    settings = app._settings(forgetful=True)
    settings.sync()
    assert Path(settings.fileName()).parent.name.startswith("simexplorer-")
    assert not list(tmp_path.iterdir())
    app._scratch.cache_clear()


def test_no_picture_is_saved_after_an_error_in_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], windows: list[MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("simexplorer.ui.panels.elided_label.QStyleOption", fail)
    hook = sys.excepthook
    assert app.main(["--screenshot", str(tmp_path / "window.png"), "--view", "overview"]) == 1
    assert sys.excepthook is hook
    said = capsys.readouterr().err
    assert "planted" in said
    assert "error in the program" in said.splitlines()[-1]
    assert not (tmp_path / "window.png").exists()
