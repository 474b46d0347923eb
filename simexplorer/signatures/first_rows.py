"""MinHash that looks at the first m rows of each permutation only; infinity when a set has no element there.

Source: Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 3.3.6. Of two signatures' position:
neither infinite, compare; one infinite, unequal; both infinite, it counts neither way (and never collides in a band).

Given that not both are infinite, a position is equal with probability J exactly; counting all positions ``J (1 - q)``,
where q is the chance that the u elements of the union all lie beyond the first m of N rows: ``C(N - u, m) / C(N, m)``,
and ``(1 - m/N)^u`` for hashed ids, whose universe has no end. Choose ``share`` = m/N above 5 / (size of the sets).
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import U32, Int, U, kernel, kernel_part
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import GOLD, ONE, mix64, seed_words, trailing_zeros
from simexplorer.signatures.family import Signatures, require_length
from simexplorer.signatures.jaccard_family import JaccardFamily
from simexplorer.signatures.permutations import ExplicitPermutations

INFINITE = U32(0xFFFFFFFF)
STEPS = 2**16  # ``share`` is a multiple of 1 / STEPS


@kernel_part
def _first_row_mask(state: Int, pattern: Int, depth: Int) -> tuple[Int, Int]:
    """(64 bits, each one with chance pattern / 2^depth, and the generator's next state).

    From the lowest binary digit of the chance to the highest, a random word is or-ed where the digit is one and
    and-ed where it is zero: each step halves the chance so far and adds half the digit. ``depth`` 0: all ones.
    """
    mask = U(0) if depth > 0 else ~U(0)
    for t in range(depth):
        state += GOLD
        word = mix64(state)
        mask = word | mask if (pattern >> U(t)) & ONE else word & mask
    return mask, state


@kernel
def fill_signatures(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    salt: np.uint64,
    pattern: np.uint64,
    depth: int,
    out: NDArray[np.uint32],
) -> None:
    """Write the least place of every set under each function to ``out`` (n, K) uint32; INFINITE where there is none.

    An element lies in the first rows of each function with chance pattern / 2^depth, independently; 64 functions are
    settled at once and only those in which it does cost a step: O(nnz (depth K / 64 + share K)), half of what
    K functions cost at a share of 1/16. A place has 31 bits: unlike elements tie with probability 2^-31.
    Set d holds ``ids[offsets[d]:offsets[d + 1]]``.
    """
    length = out.shape[1]
    for d in range(offsets.size - 1):
        row = out[d]
        row[:] = INFINITE
        for p in range(U(offsets[d]), U(offsets[d + 1])):
            state = mix64(ids[p] ^ salt)
            for start in range(0, length, 64):
                mask, state = _first_row_mask(state, pattern, depth)
                if length - start < 64:
                    mask &= (ONE << U(length - start)) - ONE
                while mask != U(0):
                    j = U(start) + trailing_zeros(mask)
                    mask &= mask - ONE
                    state += GOLD
                    row[j] = min(row[j], U32(mix64(state) >> U(33)))


def nothing_seen(union: int, share: float, universe: int | None = None) -> float:
    """q: the chance that none of ``union`` elements lies in the first rows of one function.

    ``(1 - share)^union``, or with a universe of N rows, m = round(share N) of them looked at, C(N - u, m) / C(N, m).
    """
    if universe is None:
        return (1.0 - round(share * STEPS) / STEPS) ** union
    rows = round(share * universe)
    if union > universe - rows:
        return 0.0
    return math.exp(sum(math.log1p(-rows / (universe - i)) for i in range(union)))


class FirstRows(JaccardFamily, Struct, frozen=True):
    """K permutations of which only the ``share`` m/N of first rows is looked at; ids of any kind, or N rows.

    The share is rounded to a multiple of 2^-16, for N rows to a whole number of them.
    The estimate is unbiased for every size for which it exists. ``standard_error`` of J alone is for sets so large
    that infinity is rare; with ``union`` it is exact.
    """

    length: int = 128
    seed: int = 1
    share: float = 1 / 16
    universe: int | None = None

    SCHEME: ClassVar[str] = "first-rows-3"

    def __post_init__(self) -> None:
        require_length(self.length)
        if not 1 / STEPS <= self.share <= 1.0:
            raise ParameterError("share", self.share, f"between 1/{STEPS} and 1")
        if self.universe is not None and round(self.share * self.universe) < 1:
            raise ParameterError("share", self.share, f"large enough for one of the {self.universe} rows")

    @property
    def scheme(self) -> str:
        """``"first-rows-3/share=..."``, with ``/N=...`` for a universe of rows."""
        rows = "" if self.universe is None else f"/N={self.universe}"
        return f"{self.SCHEME}/share={round(self.share * STEPS)}:{STEPS}{rows}"

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) least places; an infinite value where a set has none of the first rows."""
        if self.universe is not None:
            rows = round(self.share * self.universe)
            values = ExplicitPermutations(self.length, self.seed, self.universe).sign(documents).values
            return Signatures(self.scheme, self.seed, np.minimum(values, rows), infinite=rows)
        values = np.empty((len(documents), self.length), np.uint32)
        share = round(self.share * STEPS)
        digits = (share & -share).bit_length() - 1  # zeros at the end of the binary fraction
        salt, pattern = seed_words(self.seed, 1)[0], U(share >> digits)
        fill_signatures(documents.offsets, documents.ids, salt, pattern, STEPS.bit_length() - 1 - digits, values)
        return Signatures(self.scheme, self.seed, values, infinite=int(INFINITE))

    def collision_probability(self, measure: ArrayLike, union: int | None = None) -> NDArray[np.float64]:
        """J, given that not both are infinite; with the ``union``'s size ``J (1 - q)``, over all positions."""
        seen = 1.0 if union is None else 1.0 - nothing_seen(union, self.share, self.universe)
        return np.asarray(measure, np.float64) * seen

    def standard_error(self, measure: ArrayLike, union: int | None = None) -> NDArray[np.float64]:
        """``sqrt(J (1 - J) / K)``; with the ``union``'s size ``sqrt(J (1 - J) E[1/m])``, m positions being counted.

        m is binomial with K trials and chance 1 - q, given that it is not 0.
        """
        j = np.asarray(measure, np.float64)
        if union is None:
            return np.sqrt(j * (1.0 - j) / self.length)
        seen = 1.0 - nothing_seen(union, self.share, self.universe)
        chances = binomial(self.length, seen)[1:]
        mean = float((chances / np.arange(1, self.length + 1)).sum() / max(chances.sum(), 1e-300))
        return np.sqrt(j * (1.0 - j) * mean)


def binomial(trials: int, chance: float) -> NDArray[np.float64]:
    """(trials + 1,) chances of 0, 1, ..., ``trials`` successes."""
    k = np.arange(trials + 1)
    if chance in (0.0, 1.0):
        return np.where(k == trials * chance, 1.0, 0.0)
    logs = np.array([math.lgamma(i + 1) for i in range(trials + 1)])
    log_choose = logs[-1] - logs - logs[::-1]
    chances: NDArray[np.float64] = np.exp(log_choose + k * math.log(chance) + (trials - k) * math.log1p(-chance))
    return chances
