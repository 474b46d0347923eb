"""The families one can choose among, and constructions to begin with: words and numbers only, no kernels."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Blocks: TypeAlias = tuple[tuple[Literal["and", "or"], int], ...]


class Kind(Struct, frozen=True, kw_only=True):
    """A family: its scheme, the distance it is sensitive to, and where that axis ends.

    span : the greatest distance drawn (Euclid: in interval widths, more where far is farther); d1, d2 : near and far to
    begin with
    law : the chance that one function collides, in words of the page
    """

    scheme: str
    title: str
    distance: str
    law: str
    span: float
    d1: float
    d2: float
    step: float


KINDS = {
    "jaccard": Kind(
        scheme="minhash",
        title="Jaccard: MinHash",
        distance="Jaccard distance",
        law="p = 1 − d",
        span=1.0,
        d1=0.2,
        d2=0.6,
        step=0.05,
    ),
    "cosine": Kind(
        scheme="hyperplane",
        title="Cosine: random hyperplanes",
        distance="angle in degrees",
        law="p = 1 − d / 180",
        span=180.0,
        d1=36.0,
        d2=108.0,
        step=5.0,
    ),
    "hamming": Kind(
        scheme="bit-sampling",
        title="Hamming: bit sampling",
        distance="differing bits of 64",
        law="p = 1 − d / 64",
        span=64.0,
        d1=3.0,
        d2=24.0,
        step=1.0,
    ),
    "euclid": Kind(
        scheme="random-lines",
        title="Euclid: random lines",
        distance="Euclidean distance",
        law="p falls with d / w as the formula below says",
        span=5.0,
        d1=0.5,
        d2=2.0,
        step=0.1,
    ),
}

CONSTRUCTIONS: dict[str, Blocks] = {
    "AND of 4, then OR of 4": (("and", 4), ("or", 4)),
    "OR of 4, then AND of 4": (("or", 4), ("and", 4)),
    "20 bands of 5 rows": (("and", 5), ("or", 20)),
    "One function": (),
    "AND 3, OR 4, AND 2": (("and", 3), ("or", 4), ("and", 2)),
}
