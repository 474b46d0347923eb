"""What a sample speaks for, what the run will cost, and which settings are warned of."""

from __future__ import annotations

import os
import random
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import Cancelled
from simexplorer.features.sets import SparseVectors
from simexplorer.features.texts import TextCutter
from simexplorer.pipeline import sampling
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.exact_values import exact_values
from simexplorer.pipeline.forecasting import forecast
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import cut_params
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sample_likeness import similarities_of, vectors_of
from simexplorer.pipeline.sampling import draw_sample, profile
from simexplorer.pipeline.suggesting import PRESETS, preset, suggest
from simexplorer.search import measures
from tests.pipeline.collection import found_pairs

MAIL = "From: ann@example.org\nTo: bob@example.org\nSubject: boats\nDate: Mon, 1 Jan 2024\n\nThe boat leaves at nine.\n"
CODE = "def area(w, h):\n    return w * h\n\nfor i in range(3):\n    print(area(i, i))\nimport os\n"
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. " * 10
CHINESE = "今天天气很好,我们一起去公园散步。" * 10


@pytest.fixture(autouse=True)
def time_enough(monkeypatch):
    """To read a sample all the same where kernels are compiled first."""
    monkeypatch.setattr(sampling, "MOST_SECONDS", 600.0)


def write(folder, texts, ending="txt"):
    for number, text in enumerate(texts):
        (folder / f"{number:04}.{ending}").write_text(text, "utf-8")


def suggested(folder):
    return suggest(profile(draw_sample([os.fsencode(folder)], Recipe(), Progress())))


