"""Documents are cut in the lab as their run cut them: the same boilerplate is left out, the same values come out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from simexplorer.lab.bands import BandSettings, band_steps
from simexplorer.lab.bbit_trade import BBitSettings, bbit_trade
from simexplorer.lab.cutting import Cutting, joined
from simexplorer.lab.distances import compare
from simexplorer.lab.examples import SMALL_SETS
from simexplorer.lab.fingerprint_tables import text_fingerprints
from simexplorer.lab.joins import join_walk
from simexplorer.lab.material import LabCollection, LabText
from simexplorer.lab.measure_list import cut
from simexplorer.lab.minhashing import MinhashSettings, minhash_steps
from simexplorer.lab.shingling import CutSettings, shingling
from simexplorer.lab.whole_way import whole_way
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.explaining import explain_pair
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from tests.texts import text_of

NOTICE = "this notice stands at the head of every file of the collection and says nothing about it"
TEXTS = ["the quick brown fox jumps over the lazy dog", "the quick brown fox jumps over the lazy cat"]
TEXTS += [f"{word} {word[::-1]} {word * 2}" for word in ("oxen", "mules", "horses", "donkeys", "camels", "llamas")]
RECIPE = Recipe(shingle_size=4, threshold=0.3, boilerplate=0.5)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Result, Analysis]]:
    """Eight documents with one notice in all of them, two of them alike."""
    folder: Path = tmp_path_factory.mktemp("noticed")
    for place, text in enumerate(TEXTS):
        (folder / f"{place}.txt").write_text(f"{NOTICE} {text}")
    with closing(Analysis([bytes(folder)], workers=1)) as analysis:
        yield analysis.run(RECIPE, Progress()), analysis


def test_shingles_of_several_texts_are_joined_and_bounds_say_whose_they_are() -> None:
    cuts = [Cutting(Recipe(shingle_size=2)).cut(text) for text in ("abcd", "", "bcd")]
    a, b = cuts[0].ids, cuts[2].ids
    for most, wanted, bounds in ((None, [*a, *b], [0, 3, 3, 5]), (1, [a[0], b[0]], [0, 1, 1, 2])):
        ids, ends = joined(cuts, most)
        assert (ids.tolist(), ends.tolist()) == (wanted, bounds)
    assert [part.tolist() for part in joined([])] == [[], [0]]


def test_every_page_comes_to_the_value_of_the_run(run: tuple[Result, Analysis]) -> None:
    result, analysis = run
    wanted = explain_pair(result, analysis.reader, 0, 1, most=5).value
    collection = LabCollection.of(result, analysis.reader.left_out)
    cutting, texts = collection.cutting, tuple(LabText(str(row), text_of(analysis, row)) for row in (0, 1))
    a, b = (text.text for text in texts)
    assert whole_way(*texts, Cutting(RECIPE), BandSettings()).exact != wanted
    assert whole_way(*texts, cutting, BandSettings()).exact == wanted
    assert band_steps(0, texts, BandSettings(), collection).exact[0] == wanted
    assert minhash_steps(SMALL_SETS[0], texts, MinhashSettings(), cutting).pairs.exact[0] == wanted
    assert bbit_trade(texts, BBitSettings(length=8, budget=8), cutting).exact == wanted
    assert join_walk((a, b), cutting, 0.3).similarity[1, 0] == wanted
    assert compare(cut((a, b), cutting)).values[0] == wanted
    settings = CutSettings(size=RECIPE.shingle_size, normalise=RECIPE.normalise, base=cutting)
    found = shingling(a, b, settings)
    assert found.likeness.jaccard[0] == found.sets_by_size.jaccard[RECIPE.shingle_size - 1] == wanted
    assert "noti" not in {found.a.shingle(number) for number in found.a.distinct.tolist()}


def test_fingerprints_are_those_of_the_run_whatever_the_seed(run: tuple[Result, Analysis]) -> None:
    result, analysis = run
    texts = [text_of(analysis, row) for row in range(len(TEXTS))]
    cutting = LabCollection.of(result, analysis.reader.left_out).cutting
    assert np.array_equal(text_fingerprints(texts, cutting.replace(seed=7))[0], result.fingerprints)
    assert np.array_equal(cut(texts, cutting).fingerprints, result.fingerprints)


def test_what_is_left_out_is_known_only_where_texts_are_cut_as_in_the_run() -> None:
    cutting = Cutting(RECIPE, np.array([3], np.uint64))
    kept = cutting.replace(bag=True, normalise=RECIPE.normalise[::-1], seed=9)
    assert kept.left_out is cutting.left_out
    for change in ({"shingle_size": 5}, {"shingle_kind": "word"}, {"normalise": ("nfc",)}, {"stemming": True}):
        assert cutting.replace(language="en").replace(**change).left_out is None
    assert cutting.same_as(Cutting(RECIPE.replace(threshold=0.9), np.array([3], np.uint64)))
    assert not cutting.same_as(Cutting(RECIPE, np.array([4], np.uint64)))
    assert not cutting.same_as(Cutting(RECIPE))
