"""What was asked about documents that were read anew meanwhile is not taken for an answer about those of now."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.pipeline import contained
from simexplorer.ui.controllers.contained_controller import ContainedController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import FIRST_USE, feature, quiet
from tests.ui.kept import LINES


def listed(window: MainWindow) -> set[frozenset[str]]:
    """The pairs of names that the view lists."""
    model = feature(window, ContainedController).panel.view.table
    return {frozenset(model.index(row, column).data() for column in (0, 1)) for row in range(model.rowCount())}


def test_a_search_that_ends_after_the_documents_were_read_anew_lists_no_others_in_their_rows(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = feature(window, ContainedController)
    (collection / "part of a.txt").write_text("\n".join(LINES[2:6]))
    window.run.refresh()
    window.tabs.show_view("contained")
    quiet(window, qtbot)
    go_on, find = threading.Event(), contained.find_contained

    def found_late(*given: object) -> object:
        found = find(*given)
        go_on.wait(60.0)
        return found

    monkeypatch.setattr(contained, "find_contained", found_late)
    controller.panel.search.click()
    (collection / "0 before all others.txt").write_text("Another text, of its own words, that stands before them all.")
    before = window.session.result
    window.run.refresh()
    qtbot.waitUntil(lambda: window.session.result is not before and not window.run.jobs.running, timeout=FIRST_USE)
    go_on.set()
    quiet(window, qtbot)
    late = listed(window)
    controller.panel.search.click()
    quiet(window, qtbot)
    assert late
    assert late <= listed(window)
    assert frozenset(("part of a.txt", "a one.txt")) in listed(window)
