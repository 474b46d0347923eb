"""SimHash of two texts, feature by feature: who votes how, the running vector V, its bits, the angle they tell."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.features.sets import SparseVectors
from simexplorer.features.vectors import DocumentFrequencies, given_weights, term_frequencies, tf_idf
from simexplorer.lab.cutting import joined
from simexplorer.lab.material import LabText
from simexplorer.pipeline.cut_text import CutText, cut_text
from simexplorer.pipeline.estimating import of_rows
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.measures import angle_degrees, cosine_similarity
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.packing import unpack
from simexplorer.signatures.simhash import SimHash, exact_collision_probability, running_vectors

Floats: TypeAlias = NDArray[np.float64]

WEIGHTS = ("binary", "tf", "tfidf")
MOST_FEATURES = 30_000  # occurrences in a text; what comes after is left out, and said
ANGLES = np.linspace(0.0, 180.0, 91)
DRAWS = 60  # seeds by which the spread is shown


class SimHashSettings(Struct, frozen=True, kw_only=True):
    """``factors`` multiply the weights of the features of these names; ``size`` words make a feature."""

    weights: str = "tf"
    bits: int = 64
    size: int = 1
    seed: int = 1
    factors: Mapping[str, float] = field(default_factory=dict)


class SimHashSide(Struct, frozen=True, kw_only=True):
    """One text: m features in the order of their first occurrence.

    weights : (m,); votes : (m, f) the bits of each feature's hash; running : (m + 1, f) V before the first
    feature and after each; fingerprint : (f,) 1 where the last V is above 0
    """

    title: str
    names: tuple[str, ...]
    weights: Floats
    votes: NDArray[np.uint8]
    running: Floats
    fingerprint: NDArray[np.uint8]
    left_out: int = 0


class AngleFigures(Struct, frozen=True):
    """What the fingerprints of two texts say of the angle between their vectors, in degrees.

    error : standard error of the estimate; chance : that one bit agrees, by the law; exact_chance : for the texts as
    sets, exactly; spread : (DRAWS,) Hamming distances under other seeds; law, law_error : (91,) expected Hamming
    distance at ANGLES and its standard deviation
    """

    hamming: int
    angle: float
    cosine: float
    estimate: float
    error: float
    chance: float
    exact_chance: float
    spread: NDArray[np.int64]
    law: Floats
    law_error: Floats


class SimHashSteps(Struct, frozen=True):
    """Both sides; the example of the slides has one text and no angle."""

    settings: SimHashSettings
    sides: tuple[SimHashSide, ...]
    angles: AngleFigures | None


def slide_steps(features: tuple[tuple[str, float], ...], factors: Mapping[str, float]) -> SimHashSteps:
    """Features given as texts of 0 and 1, the first one place 1, with their weights.

    Weights and factors are summed as they are written: 0.1 + 0.2 - 0.3 is 0.
    """
    names = tuple(bits for bits, _ in features)
    votes = np.array([[int(bit) for bit in bits] for bits in names], np.uint8)
    weights = [Fraction(str(weight)) * Fraction(str(factors.get(bits, 1.0))) for bits, weight in features]
    signed = (2 * votes.astype(np.int64) - 1).astype(object) * np.array(weights, object)[:, None]
    running = np.concatenate([np.zeros((1, votes.shape[1])), np.cumsum(signed, axis=0).astype(np.float64)])
    side = SimHashSide(
        title="Features",
        names=names,
        weights=np.array(weights, np.float64),
        votes=votes,
        running=running,
        fingerprint=_signs(running[-1]),
    )
    return SimHashSteps(SimHashSettings(bits=votes.shape[1], factors=factors), (side,), None)


def text_steps(a: LabText, b: LabText, settings: SimHashSettings) -> SimHashSteps:
    """Two texts by their words (or runs of words); tf-idf takes the two texts for the collection."""
    recipe = Recipe(shingle_kind="word", shingle_size=settings.size, normalise=("nfc", "case"))
    cuts = [cut_text(text.text, recipe) for text in (a, b)]
    left_out = [max(0, cut.ids.size - MOST_FEATURES) for cut in cuts]
    vectors = _weighted(*joined(cuts, MOST_FEATURES), settings, _names(cuts))
    family = SimHash(settings.bits, settings.seed)
    sides = tuple(
        _side(text, cut, row, vectors, family, left)
        for row, (text, cut, left) in enumerate(zip((a, b), cuts, left_out, strict=True))
    )
    return SimHashSteps(settings, sides, _angles(vectors, family))


def _names(cuts: list[CutText]) -> dict[int, str]:
    names: dict[int, str] = {}
    for cut in cuts:
        ids, first = np.unique(cut.ids[:MOST_FEATURES], return_index=True)
        names |= zip(ids.tolist(), cut.normalised(first), strict=True)
    return names


def _weighted(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], settings: SimHashSettings, names: Mapping[int, str]
) -> SparseVectors:
    vectors = term_frequencies(ids, bounds)
    if settings.weights == "binary":
        vectors = SparseVectors(vectors.offsets, vectors.ids, np.ones(vectors.ids.size))
    elif settings.weights == "tfidf":
        frequencies = DocumentFrequencies()
        frequencies.add(vectors)
        vectors = tf_idf(vectors, frequencies)
    changed = [(feature, settings.factors[name]) for feature, name in names.items() if name in settings.factors]
    if not changed:
        return vectors
    features, factors = zip(*changed, strict=True)
    return given_weights(vectors, np.array(features, np.uint64), np.array(factors))


def _side(text: LabText, cut: CutText, row: int, vectors: SparseVectors, family: SimHash, left_out: int) -> SimHashSide:
    ids, first = np.unique(cut.ids[:MOST_FEATURES], return_index=True)
    order = np.argsort(first)  # as they come in the text
    weights = vectors.weights[vectors.offsets[row] : vectors.offsets[row + 1]][order]  # a row's ids are sorted too
    hashes = family.hashes(ids[order])
    running = _running(hashes, weights, family.length)
    names = cut.normalised(first[order])
    votes = unpack(hashes, 1, family.length, np.uint8)
    return SimHashSide(
        title=text.title,
        names=names,
        weights=weights,
        votes=votes,
        running=running,
        fingerprint=_signs(running[-1]),
        left_out=left_out,
    )


def _running(hashes: NDArray[np.uint64], weights: Floats, bits: int) -> Floats:
    return np.concatenate([np.zeros((1, bits)), running_vectors(hashes, weights, bits)])


def _signs(vector: Floats) -> NDArray[np.uint8]:
    return (vector > 0.0).astype(np.uint8)


def _angles(vectors: SparseVectors, family: SimHash) -> AngleFigures:
    zero, one = np.array([0]), np.array([1])
    angle = float(angle_degrees(vectors, zero, one)[0])
    a, b = (vectors.ids[vectors.offsets[row] : vectors.offsets[row + 1]] for row in (0, 1))
    common = int(np.intersect1d(a, b).size)
    spread = [_hamming(SimHash(family.length, family.seed + draw).sign(vectors)) for draw in range(1, DRAWS + 1)]
    p = family.collision_probability(ANGLES)
    signed = family.sign(vectors)
    return AngleFigures(
        hamming=_hamming(signed),
        angle=angle,
        cosine=float(cosine_similarity(vectors, zero, one)[0]),
        estimate=float(family.estimate(of_rows(signed, [0]), of_rows(signed, [1]))[0]),
        error=float(family.standard_error(angle)),
        chance=float(family.collision_probability(angle)),
        exact_chance=exact_collision_probability(common, a.size - common, b.size - common),
        spread=np.array(spread, np.int64),
        law=family.length * (1.0 - p),
        law_error=family.standard_error(ANGLES) * family.length / 180.0,
    )


def _hamming(signed: Signatures) -> int:
    return int((signed.values[0] != signed.values[1]).sum())
