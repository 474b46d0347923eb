"""What a run found: columns over document rows, nothing that grows with Python objects."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from numpy.typing import ArrayLike, NDArray

from simexplorer.documents.listing import Documents
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.tally import Tally
from simexplorer.pipeline.told_column import ToldColumn, first_of
from simexplorer.search.clustering import Clusters
from simexplorer.search.distinct import distinct
from simexplorer.search.finding import place_of_pair, reaching
from simexplorer.search.linkage_pairs import KnownPairs
from simexplorer.search.scurve import pairs_among
from simexplorer.signatures.family import Signatures

__all__ = ["Audit", "Clusters", "Groups", "Pairs", "Result", "Signed", "incomplete", "says_something"]


class Pairs(Struct, frozen=True):
    """Verified pairs of documents, most similar first, then by row; ``i < j``. Columns may be told where they are read.

    i, j : (m,) int32 rows
    jaccard : (m,) float64 exact; estimate : (m,) float64 from the signatures
    error_sd : (m,) float64, (estimate - exact) in standard errors of the scheme at the exact value
    i_in_j, j_in_i : (m,) float64, share of one's shingles that the other holds too
    hamming : (m,) int16, bits in which the result's ``fingerprints`` differ
    distance : (m,) float64 of a measure that is a distance (bits, length, degrees of an angle); None for others
    similarity : (m,) float64 in [0, 1] by a measure other than Jaccard; None where Jaccard itself rules
    spread : (m,) float64 standard errors of the estimates where ``sqrt(J (1 - J) / K)`` does not tell them (b-bit, and
        signatures that may have gaps); else None
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    jaccard: NDArray[np.float64]
    estimate: NDArray[np.float64] | ToldColumn
    error_sd: NDArray[np.float64] | ToldColumn
    i_in_j: NDArray[np.float64] | ToldColumn
    j_in_i: NDArray[np.float64] | ToldColumn
    hamming: NDArray[np.int16] | ToldColumn
    distance: NDArray[np.float64] | None = None
    similarity: NDArray[np.float64] | None = None
    spread: NDArray[np.float64] | ToldColumn | None = None

    @property
    def ranking(self) -> NDArray[np.float64]:
        """(m,) what the order follows and the threshold cuts, falling."""
        return self.jaccard if self.similarity is None else self.similarity

    def __len__(self) -> int:
        return self.i.size

    def linking(self, at_threshold: int) -> KnownPairs:
        """The pairs that clusters go by at a threshold that so many reach: the same as in a run that begins there.

        Of Jaccard these are all: what is not among them is computed. Of other measures it is not, and such a run knows
        none below its threshold.
        """
        count = len(self) if self.similarity is None else at_threshold
        return KnownPairs(self.i[:count], self.j[:count], self.ranking[:count])

    def first(self, count: int) -> Pairs:
        """The most similar ``count`` pairs."""
        held = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return replace(self, **{name: first_of(column, count) for name, column in held if column is not None})


