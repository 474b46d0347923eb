"""A lab window over no analysis at all, closed at the end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from simexplorer.lab import warming
from simexplorer.lab.material import LabText
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.theme.colours import LIGHT, palette_from
from tests.ui.lent import nothing_left_after

OpenPage = Callable[..., Any]


@pytest.fixture(scope="module", autouse=True)
def kernels_in_this_process() -> Iterator[None]:
    """Kernels are compiled where they are first used: a test needs a few of them, a child would make all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(warming, "ensure_lab_kernels", lambda progress: None)
        yield


@pytest.fixture
def lab(qapp: QApplication) -> Iterator[LabWindow]:
    """A window with no page open yet."""
    with _opened(qapp) as window:
        yield window


@pytest.fixture
def open_page(lab: LabWindow, qtbot: QtBot) -> OpenPage:
    """Open a page by name, on texts or on its examples, and wait until it has computed."""
    return partial(_open, lab, qtbot)


@pytest.fixture(scope="module")
def example(lone_qtbot: QtBot, qapp: QApplication) -> Iterator[OpenPage]:
    """Bring a page on its example to the front: the same one for all tests of a file, which only look at it."""
    with nothing_left_after(), _opened(qapp) as window:
        yield partial(_open, window, lone_qtbot)


@contextmanager
def _opened(qapp: QApplication) -> Iterator[LabWindow]:
    gc.disable()  # as beside the main window: a collection in a thread might delete a widget there
    qapp.setPalette(palette_from(LIGHT))
    window = LabWindow()
    yield window
    window.close()
    window.deleteLater()


def _open(lab: LabWindow, qtbot: QtBot, name: str, *texts: LabText) -> LabPage[Any]:
    lab.open_page(name, texts)
    page = lab.page(name)
    assert page is not None
    settle(page, qtbot)
    return page


def settle(page: LabPage[Any], qtbot: QtBot) -> None:
    """Wait until a page has computed what its fields ask for."""
    qtbot.waitUntil(lambda: not page.jobs.running, timeout=240_000)


def play_to_end(page: LabPage[Any], qtbot: QtBot) -> None:
    """Press Play and wait until the last step is shown."""
    page.player.set_interval(1)
    qtbot.mouseClick(page.player.play, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.player.step == page.player.last and not page.player.playing, timeout=60_000)


def fact(page: LabPage[Any], key: str) -> str:
    """The value that a fact of a page shows."""
    shown = page.findChild(QLabel, f"labFact_{key}")
    assert shown is not None, key
    return str(shown.text())


def typed(field: QLineEdit, qtbot: QtBot, text: str) -> None:
    """Replace what stands in a line by typing, and press Enter."""
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