def prose(characters, seed):
    rng = random.Random(seed)
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(characters // 6)]
    return " ".join(words)[:characters]


@pytest.mark.parametrize(
    ("text", "ending", "name"),
    [
        (lambda n: MAIL + prose(300, n), "txt", "mail"),
        (lambda n: "Subject: x\nFrom: a@b.c\nTo: d@e.f\n\n" + prose(300, n), "eml", "mail"),
        (lambda n: prose(500, n), "txt", "mail"),
        (lambda n: prose(20_000, n), "txt", "articles"),
        (lambda n: prose(200_000, n), "txt", "books"),
        (lambda n: CODE * 5, "py", "code"),
        (lambda n: CODE * 5, "txt", "code"),
        (lambda n: CHINESE, "txt", "cjk"),
        (lambda n: KOREAN, "txt", "cjk"),
        (lambda n: f"<html><body><p>{prose(4000, n)}</p></body></html>", "html", "web"),
    ],
    ids=[
        "mail by its look",
        "mail by its name",
        "notes",
        "articles",
        "books",
        "python",
        "code as text",
        "chinese",
        "korean",
        "web",
    ],
)
def test_the_sample_speaks_for_the_right_preset(tmp_path, text, ending, name):
    write(tmp_path, [text(n) for n in range(9)], ending)
    answer = suggested(tmp_path)
    assert answer.preset.name == name
    assert answer.because.startswith("Of 9 documents with text: ")


@pytest.mark.parametrize(("characters", "name"), [(500, "mail"), (20_000, "articles"), (200_000, "books")])
def test_of_one_document_the_length_is_told_and_not_that_of_half_of_them(tmp_path, characters, name):
    write(tmp_path, [prose(characters, 1)])
    length = len((tmp_path / "0000.txt").read_text())
    answer = suggested(tmp_path)
    assert answer.preset.name == name
    assert answer.because == f"Of 1 document with text: its text has {length:,} characters."


def test_tables_that_are_read_as_one_text_each_are_told_of_with_their_rows(tmp_path):
    def table(number):
        return "id,title\n" + "\n".join(f"{row},{prose(60, 100 * number + row)}" for row in range(99))

    write(tmp_path, [table(1)], "csv")
    assert suggested(tmp_path).because.endswith(" It is a table: each row can be a document of its own.")
    (tmp_path / "notes.txt").write_text(prose(5_000, 1))
    assert "table" not in suggested(tmp_path).because  # half of the sample are none
    write(tmp_path, [table(1), table(2), table(3)], "csv")
    assert suggested(tmp_path).because.endswith("75 % of the sample are tables: each row can be a document of its own.")
    rows = draw_sample([os.fsencode(tmp_path)], Recipe(text_column="title"), Progress())
    assert profile(rows).tables == 0.0


def test_a_folder_without_text_gets_the_usual_settings(tmp_path):
    (tmp_path / "empty.txt").write_text("")
    assert suggested(tmp_path).preset.name == "articles"


def test_every_preset_makes_a_recipe_and_says_why():
    assert len({one.name for one in PRESETS}) == len(PRESETS)
    for one in PRESETS:
        made = one.apply(Recipe(seed=7))
        assert made.seed == 7
        assert all(getattr(made, field) == value for field, value in one.changes)
        assert one.title
        assert one.reason.endswith(".")
    # the sources' advice: 5 for mail, 9 for articles
    assert preset("mail").apply(Recipe()).shingle_size == 5
    assert preset("articles").apply(Recipe()).shingle_size == 9


def test_the_sample_is_bounded_and_the_same_every_time(tmp_path, monkeypatch):
    write(tmp_path, [prose(1000, n) for n in range(60)])
    monkeypatch.setattr(sampling, "MOST_DOCUMENTS", 20)
    one, two = (draw_sample([os.fsencode(tmp_path)], Recipe(), Progress()) for _ in range(2))
    assert len(one) == 20
    assert one.files == 60
    np.testing.assert_array_equal(one.data, two.data)
    assert one.text(3) == two.text(3) != ""
    assert one.total_bytes == sum(path.stat().st_size for path in tmp_path.iterdir())
    monkeypatch.setattr(sampling, "MOST_BYTES", 3_500)
    assert len(draw_sample([os.fsencode(tmp_path)], Recipe(), Progress())) == 3


def test_sampling_stops_when_told_to(tmp_path):
    write(tmp_path, ["text"])
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        draw_sample([os.fsencode(tmp_path)], Recipe(), progress)


def test_pairs_of_equal_shingles_are_foretold_at_a_threshold_of_one(tmp_path):
    words = [[f"w{family}x{number}" for number in range(300)] for family in range(30)]
    write(tmp_path, [" ".join(order) for some in words for order in (some, some[::-1])])
    sample = draw_sample([os.fsencode(tmp_path)], Recipe(), Progress())
    for measure in ("jaccard", "containment"):
        told = forecast(sample, Recipe(threshold=1.0, shingle_kind="word", shingle_size=1, measure=measure), workers=1)
        assert told.at_one == pytest.approx(30.0)
        assert told.pairs == pytest.approx(30.0)
        assert told.candidates == pytest.approx(30.0, abs=0.01)


def exact_similarities_of(folder, recipe):
    """Of all pairs of the collection, by the measure in its own units, and the result."""
    with closing(Analysis([os.fsencode(folder)], workers=2)) as analysis:
        result = analysis.run(recipe, Progress())
        i, j = np.triu_indices(len(result.documents), 1)
        return exact_values(recipe, analysis.reader, i.astype(np.int32), j.astype(np.int32)), result


def test_texts_that_repeat_themselves_are_not_foretold_to_hold_others(tmp_path):
    rng = np.random.default_rng(6)
    texts = [list(rng.integers(0, 90, 40)) for _ in range(20)]
    texts += [list(rng.integers(0, 90, 60)) * 6 for _ in range(20)]  # 60 words, 360 with their repeats
    write(tmp_path, [" ".join(f"w{word}" for word in text) for text in texts])
    recipe = Recipe(measure="containment", threshold=0.5, shingle_kind="word", shingle_size=1)
    told = forecast(draw_sample([os.fsencode(tmp_path)], recipe, Progress()), recipe, workers=1)
    exact, result = exact_similarities_of(tmp_path, recipe)
    # 780 estimates from 512 positions, each off by 0.04 or less
    assert told.random_similarity == pytest.approx(exact.mean(), abs=0.02)
    assert told.pairs == pytest.approx(result.at_threshold, rel=0.35)
    # the run tells of the others from 128 positions
    below = np.arange(50)
    middle = (below + 0.5) / 100
    spread = result.audit.histogram[:50]
    assert spread @ middle / spread.sum() == pytest.approx(exact[exact < 0.5].mean(), abs=0.02)


def test_how_far_two_texts_are_apart_is_the_mean_of_their_distances(tmp_path):
    """Of texts of 10 and of 1,000 words of their own: sqrt(20), sqrt(1010) and sqrt(2000), 10, 25 and 10 times."""
    sizes = [10] * 5 + [1000] * 5
    write(tmp_path, [" ".join(f"w{text}x{word}" for word in range(size)) for text, size in enumerate(sizes)])
    recipe = Recipe(measure="euclidean", scheme="random-lines", max_distance=3.0, shingle_kind="word", shingle_size=1)
    told = forecast(draw_sample([os.fsencode(tmp_path)], recipe, Progress()), recipe, workers=1)
    mean = (10 * 20**0.5 + 25 * 1010**0.5 + 10 * 2000**0.5) / 45
    assert MeasureScale.of(recipe).value(told.random_similarity) == pytest.approx(mean, rel=0.03)


@pytest.mark.parametrize("bits", [2.0, 6.0])
def test_pairs_right_at_a_limit_of_bits_are_foretold(tmp_path, bits):
    rng = np.random.default_rng(8)
    texts = []
    for family in range(12):
        words = [f"w{family}x{word}" for word in range(200)]
        for version in range(4):
            texts.append(" ".join(np.delete(words, rng.choice(200, 3 * version, replace=False))))
    write(tmp_path, texts)
    recipe = Recipe(measure="hamming", scheme="bit-sampling", max_distance=bits, shingle_kind="word", shingle_size=1)
    told = forecast(draw_sample([os.fsencode(tmp_path)], recipe, Progress()), recipe, workers=1)
    exact, _ = exact_similarities_of(tmp_path, recipe)
    assert told.pairs == pytest.approx(np.count_nonzero(exact <= bits))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mixed")
    write(folder, [prose(1500, n // 2) + prose(100, n) for n in range(700)])
    return folder, draw_sample([os.fsencode(folder)], Recipe(), Progress())


def test_the_forecast_foresees_what_the_run_finds(mixed):
    folder, sample = mixed
    recipe = Recipe(threshold=0.5, shingle_size=5)
    expected = forecast(sample, recipe, workers=2)
    with closing(Analysis([os.fsencode(folder)], workers=2)) as analysis:
        result = analysis.run(recipe, Progress())
    # 400 of 700 documents hold 114 of 350 pairs on average: within a factor of two
    assert 0.5 < expected.pairs / result.at_threshold < 2
    assert 0.3 < expected.candidates / result.audit.candidates < 3
    assert expected.histogram.sum() == pytest.approx(700 * 699 / 2, rel=0.01)
    assert expected.memory > result.signatures.values.nbytes
    assert expected.seconds > expected.reading > 0
    assert expected.disk == 0


def test_sensible_settings_are_not_warned_of(mixed):
    assert forecast(mixed[1], Recipe()).warnings == ()


def test_settings_that_explode_are_warned_of(mixed):
    expected = forecast(mixed[1], Recipe(shingle_size=1, threshold=0.2))
    assert expected.random_similarity > 0.8
    assert "Take longer shingles or a higher threshold" in expected.warnings[0]
    assert "of 244,650 pairs" in expected.warnings[1]
    assert any("With 16 hashes" in words for words in forecast(mixed[1], Recipe(hashes=16)).warnings)


def test_a_handful_of_texts_says_nothing_of_what_is_usual(tmp_path):
    write(tmp_path, [prose(1500, 1)] * 9)
    few = draw_sample([os.fsencode(tmp_path)], Recipe(), Progress())
    assert len(few) == 9
    assert forecast(few, Recipe()).warnings == ()


def test_memory_that_is_not_there_is_warned_of(mixed, monkeypatch):
    monkeypatch.setattr("simexplorer.pipeline.forecasting.physical_memory", lambda: 10**8)
    assert "GB of memory" in forecast(mixed[1], Recipe()).warnings[0]


def test_archives_are_said_to_hold_more(tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("inside.txt", prose(300, 1))
    write(tmp_path, [prose(300, 2)])
    sample = draw_sample([os.fsencode(tmp_path)], Recipe(), Progress())
    assert sample.containers == 1
    assert "1 archive, mailbox or table holds documents" in forecast(sample, Recipe()).warnings[-1]


@pytest.mark.parametrize(("name", "start", "end"), [("a.jsonl", "", ""), ("a.csv", "text\n", ""), ("a.json", "[", "]")])
def test_tables_of_documents_are_said_to_hold_more(name, start, end, tmp_path):
    rows = [prose(50, seed) if name == "a.csv" else f'{{"text": "{prose(50, seed)}"}}' for seed in range(20)]
    (tmp_path / name).write_text(start + (",\n" if name == "a.json" else "\n").join(rows) + end)
    (tmp_path / "no-table.json").write_text('{"text": 1}')
    of_rows = Recipe(text_column="text")
    sample = draw_sample([os.fsencode(tmp_path)], of_rows, Progress())
    assert sample.containers == 1
    assert "1 archive, mailbox or table holds documents" in forecast(sample, of_rows).warnings[-1]
    assert draw_sample([os.fsencode(tmp_path)], Recipe(), Progress()).containers == 0


MEASURED = {
    "cosine": Recipe(measure="cosine", scheme="hyperplane", threshold=0.6, shingle_size=5),
    "tf-idf": Recipe(measure="cosine", scheme="simhash", threshold=0.5, shingle_size=5, weights="tfidf"),
    "hamming": Recipe(measure="hamming", scheme="bit-sampling", max_distance=14, shingle_size=5),
    "euclidean": Recipe(measure="euclidean", scheme="random-lines", max_distance=30, interval=50, shingle_size=5),
    "containment": Recipe(measure="containment", threshold=0.6, shingle_size=5),
}


@pytest.mark.parametrize("recipe", MEASURED.values(), ids=MEASURED)
def test_the_forecast_foresees_every_measure(mixed, recipe):
    folder, sample = mixed
    expected = forecast(sample, recipe, workers=2)
    with closing(Analysis([os.fsencode(folder)], workers=2)) as analysis:
        result = analysis.run(recipe, Progress())
    assert result.at_threshold > 100
    assert 0.4 < expected.pairs / result.at_threshold < 2.5
    assert 0.3 < expected.candidates / result.audit.candidates < 3
    assert expected.histogram.sum() == pytest.approx(700 * 699 / 2, rel=0.01)


def test_likeness_of_stand_ins_is_that_of_the_vectors(mixed):
    _, sample = mixed
    for name in ("cosine", "tf-idf", "euclidean"):
        recipe = MEASURED[name]
        vectors = vectors_of(sample, TextCutter(cut_params(recipe)), recipe)
        count = min(60, len(sample))  # a busy machine may have read fewer
        i, j = np.triu_indices(count, 1)
        measure = measures.euclidean_distance if name == "euclidean" else measures.cosine_similarity
        exact = MeasureScale.of(recipe).similarity(measure(vectors, i, j))
        end = vectors.offsets[count]
        few = SparseVectors(vectors.offsets[: count + 1], vectors.ids[:end], vectors.weights[:end])
        assert np.abs(similarities_of(few, recipe) - exact).max() < 0.06


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        (MEASURED["cosine"].replace(shingle_size=1, threshold=0.5), "already have a cosine of 0.9"),
        (MEASURED["hamming"].replace(max_distance=30), "bits apart, and the limit is 30 bits"),
        (MEASURED["euclidean"].replace(interval=1.0), "take a width of about 51"),
        (MEASURED["hamming"].replace(max_distance=30, hashes=16), "With 16 hashes"),
        (MEASURED["cosine"].replace(threshold=0.1, shingle_size=3), "pairs would have to be compared one by one"),
        (MEASURED["tf-idf"].replace(threshold=0.1, shingle_size=3, weights="tf"), "Take random hyperplanes with 256"),
        (MEASURED["euclidean"].replace(interval=0.1), "No choice of bands and rows finds a pair"),
    ],
)
def test_choices_of_a_measure_that_explode_are_warned_of(mixed, recipe, words):
    assert any(words in sentence for sentence in forecast(mixed[1], recipe).warnings)


def test_long_texts_that_may_be_alike_are_foreseen_in_memory(mixed):
    sample = mixed[1]

    def told(sizes, **fields):
        long = replace(sample, longest=np.append(np.array(sizes, np.int64), sample.longest))
        return forecast(long, Recipe(**fields), workers=2).memory

    usual, large = told([]), 64 << 20
    # measured of two texts of 64 MB: 2.8 GB with characters, 1.0 GB with words; a single one is compared with none
    assert 2.5e9 < told([large, large]) - usual < 3.2e9
    assert 0.8e9 < told([large, large], shingle_kind="word", shingle_size=3) - usual < 1.2e9
    assert told([large]) - usual < 0.2e9
    # the longest part that is read at all
    assert told([10 * large, 10 * large]) == told([large, large])


def test_forty_words_that_two_long_texts_share_are_found_by_the_preset_for_passages(tmp_path):
    texts = [prose(9_000, seed) for seed in range(12)]  # 1,400 words each
    shared = " ".join(texts[3].split()[700:740])
    half = len(texts[8]) // 2
    texts[8] = f"{texts[8][:half]} {shared.upper()}. {texts[8][half:]}"
    write(tmp_path, texts)
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as analysis:
        found = [analysis.run(preset(name).apply(Recipe()), Progress()) for name in ("articles", "passages")]
    assert [found_pairs(result).keys() for result in found] == [set(), {("0003.txt", "0008.txt")}]
    assert found[1].audit.predicted_recall == 1.0


def test_a_preset_brings_its_measure_and_leaves_the_scheme_of_whoever_has_it_already() -> None:
    changes = dict(preset("mail").changes)
    bits = Recipe(measure="hamming", scheme="bit-sampling", max_distance=5.0, bands=4, rows=8, seed=7)
    assert preset("mail").apply(bits) == Recipe(seed=7, **changes)
    minima = Recipe(scheme="minhash", bands=16, rows=8)
    assert preset("mail").apply(minima) == minima.replace(**changes)
