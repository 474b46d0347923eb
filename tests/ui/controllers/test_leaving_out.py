"""Pairs that a person said are not duplicates, left out of all that the window shows, and back again."""

from __future__ import annotations

import codecs
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.collection_map import Zone
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.path_search import row_of
from simexplorer.ui.panels.elided_label import ElidedLabel
from tests.ui.conftest import feature
from tests.ui.kept import LINES, OpenReal, analyse, press, row_of_group, settle, standing


def leave_out(window: MainWindow, qtbot: QtBot) -> None:
    """Switch whether pairs are left out."""
    window.kept.decisions.leave_out.trigger()
    settle(window, qtbot)


def test_what_is_not_a_duplicate_can_be_left_out_and_comes_back(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    pairs, groups = window.pairs.model.rowCount(), len(standing(window).result.clusters)
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    assert window.pairs.model.rowCount() == pairs - 1
    assert len(standing(window).result.clusters) == groups - 1
    leave_out(window, qtbot)
    assert window.pairs.model.rowCount() == pairs


def test_the_status_line_and_tuning_say_the_same_as_the_lists_where_pairs_are_left_out(
    window: MainWindow, qtbot: QtBot
) -> None:
    def says(pairs: int, clusters: int) -> bool:
        return f"· {pairs} pair{'s' * (pairs != 1)} at or" in status.text() and f"· {clusters} clus" in status.text()

    status, fact = window.status.status, window.tuning.findChild(QLabel, "fact_missed")
    assert says(2, 2)
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    window.status._noted.timeout.emit()
    assert says(1, 1)
    assert fact is not None
    assert fact.text().endswith("of 2"), "what was left out was found"
    window.kept.decisions.undo.trigger()
    settle(window, qtbot)
    assert status.text().startswith("Undone"), "it is read before the figures"
    window.status._noted.timeout.emit()
    assert says(2, 2)
    window.kept.decisions.redo.trigger()
    settle(window, qtbot)
    analyse(window, qtbot)
    assert says(1, 1)
    window.tuning.light.linkage.set_value("complete")
    qtbot.waitUntil(lambda: standing(window).result.recipe.linkage == "complete", timeout=20_000)
    settle(window, qtbot)
    assert says(1, 1)


@pytest.mark.parametrize("reads", [False, True])
def test_a_decision_undone_during_a_run_that_is_then_stopped_leaves_nothing_out(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    whole = standing(window).result

    def run(_analysis: Analysis, _recipe: Recipe, progress: Progress, **told: Callable[[Result], None]) -> Result:
        while True:
            progress.check()
            time.sleep(0.005)
            if reads:
                audit = replace(whole.audit, candidates=0, verified=0)
                told["on_partial"](replace(whole, audit=audit, at_threshold=0, partial=True))

    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    assert window.pairs.model.rowCount() == 1
    monkeypatch.setattr(Analysis, "run", run)
    window.bar.analyse.click()
    if reads:
        qtbot.waitUntil(lambda: window.session.growing, timeout=20_000)
    window.kept.decisions.undo.trigger()
    qtbot.waitUntil(lambda: not window.kept.keeping.queue.busy, timeout=20_000)
    reads = True
    qtbot.waitUntil(lambda: window.session.growing, timeout=20_000)
    window.bar.cancel.click()
    settle(window, qtbot)
    assert window.pairs.model.rowCount() == 2
    assert standing(window).result is whole
    leave_out(window, qtbot)
    assert standing(window).result is whole


def test_empty_lists_say_that_pairs_are_left_out(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.selectAll()
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    assert not window.pairs.is_filled
    said = [label.text() for label in window.pairs.empty.findChildren(QLabel) if label.text()]
    assert said[0] == "Nothing else at or above 0.80"
    assert said[1].startswith("2 pairs are left out as decided (not duplicates). No other pair as similar as 0.70")
    result = window.session.result
    assert result is not None
    window.session.set_result(replace(result, recipe=result.recipe.replace(reference="/known")))
    settle(window, qtbot)
    assert "No other pair across as similar as 0.70" in window.pairs.empty.words()


def test_what_is_left_out_is_told_whole_above_the_clusters(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1280, 800)
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    told = [label for label in window.clusters.heading.findChildren(ElidedLabel) if label.isVisible()]
    assert [label.text() for label in told][1] == "1 pair is left out as decided (not duplicates)."
    for label in told:
        assert label.shown(label.contentsRect().width()) == label.text()


def test_the_switch_is_as_it_was_left_with_the_workspace_and_off_with_others(
    window: MainWindow, open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    window.close()
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    assert again.kept.decisions.leave_out.isChecked()
    assert again.pairs.model.rowCount() == 1
    assert "As it was on" in again.status.status.text()
    other = tmp_path / "other"
    other.mkdir()
    again.opening.open([os.fsencode(other)])
    settle(again, qtbot)
    assert not again.kept.decisions.leave_out.isChecked()
    again.opening.open([os.fsencode(tmp_path / "letters")])
    settle(again, qtbot)
    assert again.kept.decisions.leave_out.isChecked()
    leave_out(again, qtbot)
    assert again.pairs.model.rowCount() == 2
    again.close()
    last = open_real()
    qtbot.waitUntil(lambda: last.session.result is not None, timeout=180_000)
    settle(last, qtbot)
    assert not last.kept.decisions.leave_out.isChecked()
    assert last.pairs.model.rowCount() == 2


def marked(window: MainWindow) -> set[str]:
    """First letters of all documents that carry a mark: those of a cluster are the same."""
    here = standing(window)
    return {here.result.documents.paths.display(row)[0] for row in np.flatnonzero(here.marks).tolist()}


def test_a_key_decides_on_what_was_selected_though_the_lists_change_before_it_is_followed(
    window: MainWindow, qtbot: QtBot
) -> None:
    actions, view = window.kept.decisions.actions, window.pairs.view
    window.tabs.show_view("pairs")
    leave_out(window, qtbot)
    first, second = (window.pairs.model.text(window.pairs.model.source, row, 0)[0] for row in (0, 1))
    view.select_row(0)
    actions["apart"].trigger()
    view.select_row(1)
    actions["duplicate"].trigger()
    settle(window, qtbot)
    assert marked(window) == {second}
    window.kept.decisions.undo.trigger()
    settle(window, qtbot)
    view.select_row(0)  # the second of before: the other one is left out
    window.kept.decisions.undo.trigger()
    actions["second"].trigger()
    settle(window, qtbot)
    assert view.model().rowCount() == 2
    assert marked(window) == {second} != {first}


def test_a_key_decides_nothing_where_other_documents_took_the_place_of_those_selected(
    window: MainWindow, qtbot: QtBot
) -> None:
    result = standing(window).result
    others = replace(result, text_hashes=result.text_hashes.copy())
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    window.kept.keeping.ask(lambda kept, _job: kept.stand(others), lambda _snapshot: None)
    window.kept.decisions.actions["duplicate"].trigger()
    window.kept.keeping.ask(lambda kept, _job: kept.stand(result), window.kept.keeping.take)
    settle(window, qtbot)
    assert marked(window) == set()
    assert "Nothing was decided" in window.message.text()


def test_a_report_names_the_pairs_that_are_left_out(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    def pairs_decided() -> list[dict[str, object]]:
        window.exporting.write(str(tmp_path / "r.json"))
        settle(window, qtbot)
        decided: list[dict[str, object]] = json.loads((tmp_path / "r.json").read_text())["decisions"]["pairs"]
        return decided

    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    press(window, qtbot, "apart")
    (named,) = pairs_decided()
    leave_out(window, qtbot)
    assert pairs_decided() == [{**named, "left_out": True}]


def test_on_the_map_pairs_that_are_left_out_join_nothing_until_they_come_back(window: MainWindow, qtbot: QtBot) -> None:
    def joined() -> int:
        window.tabs.show_view("map")
        settle(window, qtbot)
        scene = feature(window, "MapController").panel.plot.scene
        assert scene.result is window.session.result
        return int(np.count_nonzero(scene.drawn.zone == Zone.JOINED))

    window.tabs.show_view("pairs")
    window.pairs.view.selectAll()
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    assert joined() == 2, "copies of one text"
    leave_out(window, qtbot)
    assert joined() == 5
    leave_out(window, qtbot)
    assert joined() == 2


def test_leaving_pairs_out_leaves_other_clusters_as_they_are(
    open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    lines = [codecs.encode(line, "rot13") for line in LINES]
    for k in range(3):  # neighbours share most lines, the first and the last so few that no pair tells of them
        (collection / f"c {k}.txt").write_text("\n".join(lines[k * 2 : k * 2 + 6]))
    window = open_real(str(collection))
    settle(window, qtbot)
    window.tuning.light.threshold.setValue(0.45)
    analyse(window, qtbot)
    result = standing(window).result
    cluster = int(result.clusters.of[row_of(result.documents.paths, b"c 0.txt")])
    assert result.clusters.members(cluster).size == 3
    lowest = float(result.clusters.min_jaccard[cluster])
    assert lowest < result.floor
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "apart")
    leave_out(window, qtbot)
    left = standing(window).result
    assert len(left.clusters) == len(result.clusters) - 1
    assert float(left.clusters.min_jaccard[int(left.clusters.of[result.clusters.members(cluster)[0]])]) == lowest
    assert left.capped == ("1 pair is left out as decided (not duplicates).",)
    window.close()
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    reopened = standing(again).result
    np.testing.assert_array_equal(reopened.clusters.min_jaccard, left.clusters.min_jaccard)
    assert reopened.capped == left.capped
