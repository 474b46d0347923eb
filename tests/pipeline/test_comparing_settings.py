"""A against B: pairs and clusters gained and lost, and an analysis that is as it was afterwards."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.comparing_settings import Fate, PairColumns, _fates, compare, light_difference, try_out
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests.pipeline.collection import write_collection

A = Recipe(threshold=0.7, shingle_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("settings")
    write_collection(made, seed=3, families=8, versions=4)
    return made


@pytest.fixture(scope="module")
def analysis(folder):
    with closing(Analysis([os.fsencode(folder)], workers=1, headroom=0.1)) as made:
        made.run(A, Progress())
        yield made


def named_pairs(result):
    names = result.documents.paths.display
    p = result.pairs.first(result.at_threshold)
    return {(names(int(i)), names(int(j))): float(s) for i, j, s in zip(p.i, p.j, p.ranking, strict=True)}


@pytest.mark.parametrize(
    "changes",
    [
        {"threshold": 0.5},
        {"threshold": 0.9},
        {"bands": 4, "rows": 20},
        {"linkage": "complete"},
        {"shingle_size": 9},
        {},
    ],
    ids=str,
)
def test_pairs_are_gained_lost_and_kept_as_sets_say(analysis, changes):
    b = try_out(analysis, A.replace(**changes), Progress())
    before, after = named_pairs(analysis.result), named_pairs(b)
    difference = compare(analysis.result, b)
    name = analysis.result.documents.paths.display
    for columns, wanted in (
        (difference.gained, after.keys() - before.keys()),
        (difference.lost, before.keys() - after.keys()),
        (difference.kept, before.keys() & after.keys()),
    ):
        got = {
            (name(int(i)), name(int(j))): (x, y)
            for i, j, x, y in zip(columns.i, columns.j, columns.a, columns.b, strict=True)
        }
        assert got.keys() == set(wanted)
        for pair, (x, y) in got.items():
            assert pair not in before or x == before[pair]
            assert pair not in after or y == after[pair]
    assert np.all(np.diff(difference.gained.b) <= 0)
    assert np.all(np.diff(difference.lost.a) <= 0)


@pytest.mark.parametrize(
    "changes", [{"threshold": 0.4, "linkage": "average"}, {"shingle_kind": "word", "shingle_size": 2}]
)
def test_trying_out_leaves_everything_as_it_was(analysis, changes):
    before = analysis.result
    tried = try_out(analysis, A.replace(**changes), Progress())
    assert tried.recipe == A.replace(**changes)
    assert analysis.result is before
    again = analysis.run(A, Progress())
    assert "verify" not in again.timings
    np.testing.assert_array_equal(again.pairs.jaccard, before.pairs.jaccard)
    np.testing.assert_array_equal(again.clusters.of, before.clusters.of)


def test_the_fates_of_clusters_by_hand():
    #              0  0  1  1  2  2  3  3  4  4  -  -  -  5  5  6  6
    of_a = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, -1, -1, -1, 5, 5, 6, 6], np.int32)
    of_b = np.array([0, 0, 1, 1, 1, 1, 2, 3, -1, -1, 4, 4, 0, 5, -1, 6, 6], np.int32)
    changes, into, new = _fates(of_a, of_b, 7, 7)
    assert [Fate(c).name for c in changes] == ["GROWN", "MERGED", "MERGED", "SPLIT", "GONE", "SHRUNK", "SAME"]
    assert into.tolist() == [1, 1, 1, 2, 0, 1, 1]
    assert new.tolist() == [4]


def test_a_cluster_that_splits_and_joins_is_mixed():
    changes, _, _ = _fates(np.array([0, 0, 1, 1], np.int32), np.array([0, 1, 1, 1], np.int32), 2, 2)
    assert [Fate(c).name for c in changes] == ["MIXED", "MERGED"]


def test_the_sentence_counts_everything(analysis):
    assert compare(analysis.result, analysis.result).words().endswith("the clusters stay as they are.")
    none = compare(analysis.result, try_out(analysis, A.replace(threshold=1.0), Progress()))
    assert f"{len(none.lost):,} lost" in none.words()
    assert f"{none.changed(Fate.SPLIT).size:,} split into several clusters" in none.words()
    lost = none.lost
    one = replace(none, gained=PairColumns(lost.i[:1], lost.j[:1], lost.a[:1], lost.b[:1]))
    assert one.words().startswith("1 pair gained, ")


def test_other_documents_of_names_as_long_are_no_heirs(analysis):
    one, other = (try_out(analysis, A.replace(threshold=0.3, include=(f"f0{n}/*",)), Progress()) for n in (0, 1))
    assert np.array_equal(one.documents.paths.offsets, other.documents.paths.offsets)
    difference = compare(one, other)
    assert (len(difference.lost), len(difference.gained), len(difference.kept)) == (
        one.at_threshold,
        other.at_threshold,
        0,
    )
    assert difference.changed(Fate.GONE).size == len(one.clusters) > 0
    assert difference.changed(Fate.NEW).size == len(other.clusters) > 0


def test_collections_that_changed_in_between_are_matched_by_path(folder, tmp_path):
    write_collection(tmp_path, seed=3, families=8, versions=4)
    (tmp_path / "f00" / "v0.txt").unlink()
    (tmp_path / "a-new-one.txt").write_text((tmp_path / "f01" / "v1.txt").read_text() + " and a little more")
    with (
        closing(Analysis([os.fsencode(folder)], workers=1)) as one,
        closing(Analysis([os.fsencode(tmp_path)], workers=1)) as two,
    ):
        a, b = one.run(A, Progress()), two.run(A, Progress())
    difference = compare(a, b)
    assert len(difference.lost)
    assert len(difference.gained)
    names = a.documents.paths.display
    assert all(
        "f00/v0.txt" in (names(int(i)), names(int(j)))
        for i, j in zip(difference.lost.i, difference.lost.j, strict=True)
    )
    assert np.all(difference.gained.j == len(a.documents))


def collection_of(folder, texts):
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    return closing(Analysis([os.fsencode(folder)], workers=1))


def told(result, columns):
    name = result.documents.paths.display
    rows = zip(columns.i, columns.j, columns.a, columns.b, strict=True)
    return {f"{name(int(i))[-5]}{name(int(j))[-5]}": (round(float(a), 3), round(float(b), 3)) for i, j, a, b in rows}


OF_WORDS = Recipe(shingle_kind="word", shingle_size=1, threshold=0.6)


def test_pairs_that_become_identical_texts_are_in_both(tmp_path):
    # without case a and b are one text, and a stands for it: b's pairs are told of a
    words = "one two three four five six seven eight"
    texts = {"a": words.replace("one", "One"), "b": words, "c": words + " nine", "d": "something else"}
    with collection_of(tmp_path, texts) as analysis:
        with_case = analysis.run(OF_WORDS.replace(normalise=("nfc", "space")), Progress())
        without = try_out(analysis, OF_WORDS.replace(normalise=("nfc", "case", "space")), Progress())
    there, back = compare(with_case, without), compare(without, with_case)
    assert told(with_case, there.kept) == {"ab": (0.778, 1.0), "ac": (0.7, 0.889), "bc": (0.889, 0.889)}
    assert told(with_case, back.kept) == {pair: (b, a) for pair, (a, b) in told(with_case, there.kept).items()}
    assert [len(one) for one in (there.gained, there.lost, back.gained, back.lost)] == [0, 0, 0, 0]
    assert np.all(np.diff(there.kept.a) <= 0.0)


def test_texts_that_are_identical_in_one_setting_and_unlike_in_the_other_are_gained_or_lost(tmp_path):
    texts = {"a": "ONE TWO THREE FOUR", "b": "one two three four", "c": "something else", "d": "something else"}
    with collection_of(tmp_path, texts) as analysis:
        with_case = analysis.run(OF_WORDS.replace(normalise=("nfc", "space")), Progress())
        without = try_out(analysis, OF_WORDS.replace(normalise=("nfc", "case", "space")), Progress())
    there, back = compare(with_case, without), compare(without, with_case)
    assert [list(told(with_case, one)) for one in (there.gained, there.lost, there.kept)] == [["ab"], [], []]
    assert [list(told(with_case, one)) for one in (back.gained, back.lost, back.kept)] == [[], ["ab"], []]
    assert there.gained.b.tolist() == back.lost.a.tolist() == [1.0]


def test_identical_texts_on_one_side_of_a_reference_are_no_pair(tmp_path):
    for side in ("left", "right"):
        (tmp_path / side).mkdir()
    (tmp_path / "left" / "a.txt").write_text("ONE TWO THREE FOUR")
    (tmp_path / "left" / "b.txt").write_text("one two three four")
    (tmp_path / "right" / "c.txt").write_text("One Two Three Four")
    sided = OF_WORDS.replace(reference=str(tmp_path / "left"))
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        with_case = analysis.run(sided.replace(normalise=("nfc", "space")), Progress())
        without = try_out(analysis, sided.replace(normalise=("nfc", "case", "space")), Progress())
    assert list(told(with_case, compare(with_case, without).gained)) == ["ac"]


def test_only_light_fields_leave_the_documents_as_they_were_read():
    assert not light_difference(A, A.replace(threshold=0.5, shingle_size=7))
    assert light_difference(A, A.replace(linkage="star"))
