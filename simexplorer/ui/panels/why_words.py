"""The numbers of an explanation, and what they say, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.measure_words import title_of
from simexplorer.ui.models.pair_figures import estimate_words, exact_words
from simexplorer.ui.models.pair_meanings import (
    ERROR_MEANINGS,
    ESTIMATE_MEANINGS,
    EXACT_MEANINGS,
    PLAIN_MEANING,
    PLAIN_TITLE,
)
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.explaining import PairExplanation

FIGURES = {
    "value": ("Exact", "Similarity (or distance) by the measure of the run, counted from both texts."),
    "estimate": (
        "Estimate",
        "The same as the signatures estimate it, ± one standard error of the scheme at the exact value.",
    ),
    "error": ("Error", "Estimate minus exact value, in standard errors; of 100 pairs, 95 lie between −2 and +2."),
    "a_in_b": ("1 in 2", "Share of the first document's shingles that the second holds too."),
    "b_in_a": ("2 in 1", "Share of the second document's shingles that the first holds too."),
    "hamming": ("Hamming", "Bits in which the 64-bit SimHash fingerprints differ; unrelated texts differ in about 32."),
}


def figures_of(pair: PairExplanation, scale: MeasureScale, limit: float = math.nan) -> dict[str, str]:
    """A text for each of ``FIGURES``; ``limit`` of the run, in the units of its measure."""
    error = pair.standard_error
    if scale.measure == "cosine":  # the scheme's own is that of the angle
        error = math.radians(error) * math.sqrt(max(0.0, 1.0 - pair.value**2))
    return {
        "value": exact_words(pair.value, scale, limit),
        "estimate": estimate_words(pair.estimate, error, scale),
        "error": numbers.deviations(pair.error_sd),
        "a_in_b": numbers.similarity(pair.a_in_b),
        "b_in_a": numbers.similarity(pair.b_in_a),
        "hamming": numbers.count(pair.hamming),
    }


def captions_of(scale: MeasureScale) -> dict[str, tuple[str, str]]:
    """Caption and meaning of the figures that another measure changes."""
    measure = scale.measure
    title = FIGURES["estimate"][0] if measure != "containment" else "Jaccard, est."
    exact = FIGURES["value"][0] if measure == "jaccard" else title_of(measure)
    return {
        "value": (exact, EXACT_MEANINGS[measure]),
        "estimate": (title, ESTIMATE_MEANINGS[measure]),
        "error": (FIGURES["error"][0], ERROR_MEANINGS[measure]),
        "hamming": (PLAIN_TITLE, PLAIN_MEANING) if measure == "hamming" else FIGURES["hamming"],
    }


def bands_words(pair: PairExplanation, scale: MeasureScale) -> str:
    """What the bands say; of an exact join, which has none, what the positions say."""
    if scale.measure == "containment":
        agree = f"{numbers.count(int(pair.equal.sum()))} of {numbers.counted(pair.counted, 'position')} agree"
        return f"{agree}: the estimate of the Jaccard similarity comes from them. They decide nothing about the pair."
    met, bands = int(pair.collided.sum()), numbers.counted(int(pair.collided.size), "band")
    left = pair.equal.size - pair.collided.size * pair.rows
    agree = f"{numbers.count(int(pair.equal.sum()))} of {numbers.counted(pair.counted, 'position')} agree"
    words = f"{agree}. They meet in {numbers.count(met)} of {bands}: where all {pair.rows} positions of a column do."
    if left:
        words += f" {numbers.counted(left, 'position is', 'positions are')} in no band."
    return words


def bits_words(pair: PairExplanation, scale: MeasureScale) -> str:
    """What the fingerprints say; they are not those that a run by Hamming distance compares."""
    bits = "plain bits" if scale.measure == "hamming" else "bits"
    if pair.hamming == 0:
        return f"All 64 {bits} are equal."
    return f"{numbers.count(pair.hamming)} of 64 {bits} differ (marked)."


def chance_words(pair: PairExplanation, scale: MeasureScale = JACCARD) -> str:
    """What the chances say."""
    if scale.measure == "containment":
        return "Contained documents are found by an exact join, which misses none. Bands play no part."
    chance = pair.outcomes[0].chance
    missed = 1.0 - chance
    words = f"With the setting in use, {numbers.percent(chance)} of all pairs like this one are found"
    if missed >= 0.5:
        return f"{words}: most are missed."
    if 1e-6 < missed < 0.105:  # of more the share says enough: one in 2.5 is no pair
        return f"{words}; one in {numbers.about(1.0 / missed)} is missed."
    return f"{words}."
