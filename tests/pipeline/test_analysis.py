"""A whole run over real files against brute force, and what it remembers, cancels, folds and bounds."""

from __future__ import annotations

import os
import threading
import time

import numpy as np
import pytest

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.listing import Status
from simexplorer.errors import Cancelled, InputError
from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline import neighbourhood, overlaps
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from tests import oracles
from tests.pipeline.collection import found_pairs, true_pairs, write_collection


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    folder = tmp_path_factory.mktemp("collection")
    return folder, write_collection(folder)


def run(folder, recipe=None, **options):
    analysis = Analysis([os.fsencode(folder)], workers=2, **options)
    try:
        return analysis, analysis.run(recipe or Recipe(), Progress())
    finally:
        analysis.close()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"threshold": 0.4, "shingle_size": 5},
        {"shingle_kind": "word", "shingle_size": 2, "threshold": 0.5},
        {"normalise": (), "threshold": 0.6},
        {"hashes": 100, "seed": 99, "threshold": 0.3, "recall": 0.9999},
    ],
    ids=str,
)
def test_pairs_are_the_true_ones_with_their_exact_similarity(collection, changes):
    folder, texts = collection
    recipe = Recipe(**changes)
    _, result = run(folder, recipe)
    found, true = found_pairs(result), true_pairs(texts, recipe)
    assert found.keys() <= true.keys()
    assert all(found[pair] == pytest.approx(true[pair], abs=1e-12) for pair in found)
    # every pair is found with probability 0.999 or more; the prediction says how many are not
    assert len(true) - len(found) <= 1 + 3 * result.audit.predicted_missed
    assert result.audit.predicted_recall == pytest.approx(len(found) / len(true), abs=0.02)


def test_identical_texts_are_one_group_and_empty_ones_none(collection):
    folder, _ = collection
    _, result = run(folder)
    names = [result.documents.paths.display(row) for row in range(len(result.documents))]
    groups = [
        {names[r] for r in result.groups.rows[result.groups.offsets[g] : result.groups.offsets[g + 1]]}
        for g in range(len(result.groups))
    ]
    assert {"short.txt", "twin/short.txt"} in groups
    assert {"mixed/é.txt", "mixed/nfd.txt"} in groups
    assert not any("empty.txt" in group for group in groups)
    assert result.clusters.of[names.index("empty.txt")] == -1
    assert result.clusters.of[names.index("short.txt")] == result.clusters.of[names.index("twin/short.txt")] >= 0


def test_containment_and_hamming_stand_beside_the_similarity(collection):
    folder, texts = collection
    recipe = Recipe(threshold=0.5)
    _, result = run(folder, recipe)
    normal = {name: set(oracles.shingles(normalise_text(t, recipe.normalise), "char", 9)) for name, t in texts.items()}
    names = [result.documents.paths.display(row) for row in range(len(result.documents))]
    pairs = result.pairs
    assert len(pairs) > 20
    for p in range(len(pairs)):
        a, b = normal[names[pairs.i[p]]], normal[names[pairs.j[p]]]
        assert pairs.i_in_j[p] == pytest.approx(len(a & b) / len(a))
        assert pairs.j_in_i[p] == pytest.approx(len(a & b) / len(b))
        bits = int(result.fingerprints[pairs.i[p]]) ^ int(result.fingerprints[pairs.j[p]])
        assert pairs.hamming[p] == bits.bit_count()


def test_pairs_of_equal_similarity_stand_in_the_order_of_their_documents(tmp_path):
    # words: 3 of 5 in (a, d) and in (b, c), 2 of 3 in (e, f)
    texts = {"a": "p q r s", "b": "t u v w", "c": "t u v x", "d": "p q r y", "e": "k l m", "f": "k l"}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    _, result = run(tmp_path, Recipe(shingle_kind="word", shingle_size=1, threshold=0.5))
    assert list(zip(result.pairs.i.tolist(), result.pairs.j.tolist(), strict=True)) == [(4, 5), (0, 3), (1, 2)]


def test_answers_do_not_depend_on_threads(collection):
    folder, _ = collection
    one, many = Analysis([os.fsencode(folder)], workers=1), Analysis([os.fsencode(folder)], workers=4)
    a, b = one.run(Recipe(threshold=0.4), Progress()), many.run(Recipe(threshold=0.4), Progress())
    one.close()
    many.close()
    for column in ("i", "j", "jaccard", "estimate", "error_sd", "hamming"):
        assert np.array_equal(getattr(a.pairs, column), getattr(b.pairs, column))
    assert np.array_equal(a.clusters.rows, b.clusters.rows)


