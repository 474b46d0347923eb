"""Errors in the program: told, and survived, also amid painting."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simexplorer import ui
from simexplorer.errors import CapacityError
from simexplorer.ui import app
from simexplorer.ui.dialogs.crash_dialog import CrashDialog
from simexplorer.ui.faults import Faults, told_and_survived
from simexplorer.ui.jobs import Job
from simexplorer.ui.main_window import MainWindow

BROKEN_PAINTERS = """
import sys
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication
from simexplorer.ui import app
from simexplorer.ui.dialogs.crash_dialog import CrashDialog
from simexplorer.ui.faults import Faults
from simexplorer.ui.lab.plane_board import PlaneBoard
from simexplorer.ui.plots.painted_plot import PaintedPlot

class Broken(QPainter):
    def __getattribute__(self, name):
        if name == "end":
            return super().__getattribute__(name)
        raise ZeroDivisionError(name)

window = app.build([])
plot, board = PaintedPlot("Plot"), PlaneBoard("board", "A board")
loop = QApplication.instance()
for name, module in list(sys.modules.items()):
    if name.startswith("simexplorer.ui") and name != "simexplorer.ui.theme.icons" and hasattr(module, "QPainter"):
        module.QPainter = Broken
crash = CrashDialog(window)
faults = sys.excepthook = Faults(crash.report)
window.show()
for turn in range(3):
    for _ in range(20):
        loop.processEvents()
    window.resize(1000 + 50 * turn, 700)
    crash.close()
    window.grab()
    for widget in (plot, board):
        widget.show()
        widget.repaint()  # called from here: Qt goes on painting before an error could come back
text = crash.text.toPlainText()
told = [name in text for name in ("elided_label.py", "painted_plot.py", "plane_board.py")]
print("survived", all(told), 3 <= text.count("Traceback") < faults.count, flush=True)
window.close()
for _ in range(20):
    loop.processEvents()
"""


def test_an_error_amid_painting_leaves_the_program_alive(tmp_path: Path) -> None:
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "SIMEXPLORER_DATA": "",
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    child = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", BROKEN_PAINTERS], capture_output=True, text=True, env=environment
    )
    assert child.stdout.split() == ["survived", "True", "True"], child.stderr[-3000:]
    assert child.returncode == 0, child.stderr[-3000:]
    assert "active painter" not in child.stderr


def test_everything_that_paints_or_is_sized_for_qt_survives_its_errors() -> None:
    unguarded = []
    for path in sorted(Path(ui.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name in ("paintEvent", "resizeEvent", "paint"):
                takes = [ast.unparse(argument.annotation or argument) for argument in node.args.args[1:]]
                called_by_qt = node.name != "paint" or takes[:2] == ["QPainter", "QStyleOptionViewItem"]
                if called_by_qt and not any(ast.unparse(one) == "told_and_survived" for one in node.decorator_list):
                    unguarded.append(f"{path.name}:{node.lineno}")
    assert not unguarded


class Painter:
    """Stands for what must end when its frame does."""

    ended = 0

    def __del__(self) -> None:
        Painter.ended += 1


def _paint_then_raise() -> None:
    painter = Painter()
    try:
        raise KeyError("first")
    except KeyError as error:
        raise ValueError(str(painter is None)) from error


def test_painters_of_all_frames_end_before_the_error_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Painter.ended = 0
    told: list[tuple[str, int]] = []
    faults = Faults(lambda text: told.append((text, Painter.ended)))
    kept = None
    try:
        _paint_then_raise()
    except ValueError as error:
        kept = error  # as the interpreter keeps the last one
        faults(type(error), error, error.__traceback__)
    assert kept is not None
    ((text, ended),) = told
    assert ended == 1
    assert "KeyError: 'first'" in text
    assert "ValueError: False" in text
    assert "ValueError" in capsys.readouterr().err


def paintEvent() -> None:
    raise ValueError("each time")


def heightForWidth() -> None:
    raise ValueError("each layout")


class Broken(QWidget):
    """Cannot bear another size."""

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        raise ValueError(f"sized {event.size().width()}")


def test_an_error_at_another_size_is_told_and_whoever_asked_goes_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "excepthook", Faults(told.append))
    broken = Broken()
    qtbot.addWidget(broken)
    broken.show()
    told.clear()
    broken.resize(411, 200)
    assert broken.width() == 411
    (text,) = told
    assert "sized 411" in text
    assert "sized 411" in capsys.readouterr().err


def test_a_failure_that_can_be_expected_is_said_and_is_no_error_in_the_program() -> None:
    told: list[str] = []
    said: list[str] = []
    for error in (CapacityError("There is not enough memory for this."), ValueError("a bug")):
        Faults(told.append, said.append)(type(error), error, None)
    assert said == ["There is not enough memory for this."]
    assert told == ["ValueError: a bug\n"]


def test_work_that_finds_no_memory_says_so_where_nobody_listens(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_no_memory(_job: Job) -> None:
        raise MemoryError

    monkeypatch.setattr(sys, "excepthook", app._faults_of(lent))
    lent.views.jobs.start(find_no_memory)
    qtbot.waitUntil(lambda: lent.message.isVisibleTo(lent))
    assert lent.message.text().startswith("There is not enough memory for this;")
    assert not [dialog for dialog in lent.findChildren(CrashDialog) if dialog.isVisible()]


def on_press() -> None:
    raise ValueError("when pressed")


def test_what_comes_with_every_painting_is_told_once_and_what_a_hand_does_each_time() -> None:
    told: list[str] = []
    faults = Faults(told.append)
    for act in (paintEvent, paintEvent, heightForWidth, heightForWidth, on_press, on_press):
        try:
            act()
        except ValueError as error:
            trace = error.__traceback__.tb_next if error.__traceback__ else None  # Qt calls it, not this test
            faults(ValueError, error, trace)
    assert [text.split()[-2:] for text in told] == [
        ["each", "time"],
        ["each", "layout"],
        ["when", "pressed"],
        ["when", "pressed"],
    ]
    assert faults.count == 6
