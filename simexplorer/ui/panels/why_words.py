"""The numbers of an explanation, and what they say, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def figures_of(pair: PairExplanation) -> dict[str, str]:
    """A text for each of ``FIGURES``."""
    similarity = 0.0 <= pair.value <= 1.0
    return {
        "value": numbers.similarity(pair.value) if similarity else f"{pair.value:.4g}",
        "estimate": numbers.estimate(pair.estimate, pair.standard_error),
        "error": numbers.deviations(pair.error_sd),
        "a_in_b": numbers.similarity(pair.a_in_b),
        "b_in_a": numbers.similarity(pair.b_in_a),
        "hamming": numbers.count(pair.hamming),
    }


def bands_words(pair: PairExplanation) -> str:
    """What the bands say."""
    met, bands = int(pair.collided.sum()), numbers.counted(int(pair.collided.size), "band")
    left = pair.equal.size - pair.collided.size * pair.rows
    agree = f"{numbers.count(int(pair.equal.sum()))} of {numbers.counted(pair.counted, 'position')} agree"
    words = f"{agree}. They meet in {numbers.count(met)} of {bands}: where all {pair.rows} positions of a column do."
    if left:
        words += f" {numbers.counted(left, 'position is', 'positions are')} in no band."
    return words


def bits_words(pair: PairExplanation) -> str:
    """What the fingerprints say."""
    if pair.hamming == 0:
        return "All 64 bits are equal."
    return f"{numbers.count(pair.hamming)} of 64 bits differ (marked)."


def chance_words(pair: PairExplanation) -> str:
    """What the chances say."""
    chance = pair.outcomes[0].chance
    missed = 1.0 - chance
    words = f"With the setting in use, {numbers.percent(chance)} of all pairs like this one are found"
    if missed >= 0.5:
        return f"{words}: most are missed."
    if missed > 1e-6:
        return f"{words}; one in {numbers.about(1.0 / missed)} is missed."
    return f"{words}."
