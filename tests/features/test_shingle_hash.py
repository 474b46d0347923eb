"""Shingle ids as hashes: one shingle, one id however it is reached, and all bits of it are drawn fairly."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from simexplorer.features.texts import CutParams, TextCutter, join_texts
from tests.estimator_contracts import assert_frequency


def joined_ids_of(texts: list[str], kind: str, k: int) -> tuple[np.ndarray, np.ndarray]:
    cutter = TextCutter(CutParams(kind=kind, size=k, normalise=()))
    return cutter.shingles(*join_texts([text.encode() for text in texts]), cutter.scratch())[:2]


def ids_of(texts: list[str], kind: str, k: int) -> list[np.ndarray]:
    ids, bounds = joined_ids_of(texts, kind, k)
    return [ids[a:b] for a, b in itertools.pairwise(bounds)]


@pytest.mark.parametrize("k", [1, 3, 7, 8, 9, 12, 15, 16, 17, 25, 33, 70])
@pytest.mark.parametrize("foreign", ["é", "ж", "中", "𝒜"])
def test_a_shingle_has_the_same_id_among_ascii_and_among_others(k, foreign):
    rng = random.Random(k)
    plain = "".join(rng.choice("abcdef ,.") for _ in range(400))
    seldom = "".join(c + foreign * (rng.random() < 0.05) for c in plain)  # vector code for most, one by one for others
    often = "".join(c + foreign * (rng.random() < 0.6) for c in plain)
    texts = [plain, seldom, often, *(text[i : i + k] for text in (plain, seldom, often) for i in range(0, 300, 7))]
    id_of: dict[str, int] = {}
    for text, ids in zip(texts, ids_of(texts, "char", k), strict=True):
        shingles = [text[i : i + k] for i in range(len(text) - k + 1)]
        assert len(ids) == len(shingles)
        assert all(id_of.setdefault(one, number) == number for one, number in zip(shingles, ids.tolist(), strict=True))
    assert len(set(id_of.values())) == len(id_of)


@pytest.mark.parametrize("k", [1, 4, 8, 9, 11, 16, 17, 33])
@pytest.mark.parametrize("letters", ["abé", "жи ", "中文a", "𝒜😀é"])
def test_a_texts_last_shingles_have_the_ids_that_they_have_inside_another(k, letters):
    rng = random.Random(k)
    long = "".join(rng.choice(letters) for _ in range(k + 40))
    texts = [long, *(long[:length] for length in range(k, k + 18))]  # now a full vector of shingles at the end, now not
    whole, *parts = ids_of(texts, "char", k)
    for extra, ids in enumerate(parts):
        assert ids.tolist() == whole[: extra + 1].tolist()


@pytest.mark.parametrize("letters", ["abcdefgh", "abcdeéж", "жиé"])
@pytest.mark.parametrize("longest", [3, 9, 16, 17, 40, 200])
def test_a_word_has_the_same_id_wherever_it_stands(letters, longest):
    rng = random.Random(longest)
    words = ["".join(rng.choice(letters) for _ in range(rng.choice([1, 2, 3, longest]))) for _ in range(400)]
    shuffled = rng.sample(words, len(words))
    gaps = "".join(word + " " * rng.choice([1, 1, 2, 70]) for word in words)
    (once, again, apart), alone = (
        ids_of([" ".join(words), " ".join(shuffled), gaps], "word", 1),
        ids_of(words, "word", 1),
    )
    id_of = {word: int(number) for word, [number] in zip(words, alone, strict=True)}
    assert once.tolist() == apart.tolist() == [id_of[word] for word in words]
    assert again.tolist() == [id_of[word] for word in shuffled]
    assert len(set(id_of.values())) == len(set(words))


@pytest.mark.parametrize("count", [200_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_shingles_that_hardly_differ_have_different_ids(count):
    # of 3 million pairwise unlike shingles two meet with chance 2.4e-7, if their 64 bits are fair
    numbers = [f"{i:09}" for i in range(count)]
    cyrillic = ["д" + f"{i:06}" + "жя" for i in range(count)]
    long = [f"{i:09}" + "x" * 16 + f"{i // 3:08}" for i in range(0, count, 2)]
    swapped = [f"{i:08}" + "abcd" * 4 + f"{i ^ 1:08}" for i in range(count // 2)]
    for texts, k in ((numbers + cyrillic, 9), (long, 33), (swapped, 32)):
        ids, _ = joined_ids_of(texts, "char", k)
        ids.sort()
        assert ids.size == len(texts)
        assert (ids[1:] != ids[:-1]).all()


def test_runs_of_the_same_words_in_another_order_have_different_ids():
    words = [f"w{i}" for i in range(8)]
    texts = [" ".join(order) for order in itertools.permutations(words)]
    texts += [" ".join(order) for order in itertools.product(words[:3], repeat=8)]
    ids = np.concatenate(ids_of(texts, "word", 8))
    assert ids.size == len(texts) == np.unique(ids).size


@pytest.mark.parametrize(("kind", "k", "make"), [("char", 9, "{:09}"), ("char", 5, "{:05}"), ("word", 3, "a {} b")])
def test_one_letter_more_turns_every_bit_in_half_of_the_cases(kind, k, make):
    n = 20_000
    ids = np.array([one[0] for one in ids_of([make.format(i) for i in range(n)], kind, k)], np.uint64)
    turned = ids[0::2] ^ ids[1::2]  # neighbours differ in their last digit
    for bit in range(64):
        assert_frequency(int((turned >> np.uint64(bit) & np.uint64(1)).sum()), n // 2, 0.5)
