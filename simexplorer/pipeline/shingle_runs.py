"""Shingles as people read them: those that overlap in the text become one passage."""

from __future__ import annotations

from msgspec import Struct

from simexplorer.pipeline.shared_shingles import SomeShingles

LONGEST = 400


class ShingleRun(Struct, frozen=True):
    """Shingles that overlap or touch: how many, what they read together, and where that stands in characters."""

    count: int
    text: str
    start: int
    end: int


def runs_of(shingles: SomeShingles) -> list[ShingleRun]:
    """The passages that these shingles make, in the order of the text; none is longer than about LONGEST."""
    runs: list[ShingleRun] = []
    spans = zip(shingles.starts.tolist(), shingles.ends.tolist(), shingles.texts, strict=True)
    for start, end, text in spans:
        last = runs[-1] if runs else None
        if last is None or start > last.end or end - last.start > LONGEST:
            runs.append(ShingleRun(1, _shortened(text), start, end))
        else:
            added = text[max(0, last.end - start) :] if end > last.end else ""
            runs[-1] = ShingleRun(last.count + 1, last.text + added, last.start, max(end, last.end))
    return runs


def _shortened(text: str) -> str:
    """The text; where it is longer, as of a shingle with very many blanks in it, its beginning and its end."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]}"
