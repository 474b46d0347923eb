"""The cache is shown with its size, trimmed to its limit and cleared, all from the window."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.ui.controllers.cache_controller import CacheController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, quiet


@pytest.fixture
def window(
    open_window: OpenWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[MainWindow, CacheController, ArrayCache]:
    monkeypatch.setenv("SIMEXPLORER_CACHE", str(tmp_path / "cache"))
    cache = ArrayCache()
    for key in "abc":
        cache.store(key, {"x": np.zeros(7_000_000, np.uint8)}, {})
    made = open_window()
    (controller,) = (one for one in made.features if isinstance(one, CacheController))
    next(action for action in made.menus.menu("file").actions() if action.text() == "Cache…").trigger()
    quiet(made, qtbot)
    return made, controller, cache


def test_size_place_and_limit_are_shown(window: tuple[MainWindow, CacheController, ArrayCache]) -> None:
    _, controller, cache = window
    assert controller.dialog.size_text.text() == "21 MB in 3 files"
    assert controller.dialog.place.text() == str(cache.folder)
    assert controller.dialog.limit.value() == 2.0


def test_a_smaller_limit_trims_at_once_and_holds_for_every_program(
    window: tuple[MainWindow, CacheController, ArrayCache], qtbot: QtBot
) -> None:
    made, controller, cache = window
    controller.dialog.limit.setValue(0.01)
    quiet(made, qtbot)
    assert controller.dialog.size_text.text() == "7.0 MB in 1 file"
    assert "14 MB that had gone unused for longest were removed" in controller.dialog.note.text()
    assert ArrayCache().most_bytes == cache.most_bytes == int(0.01 * 2**30)
    cache.store("d", {"x": np.zeros(7_000_000, np.uint8)}, {})
    assert cache.count() == 1, "a program that was running before keeps to it too"


def test_clearing_frees_everything(window: tuple[MainWindow, CacheController, ArrayCache], qtbot: QtBot) -> None:
    made, controller, cache = window
    controller.dialog.clear.click()
    quiet(made, qtbot)
    assert controller.dialog.size_text.text() == "nothing"
    assert not controller.dialog.clear.isEnabled()
    assert "21 MB were freed" in controller.dialog.note.text()
    assert cache.size_bytes() == 0


def test_what_is_pressed_while_it_is_counted_is_all_done(
    window: tuple[MainWindow, CacheController, ArrayCache], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, controller, cache = window
    count, begun, go_on = ArrayCache.count, threading.Event(), threading.Event()

    def slowly(of: ArrayCache) -> int:
        begun.set()
        assert go_on.wait(10)
        return count(of)

    monkeypatch.setattr(ArrayCache, "count", slowly)
    controller.show()
    qtbot.waitUntil(begun.is_set)
    controller.dialog.clear.click()
    controller.dialog.limit.setValue(3.0)
    go_on.set()
    quiet(made, qtbot)
    assert controller.dialog.size_text.text() == "nothing"
    assert (cache.size_bytes(), ArrayCache().most_bytes) == (0, 3 * 2**30)
