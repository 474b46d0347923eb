"""The arithmetic of a forecast, figure by figure, from what is known of a sample."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.features.sets import SparseVectors
from simexplorer.offsets import offsets_of
from simexplorer.pipeline import forecasting
from simexplorer.pipeline.forecasting import Forecast, forecast
from simexplorer.pipeline.measure_scale import MeasureScale, containment_of_jaccard
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sampling import Sample
from simexplorer.search.scurve import ExpectedCounts
from simexplorer.search.tuning import Banding

RECIPE = Recipe(hashes=100, seed=1)  # of FSS: four bytes a value
MIB = 1 << 20
TEXTS = ("a text of one sort, and no other", "a text of one sort, and no more", "", "quite something else", "its")


def sample_of(*texts: str, **fields: Any) -> Sample:
    """Of four files of 1,000 bytes, one of which needs a parser; a byte takes 2 or 50 ns to read."""
    data = np.frombuffer("".join(texts).encode() + bytes(128), np.uint8).copy()
    offsets = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    sizes = np.diff(offsets)
    made = Sample(
        format=np.zeros(sizes.size, np.uint8), size=sizes, characters=sizes, data=data, offsets=offsets, files=4,
        total_bytes=4_000, parsed_bytes=1_000, containers=0, longest=np.zeros(0, np.int64),
        seconds_per_byte=(2e-9, 50e-9),
    )  # fmt: skip
    return replace(made, **fields)


def looked_at(
    documents: int = 4,
    similar: Any = (0.5,),
    shingles: float = 50.0,
    seconds: float = 0.0,
    steps: int = 0,
    texts: int | None = None,
) -> Any:
    different = documents if texts is None else texts
    return forecasting._Looked(documents, different, np.array(similar, np.float64), shingles, seconds, steps)


def told(
    monkeypatch: pytest.MonkeyPatch,
    sample: Sample,
    recipe: Recipe,
    looked: Any,
    workers: int | None = 2,
    **counts: float,
) -> Forecast:
    """The forecast where the sample was looked at so and bands do so."""
    expected = ExpectedCounts(**{"similar": 0.0, "found": 0.0, "false_candidates": 0.0, "missed": 0.0, **counts})

    def look(seen: Sample, by: Recipe) -> Any:
        assert (seen, by) == (sample, recipe)
        return looked

    def count(by: Recipe, histogram: Any, at_one: float) -> tuple[Banding, ExpectedCounts]:
        assert (by, histogram.shape, at_one <= histogram[-1]) == (recipe, (100,), True)
        return Banding(20, 5, "a note"), expected

    with monkeypatch.context() as patched:
        patched.setattr(forecasting, "_looked", look)
        patched.setattr(forecasting, "_counts", count)
        patched.setattr(forecasting, "physical_memory", lambda: 1 << 40)
        return forecast(sample, recipe, workers)


def test_reading_takes_what_plain_and_parsed_bytes_take_and_signing_all_of_them() -> None:
    # 3,000 plain x 2 ns + 1,000 parsed x 50 ns + 4,000 signed x 10 ns = 6 + 50 + 40 us
    assert forecasting._seconds_of_reading(sample_of("x"), 10e-9) == pytest.approx(96e-6)


def test_pairs_take_what_their_bands_comparing_and_verifying_take() -> None:
    looked = looked_at(shingles=50.0)
    pairs = forecasting._seconds_of_pairs
    # bands: 1,000 x 100/5 x 60 ns = 1.2 ms; 1,000 candidates x 40 ns = 40 us; none verified
    assert pairs(RECIPE, looked, 1000.0, 1000.0, 0.0) == pytest.approx(1.2e-3 + 40e-6)
    # of a million candidates not 40 ms: all 500,000 pairs are compared in turn, at 3 ns = 1.5 ms
    assert pairs(RECIPE, looked, 1000.0, 1e6, 0.0) == pytest.approx(1.2e-3 + 1.5e-3)
    # 10 verified x 100 ns = 1 us, and 20 documents of 50 shingles x 5 ns packed = 5 us
    assert pairs(RECIPE, looked, 1000.0, 0.0, 10.0) == pytest.approx(1.2e-3 + 1e-6 + 5e-6)
    # of 5,000 pairs no more than all 1,000 documents are packed: 500 us + 250 us
    assert pairs(RECIPE, looked, 1000.0, 0.0, 5000.0) == pytest.approx(1.2e-3 + 500e-6 + 250e-6)
    # by a measure of vectors cut and weighed again, at 80 ns a shingle: 80 us
    vectors = RECIPE.replace(measure="cosine", scheme="hyperplane")
    assert pairs(vectors, looked, 1000.0, 0.0, 10.0) == pytest.approx(1.2e-3 + 1e-6 + 80e-6)
    # more candidates than are ever checked cost no more: 5e9 x 40 ns = 200 s
    assert pairs(RECIPE, looked, 1e9, 1e12, 0.0) == pytest.approx(1e9 * 20 * 60e-9 + 200.0)


def test_a_forecast_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = sample_of(*"abcd", size=np.array([100, 100, 100, 100]))
    # the sample of 400 bytes was signed in 8 us: 20 ns a byte
    found = told(monkeypatch, sample, RECIPE, looked_at(seconds=8e-6), similar=3.0, false_candidates=7.0)
    # 3,000 x 2 ns + 1,000 x 50 ns + 4,000 x 20 ns = 136 us on one core
    assert found.reading == pytest.approx(68e-6)
    assert (found.pairs, found.candidates, found.seen, found.copies) == (3.0, 7.0, 0, 0.0)
    # verified: 3 + a tenth of 7 = 3.7; they are read again, which takes half of reading
    verified = 4 * 20 * 60e-9 + min(7 * 40e-9, 8 * 3e-9) + 3.7 * 100e-9 + 4 * 50 * 5e-9
    assert found.seconds == pytest.approx(1.5 * 68e-6 + verified / 2)
    assert found.memory == int(4 * (400 + 200) + 3.7 * 60) + 50 * MIB + 2 * 16 * MIB
    assert found.saved == 4 * 600 + 3 * 60
    # texts of 4 bytes came of 400: so little of what is parsed goes to the disk
    assert found.disk == 10
    assert found.histogram[50] == 6.0
    assert found.histogram.sum() == 6.0
    assert (found.at_one, found.random_similarity) == (0.0, 0.5)
    assert found.warnings == ("a note",)
    none = told(monkeypatch, sample, RECIPE, looked_at(seconds=8e-6))
    assert none.seconds == pytest.approx(68e-6 + 4 * 20 * 60e-9 / 2), "nothing is verified, and nothing read again"


def test_what_of_the_sample_was_read_is_scaled_to_all_of_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = sample_of(*"abcde", files=1000, size=np.full(5, 100))
    # 3 of 5 held anything: 600 of 1,000 do
    found = told(monkeypatch, sample, RECIPE, looked_at(3, similar=[0.1, 0.2, 0.3]))
    assert found.histogram.sum() == pytest.approx(600 * 599 / 2)
    assert found.saved == 600 * 600
    # what is longer than is read at all takes the time of what is read: 5 x 40 bytes
    cut = told(monkeypatch, sample, RECIPE.replace(max_bytes=40), looked_at(3, seconds=2e-6))
    assert cut.reading == pytest.approx((6e-6 + 50e-6 + 4_000 * 1e-8) / 2)
    nothing = told(monkeypatch, sample_of(files=7), RECIPE, looked_at(0, similar=[], shingles=0.0))
    assert nothing.histogram.sum() == nothing.random_similarity == nothing.disk == 0.0
    assert nothing.saved == 7 * 600


@pytest.mark.parametrize(
    ("fields", "row"),
    [
        ({}, 400 + 2 * 100),
        ({"scheme": "minhash"}, 400 + 8 * 100),
        ({"measure": "cosine", "scheme": "simhash", "simhash_bits": 64}, 400 + 64),
        ({"measure": "cosine", "scheme": "hyperplane"}, 400 + 100),
        ({"measure": "hamming", "scheme": "bit-sampling"}, 400 + 100),
        ({"measure": "euclidean", "scheme": "random-lines"}, 400 + 8 * 100),
    ],
)
def test_a_document_takes_its_signature_and_400_bytes(
    monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any], row: int
) -> None:
    assert told(monkeypatch, sample_of(*"abcd"), RECIPE.replace(**fields), looked_at()).saved == 4 * row


def test_exact_joins_hold_all_shingles_and_no_more_pairs_are_held_than_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contained = RECIPE.replace(measure="containment")
    usual, joined = (
        told(monkeypatch, sample_of(*"abcd"), recipe, looked_at()).memory for recipe in (RECIPE, contained)
    )
    assert joined - usual == 4 * 50 * 20
    few, many = (told(monkeypatch, sample_of(*"abcd"), RECIPE, looked_at(), similar=count) for count in (0.0, 1e9))
    assert many.memory - few.memory == 20_000_000 * 60


def test_there_is_a_worker_a_core_but_no_more_than_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, workers in ((None, 1), (3, 3), (32, 8)):
        monkeypatch.setattr(forecasting.os, "cpu_count", lambda cores=cores: cores)
        usual, asked = (
            told(monkeypatch, sample_of(*"abcd"), RECIPE, looked_at(), wanted) for wanted in (None, workers)
        )
        assert usual.memory == asked.memory
        assert usual.reading == asked.reading


def test_long_texts_add_to_the_memory_and_what_grows_in_parsing_to_no_more_than_its_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample = sample_of(*"abcd")
    usual = told(monkeypatch, sample, RECIPE, looked_at()).memory
    long = told(monkeypatch, replace(sample, longest=np.array([1 << 20] * 2)), RECIPE, looked_at()).memory
    assert long - usual == forecasting._of_long_texts(replace(sample, longest=np.array([1 << 20] * 2)), RECIPE, 2) > MIB
    grown = told(monkeypatch, sample_of("a text of ten", size=np.array([5])), RECIPE, looked_at(1))
    assert grown.disk == 1_000


def test_copies_are_compared_with_none_and_counted_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    # of 4 documents 3 different texts: of 1,000 files 750, which have 750 x 749 / 2 pairs, and 250 copies
    sample = sample_of(*"abca", files=1000)
    found = told(monkeypatch, sample, RECIPE, looked_at(4, [0.1, 0.9, 1.0], texts=3))
    assert (found.copies, found.seen) == (250.0, 2)
    assert found.histogram.sum() == pytest.approx(750 * 749 / 2)
    assert found.saved == 1000 * 600, "copies have a row as others do"


def test_the_same_licence_in_every_second_folder_is_no_reason_for_a_higher_threshold() -> None:
    """700 of 1,400 files say the same: of their 244,650 pairs none is compared."""
    texts = [f"w{text} " * 3 + f"of {text} its own" for text in range(20)]
    texts += [
        "The same licence, in capitals or not" if text % 2 else "the same LICENCE, in capitals or not"
        for text in range(20)
    ]
    found = forecast(sample_of(*texts, files=1400), RECIPE.replace(shingle_size=5))
    assert (found.pairs, found.seen) == (0.0, 0)
    assert found.copies == pytest.approx(1400 * 19 / 40)
    assert found.candidates < 1400
    assert found.histogram.sum() == pytest.approx(735 * 734 / 2)
    assert found.random_similarity < 0.2
    assert found.warnings == ()


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=30), st.integers(2, 10_000))
def test_every_pair_of_the_collection_is_somewhere(similar: list[float], documents: int) -> None:
    counts, at_one, mean = forecasting._histogram(looked_at(similar=similar), float(documents))
    assert counts.sum() == pytest.approx(documents * (documents - 1) / 2)
    assert at_one == pytest.approx(documents * (documents - 1) / 2 * similar.count(1.0) / len(similar))
    assert mean == pytest.approx(np.mean(similar))


def test_pairs_of_the_sample_stand_for_as_many_of_the_collection_by_hand() -> None:
    # 10 documents have 45 pairs, 15 for each of the three
    counts, at_one, mean = forecasting._histogram(looked_at(similar=[0.052, 0.058, 1.0]), 10.0)
    assert {place: counts[place] for place in np.flatnonzero(counts)} == {5: 30.0, 99: 15.0}
    assert (at_one, mean) == (15.0, pytest.approx(1.11 / 3))
    shares, at_one, _ = forecasting._histogram(looked_at(similar=[0.0, 0.0, 1.0], steps=100), 10.0)
    assert (shares[99], at_one, shares.sum()) == (15.0, 15.0, pytest.approx(45.0))


def test_random_texts_are_as_far_apart_as_the_mean_of_their_distances() -> None:
    scale = MeasureScale.of(Recipe(measure="euclidean", scheme="random-lines", max_distance=5.0))
    apart = np.array([1.0, 2.0, 9.0])
    *_, mean = forecasting._histogram(looked_at(similar=scale.similarity(apart)), 3.0, scale)
    assert float(scale.value(mean)) == pytest.approx(4.0)


def test_long_texts_take_a_worker_each_and_every_second_is_compared_by_hand() -> None:
    sample = sample_of("x", longest=np.array([1000, 800, 600, 400, 200]))
    # two read: (1,000 + 800) x 1.5; the second and the fourth are compared with those before: 1,200 x 40
    assert forecasting._of_long_texts(sample, RECIPE, 2) == 2_700 + 48_000
    assert forecasting._of_long_texts(sample, RECIPE.replace(shingle_kind="word"), 1) == 1_500 + 12 * 800
    assert forecasting._of_long_texts(sample, RECIPE.replace(shingle_kind="item"), 2) == 2_700
    assert forecasting._of_long_texts(sample, RECIPE.replace(max_bytes=500), 1) == 750 + 40 * 500


def test_a_sample_is_looked_at_pair_by_pair() -> None:
    sample, recipe = sample_of(*TEXTS), RECIPE.replace(shingle_size=3)
    looked = forecasting._looked(sample, recipe)
    counts = [len(text) - 2 for text in TEXTS if text]
    assert (looked.documents, looked.texts, looked.shingles, looked.steps) == (4, 4, np.mean(counts), 512)
    assert looked.similar[0] > 0.7 > 0.2 > looked.similar[1:].max(), "the first two are alike"
    assert looked.seconds > 0.0
    contained = forecasting._looked(sample, recipe.replace(measure="containment"))
    sets = [len({text[at : at + 3] for at in range(len(text) - 2)}) for text in TEXTS if text]
    i, j = np.triu_indices(4, 1)
    wanted = containment_of_jaccard(looked.similar, np.array(sets)[i], np.array(sets)[j])
    np.testing.assert_allclose(contained.similar, wanted)
    assert (contained.shingles, contained.steps) == (looked.shingles, 0)
    for fields in ({}, {"measure": "containment"}, {"measure": "cosine", "scheme": "hyperplane"}):
        by = recipe.replace(**fields)
        once, again = (forecasting._looked(sample_of(*texts), by) for texts in (TEXTS, (*TEXTS, TEXTS[0].upper())))
        assert (again.documents, again.texts) == (5, 4), by.measure
        np.testing.assert_allclose(again.similar, once.similar, err_msg=by.measure)
    nothing = forecasting._looked(sample_of("", ""), recipe)
    assert (nothing.documents, nothing.shingles, nothing.similar.size) == (0, 0.0, 0)


@pytest.mark.parametrize(("weights", "times"), [("tf", 1.0), ("tfidf", 2.0)])
def test_vectors_are_cut_once_more_where_they_are_weighed_by_rarity(
    monkeypatch: pytest.MonkeyPatch, weights: str, times: float
) -> None:
    recipe = RECIPE.replace(measure="cosine", scheme="hyperplane", shingle_size=3, weights=weights)
    sample, signed = sample_of(*TEXTS), forecasting._signed
    monkeypatch.setattr(forecasting, "_signed", lambda *both: (*signed(*both)[:3], 3.0))
    monkeypatch.setattr(forecasting, "_scheme_seconds", lambda vectors, by: 0.5 if by is recipe and len(vectors) else 0)
    looked = forecasting._looked(sample, recipe)
    assert (looked.documents, looked.steps, looked.seconds) == (4, 0, 3.0 * times + 0.5)
    assert looked.shingles == np.mean([len(text) - 2 for text in TEXTS if text])
    assert looked.similar.size == 6
    assert looked.similar.argmax() == 0


def test_what_a_scheme_takes_is_told_by_the_first_vectors_and_scaled_by_their_shingles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 120,000 shingles, 10,000 a vector, the first 60,000 are signed: those that hold 50,000 and a vector more."""
    sizes, signed, clock = np.full(12, 10_000), list[int](), [0.0]
    vectors = SparseVectors(offsets_of(sizes), np.arange(120_000, dtype=np.uint64), np.ones(120_000, np.float32))

    class Scheme:
        def sign(self, some: SparseVectors) -> None:
            signed.append(len(some))
            assert some.ids.size == some.weights.size == some.offsets[-1]
            clock[0] += some.ids.size * 1e-6

    monkeypatch.setattr(forecasting, "family_of", lambda _: Scheme())
    monkeypatch.setattr(forecasting.time, "perf_counter", lambda: clock[0])
    assert forecasting._scheme_seconds(vectors, RECIPE) == pytest.approx(0.12)
    assert signed == [1, 6], "what must be compiled is, before the clock is looked at"
    signed.clear()
    few = SparseVectors(vectors.offsets[:3], vectors.ids[:20_000], vectors.weights[:20_000])
    assert forecasting._scheme_seconds(few, RECIPE) == pytest.approx(0.02)
    assert signed == [1, 2]


def test_contained_pairs_are_those_at_the_limit_and_all_of_them_are_found() -> None:
    histogram = np.zeros(100)
    histogram[[50, 79, 85, 99]] = 7.0, 1.0, 2.0, 3.0
    banding, counts = forecasting._counts(RECIPE.replace(measure="containment", threshold=0.8), histogram, 1.0)
    assert banding is None
    assert (counts.similar, counts.found) == (pytest.approx(5.0), pytest.approx(5.0))
    assert (counts.false_candidates, counts.missed) == (0.0, 0.0)
    banding, counts = forecasting._counts(RECIPE.replace(bands=20, rows=5), histogram, 1.0)
    assert (banding.bands, banding.rows) == (20, 5) if banding else False
    assert counts.similar == pytest.approx(5.0)
    assert 0.0 < counts.missed < 0.01
