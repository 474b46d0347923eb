"""The JSON report: everything a run found, one record a line, the same bytes for the same input and recipe."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from json.encoder import encode_basestring  # what an encoder makes of a text, without one
from typing import Any

from simexplorer import __version__
from simexplorer.documents.listing import STATUS_WORDS
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe_file import json_text
from simexplorer.pipeline.result import Result
from simexplorer.reports.cluster_columns import cluster_figures, to_representative
from simexplorer.reports.columns import document_states, file_sizes, moments, read_sizes
from simexplorer.reports.decision_columns import Decisions
from simexplorer.reports.decision_records import decision_records
from simexplorer.reports.limits import limits
from simexplorer.reports.scanned_folders import folders_told
from simexplorer.reports.table import CHUNK, number_texts

FORMAT = 1
PAIR = (
    '  {"a": %s, "b": %s, "jaccard": %s, "estimate": %s, "error_sd": %s, '
    '"a_in_b": %s, "b_in_a": %s, "hamming": %s, "distance": %s%s}'
)
OWN = ("lowest", "mean")  # of clusters, in the units of a measure other than Jaccard
# Stages as the report names them, and what the run may call them: reading and signing are one pass over the documents.
TIMINGS = {
    "read": ("read", "list"),
    "sign": ("sign", "read_and_sign"),
    "index": ("index",),
    "verify": ("verify",),
    "cluster": ("cluster",),
    "total": ("total",),
}


def recipe_fields(result: Result) -> dict[str, Any]:
    """Every parameter of the run: the recipe with the bands and rows really used, and the version of its scheme.

    Whether they were chosen for the recall is told, too: who starts from it with another limit has them chosen anew.
    """
    recipe = result.recipe
    fields = recipe.to_json()
    if result.bands > 0 and result.rows > 0:
        fields.update(bands=result.bands, rows=result.rows)
    return {**fields, "bands_chosen": recipe.bands is None, "scheme_id": result.signatures.scheme}


def json_chunks(result: Result, decisions: Decisions | None = None) -> Iterator[bytes]:
    """The report in UTF-8, piece by piece: the memory needed does not grow with the number of pairs."""
    paths = result.documents.paths
    names = list(map(encode_basestring, paths.decoded()))
    folders = folders_told(paths)
    head = {"simexplorer": __version__, "format": FORMAT, "recipe": recipe_fields(result)}
    head |= {"folders": folders} if folders else {}
    yield (json_text(head, indent=1)[:-2] + ",\n").encode()
    for title, records in (
        ("documents", _documents(result, names)),
        ("pairs", _pairs(result, names)),
        ("clusters", _clusters(result, names)),
        ("identical", _identical(result, names)),
    ):
        yield f' "{title}": ['.encode()
        separator = "\n"
        for lines in records:
            if lines:
                yield (separator + ",\n".join(lines)).encode()
                separator = ",\n"
        yield b"\n ],\n"
    # a million paths take a second to spell: once is enough, and few are decided about
    decided = decision_records(result, decisions, lambda row: json.loads(names[row])) if decisions is not None else {}
    tail = {
        **({"decisions": decided} if decided else {}),
        "audit": audit_fields(result),
        "partial": result.partial,
        "capped": limits(result),
        "timings": timing_fields(result),
    }
    yield (json.dumps(tail, ensure_ascii=False, indent=1)[2:] + "\n").encode()


def audit_fields(result: Result) -> dict[str, Any]:
    """What the index did and is expected to have missed; None where that was not computed."""
    audit = result.audit
    indexed = not result.partial or "index" in result.timings
    interval = audit.measured_interval if audit.measured_recall is not None else None  # without a pair it says nothing
    return {
        "candidates": audit.candidates if indexed else None,
        "verified": audit.verified if indexed else None,
        "predicted_recall": _finite(audit.predicted_recall),
        "predicted_missed": _finite(audit.predicted_missed),
        "measured_recall": _finite(audit.measured_recall),
        "measured_interval": None if interval is None else [_finite(bound) for bound in interval],
    }


def timing_fields(result: Result) -> dict[str, float | None]:
    """Seconds of each stage to the millisecond; None for one that did not run."""
    fields: dict[str, float | None] = {}
    for name, own_names in TIMINGS.items():
        seconds = [result.timings[own] for own in own_names if own in result.timings]
        fields[name] = round(float(seconds[0]), 3) if seconds else None
    return fields


def _finite(number: float | None) -> float | None:
    return None if number is None or not math.isfinite(number) else float(number)


def _documents(result: Result, names: list[str]) -> Iterator[list[str]]:
    documents = result.documents
    status, reason, reasons = document_states(result)
    sizes = read_sizes(result)
    moment, texts = moments(documents, len(documents))
    changed = [*map(json.dumps, texts), "null"]  # the last for places of -1
    spoken = [json.dumps(words, ensure_ascii=False) for words in reasons]
    formats = [json.dumps(name) if name else "null" for name in documents.formats]
    encodings = [json.dumps(name) for name in documents.encodings]
    guessed = documents.guessed.tolist() if documents.guessed.size else [False] * len(documents)
    for start in range(0, len(documents), CHUNK):
        part = slice(start, start + CHUNK)
        columns = zip(
            names[part],
            status[part].tolist(),
            reason[part].tolist(),
            documents.format[part].tolist(),
            *(number_texts(numbers[part], "null") for numbers in (file_sizes(documents), *sizes)),
            documents.truncated[part].tolist(),
            moment[part].tolist(),
            strict=True,
        )
        lines = []
        for row, (path, state, why, form, size, characters, shingles, cut, when) in enumerate(columns, start):
            exact = documents.paths.exact(row, json.loads(path)) if "\\" in path else None
            spelled = f', "path_b64": "{exact}"' if exact else ""
            guess = f', "guessed_encoding": {encodings[documents.encoding[row]]}' if guessed[row] else ""
            lines.append(
                f'  {{"path": {path}{spelled}, "status": "{STATUS_WORDS[state]}", '
                f'"reason": {spoken[why] if why >= 0 else "null"}, "format": {formats[form]}, '
                f'"bytes": {size}, "characters": {characters}, "shingles": {shingles}, '
                f'"truncated": {"true" if cut else "false"}, "modified": {changed[when]}{guess}}}'
            )
        yield lines


def _pairs(result: Result, names: list[str]) -> Iterator[list[str]]:
    pairs, measure = result.pairs, result.recipe.measure
    own = measure != "jaccard" and not MeasureScale.of(result.recipe).is_distance
    for start in range(0, result.at_threshold, CHUNK):
        part = slice(start, min(start + CHUNK, result.at_threshold))
        columns = (pairs.jaccard, pairs.estimate, pairs.error_sd, pairs.i_in_j, pairs.j_in_i, pairs.hamming)
        texts = [number_texts(column[part], "null") for column in columns]
        distance = (
            number_texts(pairs.distance[part], "null") if pairs.distance is not None else ["null"] * len(texts[0])
        )
        measured = number_texts(pairs.ranking[part], "null") if own else []
        more = [f', "measured": {value}' for value in measured] if own else [""] * len(distance)
        a = [names[row] for row in pairs.i[part].tolist()]
        b = [names[row] for row in pairs.j[part].tolist()]
        yield [PAIR % record for record in zip(a, b, *texts, distance, more, strict=True)]


def _clusters(result: Result, names: list[str]) -> Iterator[list[str]]:
    clusters = result.clusters
    figures = {column.name: column.values for column in cluster_figures(result)}
    told = ("min_jaccard", "mean_jaccard", "weakest_link", *(name for name in OWN if name in figures))
    bounds, similarity = clusters.offsets.tolist(), to_representative(result).values
    for start in range(0, len(clusters), CHUNK):
        stop = min(start + CHUNK, len(clusters))
        first, beside = bounds[start], number_texts(similarity[bounds[start] : bounds[stop]], "null")
        numbers = zip(*(number_texts(figures[name][start:stop], "null") for name in told), strict=True)
        yield [
            f'  {{"representative": {names[clusters.representative[cluster]]}, '
            f'"members": [{", ".join(names[row] for row in clusters.members(cluster).tolist())}], '
            + "".join(f'"{name}": {number}, ' for name, number in zip(told, record, strict=True))
            + f'"to_representative": [{", ".join(beside[bounds[cluster] - first : bounds[cluster + 1] - first])}]}}'
            for cluster, record in enumerate(numbers, start)
        ]


def _identical(result: Result, names: list[str]) -> Iterator[list[str]]:
    groups = result.groups
    bounds = groups.offsets.tolist()
    for group in range(len(groups)):
        rows = groups.rows[bounds[group] : bounds[group + 1]].tolist()
        yield [f"  [{', '.join(names[row] for row in rows)}]"]
