"""Pieces: in order, a turn apart, the newest of a key, at once where a hand acts, never after the end."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui import turns as of_turns
from simexplorer.ui.turns import Turns


def test_pieces_are_done_in_order_and_the_newest_of_a_key_in_the_place_of_the_oldest(qtbot: QtBot) -> None:
    parent = QObject()
    turns, done = Turns(parent), []
    turns.add(lambda: done.append("old"), key="a")
    turns.add(lambda: done.append("b"), key="b")
    turns.add(lambda: done.append("a"), key="a")
    assert turns.busy
    assert not done
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["a", "b"]


def test_what_is_done_now_takes_the_place_of_what_waits_under_its_key(qtbot: QtBot) -> None:
    parent, done = QObject(), []
    turns = Turns(parent)
    turns.add(lambda: done.append("older"), "value")
    turns.add(lambda: done.append("other"), "other")
    turns.do(lambda: done.append("now"), "value")
    assert done == ["now"]
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["now", "other"]


def test_a_piece_is_its_own_key(qtbot: QtBot) -> None:
    parent, done = QObject(), []
    turns = Turns(parent)

    def piece() -> None:
        done.append(1)

    turns.add(piece)
    turns.add(piece)
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == [1]


def test_the_event_loop_turns_between_long_pieces_and_paints_alone(qtbot: QtBot) -> None:
    parent, seen = QObject(), []
    turns = Turns(parent)

    def long(name: str) -> None:
        seen.append(name)
        QTimer.singleShot(0, parent, lambda: seen.append("turn"))
        time.sleep(0.006)

    for name in "abc":
        turns.add(lambda name=name: long(name), key=name)
    qtbot.waitUntil(lambda: seen.count("turn") == 3)
    assert seen == ["a", "turn", "b", "turn", "c", "turn"]


def test_short_pieces_share_a_turn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_turns, "_SLICE", 60.0)  # on a busy machine no piece is short
    parent, seen = QObject(), []
    turns = Turns(parent)
    for name in "abc":
        turns.add(lambda name=name: seen.append(name), key=name)
    QTimer.singleShot(0, parent, lambda: seen.append("turn"))
    qtbot.waitUntil(lambda: len(seen) == 4)
    assert "".join(seen).replace("turn", "") == "abc"
    assert seen.index("turn") in (0, 3)


def test_a_piece_that_fails_keeps_no_other_from_its_turn(qtbot: QtBot) -> None:
    parent, done = QObject(), []
    turns = Turns(parent)

    def fail() -> None:
        raise ValueError("of this piece")

    turns.add(fail)
    turns.add(lambda: done.append(1))
    with qtbot.captureExceptions() as errors:
        qtbot.waitUntil(lambda: done == [1])
    assert [str(error[1]) for error in errors] == ["of this piece"]


def test_all_is_done_before_a_hand_acts(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    turns, done = Turns(window), []
    for name in "abc":
        turns.add(lambda name=name: done.append(name), key=name)
    qtbot.mousePress(window.windowHandle(), Qt.MouseButton.LeftButton)
    assert done == ["a", "b", "c"]
    assert not turns.busy
    qtbot.mouseRelease(window, Qt.MouseButton.LeftButton)


def test_after_the_end_nothing_is_done(qtbot: QtBot) -> None:
    parent, done = QObject(), []
    turns = Turns(parent)
    turns.add(lambda: done.append(1))
    turns.close()
    turns.add(lambda: done.append(2))
    qtbot.wait(20)
    assert not done
    assert not turns.busy


def test_one_window_has_one_queue() -> None:
    window = QObject()
    child = QObject(QObject(window))
    assert Turns.of(child) is Turns.of(window)
    assert Turns.of(QObject()) is not Turns.of(window)
