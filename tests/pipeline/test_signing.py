"""Signing piece by piece, unsorted and with repeats, is signing whole sets and vectors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.corpus import Corpus
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import sign_corpus
from simexplorer.signatures.simhash import text_fingerprints
from simexplorer.signatures.text_signer import SignedBefore, SignedTexts

HEADER = "All rights reserved, all of them, reserved for all. "


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    folder, rng = tmp_path_factory.mktemp("signing"), np.random.default_rng(4)
    for number, words in enumerate((0, 1, 5, 40, 300, 3_000, 12_000)):
        body = " ".join(f"w{word}" for word in rng.integers(0, 200, words))
        (folder / f"{number}.txt").write_text(HEADER * (number < 6) + body if words else "")
    with closing(Corpus.open([os.fsencode(folder)], read_options(Recipe()))) as opened:
        yield opened


@pytest.mark.parametrize(
    "changes",
    [
        {"bag": True},
        {"boilerplate": 0.5},
        {"boilerplate": 0.5, "bag": True},
        {"scheme": "minhash"},
        {"scheme": "minhash", "boilerplate": 0.5},
        {"scheme": "one-pass", "bag": True},
        {"measure": "cosine", "scheme": "simhash"},
        {"measure": "cosine", "scheme": "simhash", "weights": "binary"},
        {"measure": "cosine", "scheme": "simhash", "weights": "tfidf", "boilerplate": 0.5},
        {"measure": "cosine", "scheme": "hyperplane", "hashes": 8, "weights": "tfidf"},
    ],
    ids=str,
)
def test_signatures_are_those_of_whole_sets_and_vectors(corpus: Corpus, changes: dict[str, object]) -> None:
    recipe = Recipe(shingle_size=5).replace(**changes)
    reader, engine = Reader(corpus, recipe), Engine(2)
    signed = sign_corpus(reader, engine, Progress())
    engine.close()
    rows = np.arange(len(corpus))
    documents = reader.sets(rows) if recipe.measure == "jaccard" else reader.vectors(rows)
    assert signed.complete
    assert (len(reader.left_out) > 0) == (recipe.boilerplate < 1.0)
    np.testing.assert_array_equal(signed.texts.values, signed.family.sign(documents).values)
    np.testing.assert_array_equal(signed.texts.shingles > 0, np.diff(documents.offsets) > 0)
    prints = [text_fingerprints(*runs) for runs in reader.occurrences(rows)]
    np.testing.assert_array_equal(signed.texts.fingerprints, np.concatenate(prints), "of what is compared")


def test_rows_that_follow_each_other_are_signed_where_they_are_kept(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied, put = [], SignedTexts.put
    monkeypatch.setattr(SignedTexts, "put", lambda self, *rest, **how: copied.append(rest) or put(self, *rest, **how))
    engine = Engine(2)
    sign_corpus(Reader(corpus, Recipe()), engine, Progress())
    engine.close()
    assert not copied


def test_copies_in_other_folders_are_signed_as_their_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{HEADER} {number} " * 3 for number in range(5)]
    for folder in ("a", "b", "c"):
        (tmp_path / folder).mkdir()
        for number, text in enumerate(texts):
            (tmp_path / folder / f"{number}.txt").write_text(text.upper() if folder == "b" else text)
    monkeypatch.setattr("simexplorer.documents.chunks._CHUNK_BYTES", 1)  # a document in each
    monkeypatch.setattr("simexplorer.documents.chunks._PIECE_BYTES", 1)
    taken, add = [], SignedBefore.add
    monkeypatch.setattr(SignedBefore, "add", lambda self, rows: taken.append(rows.tolist()) or add(self, rows))
    with closing(Corpus.open([os.fsencode(tmp_path)], read_options(Recipe()))) as corpus:
        reader, engine = Reader(corpus, Recipe()), Engine(1)
        signed = sign_corpus(reader, engine, Progress())
        engine.close()
        expected = signed.family.sign(reader.sets(np.arange(15))).values
    assert taken == [list(range(15)), *([row] for row in range(15))]
    np.testing.assert_array_equal(signed.texts.values, expected)
    for column in (signed.texts.fingerprints, signed.texts.shingles, signed.texts.text_hashes):
        np.testing.assert_array_equal(column[5:10], column[:5])
        np.testing.assert_array_equal(column[10:], column[:5])
