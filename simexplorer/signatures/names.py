"""What recipes call the families of signatures and their variants: known without loading any of them."""

from __future__ import annotations

SCHEMES = (
    "fss",
    "minhash",
    "one-pass",
    "first-rows",
    "bbit",
    "simhash",
    "hyperplane",
    "random-lines",
    "bit-sampling",
)
# Two positions agree with a chance of the Jaccard similarity; those of b-bit MinHash agree by accident, too.
WHOLE_MINIMA = ("fss", "minhash", "one-pass")
COMPONENTS = ("normal", "signs")  # of the hyperplanes