def test_light_changes_read_nothing_and_equal_a_fresh_run(collection, monkeypatch):
    folder, _ = collection
    analysis = Analysis([os.fsencode(folder)], workers=2, headroom=0.2)
    assert "read_and_sign" in analysis.run(Recipe(), Progress()).timings
    signatures = analysis.result.signatures.values
    for changes in ({"threshold": 0.7}, {"bands": 16, "rows": 8}, {"linkage": "average"}, {"threshold": 0.4}):
        recipe = Recipe(**changes)
        result = analysis.run(recipe, Progress())
        assert result.signatures.values is signatures
        assert "read_and_sign" not in result.timings
        _, fresh = run(folder, recipe)
        assert found_pairs(result).items() >= found_pairs(fresh).items()
        assert result.recipe == recipe
    analysis.close()


def test_moving_the_threshold_inside_the_headroom_indexes_nothing(collection, monkeypatch):
    folder, _ = collection
    analysis = Analysis([os.fsencode(folder)], workers=1, headroom=0.3)
    recipe = Recipe(bands=25, rows=5)
    analysis.run(recipe, Progress())
    monkeypatch.setattr("simexplorer.pipeline.analysis.find_candidates", None)
    assert analysis.run(recipe.replace(threshold=0.55), Progress()).at_threshold > 0
    analysis.close()


class StoppedIn(Progress):
    """Somebody presses Cancel when this stage begins."""

    def __init__(self, stage):
        super().__init__()
        self._fatal = stage

    def begin(self, stage, total, unit="documents"):
        super().begin(stage, total, unit)
        if stage == self._fatal:
            self.cancel()


def test_every_stage_is_said_up_to_the_last(collection):
    folder, _ = collection
    said = []

    class Told(Progress):
        def begin(self, stage, total, unit="documents"):
            super().begin(stage, total, unit)
            said.append(stage)

    analysis = Analysis([os.fsencode(folder)], workers=2)
    analysis.run(Recipe(), Told())
    analysis.close()
    assert said[-4:] == ["Reading and signing", "Finding candidates", "Verifying exactly", "Sorting and grouping"]


@pytest.mark.parametrize("stage", ["Reading and signing", "Finding candidates", "Verifying exactly"])
def test_a_cancelled_run_keeps_what_is_done_and_can_go_on(collection, stage):
    folder, _ = collection
    analysis = Analysis([os.fsencode(folder)], workers=2)
    result = analysis.run(Recipe(), StoppedIn(stage))
    assert result.partial
    assert len(result.pairs) == 0
    assert (result.shingles > 0).any() == (stage != "Reading and signing")
    again = analysis.run(Recipe(), Progress())
    assert not again.partial
    assert found_pairs(again) == found_pairs(run(folder)[1])
    analysis.close()


def test_cancelling_while_files_are_listed_raises(collection):
    progress = Progress()
    progress.cancel()
    analysis = Analysis([os.fsencode(collection[0])], workers=1)
    with pytest.raises(Cancelled):
        analysis.run(Recipe(), progress)
    analysis.close()


def test_a_reference_leaves_only_pairs_across(tmp_path):
    write_collection(tmp_path)
    for version in (1, 2):  # of every family into the reference
        for path in sorted(tmp_path.glob(f"f*/v{version}.txt")):
            path.rename(tmp_path / "mixed" / f"{path.parent.name}-{version}.txt")
    everything = found_pairs(run(tmp_path, Recipe(threshold=0.4))[1])
    _, result = run(tmp_path, Recipe(threshold=0.4, reference=str(tmp_path / "mixed")))
    sides = {}  # on which a text stands: one file is named for all that hold it
    for path in tmp_path.rglob("*.txt"):
        sides.setdefault(path.read_bytes(), set()).add(path.parent.name == "mixed")
    held = {name: sides[(tmp_path / name).read_bytes()] for name in {name for pair in everything for name in pair}}
    expected = {pair: value for pair, value in everything.items() if len(held[pair[0]] | held[pair[1]]) == 2}
    assert 20 < len(expected) < len(everything)
    assert found_pairs(result) == expected
    with pytest.raises(InputError):
        run(tmp_path, Recipe(reference=str(tmp_path / "nowhere")))


