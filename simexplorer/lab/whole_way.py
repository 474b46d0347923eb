"""The whole way of two documents: cut into shingles, signed, banded, compared; what each step says of them."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.lab.bands import BandSettings
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.material import LabText
from simexplorer.lab.small_sets import SetMatrix
from simexplorer.pipeline.estimating import of_rows
from simexplorer.pipeline.explaining import collided_bands, equal_positions
from simexplorer.search.banding import band_keys
from simexplorer.search.filtering import needed_positions
from simexplorer.search.measures import jaccard_similarity
from simexplorer.search.scurve import collision_probability
from simexplorer.signatures.minhash import PRIME, MinHash

UNLIKE = 0.2  # the similarity of unlike documents; of a low threshold half of it, which it does not ask for
MOST_NAMED = 30  # shingles of a text that are kept to be shown


class WholeWay(Struct, frozen=True):
    """Two documents, b bands of r rows, by Jaccard similarity; ``measure`` is that of the run the documents are from.

    bag : whether every occurrence of a shingle counts
    shingles : of each, the first ``MOST_NAMED`` with whether the other has it too; sizes : how many there are
    common, either : shingles in both, in any; exact : Jaccard, nan where a document is empty
    values : (2, b r) uint64 minima; equal : (b r,) bool; estimate : share of equal ones; error : its standard error
    keys : (2, b) uint32, the bucket of each band; met : (b,) bool, all rows of the band equal
    needed : equal positions from which a candidate is compared: those of the threshold less ``sigmas`` standard errors
    chance : that documents this similar meet in a band; chance_of_unlike : the same at ``unlike``, a similarity below
    the threshold
    """

    settings: BandSettings
    titles: tuple[str, str]
    shingles: tuple[list[tuple[str, bool]], list[tuple[str, bool]]]
    sizes: tuple[int, int]
    common: int
    either: int
    exact: float
    values: NDArray[np.uint64]
    equal: NDArray[np.bool_]
    estimate: float
    error: float
    keys: NDArray[np.uint32]
    met: NDArray[np.bool_]
    needed: int
    sigmas: float
    chance: float
    unlike: float
    chance_of_unlike: float
    measure: str
    bag: bool

    @property
    def empty(self) -> bool:
        """Whether one of the two has no shingle: it is like nothing."""
        return min(self.sizes) == 0

    @property
    def compared(self) -> bool:
        """Whether the two are candidates whose signatures are alike enough to look at the documents."""
        return bool(self.met.any()) and int(self.equal.sum()) >= self.needed


def whole_way(one: LabText, other: LabText, cutting: Cutting, settings: BandSettings) -> WholeWay:
    """All of it, by the functions that the program itself uses."""
    matrix = SetMatrix.of_texts((one, other), cutting)
    here = matrix.matrix
    both = here[:, 0] & here[:, 1]
    sizes = (int(here[:, 0].sum()), int(here[:, 1].sum()))
    common, either = int(both.sum()), int((here[:, 0] | here[:, 1]).sum())
    family = MinHash(settings.bands * settings.rows, settings.seed)
    signed = family.sign(matrix.documents)
    keys = np.empty((2, settings.bands), np.uint32)
    band_keys(signed.values, 0, settings.bands, settings.rows, np.int64(PRIME), keys)
    left, right = (of_rows(signed, [place]) for place in (0, 1))
    equal, _ = equal_positions(left, right)
    first = np.zeros(1, np.int64)
    banding = (settings.bands, settings.rows)
    unlike = min(UNLIKE, settings.threshold / 2)
    exact = float(jaccard_similarity(matrix.documents, first, first + 1)[0]) if min(sizes) else float("nan")
    estimate = float(family.estimate(left, right)[0]) if min(sizes) else float("nan")
    return WholeWay(
        settings=settings,
        titles=(one.title, other.title),
        shingles=(_named(matrix, both, 0), _named(matrix, both, 1)),
        sizes=sizes,
        common=common,
        either=either,
        exact=exact,
        values=signed.values,
        equal=np.asarray(equal, np.bool_).ravel(),
        estimate=estimate,
        error=float(np.sqrt(exact * (1.0 - exact) / equal.size)),
        keys=keys,
        met=np.asarray(collided_bands(equal, *banding), np.bool_).ravel(),
        needed=needed_positions(family, settings.threshold, cutting.recipe.sketch_sigmas),
        sigmas=cutting.recipe.sketch_sigmas,
        chance=float(collision_probability(np.array([exact]), *banding)[0]),
        unlike=unlike,
        chance_of_unlike=float(collision_probability(np.array([unlike]), *banding)[0]),
        measure=cutting.recipe.measure,
        bag=cutting.recipe.bag,
    )


def _named(matrix: SetMatrix, both: NDArray[np.bool_], column: int) -> list[tuple[str, bool]]:
    rows = np.flatnonzero(matrix.matrix[:, column])[:MOST_NAMED]
    return [(matrix.rows[row], bool(both[row])) for row in rows.tolist()]
