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

import functools
import math
from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import U32, U, kernel
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import folded_multiply, mix64, seed_words
from simexplorer.signatures.family import Signatures, require_length
from simexplorer.signatures.first_rows import binomial
from simexplorer.signatures.jaccard_family import JaccardFamily
from simexplorer.signatures.permutations import MAX_UNIVERSE, draw_ranks, require_rows

INFINITE = U32(0xFFFFFFFF)
_NONE_EMPTY = 20  # elements a group: of larger unions none is left empty, but for a chance of e^-20
_UNSEEN = 40  # e to the power of minus so much is less than what rounds away
_FEW = 8  # elements a group: up to here bands are far from independent
_NO_CHANCE = 1e-30
_TRIMMED = 16  # elements between two looks at what has no chance


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
    ``(u - m) / (m (u - 1))`` over the law of m. By inclusion and exclusion the mean of 1 / m is that of
    ``(g / K)^(u - 1)`` over g = 1 ... K; of large u only the last powers count. Beyond 20 K no group is empty.
    """
    u = unions.astype(np.float64)
    factors: NDArray[np.float64] = (u - groups) / (groups * np.maximum(u - 1.0, 1.0))
    means = np.zeros(min(int(unions.max(initial=0)), _NONE_EMPTY * groups) + 1)
    logarithms = np.log1p(-np.arange(groups) / groups)
    for doubled in range(means.size.bit_length()):
        sizes = np.arange(1 << doubled, min(2 << doubled, means.size))
        counted = min(groups, (_UNSEEN * groups >> doubled) + 1)
        means[sizes] = np.exp(np.outer(sizes - 1, logarithms[:counted])).sum(axis=1) / groups
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


def _filled_law(union: int, groups: int) -> tuple[int, NDArray[np.float64]]:
    """(least, chances) that ``least`` groups, one more, two more ... are filled once so many elements were thrown.

    Numbers of groups that no chance beyond _NO_CHANCE leads to are left out on the way: O(u sqrt(K)).
    """
    least, chances = 0, np.ones(1)
    for thrown in range(union):
        share = np.arange(least, least + chances.size) / groups
        chances = np.append(chances * share, 0.0) + np.append(0.0, chances * (1.0 - share))
        if thrown % _TRIMMED == 0:
            likely = np.flatnonzero(chances > _NO_CHANCE)
            least, chances = least + int(likely[0]), chances[likely[0] : likely[-1] + 1]
    return least, chances


def _log_choose(n: int, most: int) -> NDArray[np.float64]:
    """(most + 1,) logarithms of C(n, 0), C(n, 1), ...; those beyond C(n, n) are -inf."""
    k = np.arange(min(n, most))
    logs = np.append(0.0, np.cumsum(np.log((n - k) / (k + 1.0))))
    return np.pad(logs, (0, max(0, most - n)), constant_values=-np.inf)


@functools.lru_cache(maxsize=4)
def _collision_law(common: int, union: int, groups: int) -> NDArray[np.float64]:
    """(groups + 1,) chances that sets with ``common`` of ``union`` elements collide in 0, 1, ... groups.

    The least elements of m filled groups are m of the u, drawn without repeats, of which c are shared.
    """
    shared, alone, drawn = (_log_choose(n, groups) for n in (common, union - common, union))
    law = np.zeros(groups + 1)
    least, chances = _filled_law(union, groups)
    for filled, chance in enumerate(chances.tolist(), least):
        if chance > 0.0 and filled <= min(groups, union):
            law[: filled + 1] += chance * np.exp(shared[: filled + 1] + alone[filled::-1] - drawn[filled])
    return law


def _no_band_whole(bands: int, rows: int, groups: int, share: float) -> NDArray[np.float64]:
    """(groups + 1,) chances that 0, 1, ... of the groups, any as likely as others, make up no band.

    Told from groups that are taken each with the chance ``share``, by how many come together: right near their mean.
    """
    none, power, left = binomial(groups - bands * rows, share), binomial(rows, share)[:-1], bands
    while left:
        none = np.convolve(none, power) if left & 1 else none
        power, left = np.convolve(power, power) if left > 1 else power, left >> 1
    none = np.pad(none, (0, groups + 1 - none.size))
    every = binomial(groups, share)
    return np.minimum(1.0, np.divide(none, every, out=np.ones(groups + 1), where=every > _NO_CHANCE))


def candidate_probability(bands: int, rows: int, common: int, union: int, groups: int) -> float:
    """The chance that sets with ``common`` of ``union`` elements collide in one of ``bands`` bands of ``rows`` groups.

    Groups share the elements out among them. For unions of up to 8 K elements this is exact, but for rounding: by the
    law of how many groups collide, which may be any of them. Beyond that the law of a band is, by inclusion and
    exclusion, and bands count as independent (off by less than 0.01). For one band the limit of large sets is J^r, and
    never less than the truth.
    """
    if common < rows:
        return 0.0
    if union > _FEW * groups:
        empty, taken = np.arange(rows + 1), np.arange(rows)
        with np.errstate(divide="ignore"):  # no element falls into no group
            filled = (-1.0) ** empty @ np.exp(_log_choose(rows, rows) + union * np.log1p(-empty / groups))
        band = min(max(0.0, float(filled * np.prod((common - taken) / (union - taken)))), 1.0)
        return -math.expm1(bands * math.log1p(-band)) if band < 1.0 else 1.0
    law = _collision_law(common, union, groups)
    share = float(law @ np.arange(groups + 1.0)) / groups
    return min(1.0, float(law @ (1.0 - _no_band_whole(bands, rows, groups, min(share, 1.0)))))


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