def test_a_second_run_over_an_unchanged_folder_reads_nothing(tmp_path, monkeypatch):
    folder, cache = tmp_path / "files", ArrayCache(tmp_path / "cache")
    write_collection(folder)
    long_ago = time.time() - 100
    for path in folder.rglob("*.txt"):
        os.utime(path, (long_ago, long_ago))
    recipe = Recipe(threshold=0.4)
    _, first = run(folder, recipe, cache=cache)
    with monkeypatch.context() as nothing:
        nothing.setattr("simexplorer.documents.corpus.Corpus.read", None)
        _, second = run(folder, recipe, cache=cache)
    assert found_pairs(second) == found_pairs(first)
    assert np.array_equal(second.signatures.values, first.signatures.values)
    assert np.array_equal(second.clusters.rows, first.clusters.rows)

    # one changed, one new and one removed file: the answer is that of a fresh run, and only they are read
    (folder / "f03/v1.txt").write_text((folder / "f04/v0.txt").read_text() + " changed")
    (folder / "f00/a new one.txt").write_text((folder / "f05/v2.txt").read_text())
    (folder / "f01/v0.txt").unlink()
    signed = []
    original = Reader.sign_texts

    def noted(self, texts, *others):
        signed.extend(texts[1][1:])
        return original(self, texts, *others)

    monkeypatch.setattr(Reader, "sign_texts", noted)
    _, third = run(folder, recipe, cache=cache)
    assert len(signed) == 2
    monkeypatch.undo()
    _, fresh = run(folder, recipe)
    assert found_pairs(third) == found_pairs(fresh)
    assert np.array_equal(third.pairs.i_in_j, fresh.pairs.i_in_j)
    assert np.array_equal(third.groups.rows, fresh.groups.rows)


def test_no_thread_is_left_behind(collection):
    before = threading.active_count()
    run(collection[0])
    assert threading.active_count() <= before


def test_neighbours_by_both_methods(collection):
    folder, _ = collection
    analysis = Analysis([os.fsencode(folder)], workers=1)
    result = analysis.run(Recipe(threshold=0.6), Progress())
    row = int(result.pairs.i[0])
    near = analysis.neighbours(row, 20)
    assert int(result.pairs.j[0]) in near.rows
    assert np.all(np.diff(near.hamming) >= 0)
    exact = analysis.exact_jaccard(np.full(near.rows.size, row, np.int32), near.rows)
    assert np.array_equal(exact, near.jaccard)
    assert np.array_equal(near.by_hamming, near.hamming <= 20)
    assert near.total == near.rows.size
    analysis.close()


def test_neighbours_that_are_not_listed_are_counted_and_change_nothing_of_those_that_are(collection, monkeypatch):
    analysis = Analysis([os.fsencode(collection[0])], workers=1)
    result = analysis.run(Recipe(threshold=0.2), Progress())
    row = int(np.argmax(np.bincount(np.concatenate([result.pairs.i, result.pairs.j]))))
    whole = analysis.neighbours(row, 24)
    monkeypatch.setattr(neighbourhood, "MOST", 2)
    few = analysis.neighbours(row, 24)
    assert 2 <= few.rows.size <= 4 < whole.rows.size
    assert few.total == whole.total == whole.rows.size
    of_whole = {row: (by_hamming, by_minhash) for row, by_hamming, by_minhash in methods(whole)}
    assert all(of_whole[row] == (by_hamming, by_minhash) for row, by_hamming, by_minhash in methods(few))
    analysis.close()


def methods(near):
    return zip(near.rows.tolist(), near.by_hamming.tolist(), near.by_minhash.tolist(), strict=True)


@pytest.mark.parametrize("scheme", ["fss", "bbit", "one-pass"])
def test_what_is_known_of_other_pairs_changes_no_similarity(collection, scheme, monkeypatch):
    analysis = Analysis([os.fsencode(collection[0])], workers=1)
    analysis.run(Recipe(threshold=0.6, scheme=scheme), Progress())
    i, j = (side.astype(np.int32) for side in np.triu_indices(30, 1))
    looked = []
    monkeypatch.setattr(overlaps, "UNIT_SHINGLES", 0)
    monkeypatch.setattr(overlaps, "_A_LOOK", -1)
    planned = overlaps.plan_shares
    monkeypatch.setattr(overlaps, "plan_shares", lambda *given: looked.append(given[-1]) or planned(*given))
    with_links = analysis.exact_jaccard(i, j)
    assert looked[-1].links.strength.size > 0
    monkeypatch.setattr(overlaps, "UNIT_SHINGLES", 1 << 60)
    other = Analysis([os.fsencode(collection[0])], workers=1)
    other.run(Recipe(threshold=0.6, scheme=scheme), Progress())
    assert np.array_equal(other.exact_jaccard(i, j), with_links)
    analysis.close()
    other.close()


