"""The graph painted from layers is the graph painted at once, and its layers are painted again when they must be."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.plots import graph_layers
from simexplorer.ui.plots.cluster_graph import ClusterGraph
from simexplorer.ui.plots.graph_geometry import Sight
from simexplorer.ui.plots.graph_scene import GraphLook, GraphScene
from tests.ui.plots.graphs import pixels, scene


def by_hand(made: GraphScene) -> np.ndarray:
    """Lines among the two most similar of either text, counted one after another."""
    degree, kept = [0] * len(made.places), []
    for i, j in made.ends.tolist():
        kept.append(degree[i] < 2 or degree[j] < 2)
        degree[i] += 1
        degree[j] += 1
    return np.array(kept)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_nearest_lines_of_every_text_are_counted_rightly(seed: int) -> None:
    made = scene(seed=seed)
    np.testing.assert_array_equal(made.nearest_lines(), by_hand(made))


def test_layers_make_the_same_picture(qtbot: QtBot) -> None:
    graph = ClusterGraph()
    qtbot.addWidget(graph)
    graph.resize(QSize(420, 300))
    graph.set_scene(scene())
    graph.set_selected((3, 8))
    layered = pixels(graph.grab().toImage())
    again = pixels(graph.grab().toImage())
    at_once: list[QImage] = []
    graph.in_light(lambda: at_once.append(graph.grab().toImage()))
    np.testing.assert_array_equal(layered, again)
    # the same but for how half-transparent edges are rounded
    assert np.abs(layered - pixels(at_once[0])).max() <= 6


def test_names_are_painted_anew_in_other_letters(qtbot: QtBot) -> None:
    graph, fresh = ClusterGraph(), ClusterGraph()
    for one in (graph, fresh):
        qtbot.addWidget(one)
        one.resize(QSize(420, 300))
        one.show()
    graph.set_scene(made := scene())
    small = pixels(graph.grab().toImage())
    letters = graph.font()
    letters.setPointSizeF(2 * letters.pointSizeF())
    for one in (graph, fresh):
        one.setFont(letters)
    fresh.set_scene(made)
    large = pixels(graph.grab().toImage())
    np.testing.assert_array_equal(large, pixels(fresh.grab().toImage()))
    assert (large != small).any()


def test_nothing_is_lit_up_once_the_pointer_has_left(qtbot: QtBot) -> None:
    graph = ClusterGraph()
    qtbot.addWidget(graph)
    graph.resize(QSize(420, 300))
    graph.set_scene(scene())
    graph.show()
    before = pixels(graph.grab().toImage())
    qtbot.mouseMove(graph, QPointF(*graph.points()[4]).toPoint())
    assert (pixels(graph.grab().toImage()) != before).any()
    QApplication.sendEvent(graph, QEvent(QEvent.Type.Leave))
    np.testing.assert_array_equal(pixels(graph.grab().toImage()), before)


PARTS = np.r_[np.zeros(15, np.int32), np.ones(14, np.int32), np.full(1, 2, np.int32)]
LAYERS = ("hulls", "lines", "dots")


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which layers are painted, one after another."""
    found: list[str] = []
    for name in ("hulls", "dots"):
        real = getattr(graph_layers, f"paint_{name}")
        spy = lambda *given, name=name, real=real, **named: (found.append(name), real(*given, **named))  # noqa: E731
        monkeypatch.setattr(graph_layers, f"paint_{name}", spy)
    steps = graph_layers.line_steps

    def line_steps(look: GraphLook) -> graph_layers.Steps:
        found.append("lines")
        yield from steps(look)

    monkeypatch.setattr(graph_layers, "line_steps", line_steps)
    return found


@pytest.fixture
def graph(qtbot: QtBot, painted: list[str]) -> ClusterGraph:
    """On the screen, painted once."""
    made = ClusterGraph()
    qtbot.addWidget(made)
    made.resize(QSize(420, 300))
    made.set_scene(scene())
    made.show()
    made.grab()
    painted.clear()
    return made


def test_layers_are_painted_again_only_for_another_picture(graph: ClusterGraph, painted: list[str]) -> None:
    graph.set_selected((1, 2))
    graph.grab()
    assert not painted
    for change in (lambda: graph.resize(QSize(400, 280)), lambda: graph.set_scene(scene(seed=2)), graph.fit):
        painted.clear()
        change()
        graph.grab()
        assert painted == list(LAYERS)
    painted.clear()
    graph.set_cut(PARTS)
    graph.grab()
    assert painted == ["hulls", "lines"]
    graph.set_cut(None)
    graph.grab()
    assert painted == ["hulls", "lines", "hulls"]  # the lines of the whole are kept


