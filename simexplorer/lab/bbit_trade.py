"""One pair of sets under b-bit MinHash for every b: what agrees, what agrees by accident, what equal memory buys."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.material import LabText
from simexplorer.lab.small_sets import SetMatrix
from simexplorer.pipeline.progress import Progress
from simexplorer.search.measures import jaccard_similarity
from simexplorer.signatures.bbit import BBitMinHash, storage_improvement, variance_factor
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.packing import WIDTHS

Floats: TypeAlias = NDArray[np.float64]

FULL = 64
ALL_WIDTHS = (*WIDTHS, FULL)
UNION = 600  # elements of a made pair
CURVE_AT = np.linspace(0.0, 1.0, 101)
DRAWS, LEAST_DRAWS = 40, 5  # seeds by which the spread of the estimates is shown; fewer for long documents
MOST_HASHES = 400_000_000  # for one width: a third of a second


class BBitSettings(Struct, frozen=True, kw_only=True):
    """The pair's similarity (of a made pair), functions K, and the bytes a document that all widths may spend."""

    jaccard: float = 0.5
    length: int = 64
    budget: int = 128
    seed: int = 1


class BBitTrade(Struct, frozen=True, kw_only=True):
    """Everything about one pair; a row or entry for each of ALL_WIDTHS.

    values : (6, 2, K) uint64 what is kept of both documents; equal, full_equal : (6, K) and (K,) bool
    bytes_each : (6,) of a document; estimates : (K + 1, 6) from the first positions, nan from none
    error, factor, saving : (6,) standard error with K positions, growth of the variance, memory saved at equal error;
    the last two are nan where nothing is in common
    lengths : (6,) positions that the budget buys; bought_estimate, bought_error : (6,) with those
    spread : (6, DRAWS) estimates with the budget under other seeds, nan where not drawn
    curves : (6, 101) errors at CURVE_AT
    """

    settings: BBitSettings
    exact: float
    sizes: tuple[int, int]
    values: NDArray[np.uint64]
    equal: NDArray[np.bool_]
    full_equal: NDArray[np.bool_]
    bytes_each: NDArray[np.int64]
    estimates: Floats
    error: Floats
    factor: Floats
    saving: Floats
    lengths: NDArray[np.int64]
    bought_estimate: Floats
    bought_error: Floats
    spread: Floats
    curves: Floats


def bbit_trade(
    texts: tuple[LabText, ...],
    settings: BBitSettings,
    cutting: Cutting | None = None,
    progress: Progress | None = None,
) -> BBitTrade:
    """All widths on two documents' shingles, or on a made pair of the wanted similarity.

    Raises Cancelled where ``progress`` was asked to stop.
    """
    progress = progress or Progress()
    pair = SetMatrix.of_texts(texts, cutting or Cutting()).documents if len(texts) > 1 else made_pair(settings.jaccard)
    zero, one = np.array([0]), np.array([1])
    exact = float(jaccard_similarity(pair, zero, one)[0])
    made = [_family(bits, settings.length, settings.seed) for bits in ALL_WIDTHS]
    signed = [_sign(family, pair, progress) for family in made]
    values = np.array([signature.values for signature in signed], np.uint64)
    silent = pair.sizes.min() == 0
    lengths = np.array([max(1, settings.budget * 8 // bits) for bits in ALL_WIDTHS])
    bought = [_family(bits, int(k), settings.seed) for bits, k in zip(ALL_WIDTHS, lengths, strict=True)]
    j = exact or float("nan")  # full values do not vary at 0, so there is nothing to compare with
    return BBitTrade(
        settings=settings,
        exact=exact,
        sizes=(int(pair.sizes[0]), int(pair.sizes[1])),
        values=values,
        equal=(values[:, 0] == values[:, 1]) & (not silent),
        full_equal=(values[-1, 0] == values[-1, 1]) & (not silent),
        bytes_each=np.array([8 * f.length if isinstance(f, MinHash) else f.bytes_per_document for f in made]),
        estimates=np.stack([_growing(family, both) for family, both in zip(made, signed, strict=True)], axis=1),
        error=np.array([float(family.standard_error(exact)) for family in made]),
        factor=np.array([variance_factor(bits, j) for bits in ALL_WIDTHS]),
        saving=np.array([storage_improvement(bits, j) for bits in ALL_WIDTHS]),
        lengths=lengths,
        bought_estimate=np.array([_estimate(family, _sign(family, pair, progress)) for family in bought]),
        bought_error=np.array([float(family.standard_error(exact)) for family in bought]),
        spread=np.array(
            [_spread(bits, int(k), settings.seed, pair, progress) for bits, k in zip(ALL_WIDTHS, lengths, strict=True)]
        ),
        curves=np.stack([family.standard_error(CURVE_AT) for family in bought]),
    )


def made_pair(jaccard: float) -> ShingleSets:
    """Two sets with this similarity, as near as a union of UNION elements allows; the rest is shared out evenly."""
    common = round(jaccard * UNION)
    half = common + (UNION - common) // 2
    return ShingleSets.from_lists([range(half), [*range(common), *range(half, UNION)]])


def _family(bits: int, length: int, seed: int) -> BBitMinHash | MinHash:
    return MinHash(length, seed) if bits == FULL else BBitMinHash(length, seed, bits)


def _estimate(family: BBitMinHash | MinHash, both: Signatures, first: int | None = None) -> float:
    a, b = (Signatures(both.scheme, both.seed, both.values[row : row + 1, :first], both.infinite) for row in (0, 1))
    return float(family.estimate(a, b)[0])


def _growing(family: BBitMinHash | MinHash, both: Signatures) -> Floats:
    """(K + 1,) the estimate from the first 0, 1, … positions."""
    return np.array([np.nan, *(_estimate(family, both, first) for first in range(1, both.length + 1))])


def _sign(family: BBitMinHash | MinHash, pair: ShingleSets, progress: Progress) -> Signatures:
    """A quarter of a second at most: the longest that a stop is waited for."""
    progress.check()
    return family.sign(pair)


def _spread(bits: int, length: int, seed: int, pair: ShingleSets, progress: Progress) -> Floats:
    draws = int(np.clip(MOST_HASHES // max(1, length * pair.ids.size), LEAST_DRAWS, DRAWS))
    families = [_family(bits, length, seed + draw) for draw in range(1, draws + 1)]
    estimates = np.full(DRAWS, np.nan)
    estimates[:draws] = [_estimate(family, _sign(family, pair, progress)) for family in families]
    return estimates
