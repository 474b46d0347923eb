"""The map of a real collection: whom it joins, where groups lie, and every number said beside it."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline import map_groups
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.collection_map import Area, Folders, Zone, map_of
from simexplorer.pipeline.map_groups import bridges_on, groups_on, nearness_of
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests.pipeline.collection import write_collection

RECIPE = Recipe(threshold=0.7, shingle_size=5)


@pytest.fixture(scope="module")
def analysis(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mapped")
    texts = write_collection(folder, seed=5, families=8, versions=5)
    for name in sorted(texts)[:3]:
        (folder / name.replace("/", "-copy-")).write_text(texts[name], "utf-8")
    (folder / "empty.txt").write_text("", "utf-8")
    (folder / "lonely.txt").write_text("nothing else here speaks of barometers or of pelicans", "utf-8")
    with closing(Analysis([os.fsencode(folder)], workers=1, headroom=0.3)) as made:
        yield made


@pytest.fixture(scope="module")
def result(analysis):
    return analysis.run(RECIPE, Progress())


def drawn_of(result, area=Area.DOCUMENTS, aspect=1.6):
    n = len(result.documents)
    return map_of(result, Folders((np.arange(n) % 2).astype(np.int32), ("even", "odd")), area, aspect)


def joined_at(result, least):
    """Brute force: the lowest document that a chain of copies and pairs at or above ``least`` leads to."""
    n = len(result.documents)
    label = np.arange(n)
    links = [(int(result.groups.representative[row]), row) for row in range(n)]
    pairs = result.pairs
    links += [(int(i), int(j)) for i, j, s in zip(pairs.i, pairs.j, pairs.ranking, strict=True) if s >= least - 1e-12]
    for _ in range(n):
        before = label.copy()
        for a, b in links:
            label[a] = label[b] = min(label[a], label[b])
        if (before == label).all():
            break
    return label


def partners(result):
    """Documents with a verified pair or an identical text."""
    texts = np.concatenate([result.pairs.i, result.pairs.j])
    counts = np.bincount(result.groups.representative)
    return np.flatnonzero(np.isin(result.groups.representative, np.append(texts, np.flatnonzero(counts > 1))))


def runs(values):
    return 1 + int((np.diff(values) != 0).sum())


def test_every_document_stands_once_with_its_share_of_the_area(result):
    n = len(result.documents)
    drawn = drawn_of(result)
    np.testing.assert_array_equal(np.sort(drawn.rows), np.arange(n))
    np.testing.assert_array_equal(drawn.rows[drawn.place], np.arange(n))
    left, top, right, bottom = drawn.boxes
    np.testing.assert_allclose((right - left) * (bottom - top), 1.6 / n)


def test_zones_are_what_has_a_partner_what_has_none_and_what_was_not_read(result):
    drawn = drawn_of(result)
    n = len(result.documents)
    linked = np.zeros(n, bool)
    for i, j in zip(result.pairs.i.tolist(), result.pairs.j.tolist(), strict=True):
        linked |= np.isin(result.groups.representative, (i, j))
    linked[result.groups.rows] = True
    zone = drawn.zone[drawn.place]
    np.testing.assert_array_equal(zone == Zone.JOINED, linked)
    np.testing.assert_array_equal(zone == Zone.UNREAD, result.shingles == 0)
    paths = [result.documents.paths.display(row) for row in range(n)]
    assert zone[paths.index("lonely.txt")] == Zone.ALONE
    assert zone[paths.index("empty.txt")] == Zone.UNREAD
    assert (np.diff(drawn.zone.astype(int)) >= 0).all()


def test_a_frame_holds_what_pairs_down_to_the_floor_join_and_no_more(result):
    drawn = drawn_of(result)
    joined = drawn.zone == Zone.JOINED
    label = joined_at(result, result.floor)[drawn.rows[joined]]
    frame = drawn.frame[joined]
    assert runs(frame) == np.unique(label).size == np.unique(frame).size
    assert ((label[1:] == label[:-1]) == (frame[1:] == frame[:-1])).all()


@pytest.mark.parametrize("hundredth", range(42, 101, 3))
def test_a_group_at_any_threshold_is_one_stretch_of_the_order(result, hundredth):
    drawn = drawn_of(result)
    label = joined_at(result, hundredth / 100)[drawn.rows]
    assert runs(label) == np.unique(label).size


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(measure="hamming", scheme="bit-sampling", max_distance=14.0, shingle_size=5),
        Recipe(measure="euclidean", scheme="random-lines", max_distance=40.0, interval=60.0, shingle_size=5),
    ],
)
def test_groups_by_a_distance_are_stretches_of_the_order_too(analysis, recipe):
    with closing(Analysis(analysis.sources, workers=1)) as made:
        result = made.run(recipe, Progress())
    drawn = drawn_of(result)
    parts = set()
    for hundredth in range(50, 101, 2):
        label = joined_at(result, hundredth / 100)[drawn.rows]
        assert runs(label) == np.unique(label).size
        parts.add(runs(label))
    assert len(parts) > 3, "they come apart one after the other"


def test_a_group_at_a_twentieth_is_one_rectangle(analysis, result):
    drawn = drawn_of(result)
    for threshold in (0.6, 0.7, 0.75):
        groups = groups_on(drawn, analysis.run(RECIPE.replace(threshold=threshold), Progress()))
        assert len(groups)
        for cluster in range(len(groups)):
            patches = groups.patches(drawn, cluster)
            wide, high = patches[2].max() - patches[0].min(), patches[3].max() - patches[1].min()
            assert wide * high == pytest.approx(groups.area[cluster] / len(drawn) * 1.6)


def test_another_threshold_moves_nothing_on_a_map_at_hand_and_counts_the_new_groups(analysis, result):
    drawn = drawn_of(result)
    moved = analysis.run(RECIPE.replace(threshold=0.95), Progress())
    groups = groups_on(drawn, moved)
    for cluster in range(len(moved.clusters)):
        rows = np.sort(drawn.rows[groups.places(cluster)])
        np.testing.assert_array_equal(rows, np.sort(moved.clusters.members(cluster)))
        assert groups.area[cluster] == rows.size
        boxes = drawn.boxes[:, np.isin(drawn.rows, rows)]
        around = [boxes[0].min(), boxes[1].min(), boxes[2].max(), boxes[3].max()]
        assert groups.boxes[:, cluster].tolist() == around
    outside, joined = moved.clusters.of < 0, np.isin(np.arange(len(result.documents)), partners(result))
    assert groups.together == int((~outside).sum())
    assert groups.near == int((outside & joined).sum()) > 0
    assert groups.alone == int((outside & ~joined & result.present).sum()) > 0
    assert (groups.unread, groups.opened) == (1, 0)
    assert groups.scattered == 0


@pytest.mark.parametrize("most", [2, 200])
def test_a_group_in_three_pieces_is_counted_as_scattered_and_outlined_piece_by_piece(result, monkeypatch, most):
    monkeypatch.setattr(map_groups, "MOST_PATCHES", most)
    drawn = drawn_of(result)
    assert drawn.zone[4] == Zone.JOINED
    pieces = drawn.rows[[0, 2, 4]]  # with one between two of them
    of = np.full(len(result.documents), -1, np.int32)
    of[pieces] = 0
    clusters = replace(
        result.clusters,
        of=of,
        offsets=np.array([0, 3]),
        rows=pieces,
        representative=pieces[:1],
    )
    groups = groups_on(drawn, replace(result, clusters=clusters))
    assert groups.scattered == 1
    np.testing.assert_array_equal(groups.patches(drawn, 0), drawn.boxes[:, [0, 2, 4][:most]])


def test_of_repeats_only_what_could_be_spared_has_an_area(result):
    drawn = drawn_of(result, Area.REPEATS)
    spare = np.setdiff1d(result.clusters.rows, result.clusters.representative)
    np.testing.assert_array_equal(np.sort(drawn.rows), spare)
    np.testing.assert_array_equal(drawn.weight, result.documents.size[drawn.rows])
    assert drawn.left_out == len(result.documents) - spare.size


def test_bytes_leave_out_what_is_empty(result):
    drawn = drawn_of(result, Area.BYTES)
    assert drawn.left_out == int((result.documents.size == 0).sum()) == 1
    left, top, right, bottom = drawn.boxes
    wanted = 1.6 * drawn.weight / result.documents.size.sum()
    np.testing.assert_allclose((right - left) * (bottom - top), wanted)


def test_bridges_are_the_most_similar_pairs_between_groups(analysis):
    result = analysis.run(RECIPE.replace(threshold=0.9), Progress())
    drawn = drawn_of(result)
    found = bridges_on(drawn, result)
    of, best = result.clusters.of, {}
    for i, j, value in zip(result.pairs.i, result.pairs.j, result.pairs.ranking, strict=True):
        ends = tuple(sorted((int(of[row]), -1 if of[row] >= 0 else int(row)) for row in (i, j)))
        if of[i] != of[j] or of[i] < 0:
            best.setdefault(ends, float(value))
    assert len(found)
    assert sorted(found.similarity.tolist(), reverse=True) == found.similarity.tolist()
    got = {
        tuple(sorted((int(of[row]), -1 if of[row] >= 0 else int(row)) for row in drawn.rows[[a, b]])): float(value)
        for a, b, value in zip(found.first, found.second, found.similarity, strict=True)
    }
    assert got == best
    assert not found.reaches.any()
    groups, ends = groups_on(drawn, result), np.stack([found.first, found.second])
    for place in range(len(drawn)):
        own = groups.places(groups.cluster[place]).tolist() if groups.cluster[place] >= 0 else [place]
        mine = found.of(groups, place)
        assert np.stack([mine.first, mine.second]).T.tolist() == [pair for pair in ends.T.tolist() if {*pair} & {*own}]


def test_pairs_that_the_linkage_keeps_apart_reach_the_threshold_all_the_same(analysis):
    result = analysis.run(RECIPE.replace(threshold=0.6, linkage="complete"), Progress())
    found = bridges_on(drawn_of(result), result)
    assert found.reaches.tolist() == (found.similarity >= 0.6).tolist()
    assert {*found.reaches.tolist()} == {True, False}


@pytest.mark.parametrize("at_once", [7, 1 << 16])
def test_how_many_touch_their_most_similar_partner_is_counted(result, monkeypatch, at_once):
    monkeypatch.setattr(map_groups, "_AT_ONCE", at_once)
    drawn = drawn_of(result)
    nearness = nearness_of(drawn, result)
    best = {}
    for i, j in zip(result.pairs.i.tolist(), result.pairs.j.tolist(), strict=True):
        best.setdefault(i, j)
        best.setdefault(j, i)

    def box(text):
        boxes = drawn.boxes[:, drawn.place[np.flatnonzero(result.groups.representative == text)]]
        return boxes[0].min(), boxes[1].min(), boxes[2].max(), boxes[3].max()

    touching = 0
    for text, partner in best.items():
        a, b = box(text), box(partner)
        touching += a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
    assert (nearness.texts, nearness.touching) == (len(best), touching)
    assert nearness_of(drawn, replace(result, pairs=result.pairs.first(1))).texts == 2


def test_a_collection_without_pairs_is_all_alone(analysis):
    result = analysis.run(RECIPE, Progress())
    n = len(result.documents)
    groups = replace(
        result.groups,
        offsets=np.zeros(1, np.int64),
        rows=np.empty(0, np.int32),
        representative=np.arange(n, dtype=np.int32),
    )
    clusters = replace(
        result.clusters,
        offsets=np.zeros(1, np.int64),
        rows=np.empty(0, np.int32),
        of=np.full(n, -1, np.int32),
        representative=np.empty(0, np.int32),
    )
    bare = replace(result, pairs=result.pairs.first(0), groups=groups, clusters=clusters, at_threshold=0)
    drawn = drawn_of(bare)
    found = groups_on(drawn, bare)
    assert (found.together, found.near, found.alone, found.unread) == (0, 0, n - 1, 1)
    assert len(bridges_on(drawn, bare)) == 0
    assert nearness_of(drawn, bare).texts == 0
    assert len(drawn_of(bare, Area.REPEATS)) == 0
