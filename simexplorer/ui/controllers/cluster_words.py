"""What is said about a cluster that is cut."""

from __future__ import annotations

from simexplorer.pipeline.cluster_cutting import Cut, CutOffer
from simexplorer.pipeline.measure_scale import MeasureScale, limit_of
from simexplorer.pipeline.measure_words import value_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels.parameter_texts import LINKAGE_TEXTS
from simexplorer.ui.theme import numbers

_SHOWN_SIZES = 6


def limit_of_words(recipe: Recipe) -> str:
    """The threshold of a run, or its largest distance, as a number."""
    return value_words(MeasureScale.of(recipe), limit_of(recipe), numbers.decimal)


def words_of(cut: Cut) -> str:
    """What a cut makes."""
    if cut.parts < 2:
        return "Still in one piece"
    sizes = sorted(cut.sizes, reverse=True)
    shown = " + ".join(numbers.count(size) for size in sizes[:_SHOWN_SIZES])
    more = " + …" if len(sizes) > _SHOWN_SIZES else ""
    return f"{numbers.count(cut.parts)} parts: {shown}{more} texts"


def offer_words(offer: CutOffer, scale: MeasureScale) -> str:
    """The setting, and into how many parts it takes the cluster where these are not those in view."""
    made = "" if offer.same else f" ({numbers.counted(offer.parts, 'part')})"
    if offer.field == "threshold":
        value = value_words(scale, float(scale.value(float(offer.value))), numbers.decimal)
        return f"{'Largest distance' if scale.is_distance else 'Threshold'} {value}{made}"
    return f"{short(str(offer.value))} linkage{made}"


def short(linkage: str) -> str:
    """A linkage in a word or two."""
    return LINKAGE_TEXTS[linkage].split(" (")[0]
