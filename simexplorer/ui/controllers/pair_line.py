"""The numbers between two documents in one line, and what the measure of the run says of any pairs."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.errors import SimExplorerError
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale, limit_of, limit_similarity
from simexplorer.pipeline.measure_words import name_of, past_limit_words, title_of
from simexplorer.pipeline.not_compared import why_not_compared
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.estimate_errors import standard_errors, unions_of_rows
from simexplorer.ui.controllers.session import AnalysisLike
from simexplorer.ui.models.pair_figures import error_of, estimate_words, exact_value, exact_words
from simexplorer.ui.models.pair_meanings import PLAIN_TITLE
from simexplorer.ui.theme import numbers


def figures_of(result: Result, analysis: AnalysisLike, documents: tuple[int, ...], growing: bool = False) -> str:
    """The numbers between two documents in one line; of one document its size.

    While the result grows nothing is counted that is not listed: what counts is at work.
    """
    if len(documents) < 2:
        row = documents[0]
        return (
            f"{numbers.counted(int(result.documents.characters[row]), 'character')} · "
            f"{numbers.counted(int(result.shingles[row]), 'shingle')}"
        )
    a, b = documents
    parts = _figures_of_pair(result, a, b)
    if not parts and (why := [words for row in documents if (words := _why_not(result, row))]):
        return f"cannot be compared: {' and '.join(why)}"  # nor is there a fingerprint to be told of
    if not parts and growing:
        return "not compared yet: the run is going on"
    parts = parts or _figures_unlisted(result, analysis, a, b)
    hamming = int(np.bitwise_count(result.fingerprints[a] ^ result.fingerprints[b]))
    # fingerprints of weighted shingles have a distance of their own where they are the measure
    title = PLAIN_TITLE.lower() if result.recipe.measure == "hamming" else "Hamming"
    return " · ".join([*parts, f"{title} {hamming}"])


def _why_not(result: Result, row: int) -> str:
    return why_not_compared(result, row, result.documents.paths.display(row))


def _figures_of_pair(result: Result, a: int, b: int) -> list[str]:
    """Numbers of a verified pair; identical texts stand in for each other."""
    groups: Any = result.groups.representative
    if groups[a] == groups[b]:
        alike = {"hamming": "0 bits apart", "euclidean": "distance 0"}.get(result.recipe.measure)
        return ["identical text", alike or f"{title_of(result.recipe.measure)} {numbers.similarity(1.0)}"]
    pairs = result.pairs
    p = result.place_of_pair(a, b)
    if p is None:
        return []
    scale = MeasureScale.of(result.recipe)
    error = error_of(pairs, p, scale, result.signatures.length)
    estimate = estimate_words(float(pairs.estimate[p]), error, scale)
    below = _below(float(pairs.ranking[p]), result, scale)
    limit = limit_of(result.recipe)
    own = [] if scale.measure == "jaccard" else [measured_words(exact_value(pairs, p, scale), scale, limit) + below]
    inside = (pairs.i_in_j[p], pairs.j_in_i[p]) if groups[a] < groups[b] else (pairs.j_in_i[p], pairs.i_in_j[p])
    return [
        *own,
        f"Jaccard {_similarity(float(pairs.jaccard[p]), math.nan if own else limit)}{'' if own else below}",
        f"{'estimate' if scale.measure != 'containment' else 'estimated Jaccard'} {estimate}",
        *_inside_words(*inside),
    ]


def _inside_words(first: float, second: float) -> list[str]:
    return [f"1 in 2 {numbers.similarity(first)}", f"2 in 1 {numbers.similarity(second)}"]


def _figures_unlisted(result: Result, analysis: AnalysisLike, a: int, b: int) -> list[str]:
    """Numbers of two documents that the index did not pair: counted now."""
    i, j = np.array([a], np.int32), np.array([b], np.int32)
    jaccard = float(analysis.exact_jaccard(i, j)[0])
    # in a job's thread: what estimates brings the compiled schemes with it
    from simexplorer.pipeline.estimating import estimates_against

    signatures, scale = result.signatures, MeasureScale.of(result.recipe)
    measured = measured_values(result, analysis, a, j)
    exact = jaccard if measured is None else float(measured[0])
    below = _below(float(scale.similarity(exact)), result, scale)
    own, limit = measured is None, limit_of(result.recipe)
    said = [] if own or np.isnan(exact) else [measured_words(exact, scale, limit) + below]
    if not np.isnan(jaccard):
        said.append(f"Jaccard {_similarity(jaccard, limit if own else math.nan)}{below if own else ''}")
    other = replace(signatures, values=signatures.values[[b]])
    estimate = float(estimates_against(result.recipe, other, signatures.values[a])[0])
    if not np.isnan(estimate):
        told = jaccard if scale.measure == "containment" else exact
        truth = np.array([estimate if np.isnan(told) else told])
        unions = unions_of_rows(result, analysis, a, j, np.array([jaccard]))
        error = float(standard_errors(result, truth, truth, unions)[0])
        of = "estimated Jaccard" if scale.measure == "containment" else "estimate"
        said.append(f"{of} {estimate_words(estimate, error, scale)}")
    return said if np.isnan(jaccard) else said + _inside_counted(analysis, a, b)


def _inside_counted(analysis: AnalysisLike, a: int, b: int) -> list[str]:
    """How much of each text the other holds: what tells of a part and its whole, whose Jaccard similarity is low."""
    from simexplorer.search.measures import containment

    low, high = sorted((a, b))
    try:
        sets = analysis.reader.sets(np.array([low, high], np.int64))
    except SimExplorerError:
        return []
    ways = containment(sets, np.array([0, 1]), np.array([1, 0]))
    return _inside_words(*(ways if a == low else ways[::-1]))


def _below(similarity: float, result: Result, scale: MeasureScale) -> str:
    """Where a similarity stands that does not reach the threshold."""
    if similarity >= limit_similarity(result.recipe):
        return ""
    return f" ({past_limit_words(scale)})"


def _similarity(value: float, limit: float) -> str:
    """With as many decimals as tell it from the limit."""
    return exact_words(value, JACCARD, limit)


def measured_words(value: float, scale: MeasureScale, limit: float = math.nan) -> str:
    """An exact value with its measure: ``cosine 0.912``, ``12 bits apart``, ``distance 14.2``."""
    words = exact_words(value, scale, limit)
    if scale.measure == "hamming":
        return f"fingerprints {words} apart"
    return f"{'distance' if scale.measure == 'euclidean' else name_of(scale.measure)} {words}"


def measured_values(
    result: Result, analysis: AnalysisLike, row: int, rows: NDArray[np.int32]
) -> NDArray[np.float64] | None:
    """What the measure of the run says of one document and these; None for Jaccard; nan where nothing tells it.

    Pairs of the run have the value that was verified; others are read now, if their texts are as they were.
    """
    if result.recipe.measure == "jaccard":
        return None
    from simexplorer.pipeline.exact_values import exact_values

    values = _verified(result, row, rows)
    new = np.flatnonzero(np.isnan(values))
    with suppress(SimExplorerError):
        values[new] = exact_values(result.recipe, analysis.reader, np.full(new.size, row, np.int32), rows[new])
    return values


def _verified(result: Result, row: int, rows: NDArray[np.int32]) -> NDArray[np.float64]:
    """What the run found of one document and these, copies of a text standing for each other; nan: no such pair."""
    pairs, groups, scale = result.pairs, result.groups.representative, MeasureScale.of(result.recipe)
    mine = groups[row]
    met = np.flatnonzero((pairs.i == mine) | (pairs.j == mine))
    values = np.full(groups.size, np.nan)
    values[np.where(pairs.i[met] == mine, pairs.j[met], pairs.i[met])] = scale.values_of(pairs)[met]
    values[mine] = 0.0 if scale.is_distance else 1.0
    return values[groups[rows]]
