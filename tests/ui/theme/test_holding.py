"""A window that several hold paints when the last of them lets go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme.holding import hold, let_go, let_go_by_parts
from tests.ui.conftest import OpenWindow, quiet


def test_the_last_to_let_go_lets_it_paint(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    hold(window)
    hold(window)
    let_go(window)
    assert not window.updatesEnabled()
    let_go(window)
    assert window.updatesEnabled()
    hold(window)
    assert not window.updatesEnabled()
    let_go(window)


def test_a_deleted_window_is_left_alone() -> None:
    window = QWidget()
    hold(window)
    delete(window)
    let_go(window)


class Part(QWidget):
    """Counts how often it is painted."""

    painted = 0

    def paintEvent(self, _event: QPaintEvent) -> None:
        self.painted += 1


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[list[Part]]:
    window = QWidget()
    qtbot.addWidget(window)
    made = [Part(window) for _ in range(3)]
    for place, part in enumerate(made):
        part.setGeometry(30 * place, 0, 30, 30)
    window.resize(120, 30)
    window.show()
    qtbot.waitUntil(lambda: all(part.painted for part in made))
    for part in made:
        part.painted = 0
    yield made
    window.close()


def test_parts_are_painted_one_after_another(parts: list[Part], qtbot: QtBot) -> None:
    window = parts[0].window()
    hold(window)
    steps = []
    for _ in let_go_by_parts(window):
        qtbot.wait(20)
        steps.append(sum(part.painted for part in parts))
    qtbot.waitUntil(lambda: all(part.painted for part in parts))
    assert steps == [0, 1, 2]
    assert [part.painted for part in parts] == [1, 1, 1]
    assert window.updatesEnabled()


def test_parts_are_all_let_go_where_nobody_goes_on(parts: list[Part]) -> None:
    window = parts[0].window()
    hold(window)
    going = let_go_by_parts(window)
    next(going)
    hold(window)
    going.close()  # type: ignore[attr-defined] # a generator
    assert not any(part.updatesEnabled() for part in parts)
    let_go(window)
    assert all(part.updatesEnabled() for part in parts)


def test_a_part_that_was_hidden_meanwhile_is_painted_once_it_is_shown(parts: list[Part], qtbot: QtBot) -> None:
    window, hidden = parts[0].window(), parts[1]
    hidden.hide()
    hold(window)
    assert len(list(let_go_by_parts(window))) == 2
    assert not hidden.painted
    hidden.show()
    qtbot.waitUntil(lambda: hidden.painted > 0)


def test_docks_that_were_hidden_while_the_theme_changed_are_painted_when_they_come_back(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window: MainWindow = open_window()
    window.show()
    quiet(window, qtbot)
    for dock in window.docks:
        dock.hide()
    window.theme.toggle()
    quiet(window, qtbot)
    for dock in window.docks:
        dock.show()
    qtbot.waitUntil(lambda: all(dock.updatesEnabled() and dock.widget().updatesEnabled() for dock in window.docks))


def test_a_window_that_was_sized_while_it_was_held_is_painted_at_once(parts: list[Part]) -> None:
    window = parts[0].window()
    hold(window)
    window.resize(100, 30)
    hold(window, sized=True)
    let_go(window)
    assert list(let_go_by_parts(window)) == []
    assert all(part.painted for part in parts)
    hold(window)
    assert next(let_go_by_parts(window), "all at once") is None  # by parts again


def test_parts_of_a_window_that_another_one_holds_wait_for_that_one(parts: list[Part]) -> None:
    window = parts[0].window()
    hold(window)
    hold(window)
    assert list(let_go_by_parts(window)) == []
    assert not window.updatesEnabled()
    let_go(window)
    assert window.updatesEnabled()


def test_a_window_that_is_sized_is_laid_out_first_and_painted_in_a_later_turn(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window: MainWindow = open_window()
    quiet(window, qtbot)
    for size in ((1000, 640), (1300, 820), (1280, 800)):
        window.resize(*size)
    assert not window.updatesEnabled()
    window.theme.toggle()
    quiet(window, qtbot)
    qtbot.waitUntil(window.updatesEnabled)
    assert window.grab().width() == 1280
