"""The evidence below, over a real run: compare, why, the cluster in three pictures, cuts, any two documents."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers import cluster_controller, evidence_controller
from simexplorer.ui.controllers.cluster_controller import ClusterController
from simexplorer.ui.controllers.compare_controller import CompareController
from simexplorer.ui.controllers.evidence_controller import read_texts
from simexplorer.ui.controllers.why_controller import WhyController
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme.colours import LIGHT
from tests.texts import text_of
from tests.ui.chained import VERSIONS, chain, of_all, own, row, show, window
from tests.ui.conftest import feature, quiet
from tests.ui.fakes import FakeAnalysis
from tests.ui.kept import OpenReal, open_real

__all__ = ["chain", "of_all", "open_real", "own", "window"]


def test_both_texts_stand_side_by_side_with_what_they_share(window: MainWindow, qtbot: QtBot) -> None:
    compare = window.compare
    assert "version-1" in compare.left.title.text()
    assert compare.right.view.shown.text == (text_of(window.session.analysis, row(window, "version-0.txt")))
    assert "shared passage" in compare.counter.text()
    assert compare.figures().startswith("Jaccard 0.")
    window.selection.select((row(window, "stranger.txt"),))
    quiet(window, qtbot)
    assert compare.right.isHidden()
    assert "characters" in compare.figures()


def test_where_a_pair_stands_follows_the_threshold(own: MainWindow, qtbot: QtBot) -> None:
    texts, result = own.compare, own.session.result
    assert result is not None
    pair = result.place_of_pair(*sorted(own.selection.documents))
    assert pair is not None
    jaccard, line = float(result.pairs.jaccard[pair]), "below the threshold"
    left = texts.left.view.shown
    for threshold, below in ((jaccard + 0.01, True), (jaccard - 0.01, False)):
        own.tuning.light.threshold.setValue(threshold)
        quiet(own, qtbot)
        assert (line in texts.figures()) == below
        assert texts.figures().startswith("Jaccard 0.")
    assert texts.left.view.shown is left, "the texts were not read again"
    assert "shared passage" in texts.counter.text()


def test_texts_that_are_read_for_long_are_not_said_to_be_those_before(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare, goes_on = window.compare, threading.Event()

    def held(*asked: object) -> object:
        assert goes_on.wait(20)
        return read_texts(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(evidence_controller, "read_texts", held)
    pair = row(window, "version-2.txt"), row(window, "version-0.txt")
    for documents, words in ((pair[:1], "Reading the text …"), (pair, "Reading both texts …")):
        goes_on.clear()
        window.selection.select(documents)
        qtbot.waitUntil(lambda words=words: compare.empty.words() == words)
        assert compare.empty.isVisible()
        assert not compare.figures()
        goes_on.set()
        quiet(window, qtbot)
        assert "version-2" in compare.left.title.text()
        assert compare.left.isVisible()
    assert "shared passage" in compare.counter.text()


def test_any_two_documents_are_compared_by_path_or_from_the_menu(window: MainWindow, qtbot: QtBot) -> None:
    compare = feature(window, CompareController)
    assert isinstance(compare, CompareController)
    compare.ask(row(window, "version-1.txt"))
    qtbot.keyClicks(compare.chooser.words, "STRANGER other")
    quiet(window, qtbot)
    assert compare.chooser.model.rowCount() == 1
    assert compare.chooser.found.text() == "1 document"
    qtbot.keyClick(compare.chooser.words, Qt.Key.Key_Down)
    qtbot.keyClick(compare.chooser.words, Qt.Key.Key_Return)
    assert not compare.chooser.isVisible()
    assert window.selection.documents == (row(window, "version-1.txt"), row(window, "other-stranger.txt"))
    quiet(window, qtbot)
    assert "below the threshold" in window.compare.figures()

    def menu_action(words: str) -> object:
        menu = window.files.menu_for(window.pairs.view)
        found = [a for a in menu.actions() if a.text().startswith(words)]
        assert isinstance(menu, QMenu)
        return found[-1]

    compare = feature(window, CompareController)
    assert isinstance(compare, CompareController)
    window.views.show_view("pairs")
    compare.keep(row(window, "stranger.txt"))
    window.pairs.view.setCurrentIndex(window.pairs.model.index(0, 0))
    first = window.pairs.model.documents_of(window.pairs.model.entry(0))[0]
    menu_action("Compare with ").trigger()
    assert window.selection.documents == (row(window, "stranger.txt"), first)
    quiet(window, qtbot)


def test_a_large_group_is_parted_while_the_line_is_dragged_and_drawn_when_it_is_let_go(
    own: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_controller, "_DRAWN_AT_ONCE", 1)
    clusters = feature(own, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(own, "graph", qtbot)
    drawn = clusters.scenes
    rows = drawn.drawing.picture.rows
    own.tuning.plot.drag_changed.emit(True)
    own.tuning.light.threshold.setValue(0.93)
    quiet(own, qtbot)
    result = own.session.result
    assert result.recipe.threshold == pytest.approx(0.93)
    assert clusters.scenes is drawn
    of = result.clusters.of[rows]
    together = clusters.cut.labels[:, None] == clusters.cut.labels[None, :]
    expected = (of[:, None] == of[None, :]) & (of[:, None] >= 0) | np.eye(rows.size, dtype=bool)
    np.testing.assert_array_equal(together, expected)
    assert "at 0.930; drawn as at 0.800" in clusters.pages["graph"].cut_words()
    qtbot.waitUntil(lambda: not clusters.graph.is_drafted())
    own.tuning.plot.drag_changed.emit(False)
    quiet(own, qtbot)
    assert clusters.scenes is not drawn
    assert clusters.cut is None


def test_pages_of_a_cluster_that_nobody_looks_at_are_filled_when_they_are_shown(own: MainWindow, qtbot: QtBot) -> None:
    clusters = feature(own, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(own, "graph", qtbot)
    assert clusters.graph.scene is not None
    assert clusters.pages["dendrogram"].view.table.rowCount() == 0
    clusters.cut_weakest()
    show(own, "dendrogram", qtbot)
    assert clusters.pages["dendrogram"].view.table.rowCount() == len(clusters.scenes.drawing.picture) - 1
    assert clusters.pages["matrix"].view.table.rowCount() == 0
    texts = len(clusters.scenes.drawing.picture)
    drawing = replace(clusters.scenes.drawing, picture=replace(clusters.scenes.drawing.picture, left_out=7))
    notice = replace(clusters.scenes, drawing=drawing).notice()
    assert f"{texts} of {texts + 7}: those nearest to the representative" in notice
    for chained, figures in ((False, "lowest 0."), (True, "weakest link 0.")):
        part = replace(drawing, picture=replace(drawing.picture, chain=chained))
        told = replace(clusters.scenes, drawing=part).summary()
        assert told.startswith(f"{texts + 7} texts · of the {texts} drawn: {figures}"), "not those of the cluster"
        assert f" · of the {texts} drawn" not in clusters.scenes.summary()
    show(own, "matrix", qtbot)
    assert clusters.pages["matrix"].view.table.rowCount() > 0


def test_the_graph_shows_the_weakest_link_and_the_chain_and_selects(window: MainWindow, qtbot: QtBot) -> None:
    clusters = feature(window, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(window, "graph", qtbot)
    page, result = clusters.pages["graph"], window.session.result
    # 12 of 64 bits: a cut that was shown as 0.813 would lose the pairs that it is drawn at
    page.show_cut(0.8125, "", [])
    assert page.cut.value() == 0.812
    lowest, weakest = result.clusters.min_jaccard[0], result.clusters.weakest_link[0]
    assert f"{VERSIONS} texts · weakest link {weakest:.3f}" in page.summary()
    assert f"▲ chain down to {lowest:.3f}" in page.summary()
    scene = clusters.graph.scene
    assert scene.members == VERSIONS
    assert scene.values[scene.weakest] == pytest.approx(weakest)
    assert list(scene.names[VERSIONS:]) == ["relative.txt"]
    page.as_table.setChecked(True)
    stands = [page.view.table.index(r, 3).data() for r in range(page.view.table.rowCount())]
    assert stands.count("weakest link") == 1
    assert "just outside" in stands
    graph, rows = clusters.graph, clusters.scenes.drawing.picture.rows
    representative = int(rows[0])

    def press(x: float, y: float, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        qtbot.mouseClick(graph, Qt.MouseButton.LeftButton, keys, QPointF(x, y).toPoint())
        quiet(window, qtbot)

    press(*graph.points()[3])
    assert window.selection.documents == (int(rows[3]), representative)
    press(*graph.points()[4], Qt.KeyboardModifier.ControlModifier)
    assert window.selection.documents == (int(rows[3]), int(rows[4]))
    near = len(rows)
    press(*graph.points()[near])
    assert window.selection.documents[1] == row(window, "relative.txt")
    i, j = graph.scene.ends[0].tolist()
    press(*(0.5 * (graph.points()[i] + graph.points()[j])))
    assert set(window.selection.documents) == {int(rows[i]), int(rows[j])}
    before = window.selection.documents[0]
    qtbot.keyClick(graph, Qt.Key.Key_Right)
    assert window.selection.documents[0] != before
    qtbot.keyClick(graph, Qt.Key.Key_Plus)
    scale = np.ptp(graph.points()[:, 0])
    qtbot.keyClick(graph, Qt.Key.Key_0)
    assert np.ptp(graph.points()[:, 0]) < scale


def test_a_cell_of_the_matrix_selects_its_pair(window: MainWindow, qtbot: QtBot) -> None:
    clusters = feature(window, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(window, "matrix", qtbot)
    matrix, picture = clusters.matrix, clusters.scenes.drawing.picture
    order = clusters.scenes.drawing.trees["component"].order
    size = matrix._cell()
    qtbot.mouseClick(
        matrix, Qt.MouseButton.LeftButton, pos=QPoint(int(matrix._names + 3.5 * size), int(10 + 1.5 * size))
    )
    quiet(window, qtbot)
    assert window.selection.documents == (int(picture.rows[order[1]]), int(picture.rows[order[3]]))
    qtbot.keyClick(matrix, Qt.Key.Key_Down)
    quiet(window, qtbot)
    assert window.selection.documents == (int(picture.rows[order[2]]), int(picture.rows[order[3]]))
    clusters.stretch.setChecked(True)
    assert matrix._low() == pytest.approx(np.floor(picture.lowest * 100) / 100)
    page = clusters.pages["matrix"]
    page.as_table.setChecked(True)
    assert page.view.table.rowCount() == VERSIONS * (VERSIONS - 1) // 2
    assert (
        page.view.table.index(page.view.currentIndex().row(), 2).data()
        == f"{picture.similarity[order[2], order[3]]:.3f}"
    )


def test_the_dendrogram_cuts_and_says_which_setting_does_so(own: MainWindow, qtbot: QtBot) -> None:
    clusters = feature(own, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(own, "dendrogram", qtbot)
    page, tree = clusters.pages["dendrogram"], clusters.tree
    assert page.view.table.rowCount() == VERSIONS - 1
    page.weakest.click()
    assert clusters.cut.parts == 2
    assert page.cut.value() == pytest.approx(clusters.cut.at, abs=5e-4)
    offers = [button.text() for button in page.offers()]
    assert offers[0].startswith("Threshold 0.")
    assert "Complete linkage" in " ".join(offers)
    page.offers()[0].click()
    quiet(own, qtbot)
    assert len(np.unique(own.session.result.clusters.of[:-1])) > 1
    assert own.session.result.recipe.threshold == pytest.approx(float(offers[0].split()[1]))
    tree.setFocus()
    at = clusters.tree._scene.threshold
    qtbot.keyClick(tree, Qt.Key.Key_Right)
    assert clusters.cut.at == pytest.approx(at + 0.005, abs=1e-6)
    page._uncut.click()
    assert clusters.cut is None
    assert not page.offers()


def test_another_linkage_is_seen_beside_the_run_and_taken_over(own: MainWindow, qtbot: QtBot) -> None:
    clusters = feature(own, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(own, "dendrogram", qtbot)
    before = clusters.tree._scene.tree.similarity.copy()
    clusters.by.set_value("complete")
    assert (clusters.tree._scene.tree.similarity <= before + 1e-12).all()
    clusters.cut_at(own.session.result.recipe.threshold)
    page = clusters.pages["dendrogram"]
    offer = next(button for button in page.offers() if button.text().startswith("Complete"))
    parts = clusters.cut.parts
    offer.click()
    quiet(own, qtbot)
    result = own.session.result
    assert result.recipe.linkage == "complete"
    versions = [row(own, f"version-{v}.txt") for v in range(VERSIONS)]
    of = result.clusters.of[versions]
    assert len(set(of[of >= 0].tolist())) + int((of < 0).sum()) == parts


def test_a_leaf_selects_and_a_fork_cuts(window: MainWindow, qtbot: QtBot) -> None:
    clusters = feature(window, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(window, "dendrogram", qtbot)
    plot, rows = clusters.tree, clusters.scenes.drawing.picture.rows
    tree = plot._scene.tree
    leaf = int(tree.order[2])
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=QPoint(plot.width() - plot._names // 2, int(plot._y(2))))
    assert window.selection.documents[0] == int(rows[leaf])
    xs, ys = plot._nodes(plot._scene)
    fork = len(tree) + 1
    middle = 0.5 * (ys[tree.left[1]] + ys[tree.right[1]])
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=QPoint(int(xs[fork]), int(middle)))
    assert clusters.cut.at > tree.similarity[1]
    assert clusters.cut.parts == VERSIONS - 1
    quiet(window, qtbot)


def test_a_document_in_no_group_says_so(window: MainWindow, qtbot: QtBot) -> None:
    clusters = feature(window, ClusterController)
    assert isinstance(clusters, ClusterController)
    show(window, "graph", qtbot)
    window.selection.select((row(window, "stranger.txt"),))
    quiet(window, qtbot)
    assert clusters.graph.scene is None
    assert "in no cluster" in clusters.pages["graph"].empty.words()
    window.selection.select(())  # nothing, and the same where several clusters are
    quiet(window, qtbot)
    assert "Select one cluster" in clusters.pages["graph"].empty.words()
    assert "No cluster is selected" not in clusters.pages["graph"].empty.words()


def test_plots_are_copied_as_picture_drawing_and_numbers(window: MainWindow, qtbot: QtBot) -> None:
    clusters, why = feature(window, ClusterController), feature(window, WhyController)
    assert isinstance(clusters, ClusterController)
    assert isinstance(why, WhyController)
    window.theme.set_mode("dark")
    for tab in ("why", "graph", "matrix", "dendrogram"):
        show(window, tab, qtbot)
    clipboard = QGuiApplication.clipboard()
    for plot, rows in (
        (clusters.graph, clusters.graph.scene.all_values.size + 1 + 1),
        (clusters.matrix, 1 + VERSIONS * (VERSIONS - 1) // 2),
        (clusters.tree, VERSIONS),
        (why.panel.bands.plot, 1 + window.session.result.bands),
        (why.panel.bits.plot, 65),
    ):
        actions = {a.objectName(): a for a in plot.menu_of_plot().actions()}
        actions["copy_image"].trigger()
        image = clipboard.image()
        assert image.width() == 2 * plot.width()
        assert image.pixelColor(1, 1).name() == LIGHT.surface, "a copy is dark on white, whatever the window wears"
        actions["copy_svg"].trigger()
        assert "<svg" in clipboard.text()
        actions["copy_csv"].trigger()
        assert len(clipboard.text().splitlines()) == rows


def test_a_document_without_text_says_why() -> None:
    fake = FakeAnalysis(documents=3)
    fake.text = lambda _paths, _row: ""  # type: ignore[method-assign]
    result = fake.found(Recipe(), 1.0)
    reasons = ("", "not text, and no format that can be read")
    documents = replace(result.documents, reason=np.array([1, 0, 0], np.int32), reasons=reasons)
    result = replace(result, documents=documents, shingles=np.array([0, 0, 40]))
    notices = [read_texts(result, fake, (row,)).left[2] for row in range(3)]
    assert notices[:2] == ["not text, and no format that can be read", "no text in it"]
    assert notices[2].startswith("gone or changed since the run")


def test_what_two_long_texts_share_is_in_sight_at_once(open_real: OpenReal, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "essays"
    folder.mkdir()
    own = [[f"{hashlib.blake2b(b'%d %d' % (side, k)).hexdigest()}\n" for k in range(60)] for side in range(2)]
    shared = "".join(f"Nobody knows what the {k} keepers of light {k * k} saw there.\n" for k in range(40))
    near = own[0][0] + shared
    texts = {"ada": [*own[0], shared], "ben": [*own[1], shared], "near": [near], "nearer": [near, "The end.\n"]}
    for name, lines in texts.items():
        (folder / f"{name}.txt").write_text("".join(lines))
    window = open_real(str(folder))
    window.run.analyse()
    qtbot.waitUntil(lambda: window.session.result is not None and window.is_quiet(), timeout=60_000)
    compare = window.compare
    window.selection.select((row(window, "ada.txt"), row(window, "ben.txt")))
    quiet(window, qtbot)
    for side in (compare.left, compare.right):
        first, last = (part * len(side.view.shown) for part in side.view.seen())
        assert first <= side.view.shown.text.index(shared) <= last, "no page of other text has to be passed first"
    window.selection.select((row(window, "near.txt"), row(window, "nearer.txt")))
    quiet(window, qtbot)
    assert compare.left.view.at_home, "texts that share their beginning are shown from there"
    assert compare.counter.text() == "1 shared passage"
