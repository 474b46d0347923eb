"""Documents contained in others: exact against brute force, by signatures never too many."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest

from simexplorer.errors import Cancelled
from simexplorer.pipeline import contained
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.contained import contained_of_pairs, find_contained
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search import containment_index
from simexplorer.search.containment_bands import join_class
from tests.pipeline.collection import write_collection

LEAST = 0.8


@pytest.fixture(scope="module")
def analysis(tmp_path_factory):
    folder = tmp_path_factory.mktemp("contained")
    texts = write_collection(folder, seed=8, families=6, versions=3)
    (folder / "all.txt").write_text(" ".join(texts[name] for name in sorted(texts) if name.startswith("f")), "utf-8")
    with closing(Analysis([os.fsencode(folder)], workers=2, headroom=0.1)) as made:
        made.run(Recipe(shingle_kind="word", shingle_size=2), Progress())
        yield made


def true_pairs(analysis, least, least_shingles):
    """{(inner, outer): share} by intersecting all sets."""
    result = analysis.result
    alone = result.groups.representative == np.arange(result.groups.representative.size)
    members = np.flatnonzero(alone & (result.shingles > 0))
    sets = analysis.reader.sets(members)
    held = [set(sets[number].tolist()) for number in range(members.size)]
    found = {}
    for a in range(members.size):
        for b in range(a + 1, members.size):
            small, large = (a, b) if len(held[a]) <= len(held[b]) else (b, a)
            share = len(held[a] & held[b]) / len(held[small])
            if share >= least and len(held[small]) >= least_shingles:
                found[int(members[small]), int(members[large])] = share
    return found


def as_dictionary(found):
    return dict(zip(zip(found.inner.tolist(), found.outer.tolist(), strict=True), found.share[:].tolist(), strict=True))


def test_all_contained_documents_are_found_exactly(analysis):
    found = find_contained(analysis.result, analysis.reader, analysis.engine, Progress(), LEAST, 20)
    true = true_pairs(analysis, LEAST, 20)
    assert found.exact
    assert as_dictionary(found) == pytest.approx(true)
    assert (np.diff(found.share) <= 0).all()
    # the long text holds nearly all others and is similar to none of them
    assert min(found.jaccard) < 0.2
    for share, back, jaccard in zip(found.share, found.back, found.jaccard, strict=True):
        assert 1 / jaccard == pytest.approx(1 / share + 1 / back - 1)
    assert len(found.at_least(1.0)) == sum(share == 1.0 for share in true.values())


def test_the_signatures_find_none_too_many(analysis, monkeypatch):
    monkeypatch.setattr(contained, "EXACT_SHINGLES", 0)
    found = find_contained(analysis.result, analysis.reader, analysis.engine, Progress(), LEAST, 20)
    true = true_pairs(analysis, LEAST, 20)
    assert not found.exact
    for key, share in as_dictionary(found).items():
        assert true[key] == pytest.approx(share)
    for share, back, jaccard in zip(found.share, found.back, found.jaccard, strict=True):
        assert 1 / jaccard == pytest.approx(1 / share + 1 / back - 1)
    assert 0.5 * len(true) <= len(found) <= len(true)


def test_looking_in_the_signatures_ends_when_it_is_stopped(analysis, monkeypatch):
    monkeypatch.setattr(contained, "EXACT_SHINGLES", 0)
    progress, begun = Progress(), []

    def stopped(*given):
        progress.cancel()
        begun.append(given)
        return join_class(*given)

    monkeypatch.setattr(containment_index, "join_class", stopped)
    with pytest.raises(Cancelled):
        find_contained(analysis.result, analysis.reader, analysis.engine, progress, LEAST, 20)
    assert 1 <= len(begun) <= analysis.engine.workers


def test_the_signatures_find_those_whose_shingles_repeat(tmp_path, monkeypatch):
    """Signatures are of different shingles: a text that says a part of another three times is no larger than the part.

    A pair is missed with a chance of 1 - 0.994: more than 4 of 40 once in 10^5 runs at most.
    """
    monkeypatch.setattr(contained, "EXACT_SHINGLES", 0)
    draw = np.random.default_rng(3)
    for number in range(40):
        words = [f"w{word}" for word in draw.integers(0, 10**6, 300)]
        (tmp_path / f"{number} whole.txt").write_text(" ".join(words))
        (tmp_path / f"{number} part.txt").write_text(" ".join(3 * words[:100]))
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as made:
        result = made.run(Recipe(shingle_kind="word", shingle_size=1), Progress())
        found = find_contained(result, made.reader, made.engine, Progress(), 0.9, 20)
    assert not found.exact
    assert 36 <= len(found) <= 40


def test_the_pairs_of_a_run_tell_those_of_like_size(analysis):
    found = contained_of_pairs(analysis.result, LEAST)
    pairs = analysis.result.pairs
    assert len(found) == int((np.maximum(pairs.i_in_j, pairs.j_in_i) >= LEAST).sum())
    assert not found.exact
    for share, back, jaccard in zip(found.share[:], found.back[:], found.jaccard[:], strict=True):
        assert share >= back
        assert 1 / jaccard == pytest.approx(1 / share + 1 / back - 1)
    true = true_pairs(analysis, LEAST, 1)
    for key, share in as_dictionary(found).items():
        assert true[key] == pytest.approx(share)


@pytest.mark.parametrize("limit", [contained.EXACT_SHINGLES, 0])
def test_a_text_of_many_equal_shingles_is_short(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(contained, "EXACT_SHINGLES", limit)
    (tmp_path / "short.txt").write_text("ab" * 100)  # 2 different shingles of 5 characters, 196 in all
    (tmp_path / "long.txt").write_text("ab" * 90 + "c")
    with closing(Analysis([os.fsencode(tmp_path)], workers=2, headroom=0.1)) as made:
        result = made.run(Recipe(shingle_size=5), Progress())
        few, many = (find_contained(result, made.reader, made.engine, Progress(), 0.9, n) for n in (2, 50))
    assert len(few) == 1
    assert len(many) == 0


@pytest.mark.parametrize("limit", [contained.EXACT_SHINGLES, 0])
def test_a_text_of_a_single_shingle_is_found_where_such_are_looked_for(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(contained, "EXACT_SHINGLES", limit)
    (tmp_path / "one.txt").write_text("a" * 9)
    (tmp_path / "two.txt").write_text("a" * 9 + "b")
    with closing(Analysis([os.fsencode(tmp_path)], workers=2, headroom=0.1)) as made:
        result = made.run(Recipe(shingle_size=5), Progress())
        one, two = (find_contained(result, made.reader, made.engine, Progress(), 0.9, n) for n in (1, 2))
    assert (one.inner.tolist(), one.outer.tolist(), one.share[:].tolist(), len(two)) == ([0], [1], [1.0], 0)


def test_the_chance_told_is_that_of_a_pair_of_equal_size(tmp_path, monkeypatch):
    """Of 2 texts of 100 words that share 20 the Jaccard similarity is 20 / 180 = 1/9: 8 positions find 1 - (8/9)^8.

    Texts of 30 to 90 words lie in classes of their own, and would be found more surely.
    """
    monkeypatch.setattr(contained, "EXACT_SHINGLES", 0)
    draw = np.random.default_rng(4)
    for number, size in enumerate([30, 40, 50, 60, 70, 80, 90, *[100] * 40]):
        (tmp_path / f"{number}.txt").write_text(" ".join(f"w{word}" for word in draw.permutation(10**6)[:size]))
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as made:
        result = made.run(Recipe(shingle_kind="word", shingle_size=1, hashes=8), Progress())
        found = find_contained(result, made.reader, made.engine, Progress(), 0.2, 1)
    assert found.chance == pytest.approx((1 - (8 / 9) ** 8) ** 2)  # to meet, and to agree in one position at least