class Groups(Struct, frozen=True):
    """Documents of identical text: group ``g`` is ``rows[offsets[g]:offsets[g + 1]]``, two or more, rising.

    representative : (n,) int32, the first row of each document's group; itself where it has no twin
    """

    offsets: NDArray[np.int64]
    rows: NDArray[np.int32]
    representative: NDArray[np.int32]

    def __len__(self) -> int:
        return self.offsets.size - 1

    def members(self, shingles: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows that the index works on: documents of some ``shingles`` (n,), the first one of each group."""
        alone = self.representative == np.arange(self.representative.size)
        return np.flatnonzero(alone & (shingles > 0))

    def present(self, shingles: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(n,) documents that can be in a cluster: of some ``shingles`` (n,), or equal to another one without any."""
        present: NDArray[np.bool_] = shingles > 0
        present[self.rows] = True
        return present


JOINED, SCANNED = "all documents were joined exactly", "all pairs of signatures were compared"
RARE = "all pairs that share a rare shingle, as any within the limit must, were compared by their signatures"
SAMPLED_PAIRS = 100_000  # from which the histogram below the pairs that were listed is estimated, if there are as many
BINS = 100  # of equal width that histograms of similarity have
EDGES = np.arange(BINS + 1) / BINS
# Predictions are right on average; where fewer than one pair in a hundred is found most of them are far too low.
LEAST_CHANCE = 0.01
_HASH_OF_NOTHING = np.array([0x7127E5B3EE0CADA4, 0xA283C7210D396B8A], np.uint64)  # of an empty text


def chance_is_known(left_out: int, gaps: float) -> bool:
    """Whether the bands alone tell how likely a pair is found: not where buckets were clipped or signatures have gaps.

    left_out : pairs inside large buckets that were not compared; gaps : share of positions that hold no value
    """
    return not left_out and not gaps


class Audit(Struct, frozen=True):
    """What the index did, and what it is expected to have missed.

    histogram : (BINS,) float64, estimated number of pairs of the collection in each hundredth of similarity:
        exact for the verified part; from ``compared_from`` up, if that is told, of pairs that were compared and are
        not listed; below from ``sampled_pairs`` random pairs
    at_one : how many of its last bin have a similarity of exactly 1
    left_out : pairs inside large buckets that were not compared, an upper bound: nothing is predicted then
    gaps : share of positions of the signatures that hold no value: nothing is predicted where there are any
    chance : of a pair right at the limit to be found: nothing is predicted below LEAST_CHANCE
    needed : equal positions that a candidate needed to be verified; scanned : every two signatures were compared
    joined : or every two documents, by an exact join; rare : or those of documents that share a rare shingle
    ruled_out : candidates that had as many, but are far apart by longer sketches
    """

    candidates: int
    verified: int
    predicted_recall: float | None
    predicted_missed: float | None
    measured_recall: float | None = None
    measured_interval: tuple[float, float] | None = None
    histogram: NDArray[np.float64] = field(default_factory=lambda: np.zeros(BINS))
    at_one: float = 0.0
    exact_from: float = 1.0
    compared_from: float | None = None
    sampled_pairs: int = 0
    left_out: int = 0
    needed: int = 0
    scanned: bool = False
    joined: bool = False
    rare: bool = False
    ruled_out: int = 0
    gaps: float = 0.0
    chance: float = 1.0

    @property
    def whatever_meets(self) -> str:
        """How pairs were found that share no bucket, in words; empty where none were."""
        if self.joined:
            return JOINED
        return (RARE if self.rare else SCANNED) if self.scanned else ""

    @property
    def recall_is_counted(self) -> bool:
        """Whether the recall was measured on all pairs, if any, and not on a sample that leaves an interval."""
        interval = self.measured_interval
        return interval is not None and interval[0] == interval[1]

    @property
    def has_no_true_pair(self) -> bool:
        """Whether a measurement looked at all pairs and none of them is within the limit."""
        return self.measured_recall is None and self.recall_is_counted

    @property
    def foretells(self) -> bool:
        """Whether what was found tells how much was missed."""
        return chance_is_known(self.left_out, self.gaps) and self.chance >= LEAST_CHANCE


class Signed(Struct, frozen=True, kw_only=True):
    """What a run knows of each document by itself, under one recipe; ``bands`` and ``rows`` are those really used.

    shingles : (n,) int64, shingles of each document that are compared, repeats counted
    fingerprints : (n,) uint64 SimHash, the same for every recipe that cuts and leaves out alike: each shingle votes as
        often as it occurs, without a seed (``simhash-text-3``, not the scheme ``simhash-3``)
    floor : pairs are verified down to this value of the measure, in its own units
    text_hashes : (n, 2) uint64, 128-bit hash of each normalised text: what a document says, whatever its name
    """

    recipe: Recipe
    documents: Documents
    shingles: NDArray[np.int64]
    signatures: Signatures
    fingerprints: NDArray[np.uint64]
    bands: int
    rows: int
    floor: float
    text_hashes: NDArray[np.uint64] = field(default_factory=lambda: np.empty((0, 2), np.uint64))


class Result(Signed, frozen=True, kw_only=True, dict=True):
    """Everything a run found.

    ``pairs`` holds all pairs down to ``floor``; those at or above ``recipe.threshold`` are the first ``at_threshold``.

    capped : what the limits of the run left out, in words; lacking : what they left out of its clusters alone
    taken_over : documents of which an earlier run had kept what takes longest: they were not read and signed
    apart : (k,) float64, falling: the ranking of pairs that were found, but are left out of ``pairs`` and ``clusters``
        as a person said that they are not duplicates; None: nothing was left out
    """

    groups: Groups
    pairs: Pairs
    at_threshold: int
    clusters: Clusters
    audit: Audit
    partial: bool = False
    capped: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    taken_over: int = 0
    apart: NDArray[np.float64] | None = None

    @property
    def limits(self) -> tuple[str, ...]:
        """Every limit that left something out, those of its clusters last."""
        return *self.capped, *self.lacking

    def found(self, similarity: ArrayLike) -> NDArray[np.int64]:
        """How many pairs of at least each similarity were found, those that are left out included."""
        found = reaching(self.pairs.ranking, similarity)
        return found if self.apart is None else found + reaching(self.apart, similarity)

    def place_of_pair(self, a: int, b: int) -> int | None:
        """Where the pair of two documents stands in ``pairs``; copies of a text stand for each other. None: nowhere."""
        low, high = sorted((int(self.groups.representative[a]), int(self.groups.representative[b])))
        return place_of_pair(self.pairs.i, self.pairs.j, low, high)

    @property
    def compared_nothing(self) -> bool:
        """Whether the run ended, or is, before any pair was compared."""
        return self.partial and not self.audit.verified and not self.at_threshold

    @property
    def misses_none(self) -> bool:
        """Whether no pair can have been missed that is told of: all were joined exactly, or those found share all."""
        least = self.at_threshold - 1
        equal = least >= 0 and bool(self.pairs.ranking[least] >= 1.0)
        return equal or self.audit.joined or self.recipe.measure == "containment"

    @cached_property
    def members(self) -> NDArray[np.int64]:
        """Rows that the index worked on: documents that hold a text, one of each group of twins."""
        return self.groups.members(self.shingles)

    @property
    def added(self) -> float:
        """How many pairs the counted part of the histogram holds beside those that were found: probably missed."""
        counts = self.audit.histogram
        first = math.ceil(self.audit.exact_from * counts.size - 1e-9)
        return float(counts[first:].sum()) - int(self.found(first / counts.size))

    @property
    def sampled_all(self) -> bool:
        """Whether its histogram rests on all pairs that count, not on random ones of them."""
        return pairs_among(self.members.size) <= SAMPLED_PAIRS

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """(n,) documents that can be in a pair, a group or a cluster, see ``Groups.present``."""
        return self.groups.present(self.shingles)

    @cached_property
    def texts(self) -> int:
        """How many documents hold a text."""
        return int(np.count_nonzero(self.present))

    @cached_property
    def different_texts(self) -> int:
        """How many texts they hold: copies of one count once."""
        return int(distinct(self.groups.representative[self.present]).size)

    @cached_property
    def tally(self) -> Tally:
        """What is told of all its documents."""
        signed = says_something(self.text_hashes) if self.text_hashes.size else self.shingles > 0
        representative = self.groups.representative
        return Tally.of(self.documents, self.shingles, signed, self.present, representative, self.clusters)


def says_something(text_hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """(n,) documents that were read and are not empty once normalised, be there a shingle in them or none."""
    first, second = text_hashes.T
    nothing, either = _HASH_OF_NOTHING
    said: NDArray[np.bool_] = ((first | second) != 0) & ((first != nothing) | (second != either))
    return said


def incomplete(result: Result) -> Result:
    """It as a part of a run: what the index is expected to miss says nothing about pairs that nobody compared."""
    return replace(result, partial=True, audit=replace(result.audit, predicted_recall=None, predicted_missed=None))
