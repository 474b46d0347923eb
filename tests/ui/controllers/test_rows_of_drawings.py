"""A drawing of an earlier run, in sight until its own run is drawn, leads to its documents by their paths too."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.pipeline import contained
from simexplorer.ui.controllers import calibration_controller, cluster_controller, map_controller
from simexplorer.ui.controllers.across_controller import AcrossController
from simexplorer.ui.controllers.calibration_controller import CalibrationController
from simexplorer.ui.controllers.cluster_controller import ClusterController
from simexplorer.ui.controllers.compare_controller import CompareController
from simexplorer.ui.controllers.contained_controller import ContainedController
from simexplorer.ui.controllers.map_controller import MapController
from simexplorer.ui.controllers.problems_controller import ProblemsController
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.path_search import PathSearch
from tests.ui.conftest import feature
from tests.ui.controllers.test_rows_of_earlier_runs import names_of, row_named
from tests.ui.fakes import FakeAnalysis
from tests.ui.kept import LINES, analyse, settle

Hold = Callable[[object, str], None]


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hold]:
    """Have a function of a module wait until the test is over."""
    go_on = threading.Event()

    def wait(module: object, name: str) -> None:
        real = getattr(module, name)

        def held(*arguments: object) -> object:
            assert go_on.wait(60.0)
            return real(*arguments)

        monkeypatch.setattr(module, name, held)

    yield wait
    go_on.set()


def read_more(window: MainWindow, collection: Path, qtbot: QtBot, documents: int = 9) -> None:
    """Documents before all others and behind them come, so that every row is another one."""
    for name in ("0 before all.txt", "00 before all.txt", "z behind all.txt"):
        (collection / name).write_text("\n".join(LINES[:8]) + name)
    window.run.refresh()
    qtbot.waitUntil(lambda: window.session.result is not None and len(window.session.result.documents) == documents)
    qtbot.waitUntil(lambda: not window.run.jobs.running)


def test_a_cell_of_the_map_before_selects_its_own_document(
    window: MainWindow, collection: Path, qtbot: QtBot, hold: Hold
) -> None:
    window.tabs.show_view("map")
    settle(window, qtbot)
    panel = feature(window, MapController).panel
    assert panel is not None
    row = row_named(window, "a three.txt")
    hold(map_controller, "make_map")
    read_more(window, collection, qtbot)
    window.selection.select((row_named(window, "z behind all.txt"),))
    panel.plot.document_chosen.emit(row, False)
    assert names_of(window, window.selection.documents)[0] == "a three.txt"


def test_a_hidden_map_of_fewer_documents_bears_the_selection_of_a_new_one(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    window.tabs.show_view("map")
    settle(window, qtbot)
    window.tabs.show_view("pairs")
    read_more(window, collection, qtbot)
    window.selection.select((row_named(window, "z behind all.txt"),))
    settle(window, qtbot)


def test_the_cluster_before_selects_and_shows_its_own_documents(
    window: MainWindow, collection: Path, qtbot: QtBot, hold: Hold
) -> None:
    window.selection.select((row_named(window, "a three.txt"),))
    window.evidence_tabs.show_view("graph")
    settle(window, qtbot)
    clusters = feature(window, ClusterController)
    assert clusters.scenes is not None
    drawn = names_of(window, tuple(clusters.scenes.drawing.picture.rows.tolist()))
    assert sorted(drawn) in (["a one.txt", "a three.txt"], ["a three.txt", "a two.txt"])
    hold(cluster_controller, "drawing_of")
    window.evidence_tabs.show_view("compare")
    read_more(window, collection, qtbot)
    new = row_named(window, "z behind all.txt")
    window.selection.select((new,))
    window.evidence_tabs.show_view("matrix")
    assert clusters.jobs.running
    clusters.matrix.pair_chosen.emit(0, 1)
    assert names_of(window, window.selection.documents) == drawn
    clusters.graph.text_chosen.emit(1, False)
    assert names_of(window, window.selection.documents) == drawn[::-1]
    clusters.tree.leaf_chosen.emit(0)
    assert names_of(window, window.selection.documents) == drawn[:1]
    window.selection.select((new,))
    clusters.graph.text_chosen.emit(1, True)
    assert names_of(window, window.selection.documents) == ["z behind all.txt", drawn[1]]


def test_outliers_of_the_calibration_before_keep_their_names(
    window: MainWindow, collection: Path, qtbot: QtBot, hold: Hold
) -> None:
    panel = feature(window, CalibrationController).panel
    window.tabs.show_view("calibration")
    settle(window, qtbot)

    def names() -> list[tuple[str, str]]:
        table = panel.outliers.table
        cells = [[table.index(row, column).data() for column in (0, 1)] for row in range(table.rowCount())]
        return sorted((first, second) for first, second in cells)

    before = names()
    assert len(before) == 2
    hold(calibration_controller, "_as_found")
    read_more(window, collection, qtbot)
    panel.method.setCurrentIndex(1)
    window.session.turns.finish()
    assert names() == before
    panel.outliers.select_row(0)
    assert names_of(window, window.selection.documents) in [list(pair) for pair in before]


def test_what_a_glance_at_the_run_before_found_is_not_listed_with_other_documents(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    contained_view, go_on, real = feature(window, ContainedController), threading.Event(), contained.contained_of_pairs

    def slow(*arguments: object) -> object:
        found = real(*arguments)  # type: ignore[arg-type]
        assert go_on.wait(60.0)
        return found

    monkeypatch.setattr(contained, "contained_of_pairs", slow)
    window.tabs.show_view("contained")
    window.session.turns.finish()
    assert contained_view._glance.running
    growing = FakeAnalysis(documents=20, pairs=4).found(window.run.recipe, 0.5)
    window.session.set_result(growing, growing=True)
    window.session.turns.finish()
    go_on.set()
    qtbot.waitUntil(lambda: not contained_view._glance.running)
    settle(window, qtbot)
    assert contained_view._table.model.rowCount() == 0


def test_folders_of_the_run_before_are_no_reference_in_one_that_grows(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    for name in ("a one.txt", "b one.txt"):
        (collection / "known").mkdir(exist_ok=True)
        (collection / name).rename(collection / "known" / name)
    analyse(window, qtbot)
    panel = feature(window, AcrossController).panel
    window.tabs.show_view("across")
    settle(window, qtbot)
    names = [panel.reference.itemText(place) for place in range(panel.reference.count())]
    panel.reference.setCurrentIndex(next(place for place, name in enumerate(names) if name.startswith("known")))
    settle(window, qtbot)
    assert panel.model.rowCount() == 3
    found = FakeAnalysis(documents=300).found(window.run.recipe, 1.0)
    window.session.set_result(found, growing=True)
    for shown in ("known", "new", "pairs"):
        panel.shown.set_value(shown)
        settle(window, qtbot)
        assert panel.model.rowCount() == 0
        assert "Nothing leads across" not in panel.empty.words()


def test_words_looked_for_among_the_documents_before_choose_none_of_those_now(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare, go_on, real = feature(window, CompareController), threading.Event(), PathSearch.documents_with

    def slow(sought: PathSearch, words: str) -> object:
        found = real(sought, words)
        assert go_on.wait(60.0)
        return found

    compare.ask(row_named(window, "a three.txt"))
    settle(window, qtbot)
    monkeypatch.setattr(PathSearch, "documents_with", slow)
    qtbot.keyClicks(compare.chooser.words, "two")
    qtbot.waitUntil(lambda: compare.jobs.running)
    compare.chooser.reject()
    read_more(window, collection, qtbot)
    compare.ask(row_named(window, "a three.txt"))
    go_on.set()
    settle(window, qtbot)
    assert compare.chooser.model.rowCount() == 8


def test_the_next_open_cluster_is_not_looked_for_in_a_list_that_waits_for_the_filter(
    window: MainWindow, collection: Path, qtbot: QtBot, hold: Hold
) -> None:
    window.tabs.show_view("clusters")
    window.bar.filter.setText("txt")
    settle(window, qtbot)
    window.clusters.view.select_row(0)
    hold(PathSearch, "documents_with")
    for name in ("b one.txt", "b two.txt"):
        (collection / name).unlink()
    window.run.refresh()
    qtbot.waitUntil(lambda: window.session.result is not None and len(window.session.result.documents) == 4)
    qtbot.waitUntil(lambda: window.kept.keeping.standing is not None)
    shown = window.clusters.model.source
    assert shown is not None
    assert len(shown.clusters) == 2
    selected = window.selection.documents
    window.kept.decisions.go_to_next()
    assert window.selection.documents == selected
    assert "looked up" in window.status.status.text()


def test_a_list_of_problems_that_waits_for_the_filter_opens_no_other_document(
    window: MainWindow, collection: Path, qtbot: QtBot, hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    (collection / "empty.txt").write_text("")
    analyse(window, qtbot)
    window.tabs.show_view("problems")
    window.bar.filter.setText("txt")
    settle(window, qtbot)
    panel = feature(window, ProblemsController)._panel
    panel.view.select_row(0)
    opened: list[str] = []
    monkeypatch.setattr(window.files, "open_file", lambda row: opened.extend(names_of(window, (row,))))
    panel.act_requested.emit("open")
    assert opened == ["empty.txt"]
    hold(PathSearch, "documents_with")
    read_more(window, collection, qtbot, documents=10)
    assert panel.model.rowCount() == 1
    panel.act_requested.emit("open")
    assert set(opened) == {"empty.txt"}
