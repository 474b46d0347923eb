"""Why a pair was found or not: every number against brute force, every reason with a pair that has it."""

from __future__ import annotations

import os
import re
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.features.normalise import normalise_text
from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.explaining import collided_bands, explain_pair
from simexplorer.pipeline.near_misses import near_misses
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import family_of
from simexplorer.search.tuning import Banding
from simexplorer.signatures.known_union import KnownPair
from tests import oracles
from tests.estimator_contracts import assert_frequency, bands_met
from tests.pipeline.collection import write_collection
from tests.texts import text_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("explained")
    write_collection(made, seed=11, families=6, versions=5)
    return made


@pytest.fixture(scope="module")
def analysis(folder):
    made = Analysis([os.fsencode(folder)], workers=1, headroom=0.2)
    made.run(Recipe(threshold=0.7, shingle_size=5), Progress())
    yield made
    made.close()


def rows(result):
    return {result.documents.paths.display(row): row for row in range(len(result.documents))}


def sets_of(analysis, *names):
    recipe = analysis.result.recipe
    texts = [text_of(analysis, rows(analysis.result)[name]) for name in names]
    return [
        set(oracles.shingles(normalise_text(t, recipe.normalise), recipe.shingle_kind, recipe.shingle_size))
        for t in texts
    ]


def explained(analysis, a, b, **options):
    named = rows(analysis.result)
    return explain_pair(analysis.result, analysis.reader, named[a], named[b], **options)


def test_counts_and_similarities_are_those_of_the_sets(analysis):
    for a, b in (("f00/v0.txt", "f00/v1.txt"), ("f01/v0.txt", "f03/v2.txt"), ("mixed/é.txt", "short.txt")):
        x, y = sets_of(analysis, a, b)
        why = explained(analysis, a, b)
        assert (why.shared.count, why.only_a.count, why.only_b.count) == (len(x & y), len(x - y), len(y - x))
        assert why.value == pytest.approx(len(x & y) / len(x | y))
        assert (why.a_in_b, why.b_in_a) == pytest.approx((len(x & y) / len(x), len(x & y) / len(y)))


def test_shingles_are_spelt_as_they_stand_in_the_text(analysis):
    why = explained(analysis, "f00/v0.txt", "f00/v1.txt", most=7)
    left = text_of(analysis, why.a)
    x, y = sets_of(analysis, "f00/v0.txt", "f00/v1.txt")
    assert len(why.shared.texts) == 7
    assert why.shared.texts == tuple(left[s:e] for s, e in zip(why.shared.starts, why.shared.ends, strict=True))
    assert all(tuple(text.lower()) in x & y for text in why.shared.texts)
    assert all(tuple(text.lower()) in y - x for text in why.only_b.texts)
    assert np.all(np.diff(why.shared.starts) > 0)


def test_estimate_and_bands_are_those_of_the_signatures(analysis):
    why, result = explained(analysis, "f02/v0.txt", "f02/v1.txt"), analysis.result
    x, y = result.signatures.values[why.a], result.signatures.values[why.b]
    assert why.estimate == pytest.approx((x == y).mean())
    assert why.counted == 128
    met = [
        np.array_equal(x[t * why.rows : (t + 1) * why.rows], y[t * why.rows : (t + 1) * why.rows])
        for t in range(result.bands)
    ]
    assert why.collided.tolist() == met
    assert why.outcomes[0].collisions == sum(met)
    assert why.standard_error == pytest.approx((why.value * (1 - why.value) / 128) ** 0.5)
    assert why.error_sd == pytest.approx((why.estimate - why.value) / why.standard_error)


def test_bands_by_hand():
    # positions  1 1 1 | 1 0 1 | 1 1 1, and one that no band reads
    equal = np.array([1, 1, 1, 1, 0, 1, 1, 1, 1, 0], bool)
    assert collided_bands(equal, 3, 3).tolist() == [True, False, True]


def test_other_settings_are_judged_for_this_pair(analysis):
    why = explained(analysis, "f02/v0.txt", "f02/v1.txt", bandings=[Banding(128, 1), Banding(1, 128)])
    _, wide, narrow = why.outcomes
    j = why.value
    # one row of 128: 1 - (1 - J)^128; one band of 128 rows: J^128. Both times the chance to pass the check, near 1
    assert wide.chance == pytest.approx(1 - (1 - j) ** 128, abs=1e-4)
    assert narrow.chance == pytest.approx(j**128, rel=1e-3, abs=1e-12)
    assert wide.collisions == why.equal.sum()
    assert narrow.collisions == 0
    usual = explained(analysis, "f02/v0.txt", "f02/v1.txt").outcomes
    assert len({(o.bands, o.rows) for o in usual}) == len(usual) >= 4


