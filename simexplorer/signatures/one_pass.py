"""One-pass MinHash: one hash function, the universe cut in K groups, the least value of each, infinity where none.

Sources: Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 3.3.6 (the k/m groups of rows);
Li, Owen, Zhang 2012, "One permutation hashing", for the laws below.

Given that not both are infinite, a position is equal with probability J exactly. Counting all positions it is
``J (1 - q)``, q the chance that no element of the union falls into the group: small sets leave most groups empty and
are nearly invisible to a band of several rows (``candidate_probability``). With u elements in the union
``q = (1 - 1/K)^u``: below 1 % from u = 4.6 K on. Fast Similarity Sketching (``fss.py``) has no empty groups and is the
better choice for small sets.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import U32, U, kernel
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import folded_multiply, mix64, seed_words
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.jaccard_family import JaccardFamily, require_length
from simexplorer.signatures.permutations import MAX_UNIVERSE, draw_ranks, require_rows

INFINITE = U32(0xFFFFFFFF)
_NONE_EMPTY = 20  # elements a group: of larger unions none is left empty, but for a chance of e^-20


@kernel
def fill_signatures(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], salt: np.uint64, out: NDArray[np.uint32]
) -> None:
    """Write the least place in every group of every set to ``out`` (n, K) uint32; INFINITE where a group is empty.

    The hash range 2^64 is cut in K equal intervals; a place is the 31 bits below the interval's number, so unlike
    elements tie with probability 2^-31. O(nnz + n K), about 1 ns an element. Set d holds
    ``ids[offsets[d]:offsets[d + 1]]``.
    """
    groups = U(out.shape[1])
    for d in range(offsets.size - 1):
        row = out[d]
        row[:] = INFINITE
        for p in range(U(offsets[d]), U(offsets[d + 1])):
            word = mix64(ids[p] ^ salt)
            low = word * groups
            group = folded_multiply(word, groups) ^ low
            row[group] = min(row[group], U32(low >> U(33)))


@kernel
def fill_ranked(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], rank: NDArray[np.int64], out: NDArray[np.uint32]
) -> None:
    """The same on a universe of N rows under one explicit permutation: groups of ceil(N / K) rows in its order.

    ids : row numbers below N, those of set ``d`` are ``ids[offsets[d]:offsets[d + 1]]``
    rank : (N,) place of each row in the permutation, from 0; out : (n, K) uint32
    """
    rows_in_group = -(-rank.size // out.shape[1])
    for d in range(offsets.size - 1):
        row = out[d]
        row[:] = INFINITE
        for p in range(U(offsets[d]), U(offsets[d + 1])):
            place = rank[ids[p]]
            group = place // rows_in_group
            row[group] = min(row[group], U32(place % rows_in_group))


def variance_factors(unions: NDArray[np.int64], groups: int) -> NDArray[np.float64]:
    """(m,) what J (1 - J) is multiplied by to give the estimate's variance for unions of these sizes (1 or more).

    The elements found in m filled groups are m of the u without repeats, so the factor is the mean of
    ``(u - m) / (m (u - 1))`` over the law of m. All sizes at once: O(groups) up to 20 K, beyond which none is empty.
    """
    u = unions.astype(np.float64)
    factors: NDArray[np.float64] = (u - groups) / (groups * np.maximum(u - 1.0, 1.0))
    chances, share = np.zeros(groups + 1), np.arange(groups + 1) / groups
    inverse = 1.0 / np.arange(1, groups + 1)
    chances[0] = 1.0
    means = np.zeros(min(int(unions.max(initial=0)), _NONE_EMPTY * groups) + 1)
    for thrown in range(1, means.size):
        chances[1:] = chances[1:] * share[1:] + chances[:-1] * (1.0 - share[:-1])
        chances[0] = 0.0
        means[thrown] = chances[1:] @ inverse
    few = unions < means.size
    factors[few] = (u[few] * means[unions[few]] - 1.0) / np.maximum(u[few] - 1.0, 1.0)
    return np.maximum(factors, 0.0)


def _group_sizes(groups: int, universe: int) -> tuple[int, int, int]:
    """(size, how many groups have it, rows in the one that is left over) of ``universe`` rows; others have no row."""
    size = -(-universe // groups)
    return size, universe // size, universe % size


def ranked_variance_factor(union: int, groups: int, universe: int) -> float:
    """The same as ``variance_factors`` for rows in an explicit order: they fall into the groups without repeats.

    Row after row: how many whole groups are filled so far, and whether the one of the rows left over is. O(u K), u at
    most 20 K, beyond which none is empty.
    """
    if union < 2:
        return 1.0
    size, whole, left = _group_sizes(groups, universe)
    filled = np.arange(whole + 1)
    # chances that so many whole groups are filled, and the one left over is not, or is
    without, with_left = np.zeros(whole + 1), np.zeros(whole + 1)
    without[0] = 1.0
    for thrown in range(min(union, _NONE_EMPTY * groups)):
        rest = universe - thrown
        new = np.maximum(whole - filled, 0) * size / rest
        falls = without * (left / rest)
        stays, also = without * (1.0 - new - left / rest), with_left * (1.0 - new)
        without[1:], with_left[1:] = stays[1:] + (without * new)[:-1], also[1:] + (with_left * new)[:-1]
        without[0], with_left[0] = stays[0], also[0]
        with_left += falls
    means = without[1:] @ (1.0 / filled[1:]) + with_left @ (1.0 / (filled + 1))
    return max(0.0, float((union * means - 1.0) / (union - 1)))


def _filled_share(union: int, groups: int, universe: int) -> float:
    """The share of groups of an explicit order in which so many rows are expected to leave one at least."""
    size, whole, left = _group_sizes(groups, universe)

    def missed(rows: int) -> float:
        rest = universe - rows
        if union > rest:
            return 0.0
        ways = math.lgamma(rest + 1) - math.lgamma(rest - union + 1)
        return math.exp(ways - math.lgamma(universe + 1) + math.lgamma(universe - union + 1))

    return (whole * (1.0 - missed(size)) + (1.0 - missed(left))) / groups


def _all_collide(count: int, common: int, union: int, powers: list[int]) -> Fraction:
    """The chance that ``count`` given groups all collide; ``powers[i]`` is ``(K - i)^union``.

    All must be filled, with chance ``sum_i (-1)^i C(q, i) (1 - i / K)^u``; their least elements are then q of the u,
    drawn without repeats, and all must be shared: ``c (c - 1) ... / (u (u - 1) ...)``.
    """
    if count > min(common, len(powers) - 1):
        return Fraction(0)
    filled = sum((-1) ** i * math.comb(count, i) * powers[i] for i in range(count + 1))
    return Fraction(filled * math.perm(common, count), powers[0] * math.perm(union, count))


def candidate_probability(bands: int, rows: int, common: int, union: int, groups: int) -> float:
    """The chance that sets with ``common`` of ``union`` elements collide in one of ``bands`` bands of ``rows`` groups.

    Groups share the elements out among them. For unions of up to 8 K elements this is exact, by inclusion and exclusion
    over the bands in whole numbers; beyond that the law of a band is, and bands count as independent (off by less than
    0.01). For one band the limit of large sets is J^r, and never less than the truth.
    """
    thrown = min(union, 60 * groups)  # by then the chance of an empty group is below 1e-26 groups
    powers = [(groups - i) ** thrown for i in range(groups + 1)]
    if union > 8 * groups:
        band = float(_all_collide(rows, common, union, powers))
        return -math.expm1(bands * math.log1p(-band)) if band < 1.0 else 1.0
    some = min(bands, common // rows)
    chances = [math.comb(bands, k) * _all_collide(k * rows, common, union, powers) for k in range(1, some + 1)]
    return float(sum(chances[::2], Fraction(0)) - sum(chances[1::2], Fraction(0)))


class OnePass(JaccardFamily, Struct, frozen=True):
    """One hash function and K groups under one seed; ids of any kind, or rows 0..N - 1 when ``universe`` is N.

    The estimate is unbiased for every size of sets for which it exists. ``standard_error`` of J alone is never below
    the truth, and right when the union is much larger than K (Li, Owen, Zhang 2012, Theorem 3: elements are drawn
    without repeats); give ``union`` for the exact value.
    """

    length: int = 128
    seed: int = 1
    universe: int | None = None

    SCHEME: ClassVar[str] = "one-pass-3"

    def __post_init__(self) -> None:
        require_length(self.length)
        if self.universe is not None and not self.length <= self.universe <= MAX_UNIVERSE:
            raise ParameterError("universe", self.universe, f"between {self.length} (the length) and {MAX_UNIVERSE:,}")

    @property
    def scheme(self) -> str:
        """``"one-pass-3"``, with ``/N=...`` for a universe of rows."""
        return self.SCHEME if self.universe is None else f"{self.SCHEME}/N={self.universe}"

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) uint32 least places; 2^32 - 1, infinity, in empty groups."""
        values = np.empty((len(documents), self.length), np.uint32)
        if self.universe is None:
            fill_signatures(documents.offsets, documents.ids, seed_words(self.seed, 1)[0], values)
        else:
            require_rows(documents, self.universe)
            rank = draw_ranks(1, self.seed, self.universe)[0]
            fill_ranked(documents.offsets, documents.ids, rank, values)
        return Signatures(self.scheme, self.seed, values, infinite=int(INFINITE))

    def collision_probability(self, measure: ArrayLike, union: int | None = None) -> NDArray[np.float64]:
        """J, given that not both are infinite; with the ``union``'s size ``J (1 - (1 - 1/K)^union)``, counting all.

        In a universe of rows, where groups are of unlike sizes: the mean over all positions.
        """
        filled = 1.0
        if union is not None and self.universe is not None:
            filled = _filled_share(union, self.length, self.universe)
        elif union is not None:
            filled = 1.0 - (1.0 - 1.0 / self.length) ** union
        return np.asarray(measure, np.float64) * filled

    def standard_error(self, measure: ArrayLike, union: int | None = None) -> NDArray[np.float64]:
        """``sqrt(J (1 - J) / K)``; with the ``union``'s size exact: see ``variance_factors``."""
        j = np.asarray(measure, np.float64)
        factor = 1.0 / self.length
        if union is not None and self.universe is not None:
            factor = ranked_variance_factor(union, self.length, self.universe)
        elif union is not None:
            factor = float(variance_factors(np.array([union]), self.length)[0])
        return np.sqrt(j * (1.0 - j) * factor)
