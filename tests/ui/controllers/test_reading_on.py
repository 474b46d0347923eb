"""While what changed is read, every place says so: none asks for an Analyse that would begin all of it anew."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.ui.controllers.contained_controller import ContainedController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import FIRST_USE, feature
from tests.ui.kept import settle
from tests.ui.shown import hovered


def told(window: MainWindow, evidence: str) -> str:
    """What a page of the evidence says in place of a pair."""
    window.evidence_tabs.show_view(evidence)
    window.selection.select(())
    window.selection.select((0, 1))
    page = window.evidence_tabs.currentWidget()
    return str(page.empty.words())


@pytest.mark.parametrize("works", [True, False])
def test_nobody_is_told_to_analyse_again_while_what_changed_is_read(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    go_on, real = threading.Event(), Analysis._listed

    def held(*given: object) -> object:
        go_on.wait(60.0)
        if not works:
            raise InputError("The folder went away.")
        return real(*given)

    for page in ("why", "graph"):
        window.evidence_tabs.show_view(page)
        settle(window, qtbot)
    search = feature(window, ContainedController).panel.search
    monkeypatch.setattr(Analysis, "_listed", held)
    (collection / "new.txt").write_text("It was written while the window watched.")
    window.run.refresh()
    for page in ("compare", "why", "graph"):
        words = told(window, page)
        assert "read anew" in words, page
        assert "nalyse" not in words, page
    assert "What changed is being read." in hovered(search)
    go_on.set()
    qtbot.waitUntil(lambda: not window.run.jobs.running, timeout=FIRST_USE)
    settle(window, qtbot)
    for page in ("compare", "why", "graph"):
        assert "read anew" not in told(window, page), page
    assert window.session.stale != works