def test_fingerprints_are_shown_bit_by_bit(analysis):
    why, result = explained(analysis, "f00/v0.txt", "f05/v1.txt"), analysis.result
    bits = why.fingerprint_bits()
    assert "".join(str(int(bit)) for bit in bits[0]) == f"{int(result.fingerprints[why.a]):064b}"
    assert why.hamming == (bits[0] != bits[1]).sum()


def test_a_found_pair_says_so(analysis):
    result = analysis.result
    why = explain_pair(result, analysis.reader, int(result.pairs.i[0]), int(result.pairs.j[0]))
    assert why.found
    assert why.verdict.startswith("Found: they meet in")
    assert f"{why.collided.sum()} of {result.bands} bands" in why.verdict
    whole = explain_pair(replace(result, bands=1, rows=1), analysis.reader, why.a, why.b)
    assert " of 1 band, " in whole.verdict or "in none of 1 band, " in whole.verdict


def test_every_reason_has_its_pair(analysis):
    result = analysis.result
    below = result.at_threshold
    assert below < len(result.pairs)
    checked = explain_pair(result, analysis.reader, int(result.pairs.i[below]), int(result.pairs.j[below]))
    assert checked.verdict.startswith("Checked, then left out")
    assert not checked.found
    assert explained(analysis, "f00/v0.txt", "mixed/é.txt").verdict.startswith("Never compared")
    assert explained(analysis, "short.txt", "twin/short.txt").verdict.startswith("Identical")
    assert explained(analysis, "short.txt", "empty.txt").verdict == ("Not a pair: there is no text in empty.txt.")
    strict = replace(
        result, pairs=result.pairs.first(0), at_threshold=0, recipe=result.recipe.replace(sketch_sigmas=0.0)
    )
    pair = explain_pair(strict, analysis.reader, int(result.pairs.i[-1]), int(result.pairs.j[-1]))
    dropped = replace(strict, floor=0.99, audit=replace(result.audit, needed=128))
    assert explain_pair(dropped, analysis.reader, pair.a, pair.b).verdict.startswith("Dropped unverified")
    partial = replace(strict, floor=0.0, partial=True)
    assert explain_pair(partial, analysis.reader, pair.a, pair.b).verdict.startswith("Not checked")
    assert "buckets so large" in explain_pair(replace(strict, floor=0.0), analysis.reader, pair.a, pair.b).verdict
    far = explained(analysis, "f00/v0.txt", "mixed/é.txt")
    scanned = replace(result, audit=replace(result.audit, scanned=True))
    verdict = explain_pair(scanned, analysis.reader, far.a, far.b).verdict
    assert verdict.startswith("Dropped unverified: they meet in none of")
    assert "all pairs of signatures were compared" in verdict
    rare = replace(scanned, audit=replace(scanned.audit, rare=True))
    verdict = explain_pair(rare, analysis.reader, far.a, far.b).verdict
    assert re.fullmatch(
        "Left out: they meet in none of 32 bands, but all pairs that share a rare shingle, as any within the limit "
        "must, were compared by their signatures, and the exact value 0.[0-9]+ is below 0.[0-9]+\\.",
        verdict,
    )


def test_boilerplate_and_bags_count_as_the_run_counts_them(tmp_path):
    (tmp_path / "a.txt").write_text("same head " + "one two three " * 3)
    (tmp_path / "b.txt").write_text("same head " + "one two three four")
    for number in range(6):
        (tmp_path / f"other{number}.txt").write_text(f"same head and number {number} of them")
    for recipe in (
        Recipe(shingle_kind="word", shingle_size=1, threshold=0.1, bag=True),
        Recipe(shingle_kind="word", shingle_size=1, threshold=0.1, boilerplate=0.5),
    ):
        analysis = Analysis([os.fsencode(tmp_path)], workers=1)
        result = analysis.run(recipe, Progress())
        why = explain_pair(result, analysis.reader, 0, 1)
        assert why.value == pytest.approx(analysis.exact_jaccard(np.array([0], np.int32), np.array([1], np.int32))[0])
        assert ("same" in why.shared.texts) == recipe.bag
        analysis.close()


