"""Warnings before a run: which settings would cost too much or find too much, why, and what to change."""

from __future__ import annotations

from msgspec import Struct

from simexplorer.counted_nouns import counted
from simexplorer.pipeline.measure_scale import MeasureScale, limit_of, limit_similarity
from simexplorer.pipeline.measure_words import name_of, value_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.yardstick import WIDTHS
from simexplorer.search.banding import COMPARISON, MAX_CHECKS

_LONG_SIGNING = 120.0  # seconds
_FEWEST = 30  # documents: pairs of fewer say more of a few duplicates than of what is usual


class Outlook(Struct, frozen=True):
    """What a forecast tells. usual : mean similarity of two random texts; note : of the choice of bands."""

    documents: float
    sampled: int
    candidates: float
    usual: float
    memory: int
    physical_memory: int
    containers: int
    signing_seconds: float
    note: str


def warnings_of(recipe: Recipe, told: Outlook) -> tuple[str, ...]:
    """Every sentence that applies, the gravest first."""
    words = [*_unlike(recipe, told), *_candidates(recipe, told), *_signatures(recipe, told)]
    if told.memory > 0.6 * told.physical_memory:
        less = "fewer hashes, a higher threshold," if recipe.measure != "containment" else "longer shingles"
        words.append(
            f"The run may take {told.memory / 1e9:.1f} GB of memory; this computer has "
            f"{told.physical_memory / 1e9:.1f} GB. Take {less} or a part of the folder."
        )
    if told.containers:
        several = counted(told.containers, "archive, mailbox or table holds", "archives, mailboxes or tables hold")
        words.append(f"{several} documents that this forecast does not see: expect more.")
    return tuple(words)


def _unlike(recipe: Recipe, told: Outlook) -> list[str]:
    """Where unlike documents will look alike."""
    scale, limit = MeasureScale.of(recipe), limit_of(recipe)
    if told.sampled < _FEWEST:
        return []
    if scale.is_distance:
        usual = float(scale.value(told.usual))
        words = (
            f"Two texts picked at random are only {value_words(scale, usual)} apart, and the limit is "
            f"{value_words(scale, limit)}: unlike documents will look alike. Take a smaller limit, or other weights."
        )
        return [words] if limit >= usual / 1.5 else []
    if told.usual <= 0.5 * recipe.threshold:
        return []
    if recipe.measure != "jaccard":
        more = "weights by rarity (tf-idf)" if scale.of_vectors else "longer shingles"
        words = (
            f"Two texts picked at random already have a {name_of(recipe.measure)} of {told.usual:.2f}, and the limit "
            f"is {recipe.threshold:.2f}: unlike documents will look alike. Take a higher limit, or {more}."
        )
        return [words]
    unit = {"char": "character", "word": "word", "item": "item"}[recipe.shingle_kind]
    words = (
        f"With shingles of {counted(recipe.shingle_size, unit)} two texts picked at "
        f"random already share {told.usual:.2f}, and the threshold is {recipe.threshold:.2f}: unlike documents will "
        "look alike. Take longer shingles or a higher threshold."
    )
    return [words]


def _candidates(recipe: Recipe, told: Outlook) -> list[str]:
    """Where nearly all pairs have to be compared."""
    every = told.documents * (told.documents - 1) / 2
    if told.candidates <= 0.1 * every or told.documents <= 500:
        return []
    too_many = min(told.candidates, COMPARISON * every) > MAX_CHECKS
    hashes = "random hyperplanes with 256 hashes or more" if recipe.scheme == "simhash" else "more hashes"
    advice = {
        "jaccard": "Take a higher threshold, longer shingles, or a lower recall.",
        "containment": "Take a higher minimum share or longer shingles.",
        "cosine": f"Take {hashes}, a higher minimum cosine, weights by rarity (tf-idf), or a lower recall.",
    }.get(recipe.measure, "Take more hashes, a smaller limit, or a lower recall.")
    return [
        f"About {about(told.candidates)} of {about(every)} pairs would have to be compared one by one"
        + (f"; at most {about(MAX_CHECKS)} are, the rest is left out" if too_many else "")
        + f". {advice}"
    ]


def _signatures(recipe: Recipe, told: Outlook) -> list[str]:
    """Where signatures are too short, too coarse or too slow for what is asked of them."""
    words, length = [], recipe.signature_length
    if length < 32:
        hashes, off = counted(length, "hash", "hashes"), 0.5 / length**0.5
        words.append(f"With {hashes} an estimate is off by {off:.2f} at similarity 0.5: take 128 or more.")
    if recipe.measure == "euclidean":
        chance = float(MeasureScale.of(recipe).collision_probability(limit_similarity(recipe)))
        limit = limit_of(recipe)
        if limit > 0.0 and not 0.3 <= chance <= 0.85:
            words.append(
                f"Intervals {recipe.interval:g} wide do not tell distances near {limit:g} well (one line agrees there "
                f"with chance {chance:.2f}): take a width of about {WIDTHS * limit:.3g}."
            )
    if recipe.scheme == "hyperplane" and told.signing_seconds > _LONG_SIGNING:
        words.append(
            f"Signing with {length} random hyperplanes takes about {told.signing_seconds / 60:.0f} minutes: SimHash is "
            "many times faster, and components of +1 and -1 are faster too."
        )
    if told.note:
        words.append(told.note)
    return words


def about(number: float) -> str:
    """``1.2 billion``, ``34 million``, ``812``."""
    for size, unit in ((1e9, "billion"), (1e6, "million")):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:,.0f}"
