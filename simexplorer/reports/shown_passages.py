"""The passages that the most similar pairs share, as the HTML report shows them: a few of each, never without end."""

from __future__ import annotations

from typing import Any

import numpy as np

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import value_words
from simexplorer.reports.columns import Tables
from simexplorer.reports.numbered import nameless_rows, words_beside
from simexplorer.reports.options import Passage, ReportOptions

MAX_PASSAGES = 8
MAX_CHARACTERS = 2_000
PAIR_ROOM = 16_000_000  # characters of both texts: looking takes up to 5 s and 0.6 GB there
WHOLE_ROOM = 64_000_000  # of all pairs that are looked at


def shown_passages(tables: Tables, options: ReportOptions) -> list[dict[str, Any]]:
    """One record for each of the first pairs, if somebody can name passages: where they are not looked for, ``why``."""
    if options.evidence is None:
        return []
    pairs, shown, scale = tables.result.pairs, [], MeasureScale.of(tables.result.recipe)
    values = scale.values_of(pairs)
    characters, room = tables.result.documents.characters, WHOLE_ROOM
    for pair in range(min(options.evidence_pairs, tables.result.at_threshold)):
        options.check()
        i, j = int(pairs.i[pair]), int(pairs.j[pair])
        size = int(characters[i]) + int(characters[j])
        why = _too_long(size, room)
        passages = [] if why else options.evidence(i, j)
        room -= 0 if why else size
        words = words_beside(options, nameless_rows(tables.result.documents.paths, np.array([i, j])))
        shown.append(
            {
                "a": tables.paths[i],
                "b": tables.paths[j],
                "a_words": words.get(i),
                "b_words": words.get(j),
                "value": value_words(scale, float(values[pair])),
                "passages": [_shortened(passage) for passage in passages[:MAX_PASSAGES]],
                "more": max(0, len(passages) - MAX_PASSAGES),
                "why": why,
            }
        )
    return shown


def _too_long(size: int, room: int) -> str:
    """Why passages of a pair with so many characters are not looked for; nothing where they are."""
    if size > PAIR_ROOM:
        limit = f"passages are looked for in up to {PAIR_ROOM:,}"
    elif size > room:
        limit = f"the pairs above took most of the {WHOLE_ROOM:,} in which passages are looked for"
    else:
        return ""
    return f"Not looked for: both texts have {size:,} characters together, and {limit}. The window compares any two."


def _shortened(passage: Passage) -> dict[str, Any]:
    def cut(text: str) -> str:
        return text if len(text) <= MAX_CHARACTERS else text[:MAX_CHARACTERS] + " […]"

    return {
        "left": cut(passage.left),
        "right": cut(passage.right),
        "left_line": passage.left_line,
        "right_line": passage.right_line,
    }