def test_of_several_drafted_cuts_the_last_is_painted_and_in_full_when_no_other_comes(
    graph: ClusterGraph, painted: list[str], qtbot: QtBot
) -> None:
    graph._rest.setInterval(3_600_000)  # whatever else the machine does
    for parts in (np.arange(30, dtype=np.int32), np.zeros(30, np.int32), PARTS):
        graph.draft_cut(parts)
    graph.grab()
    assert not painted
    qtbot.waitUntil(lambda: bool(painted))
    assert painted == ["hulls"]
    assert graph.is_drafted()
    graph._rest.start(1)
    qtbot.waitUntil(lambda: not graph.is_drafted())
    rested = pixels(graph.grab().toImage())
    assert painted == ["hulls", "hulls", "lines"]
    graph.set_cut(PARTS)
    np.testing.assert_array_equal(rested, pixels(graph.grab().toImage()))


def test_a_drafted_cut_gives_way_to_what_is_shown_after_it(graph: ClusterGraph, qtbot: QtBot) -> None:
    whole = pixels(graph.grab().toImage())
    graph.draft_cut(PARTS)
    graph.set_cut(None)
    assert not graph.is_drafted()
    qtbot.wait(40)
    np.testing.assert_array_equal(whole, pixels(graph.grab().toImage()))


@pytest.fixture
def large(qtbot: QtBot, painted: list[str]) -> ClusterGraph:
    """A graph of many lines, on the screen, painted in turns."""
    made = ClusterGraph()
    qtbot.addWidget(made)
    made.resize(QSize(420, 300))
    made.set_scene(scene(members=60, lines=1500))
    made.show()
    qtbot.waitUntil(made.is_whole)
    return made


def test_a_large_graph_is_painted_in_turns_a_layer_each_and_in_the_end_as_at_once(
    large: ClusterGraph, painted: list[str]
) -> None:
    assert painted == list(LAYERS)
    at_once: list[QImage] = []
    large.in_light(lambda: at_once.append(large.grab().toImage()))
    assert np.abs(pixels(large.grab().toImage()) - pixels(at_once[0])).max() <= 6


def test_thousands_of_lines_are_painted_in_many_turns_and_begun_anew_for_another_cut(
    large: ClusterGraph, painted: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, parts = pixels(large.grab().toImage()), np.arange(60, dtype=np.int32) // 30
    monkeypatch.setattr(graph_layers, "_SLICE", 0.0)
    turns, make_next = [0], large._layers.make_next
    monkeypatch.setattr(large._layers, "make_next", lambda look: (turns.__setitem__(0, turns[0] + 1), make_next(look)))
    large.set_cut(parts)
    qtbot.waitUntil(lambda: turns[0] >= 4)
    assert painted[len(LAYERS) :] == ["hulls", "lines"]
    large.set_cut(None)
    large.set_cut(parts)
    qtbot.waitUntil(large.is_whole)
    assert painted[len(LAYERS) :] == ["hulls", "lines", "hulls", "lines"]
    assert turns[0] >= 4 + 1500 // 100
    cut = pixels(large.grab().toImage())
    fresh: list[QImage] = []
    large.in_light(lambda: fresh.append(large.grab().toImage()))
    assert np.abs(cut - pixels(fresh[0])).max() <= 6
    assert np.abs(cut - whole).max() > 6


def test_a_large_graph_that_moves_is_shown_as_it_was_until_it_rests(
    large: ClusterGraph, painted: list[str], qtbot: QtBot
) -> None:
    before = pixels(large.grab().toImage())
    painted.clear()
    for width in (400, 380, 360):
        large.resize(QSize(width, 300))
        moved = pixels(large.grab().toImage())
    assert not painted
    assert np.abs(moved - moved[0, 0]).max() > 60  # something is seen meanwhile
    qtbot.waitUntil(large.is_whole)
    assert painted == list(LAYERS)
    large.resize(QSize(420, 300))
    qtbot.waitUntil(large.is_whole)
    large.grab()
    np.testing.assert_array_equal(before, pixels(large.grab().toImage()))


def test_other_colours_and_another_scene_leave_nothing_of_the_old(large: ClusterGraph, qtbot: QtBot) -> None:
    empty = scene(members=60, lines=1500)
    large.set_scene(None)
    bare = pixels(large.grab().toImage())
    large.set_scene(empty)
    first = pixels(large.grab().toImage())  # nothing is painted yet but the scale and the weakest link
    assert (first == bare).mean() > 0.9
    qtbot.waitUntil(large.is_whole)


def test_pixels_of_one_sight_become_those_of_another() -> None:
    places = np.random.default_rng(5).normal(size=(7, 2))
    one, other = Sight.of(places, 400, 300), Sight.of(places, 250, 410).zoomed(1.7, 30, 40).moved(5, -6)
    factor, dx, dy = one.onto(other)
    np.testing.assert_allclose(one.pixels(places) * factor + [dx, dy], other.pixels(places))
