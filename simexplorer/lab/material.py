"""What a page of the lab is about: worked examples, texts that a person has selected, the collection that is open."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.lab.cutting import Cutting
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import BINS, JOINED, Result

MOST_POSITIONS = 16_384  # of signatures on the page on bands: of eight long texts these take seconds
MOST_SHINGLES = 20_000  # of a document, on pages that write its set down as a column of a matrix


class LabText(NamedTuple):
    """A document to be looked at: the name it is shown under, and its text as it was read."""

    title: str
    text: str


class LabCollection(Struct, frozen=True, kw_only=True):
    """The figures of a run that pages on bands and scale set in, and how it cut; no documents.

    documents : different texts that take part, which alone are paired
    histogram : (BINS,) estimated pairs in each hundredth of similarity; at_one : how many of the last have exactly 1
    values : of a signature, each of ``value_bytes``
    candidates : pairs that shared a bucket; verified : pairs compared exactly; pairs : those at or above ``threshold``
    recipe : how its documents were cut and signed
    gaps : share of positions of its signatures that hold no value
    instead : how its pairs were found where none had to meet in a band, in words; "" where they had to
    left_out : (m,) sorted ids of the shingles that it left out as boilerplate, None while they are not known
    """

    documents: int
    histogram: NDArray[np.float64] = field(default_factory=lambda: np.zeros(BINS))
    at_one: float = 0.0
    candidates: int = 0
    verified: int = 0
    pairs: int = 0
    bands: int = 25
    rows: int = 5
    values: int = 128
    value_bytes: int = 4
    threshold: float = 0.8
    scheme: str = "fss"
    gaps: float = 0.0
    instead: str = ""
    recipe: Recipe = field(default_factory=Recipe)
    left_out: NDArray[np.uint64] | None = None

    @property
    def cutting(self) -> Cutting:
        """How the run cut its documents."""
        return Cutting(self.recipe, self.left_out)

    @property
    def by_jaccard(self) -> bool:
        """Whether its bands met with the chance that Jaccard similarities give, which its histogram then holds.

        Not those of b-bit MinHash, which agree by accident too, nor where positions hold no value: these never agree.
        """
        return self.recipe.measure == "jaccard" and self.scheme != "bbit" and not self.gaps

    @property
    def across(self) -> bool:
        """Whether only pairs between a reference and the rest count: its histogram and ``pairs`` hold no others."""
        return self.recipe.reference is not None

    @classmethod
    def of(cls, result: Result, left_out: NDArray[np.uint64] | None = None) -> LabCollection:
        """The figures of a finished run."""
        recipe = result.recipe
        return cls(
            documents=result.members.size,
            histogram=result.audit.histogram,
            at_one=result.audit.at_one,
            candidates=result.audit.candidates,
            verified=result.audit.verified,
            pairs=result.at_threshold,
            bands=result.bands,
            rows=result.rows,
            values=result.signatures.length,
            value_bytes=result.signatures.values.itemsize,
            threshold=recipe.threshold,
            scheme=recipe.scheme,
            gaps=result.audit.gaps,
            instead=JOINED if recipe.measure == "containment" else result.audit.whatever_meets,
            recipe=recipe,
            left_out=left_out,
        )


class LabMaterial(Struct, frozen=True, kw_only=True, eq=False):
    """All that a page may use; both may be missing, the worked examples are always there."""

    texts: tuple[LabText, ...] = ()
    collection: LabCollection | None = None

    @property
    def cutting(self) -> Cutting:
        """How the person's documents are cut: as the run cut them, else as recommended."""
        return Cutting() if self.collection is None else self.collection.cutting

    @property
    def jaccard_run(self) -> LabCollection | None:
        """The run, if it compared by Jaccard similarity: only then do its threshold and bands mean what pages mean."""
        run = self.collection
        return run if run is not None and run.recipe.measure == "jaccard" else None

    @property
    def minhash_run(self) -> LabCollection | None:
        """The same, if it compared whole values: bands of b-bit MinHash meet by accident too, on another curve."""
        run = self.jaccard_run
        return run if run is not None and run.scheme != "bbit" else None

    def same_as(self, other: LabMaterial) -> bool:
        """Equal texts and the very same collection."""
        return self.texts == other.texts and self.collection is other.collection
