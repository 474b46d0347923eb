"""What the index did, and what the limits of a run left out, in words."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.pipeline.measure_words import percent_words
from simexplorer.pipeline.result import LEAST_CHANCE, chance_is_known
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.search.banding import Candidates, SketchCheck
from simexplorer.search.tuning import Banding

_COARSE = 0.5  # found pairs tell little of the others below
_ALL_COUNT = "At this limit all pairs count, also those that share nothing, which no index finds."


class IndexWork(Struct, frozen=True):
    """What the index did, once its pairs themselves are verified and may be forgotten.

    candidates : pairs that shared a bucket; verified : those of them whose signatures were near enough
    left_out : pairs of buckets too large to be linked fully, an upper bound; limit : links a document in such a bucket
    needed : equal positions that were asked for; set_aside : pairs near enough but for the room, which took more
    scanned : all pairs were compared, those that share no bucket too; joined : exactly, without their signatures
    rare : but for pairs that share no rare shingle, none of which is within the limit
    ruled_out : pairs near enough by their signatures that a longer sketch told to be far apart; sketch : how it did
    gaps : share of positions of the signatures that hold no value, which some schemes leave in those of few shingles
    """

    candidates: int = 0
    verified: int = 0
    left_out: int = 0
    limit: int = 0
    needed: int = 0
    set_aside: int = 0
    scanned: bool = False
    joined: bool = False
    rare: bool = False
    ruled_out: int = 0
    sketch: SketchCheck | None = None
    gaps: float = 0.0

    @classmethod
    def of(cls, found: Candidates, gaps: float) -> IndexWork:
        """The counts of what was found, without the pairs."""
        return cls(
            candidates=found.candidates,
            verified=found.i.size,
            left_out=found.left_out,
            limit=found.limit,
            needed=found.needed,
            set_aside=found.set_aside,
            scanned=found.scanned,
            joined=found.joined,
            rare=found.rare,
            ruled_out=found.ruled_out,
            sketch=found.sketch,
            gaps=gaps,
        )

    @property
    def chance_is_known(self) -> bool:
        """Whether the bands alone tell how likely a pair is found."""
        return chance_is_known(self.left_out, self.gaps)


def capped_words(work: IndexWork, banding: Banding, all_pairs: bool = False, chance: float = 1.0) -> tuple[str, ...]:
    """Every limit of the index that left something out, in words.

    all_pairs : whatever they share, all count; chance : of a pair right at the limit to be found
    """
    words = []
    if work.left_out:
        words.append(
            f"Some buckets hold so many documents that each was linked with {work.limit:,} others and the first only: "
            f"at most {counted(work.left_out, 'pair', 'pairs')} inside such buckets "
            f"{'was' if work.left_out == 1 else 'were'} not compared."
        )
    if work.set_aside:
        words.append(_set_aside_words(work))
    if work.gaps:
        words.append(
            f"{percent_words(work.gaps)} of all positions of the signatures hold no value (documents with few "
            "shingles): bands with such a position find nothing"
            + ("." if all_pairs else ", so that no recall is predicted.")
        )
    if all_pairs and chance < 1.0:
        words.append(_ALL_COUNT)
    elif chance < (1.0 if banding.note else _COARSE):
        words.append(banding.note or _coarse_words(work, banding, chance))
    if banding.note and not all_pairs and chance < LEAST_CHANCE and work.chance_is_known:
        words.append("Too few of the pairs at the limit are found to tell how many were missed. Measure the recall.")
    return tuple(words)


def _set_aside_words(work: IndexWork) -> str:
    """That there was no room for all pairs, and by what the nearest were chosen."""
    near, what, sketch = work.verified + work.set_aside, "longer sketches", work.sketch if work.scanned else None
    if sketch is None:
        near, what, far = near + work.ruled_out, "signatures", f"agree in fewer than {work.needed} positions"
    elif sketch.spread:
        far = f"tell of less than {sketch.needed / sketch.steps:.4f}"
    else:
        far = f"agree in fewer than {sketch.needed:,} of {sketch.steps:,} bits"
    return (
        f"{near:,} pairs are similar enough by their {what} to be compared exactly, more than there is room for: "
        f"the {work.set_aside:,} whose {what} {far} were not."
    )


def _coarse_words(work: IndexWork, banding: Banding, chance: float) -> str:
    """That few of the pairs at the limit are found: of too many of them, or by bands of too many rows."""
    find = f"{counted(banding.bands, 'band')} of {counted(banding.rows, 'row')} find{'s' * (banding.bands == 1)}"
    words, cure = f"{find} only {percent_words(chance)} of the pairs right at the limit", "more bands of fewer rows"
    if work.set_aside:
        words, cure = f"Of the pairs right at the limit {percent_words(chance)} are compared", "a higher threshold"
    if not work.chance_is_known:  # nothing is reckoned then
        return f"{words}: take {cure}."
    if chance < LEAST_CHANCE:
        return f"{words}, too few to tell how many were missed. Measure the recall, or take {cure}."
    return (
        f"{words}: how many were missed is reckoned from those that were found, and may be far too few. "
        f"Measure the recall, or take {cure}."
    )


def gap_share(signed: SignedCorpus, members: NDArray[np.int64]) -> float:
    """Share of positions of the members' signatures that hold no value."""
    missing = signed.missing(members)
    return 0.0 if missing is None else float(np.mean(signed.texts.values[members] == missing))
