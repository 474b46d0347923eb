"""Fields of a recipe without effect beside its others: hidden in the window, remarked on where they are given."""

from __future__ import annotations

from simexplorer.pipeline.measure_scale import OF_VECTORS
from simexplorer.pipeline.measure_words import name_of

# fields that mean something under these schemes alone
OF_SCHEMES = {
    "bits": ("bbit",),
    "first_rows": ("first-rows",),
    "components": ("hyperplane",),
    "interval": ("random-lines",),
    "simhash_bits": ("simhash", "bit-sampling"),
}
_OF_BANDS = ("bands", "rows", "recall")


def why_idle(field: str, measure: str, scheme: str = "") -> str:
    """Why this field changes nothing under such a measure and scheme, in a clause; empty where it may.

    A bag counts for the cosine, too: the Jaccard similarities that stand beside it are those of bags.
    """
    schemes = OF_SCHEMES.get(field, (scheme,))
    if scheme not in schemes:
        return f"{scheme} signatures know nothing of it, only {' and '.join(schemes)} ones do"
    if field == "hashes" and scheme == "simhash":
        return "a simhash signature is as long as the fingerprint, which simhash_bits sets"
    if field == "weights" and measure not in OF_VECTORS:
        return f"{name_of(measure)} knows no weights of shingles"
    if field in _OF_BANDS and measure == "containment":
        return "contained documents are found by an exact join, which has no bands and misses none"
    return ""