def test_containment_is_explained_by_the_exact_join_that_found_it(tmp_path):
    whole = " ".join(f"word{number}" for number in range(60))
    (tmp_path / "part.txt").write_text(whole[:200])
    (tmp_path / "some.txt").write_text(whole[:100] + " ".join(f"other{number}" for number in range(12)))
    (tmp_path / "whole.txt").write_text(whole)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        result = analysis.run(Recipe(measure="containment", threshold=0.8), Progress())
        found, left_out = (explained(analysis, name, "whole.txt") for name in ("part.txt", "some.txt"))
        unpaired = replace(result, pairs=result.pairs.first(0), at_threshold=0)
        lost, apart = (
            explain_pair(one, analysis.reader, found.a, found.b) for one in (replace(unpaired, partial=True), unpaired)
        )
    assert found.found
    assert found.verdict == "Found by an exact join: the exact containment 1.000 reaches the threshold 0.80."
    assert left_out.value < 0.8
    assert left_out.verdict.startswith(
        f"Left out by an exact join: the exact containment {left_out.value:.3f} is below"
    )
    assert "the run was stopped before the exact join had come to this pair" in lost.verdict
    assert apart.verdict.startswith("Not among the pairs that this run was about, though the exact containment 1.000")
    assert not any("band" in pair.verdict for pair in (found, left_out, lost, apart))


def test_the_cosine_is_explained_in_its_own_units(folder):
    analysis = Analysis([os.fsencode(folder)], workers=1)
    result = analysis.run(Recipe(measure="cosine", scheme="hyperplane", threshold=0.6), Progress())
    p = result.pairs
    why = explain_pair(result, analysis.reader, int(p.i[0]), int(p.j[0]))
    assert why.value == pytest.approx(p.ranking[0])
    assert why.estimate == pytest.approx(p.estimate[0])
    assert why.error_sd == pytest.approx(p.error_sd[0])
    assert why.found
    analysis.close()


@pytest.mark.parametrize("scheme", ["one-pass", "first-rows"])
def test_what_short_documents_can_expect_of_schemes_with_gaps_is_told_by_their_size(tmp_path, scheme):
    # so few shingles leave most positions without a value: J^r would promise what such a band cannot keep
    (tmp_path / "a.txt").write_text("a short text of few words")
    (tmp_path / "b.txt").write_text("a short text of few word")
    (tmp_path / "long.txt").write_text(" ".join(str(n * n) for n in range(3000)))
    recipe = Recipe(threshold=0.6, shingle_size=3, scheme=scheme, bands=25, rows=5)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        why = explain_pair(analysis.run(recipe, Progress()), analysis.reader, 0, 1)
    union = why.shared.count + why.only_a.count + why.only_b.count
    assert (why.shared.count, union) == (22, 23)
    pair = KnownPair(family_of(recipe), 22, union)
    assert why.outcomes[0].chance == pytest.approx(pair.candidate_probability(25, 5))
    assert why.outcomes[0].chance < 1 - (1 - why.value**5) ** 25
    assert why.standard_error == pytest.approx(pair.standard_error())
    assert why.needed == 0  # the run checks no numbers of positions where some have no value
    assert why.counted < 128
    # over many seeds the pair meets as often as said
    met = 0
    for seed in range(300):
        family = family_of(recipe.replace(seed=seed))
        a, b = (family.sign(ShingleSets.from_lists([ids])) for ids in (range(22), range(23)))
        met += int(bands_met(a, b, 5)[0][0] > 0)
    assert_frequency(met, 300, pair.candidate_probability(25, 5))


def test_near_misses_have_one_end_in_the_cluster(analysis):
    result = analysis.result
    seen = 0
    for cluster in range(len(result.clusters)):
        members = set(result.clusters.members(cluster).tolist())
        wanted = [
            (p, s)
            for p, (a, b, s) in enumerate(zip(result.pairs.i, result.pairs.j, result.pairs.jaccard, strict=True))
            if (a in members) != (b in members)
        ]
        misses = near_misses(result, cluster)
        assert list(zip(misses.pairs, misses.similarity, strict=True)) == wanted
        assert all(row in members for row in misses.inside)
        assert not any(row in members for row in misses.outside)
        seen += len(wanted)
    assert seen
