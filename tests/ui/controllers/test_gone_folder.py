"""A saved workspace whose folder is gone: it shows what was found, says what cannot be, and rests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.kept import OpenReal, analyse, collection, open_real, press, settle

__all__ = ["collection", "open_real"]
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_it_shows_all_that_was_found_and_fails_once(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    first = open_real(str(collection))
    settle(first, qtbot)
    analyse(first, qtbot)
    first.close()
    shutil.rmtree(collection)
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    assert again.pairs.model.rowCount() == 2
    failures: list[object] = []
    again.run.jobs.failed.connect(failures.append)
    again.tuning.light.threshold.setValue(0.7)
    qtbot.waitUntil(lambda: bool(failures), timeout=180_000)
    settle(again, qtbot)
    assert len(failures) == 1
    assert str(collection) in again.message.text()
    again.tabs.show_view("clusters")
    again.clusters.view.select_row(0)
    press(again, qtbot, "space")
    assert again.kept.keeping.standing is not None
    assert again.kept.keeping.standing.marks.any()


def test_a_text_that_is_gone_is_said_to_be_gone(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    first = open_real(str(collection))
    settle(first, qtbot)
    analyse(first, qtbot)
    first.pairs.view.select_row(0)
    settle(first, qtbot)
    shown = first.compare.left.view.shown.text
    assert shown
    shutil.rmtree(collection)
    first.pairs.view.select_row(1)
    settle(first, qtbot)
    # nothing of the pair before may stand beside the names of this one
    assert first.compare.left.view.shown.text != shown
    assert "gone or changed since the run" in first.compare.left.notice.text()
    first.close()
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    again.pairs.view.select_row(0)
    settle(again, qtbot)
    assert "gone or was changed" in again.compare.empty.words()
    again.selection.select(())
    settle(again, qtbot)
    assert again.compare.empty.words().startswith("Nothing to compare yet")
