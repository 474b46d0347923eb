"""A thread that computes in Python waits while the hand acts, and not for ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simexplorer.pipeline import giving_way
from simexplorer.pipeline.giving_way import Hand


class Clock:
    """Time that passes by sleeping only; ``then`` is called after each nap."""

    def __init__(self, then: Callable[[Clock], None] = lambda _clock: None) -> None:
        self.now, self.naps, self._then = 100.0, 0, then

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.naps += 1
        self._then(self)


def test_nobody_waits_where_there_is_no_hand_or_one_that_is_free(monkeypatch):
    clock, hand = Clock(), Hand()
    monkeypatch.setattr(giving_way, "time", clock)
    hand.let_act()
    hand.comes_round()
    clock.now += 0.007
    hand.let_act()
    hand.rests()
    clock.now += 60.0
    hand.let_act()
    assert clock.naps == 0


def test_who_computes_waits_until_the_hand_is_free_again(monkeypatch):
    hand = Hand()
    clock = Clock(lambda clock: hand.comes_round() if clock.naps == 5 else None)
    monkeypatch.setattr(giving_way, "time", clock)
    hand.comes_round()
    clock.now += 0.02
    hand.let_act()
    assert clock.naps == 5


def test_nobody_waits_for_ever(monkeypatch):
    clock, hand = Clock(), Hand()
    monkeypatch.setattr(giving_way, "time", clock)
    hand.comes_round()
    clock.now += 3600.0
    hand.let_act()
    assert clock.now == pytest.approx(3700.1, abs=0.0025)
