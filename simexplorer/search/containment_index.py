"""Which documents hold another one, approximately: from Jaccard signatures cut into classes of equal size.

A pair of sizes q <= x that shares at least t q ids has a Jaccard similarity of at least t / (1 + x / q - t). Within a
class of outer sets that are at most u large this bound is known for every inner set: the bands are cut for it, with
the most rows a band that still find such a pair with the wanted chance. (Zhu, Nargesian, Pu, Miller 2016, "LSH
Ensemble: Internet-scale domain search"; there bands minimise an error, here they keep a recall, since candidates are
verified.) A text a hundred times smaller than its holder has a similarity near 0.01: signatures of K positions cannot
see it when K times that is not well above 1, whatever the bands. ``plan`` says what chance there is.

A pair that meets is verified only if its signatures are not too unlike (``sigmas``): that loses one pair in some
hundred to a hundred thousand more, which ``ClassPlan.chance`` counts in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.search.agreement import NO_VALUE
from simexplorer.search.containment_bands import ROUNDING, Outer, Probing, join_class
from simexplorer.search.filtering import pass_probability
from simexplorer.search.join_room import MAX_PAIRS, checked_threshold, require_room
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.prefix_index import fill_least_sizes
from simexplorer.signatures.family import Signatures

SCHEMES = ("fss", "minhash", "permutations")
SIGMAS = 4.0  # standard errors by which the estimate of a pair worth verifying may be too low
ROWS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 48, 64)


class ClassPlan(Struct, frozen=True):
    """How one class of outer sets, of at most ``high`` ids, is searched for an inner set.

    jaccard : least similarity of a pair at the threshold; meets : chance of such a pair to share a bucket
    chance : of finding it, that is to share a bucket and to pass the check of the signatures (their product, which is
        at most the truth: pairs that share a bucket agree in more positions than others)
    """

    high: int
    jaccard: float
    bands: int
    rows: int
    meets: float
    chance: float


def needed_equal(length: int, jaccard: float, sigmas: float) -> int:
    """Equal positions that a pair of this least similarity needs to be worth verifying; 1 at least."""
    expected = length * jaccard
    return max(1, math.ceil(expected - sigmas * math.sqrt(expected * (1.0 - jaccard)) - ROUNDING))


def bands_for(jaccard: NDArray[np.float64], length: int, recall: float) -> NDArray[np.int64]:
    """(m,) most rows a band that find pairs of these similarities with chance ``recall``; 1 where none does."""
    rows = np.ones(jaccard.size, np.int64)
    for r in ROWS:
        if r <= length:
            rows[(1 - jaccard**r) ** (length // r) <= 1 - recall] = r
    return rows


class ContainmentIndex(Struct, frozen=True):
    """Signatures of a collection in classes of about equally many documents, by rising size.

    signatures : of one of SCHEMES, whose positions are all equal with the Jaccard similarity; sizes : (n,) ids of each
    edges : class ``c`` is ``order[edges[c]:edges[c + 1]]``
    """

    signatures: Signatures
    sizes: NDArray[np.int64]
    order: NDArray[np.int64]
    edges: NDArray[np.int64]

    @classmethod
    def build(cls, signatures: Signatures, sizes: NDArray[np.int64], classes: int = 32) -> ContainmentIndex:
        """Sort into at most ``classes`` classes (equal sizes stay together); empty sets are in none.

        Raises ParameterError for signatures of another scheme: b-bit values also agree by accident, one-pass and
        first-rows signatures of small sets have no values to agree in, and bits follow another measure.
        """
        if classes < 1:
            raise ParameterError("classes", classes, "at least 1")
        if signatures.scheme.partition("-")[0] not in SCHEMES:
            raise ParameterError("scheme", signatures.scheme, "one of " + ", ".join(SCHEMES) + " for containment")
        order = np.argsort(sizes, kind="stable")
        order = order[sizes[order] > 0]
        targets = np.linspace(0, order.size, classes + 1).astype(np.int64)[:-1]
        starts = np.searchsorted(sizes[order], sizes[order][targets]) if order.size else targets[:0]
        return cls(signatures, sizes, order, np.unique(np.concatenate((starts, [order.size]))))

    def plan(self, size: int, threshold: float, recall: float = 0.99, sigmas: float = SIGMAS) -> tuple[ClassPlan, ...]:
        """What is done in each class for an inner set of this size; classes too small to hold it are left out."""
        plans = []
        length = self.signatures.length
        for high, _ in self._classes():
            if high / size >= threshold:
                jaccard = threshold / (1 + high / size - threshold)
                rows = int(bands_for(np.array([jaccard]), length, recall)[0])
                bands = length // rows
                meets = 1 - (1 - jaccard**rows) ** bands
                chance = meets * float(pass_probability(length, needed_equal(length, jaccard, sigmas), jaccard))
                plans.append(ClassPlan(high, jaccard, bands, rows, meets, chance))
        return tuple(plans)

    def _classes(self) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Greatest size, and the rows, of every class."""
        for start, end in zip(self.edges[:-1], self.edges[1:], strict=True):
            rows = self.order[start:end]
            yield int(self.sizes[rows[-1]]), rows

    def candidates(
        self,
        probes: Signatures,
        sizes: NDArray[np.int64],
        threshold: float,
        *,
        recall: float = 0.99,
        sigmas: float = SIGMAS,
        own: NDArray[np.int64] | None = None,
        max_pairs: int = MAX_PAIRS,
        each: Mapper = one_by_one,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(probe, row) of indexed sets that may hold at least the threshold of a probing set, sorted.

        own : rows of the probes if they are indexed themselves; then a pair comes once, the smaller set probing. Not
        verified: a pair that collides is kept if its estimate is at most ``sigmas`` standard errors too low.
        """
        self.signatures.require_comparable(probes)
        threshold, length = checked_threshold(threshold), self.signatures.length
        least = np.ones_like(sizes)
        some = np.flatnonzero(sizes > 0)
        fill_least_sizes(threshold, sizes[some], out := np.empty_like(sizes[some]))
        least[some] = out
        absent = int(NO_VALUE) if self.signatures.infinite is None else self.signatures.infinite
        probing = Probing(probes.values, sizes, least, np.full(sizes.size, -1) if own is None else own)
        outer = Outer(self.signatures.values, self.sizes, absent, sigmas)
        jobs = []
        for high, members in self._classes():
            fitting = some[least[some] <= high] if own is None else some[sizes[some] <= high]
            rows = bands_for(threshold / (1 + high / sizes[fitting] - threshold), length, recall)
            jobs += [(members, fitting[rows == r], int(r)) for r in np.unique(rows)]
        parts = each(lambda job: join_class(*jobs[job], probing, outer, max_pairs), range(len(jobs)))
        p, row = np.concatenate([np.empty((2, 0), np.int32), *parts], axis=1)
        require_room(p.size, max_pairs)
        order = np.argsort((p.astype(np.int64) << 32) | row)
        return p[order], row[order]