@pytest.mark.parametrize(("text", "groups"), [("the same words again and again", 1), ("", 0)])
def test_thousands_of_equal_files_are_one_group_or_none(tmp_path, text, groups):
    for number in range(3000):
        (tmp_path / f"{number}.txt").write_text(text)
    _, result = run(tmp_path)
    assert len(result.groups) == groups
    assert len(result.clusters) == groups
    assert len(result.pairs) == 0
    assert result.audit.candidates == 0


def test_nearly_equal_files_stay_linear_and_the_limit_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("simexplorer.search.banding.MAX_CHECKS", 20_000)
    for number in range(1500):
        (tmp_path / f"{number}.txt").write_text(f"{'all of this is boilerplate text ' * 6} number {number}")
    _, result = run(tmp_path)
    assert len(result.pairs) < 1500 * 40
    assert any("pairs inside such buckets were not compared" in words for words in result.capped)
    assert len(result.clusters) == 1
    assert result.audit.predicted_recall is None  # of pairs that nobody compared nothing can be foretold


def test_low_thresholds_compare_all_signatures_and_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr("simexplorer.search.banding._WORTH_SCANNING", 1000)
    words = np.array([f"word{number}" for number in range(30)])
    rng = np.random.default_rng(7)
    for number in range(150):
        (tmp_path / f"{number}.txt").write_text(" ".join(rng.choice(words, 25)))
    _, result = run(tmp_path, Recipe(shingle_kind="word", shingle_size=1, threshold=0.2))
    assert result.audit.scanned
    assert result.audit.candidates == 150 * 149 // 2
    assert result.capped == ()
    assert result.audit.predicted_recall > 0.999
    monkeypatch.setattr("simexplorer.search.banding.MAX_PAIRS", 4000)
    _, fewer = run(tmp_path, Recipe(shingle_kind="word", shingle_size=1, threshold=0.2))
    assert any("more than there is room for" in words for words in fewer.capped)
    assert 0 < fewer.at_threshold <= 4000
    # what lies below the threshold is looked at in advance only where there is room for it
    monkeypatch.setattr("simexplorer.search.banding.MAX_PAIRS", result.audit.verified - 1)
    recipe = Recipe(shingle_kind="word", shingle_size=1, threshold=0.4)
    _, ahead = run(tmp_path, recipe, headroom=0.3)
    assert (ahead.floor, ahead.capped) == (0.4, ())
    assert ahead.at_threshold == len(ahead.pairs) == (result.pairs.jaccard >= 0.4).sum()
    assert fewer.audit.predicted_recall is None
    assert any("too few to tell how many were missed" in words for words in fewer.capped)
    # the bar lies near 0.42, and 128 values tell a similarity within 0.044: this is four of them above it
    sure = int((result.pairs.jaccard > 0.6).sum())
    assert sure > 100
    assert np.array_equal(fewer.pairs.jaccard[:sure], result.pairs.jaccard[:sure])


@pytest.mark.parametrize("lost", ["a", "b"])
def test_a_text_whose_first_file_is_lost_is_compared_by_its_twin(tmp_path, lost, monkeypatch):
    text = " ".join(str(number**2) for number in range(40_000))
    for name, ending in {"a": "", "b": "", "c": " and more"}.items():
        (tmp_path / name).write_text(text + ending)
    begin = Progress.begin

    def begun(progress, stage, *counts):
        if stage == "Verifying exactly":
            (tmp_path / lost).unlink(missing_ok=True)
        begin(progress, stage, *counts)

    monkeypatch.setattr(Progress, "begin", begun)
    _, result = run(tmp_path)
    kept = "b" if lost == "a" else "a"
    assert {frozenset(pair) for pair in found_pairs(result)} == {frozenset({kept, "c"})}
    statuses = dict(zip("abc", result.documents.status.tolist(), strict=True))
    assert len(result.groups) == (0 if statuses[lost] == Status.SKIPPED else 1), "what is gone is in no group"
