"""A window over a fake analysis, settings of its own, and a look at what every test leaves behind."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from gc import freeze  # what tests put in its place is for the program alone
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.lab import warming
from simexplorer.ui import app
from simexplorer.ui.controllers import recall_controller
from simexplorer.ui.main_window import MainWindow
from tests.ui.fakes import FakeAnalysis, made_into
from tests.ui.kept import collection, open_real, window
from tests.ui.lent import (
    collect,
    keep_settings,
    lent,
    lent_new,
    lent_to_run,
    lone_qtbot,
    new_window_of_all,
    none_left,
    window_of_all,
)
from tests.ui.shown import FIRST_USE, closing_after, quiet, run_to_end

# fixtures of all files below, and what they take from here
__all__ = ["FIRST_USE", "collection", "open_real", "quiet", "run_to_end", "window"]
__all__ += ["lent", "lent_new", "lent_to_run", "lone_qtbot", "new_window_of_all", "window_of_all"]
OpenWindow = Callable[..., MainWindow]


@pytest.fixture(scope="session", autouse=True)
def modules_set_aside() -> None:
    """What modules hold is no garbage: without it the collection after each test takes milliseconds."""
    import simexplorer.pipeline.analysis  # noqa: F401 - brings the compiler, which holds most of it

    gc.collect()
    freeze()


@pytest.fixture(scope="session", autouse=True)
def usual_letters(qapp: QApplication) -> None:
    """The same letters whatever fonts a system has: where words end in a line is part of what is looked at."""
    qapp.setFont(QFont("DejaVu Sans", qapp.font().pointSize()))


@pytest.fixture(scope="session", autouse=True)
def clipboard_emptied(qapp: QApplication) -> Iterator[None]:
    """The clipboard of a platform without a screen outlives the interpreter; what Python put there must not."""
    yield
    qapp.clipboard().clear()


@pytest.fixture(scope="session", autouse=True)
def recall_unasked() -> Iterator[None]:
    """No recall is measured by itself: a slow machine would find it measured where a fast one does not yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recall_controller, "_PAUSE", 3_600_000)
        yield


@pytest.fixture(scope="module", autouse=True)
def machine_left_alone() -> Iterator[None]:
    """No window keeps anything by itself, starts a child beside the tests or sets aside what lives around it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SIMEXPLORER_READY", raising=False)
        patch.setenv("SIMEXPLORER_DATA", "")
        patch.setattr(warming, "begin_lab_kernels", lambda: None)
        # a window sets aside what lives when it is built; here that would be what the tests before left
        patch.setattr(app.gc, "freeze", lambda: None)
        yield


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The one that holds what it is to close."""
    return HoldingBot(request)


class HoldingBot(QtBot):
    """Holds widgets until they are deleted.

    A test that has ended leaves its widgets to whoever collects garbage, which a window that tests share does ten times
    a second. Where that deletes a widget with all that is in it, PySide 6.11 ends the process now and then.
    """

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        self._held: list[QWidget] = []

    def addWidget(self, widget: QWidget, **options: Any) -> None:
        """Have it closed and deleted when the test has ended, and hold it till then."""
        self._held.append(widget)
        super().addWidget(widget, **options)


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path) -> None:
    """No test sees or changes what the person at this machine has set."""
    keep_settings(tmp_path)


@pytest.fixture(autouse=True)
def modifiers_let_go(qapp: QApplication) -> Iterator[None]:
    """A key that a test presses with Shift leaves Shift held, for all tests that follow in this process."""
    yield
    if qapp.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        nobody = QWidget()
        QTest.keyClick(nobody, Qt.Key.Key_F35)
        nobody.deleteLater()


@pytest.fixture(autouse=True)
def nothing_left(qapp: QApplication, own_settings: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread, a running timer without owner or a top-level widget behind."""
    threads = set(threading.enumerate())
    shares = bool(qapp.topLevelWidgets())  # a window lives on, with threads of its own, and looks after its garbage
    yield
    request.node.funcargs.clear()  # a window that pytest holds would be set aside below, and stay for ever
    collect()
    if not shares:
        gc.enable()
        none_left(threads)
    timers = [t for t in gc.get_objects() if type(t) is QTimer and _is_valid(t) and t.isActive() and t.parent() is None]
    told = [(t.interval(), "once" if t.isSingleShot() else "again", t.remainingTime(), _holders(t)) for t in timers]
    assert not timers, f"timers left (milliseconds, how often, left, held by): {told}"
    del timers
    if not shares:
        freeze()  # what outlived a test is no garbage of the next one


def _holders(timer: QTimer) -> list[str]:
    """Whose attribute a timer is: without it nobody finds where it was made."""
    held = (f"{type(one).__name__}: {list(one)[:4]}" for one in gc.get_referrers(timer) if isinstance(one, dict))
    return sorted(held)


def _is_valid(timer: QTimer) -> bool:
    from shiboken6 import isValid

    return bool(isValid(timer))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that exists."""
    place = tmp_path / "collection"
    place.mkdir()
    (place / "a.txt").write_text("one text")
    return place


@pytest.fixture
def open_window(qtbot: QtBot, folder: Path) -> Iterator[OpenWindow]:
    """Open windows over fakes; the newest fake is ``window.fake``. All are closed at the end."""

    def make(*argv: str, opened: bool = True, **fake: object) -> MainWindow:
        fakes: list[FakeAnalysis] = []
        built = app.build([*argv, *([str(folder)] if opened else [])], make=made_into(fakes, **fake))
        built.fakes = fakes  # type: ignore[attr-defined]
        return shown.enter_context(closing_after(built))

    with ExitStack() as shown:
        yield make


@pytest.fixture
def analysed(open_window: OpenWindow, qtbot: QtBot) -> MainWindow:
    """A window in which a run has ended."""
    window = open_window()
    run_to_end(window, qtbot)
    return window


@pytest.fixture
def large_letters(qapp: QApplication) -> Iterator[None]:
    """A system whose letters are sixteen points high."""
    yield from _letters(qapp, 16.0)


@pytest.fixture
def larger_letters(qapp: QApplication) -> Iterator[None]:
    """A system whose letters are a little wider than usual."""
    yield from _letters(qapp, 11.0)


@pytest.fixture
def small_letters(qapp: QApplication) -> Iterator[None]:
    """A system whose letters are so small that every font is narrower than usual."""
    yield from _letters(qapp, 7.5)


def _letters(qapp: QApplication, points: float) -> Iterator[None]:
    usual = qapp.font()
    other = QFont(usual)
    other.setPointSizeF(points)
    qapp.setFont(other)
    yield
    qapp.setFont(usual)


def action(window: MainWindow, keys: str) -> QAction:
    """The action of the menus that these keys trigger."""
    (found,) = {a for menu in window.menus.findChildren(QMenu) for a in menu.actions() if keys in _keys(a)}
    return found


def double_click(widget: QWidget, place: QPoint) -> None:
    """Click twice and let the button go: QTest leaves it pressed, for all tests that follow in this process."""
    QTest.mouseDClick(widget, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=place)


def _keys(action: QAction) -> list[str]:
    return [keys.toString() for keys in action.shortcuts()]


def feature(window: MainWindow, kind: type | str) -> Any:
    """The feature of a window that is of this class, or of a class of this name."""
    (found,) = (one for one in window.features if kind in (type(one), type(one).__name__))
    return found
