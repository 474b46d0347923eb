"""The map of all documents in a window over a real collection: pressed, walked over, zoomed, copied, regrouped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.pipeline import collection_map
from simexplorer.ui.controllers.map_words import summary_of
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.whole_page import height_in_sight
from simexplorer.ui.plots.map_sight import place_at
from tests.ui.conftest import OpenWindow, double_click
from tests.ui.mapped import controller, of_all, own, place, settle, show, window

__all__ = ["of_all", "own", "place", "window"]


def middle(plot: Any, place: int) -> QPoint:
    """Where a document is on the widget."""
    left, top, right, bottom = plot.sight.pixels(plot.scene.drawn.boxes[:, place]).tolist()
    at = plot.room().topLeft() + QPointF((left + right) / 2, (top + bottom) / 2)
    return QPoint(int(at.x()), int(at.y()))


def row_of(window: MainWindow, name: str) -> int:
    paths = window.session.result.documents.paths
    return next(row for row in range(len(paths)) if paths.display(row) == name)


def test_a_press_selects_the_document_below_it_beside_its_representative(window: MainWindow, qtbot: QtBot) -> None:
    plot, result = controller(window).panel.plot, window.session.result
    cluster = max(range(len(result.clusters)), key=lambda c: result.clusters.members(c).size)
    head, member = result.clusters.members(cluster)[[0, -1]].tolist()
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=middle(plot, int(plot.scene.drawn.place[member])))
    assert window.selection.documents == (member, head)
    assert plot.scene.drawn.rows[list(plot.selected)].tolist() == [member, head]
    # the list of groups and the evidence follow, as from any other place
    clusters = window.clusters.view
    assert clusters.table.documents_of(clusters.table.find((member,))) == (member, head)
    other = int(result.clusters.members(cluster)[1])
    at = middle(plot, int(plot.scene.drawn.place[other]))
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, pos=at)
    assert window.selection.documents == (member, other)


def test_what_is_alone_is_selected_alone_and_what_is_selected_elsewhere_is_ringed(
    window: MainWindow, qtbot: QtBot
) -> None:
    plot = controller(window).panel.plot
    lonely = row_of(window, "lonely.txt")
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=middle(plot, int(plot.scene.drawn.place[lonely])))
    assert window.selection.documents == (lonely,)
    window.selection.select((3, 4))
    assert plot.scene.drawn.rows[list(plot.selected)].tolist() == [3, 4]


def test_arrows_go_to_the_neighbour_and_enter_to_the_list(window: MainWindow, qtbot: QtBot) -> None:
    plot = controller(window).panel.plot
    boxes, rows = plot.scene.drawn.boxes, plot.scene.drawn.rows
    window.selection.select((int(rows[place_at(boxes, 0.01, 0.01)]),))
    for key, axis in ((Qt.Key.Key_Right, 0), (Qt.Key.Key_Down, 1)):
        before = plot.selected[0]
        qtbot.keyClick(plot, key)
        after = plot.selected[0]
        assert boxes[axis, after] == pytest.approx(boxes[axis + 2, before])
        other = 1 - axis
        assert boxes[other, after] < boxes[other + 2, before]
        assert boxes[other, before] < boxes[other + 2, after]
    cluster = plot.scene.cluster_of(plot.selected[0])
    while cluster < 0:
        qtbot.keyClick(plot, Qt.Key.Key_Left)
        cluster = plot.scene.cluster_of(plot.selected[0])
    qtbot.keyClick(plot, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert plot.scene.cluster_of(plot.selected[0]) != cluster
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    assert window.tabs.shown() == "clusters"
    show(window, qtbot)
    window.selection.select((row_of(window, "lonely.txt"),))
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    assert window.tabs.shown() == "map", "it is in no list of clusters"


def test_control_and_an_arrow_go_past_documents_in_no_cluster(window: MainWindow, qtbot: QtBot) -> None:
    plot = controller(window).panel.plot
    boxes, rows = plot.scene.drawn.boxes, plot.scene.drawn.rows
    of = np.array([plot.scene.cluster_of(place) for place in range(rows.size)])
    assert (of < 0).sum() == 2  # the text alone and the empty one, side by side
    for key, axis, on in ((Qt.Key.Key_Left, 0, -1), (Qt.Key.Key_Right, 0, 1), (Qt.Key.Key_Up, 1, -1)):
        for at in range(rows.size):
            other = (boxes[1 - axis, at] + boxes[3 - axis, at]) / 2
            met = (boxes[1 - axis] <= other) & (other < boxes[3 - axis]) & (of >= 0) & (of != of[at])
            first, last = boxes[axis], boxes[axis + 2]
            gap = np.where(met, first - last[at] if on > 0 else first[at] - last, np.inf)
            gap[gap < -1e-9] = np.inf
            window.selection.select((int(rows[at]),))
            qtbot.keyClick(plot, key, Qt.KeyboardModifier.ControlModifier)
            assert plot.selected[0] == (gap.argmin() if np.isfinite(gap).any() else at), (key, at)


def test_keys_wheel_drag_and_buttons_zoom_and_move(window: MainWindow, qtbot: QtBot) -> None:
    panel = controller(window).panel
    plot = panel.plot
    qtbot.keyClick(plot, Qt.Key.Key_Plus)
    assert plot.sight.magnified == pytest.approx(1.4)
    qtbot.keyClick(plot, Qt.Key.Key_Minus)
    qtbot.keyClick(plot, Qt.Key.Key_Minus)
    assert plot.sight.magnified == pytest.approx(1.0)
    at = plot.room().center()
    held = plot.sight.on_map(at.x() - plot.room().left(), at.y() - plot.room().top())
    wheel = QWheelEvent(
        at, plot.mapToGlobal(at), QPoint(), QPoint(0, 480), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(plot, wheel)
    assert plot.sight.magnified > 1.5
    assert plot.sight.on_map(at.x() - plot.room().left(), at.y() - plot.room().top()) == pytest.approx(held)
    before, chosen = plot.sight, window.selection.documents
    start = at.toPoint()
    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(plot, start + QPoint(10, 0))
    qtbot.mouseMove(plot, start + QPoint(30, 8))
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 8))
    assert plot.sight.left > before.left
    assert window.selection.documents == chosen
    qtbot.keyClick(plot, Qt.Key.Key_0)
    assert plot.sight.magnified == 1.0
    qtbot.mouseClick(panel.nearer, Qt.MouseButton.LeftButton)
    assert plot.sight.magnified == pytest.approx(1.5)
    settle(window, qtbot)
    assert plot.picture.sight == plot.sight
    qtbot.mouseClick(panel.whole, Qt.MouseButton.LeftButton)
    assert plot.sight.magnified == 1.0
    head = int(window.session.result.clusters.representative[-1])
    double_click(plot, middle(plot, int(plot.scene.drawn.place[head])))
    assert plot.sight.magnified > 1.0


def test_another_threshold_regroups_and_moves_no_document(own: MainWindow, qtbot: QtBot) -> None:
    plot = controller(own).panel.plot
    before, summary = plot.scene, plot.accessibleDescription()
    own.tuning.light.threshold.setValue(0.9)
    settle(own, qtbot)
    result = own.session.result
    assert result.recipe.threshold == 0.9
    assert plot.scene.result is result
    assert plot.scene.drawn is before.drawn
    np.testing.assert_array_equal(plot.scene.groups.cluster, result.clusters.of[before.drawn.rows])
    assert plot.accessibleDescription() != summary
    assert " at 0.90 " in plot.accessibleDescription()
    # lower than what was verified: everything is laid out anew
    own.tuning.light.threshold.setValue(0.45)
    settle(own, qtbot)
    assert plot.scene.drawn is not before.drawn


def test_the_picture_says_what_the_table_says(window: MainWindow, qtbot: QtBot) -> None:
    panel, result = controller(window).panel, window.session.result
    table = panel.model
    fields = table.source.fields
    heads, kinds, documents, size, share, mean = (field.values for field in fields[:6])
    assert documents.sum() == len(result.documents)
    assert size.sum() == result.documents.size.sum()
    np.testing.assert_allclose(share, documents / documents.sum())
    groups = heads >= 0
    assert groups.sum() == len(result.clusters)
    boxes, drawn = panel.plot.scene.drawn.boxes, panel.plot.scene.drawn
    for head, count, part, value in zip(heads[groups], documents[groups], share[groups], mean[groups], strict=True):
        cluster = int(result.clusters.of[head])
        places = drawn.place[result.clusters.members(cluster)]
        area = ((boxes[2] - boxes[0]) * (boxes[3] - boxes[1]))[places].sum() / drawn.aspect
        assert (places.size, area) == (count, pytest.approx(part))
        assert value == result.clusters.mean_jaccard[cluster]
    kind = {int(kinds[row]): int(documents[row]) for row in np.flatnonzero(~groups)}
    assert kind[2] >= 1
    assert kind[3] == 1
    assert f"{kind[2]} alone" in panel.plot.accessibleDescription()
    assert "alone so far" in summary_of(replace(panel.plot.scene, result=replace(result, partial=True)))
    qtbot.mouseClick(panel.as_table, Qt.MouseButton.LeftButton)
    assert panel.view.isVisible()
    panel.view.select_row(int(np.flatnonzero(table.source.fields[0].values >= 0)[0]))
    assert len(window.selection.documents) == 2
    assert panel.plot.selected


def test_near_misses_in_the_table_and_as_lines_are_the_best_pairs_outside(own: MainWindow, qtbot: QtBot) -> None:
    own.tuning.light.threshold.setValue(0.9)
    settle(own, qtbot)
    panel, result = controller(own).panel, own.session.result
    assert panel.plot.bridges is None
    qtbot.mouseClick(panel.near, Qt.MouseButton.LeftButton)
    settle(own, qtbot)
    of, pairs = result.clusters.of, result.pairs
    fields = panel.model.source.fields
    for head, nearest in zip(fields[0].values.tolist(), fields[6].values.tolist(), strict=True):
        if head < 0:
            continue
        mine = of == of[head]
        outside = pairs.ranking[mine[pairs.i] != mine[pairs.j]]
        assert (np.isnan(nearest) and not outside.size) or nearest == outside.max()
    assert panel.plot.bridges is not None
    assert "near miss" in panel.plot.accessibleDescription()
    # of a selected group only its own
    head = next(int(h) for h, v in zip(fields[0].values, fields[6].values, strict=True) if h >= 0 and not np.isnan(v))
    own.selection.select((head,))
    drawn, bridges = panel.plot.scene.drawn, panel.plot.bridges
    ends = of[drawn.rows[np.stack([bridges.first, bridges.second])]]
    assert len(bridges)
    assert (ends == of[head]).any(axis=0).all()


def test_every_colouring_paints_what_its_legend_names(window: MainWindow, qtbot: QtBot) -> None:
    panel = controller(window).panel
    for colour in ("similarity", "stretched", "tightness", "kind", "folder", "size", "date"):
        panel.colour.set_value(colour)
        settle(window, qtbot)
        assert panel.plot.scene.by == colour
        colours = window.theme.colours
        tints, legend = panel.plot.scene.tinted(colours)
        named = {int(swatch.colour[1:], 16) for swatch in legend.swatches}
        if legend.ramp is not None:
            named |= {int(r) << 16 | int(g) << 8 | int(b) for r, g, b in legend.ramp.tolist()}
        grouped = panel.plot.scene.groups.cluster >= 0
        used = set((tints.cell & 0xFFFFFF)[grouped].tolist())
        assert used <= named, colour
        assert legend.meaning in panel.plot.accessibleDescription()


def test_areas_are_switched_and_what_has_none_is_said(own: MainWindow, qtbot: QtBot) -> None:
    panel, result = controller(own).panel, own.session.result
    panel.area.set_value("bytes")
    settle(own, qtbot)
    np.testing.assert_array_equal(panel.plot.scene.drawn.weight, result.documents.size[panel.plot.scene.drawn.rows])
    assert "1 document not drawn: no bytes" in panel.plot.accessibleDescription()
    panel.area.set_value("repeats")
    settle(own, qtbot)
    spare = np.setdiff1d(result.clusters.rows, result.clusters.representative)
    assert f"{spare.size} documents beside representatives" in panel.plot.accessibleDescription()
    # what repeats depends on the threshold, and so does this map
    own.tuning.light.threshold.setValue(1.0)
    settle(own, qtbot)
    clusters = own.session.result.clusters
    assert set(panel.plot.scene.drawn.rows) == set(clusters.rows) - set(clusters.representative)


def test_a_notice_that_comes_and_goes_with_the_picture_moves_the_cells_once(window: MainWindow, qtbot: QtBot) -> None:
    # how many cells are smaller than a pixel depends on their room: a line that went again asked for the next picture
    plot, wanted = controller(window).panel.plot, []
    plot.picture_wanted.connect(lambda: wanted.append(plot.sight))
    for notice in ("1 of 9 smaller than a pixel " * 9, "", "1 of 9 smaller than a pixel " * 9, ""):
        plot.sum_up("9 clusters", notice)
    assert len(wanted) == 1
    plot.resize(plot.width() + 40, plot.height())
    assert plot.sight.height > wanted[0].height, "in another width what is said now counts alone"
    settle(window, qtbot)


def test_hovering_tells_exact_numbers(window: MainWindow, qtbot: QtBot) -> None:
    plot, result = controller(window).panel.plot, window.session.result
    cluster = 0
    head, member = result.clusters.members(cluster)[[0, -1]].tolist()
    at = middle(plot, int(plot.scene.drawn.place[member]))
    tip = plot.tip_at(at.x(), at.y())
    assert result.documents.paths.display(member) in tip
    assert result.documents.paths.display(head) in tip
    assert f"Cluster of {result.clusters.members(cluster).size} documents" in tip
    lonely = middle(plot, int(plot.scene.drawn.place[row_of(window, "lonely.txt")]))
    assert "Alone: no verified pair" in plot.tip_at(lonely.x(), lonely.y())
    copy = middle(plot, int(plot.scene.drawn.place[int(result.groups.rows[0])]))
    assert "2 documents hold this text" in plot.tip_at(copy.x(), copy.y())
    assert plot.tip_at(1, 1) == ""


def test_in_a_low_window_with_large_letters_cells_keep_a_height_and_the_page_scrolls(
    large_letters: None, own: MainWindow, qtbot: QtBot
) -> None:
    own.selection.select((0, 1))
    own.resize(880, 600)
    settle(own, qtbot)
    plot = controller(own).panel.plot
    assert plot.room().height() >= 80.0
    assert height_in_sight(plot) < plot.height()
    own.resize(1600, 1300)
    settle(own, qtbot)
    assert height_in_sight(plot) == plot.height()


def test_it_follows_theme_and_filter(window: MainWindow, qtbot: QtBot) -> None:
    plot = controller(window).panel.plot
    window.theme.set_mode("light")
    settle(window, qtbot)
    light = plot.picture.image.copy()
    window.theme.set_mode("dark")
    settle(window, qtbot)
    assert plot.picture.image != light
    dark = plot.picture.image.copy()
    window.bar.filter.setText("f00")
    qtbot.waitUntil(lambda: window.filter.mask() is not None)
    settle(window, qtbot)
    assert plot.picture.image != dark
    shown = np.flatnonzero(~window.filter.mask()[plot.scene.drawn.rows])
    faded, _ = plot.scene.tinted(window.theme.colours)
    whole, _ = plot.scene.__class__(plot.scene.drawn, plot.scene.groups, plot.scene.result, plot.scene.by).tinted(
        window.theme.colours
    )
    assert set(np.flatnonzero(faded.cell != whole.cell).tolist()) == set(shown.tolist())


def test_it_is_copied_as_image_svg_and_numbers(window: MainWindow, qtbot: QtBot) -> None:
    plot = controller(window).panel.plot
    window.theme.set_mode("dark")
    settle(window, qtbot)
    plot.copier.copy_image()
    image = QGuiApplication.clipboard().image()
    assert image.width() == 2 * plot.width()
    assert image.pixelColor(2, 2).lightness() > 250
    plot.copier.copy_svg()
    drawing = QGuiApplication.clipboard().mimeData().data("image/svg+xml").data().decode()
    assert "<svg" in drawing
    assert "Colour" in drawing
    plot.copier.copy_csv()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Patch of the map,What it is,Documents,Bytes")
    assert len(lines) == 1 + controller(window).panel.model.rowCount()


def test_everything_on_it_has_a_name(window: MainWindow) -> None:
    panel = controller(window).panel
    for widget in (panel, panel.plot, panel.view, panel.area, panel.colour, panel.near, panel.nearer, panel.farther):
        assert widget.accessibleName()
        assert widget.objectName()
    for widget in (panel.whole, panel.as_table, panel.copy, panel.area, panel.colour, panel.near):
        assert widget.toolTip()
    words = panel.plot.accessibleDescription()
    for told in ("Colour:", "Area:", "Place:", "Not meant:", "touch their most similar one"):
        assert told in words


def test_without_a_result_it_says_what_to_do(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    show(window, qtbot)
    panel = controller(window).panel
    assert "Press Analyse" in panel.empty.words()
    qtbot.mouseClick(panel.empty.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session.result is not None and not window.session.growing)
    settle(window, qtbot)
    assert panel.plot.isVisible()
    assert len(panel.plot.scene.drawn) == 400
    # other documents: the old map goes
    window.session.set_sources(())
    assert panel.plot.scene is None
    assert "Open a folder first" in panel.empty.words()


def test_it_is_stopped_by_a_press_and_drawn_by_another(
    analysed: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, window = collection_map.map_of, analysed

    def endless(_result: object, _folders: object, _area: object, _aspect: float, check: Callable[[], None]) -> None:
        while True:
            check()
            time.sleep(0.002)

    monkeypatch.setattr(collection_map, "map_of", endless)
    window.tabs.show_view("map")
    qtbot.waitUntil(lambda: bool((made := controller(window).panel) and made.strip.isVisible()), timeout=10_000)
    panel = controller(window).panel
    assert "Laying out the map" in panel.strip.words.text()
    assert panel.strip.width() > panel.width() * 0.9, "a row of its own, in which the words have room"
    qtbot.mouseClick(panel.strip.cancel, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    assert "The map was stopped" in panel.empty.words()
    monkeypatch.setattr(collection_map, "map_of", real)
    qtbot.mouseClick(panel.empty.button, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    assert panel.plot.isVisible()
    assert len(panel.plot.scene.drawn) == 400


def test_a_partial_result_is_drawn_and_called_partial(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(seconds=8.0)
    show(window, qtbot)
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=10_000)
    assert "when the run has ended" in controller(window).panel.empty.words()
    window.run.cancel()
    qtbot.waitUntil(lambda: not window.session.running, timeout=10_000)
    settle(window, qtbot)
    assert window.session.result.partial
    assert "partial: the run was stopped" in controller(window).panel.plot.accessibleDescription()
