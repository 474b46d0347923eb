"""A run in a few lines: what was read, found, left out, and under which recipe."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from msgspec import Struct
from numpy.typing import NDArray

from simexplorer import __version__
from simexplorer.counted_nouns import counted
from simexplorer.documents.listing import Status
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.measure_words import limit_words, percent_words
from simexplorer.pipeline.recipe_file import json_text
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.reports.columns import document_states
from simexplorer.reports.json_report import audit_fields, recipe_fields
from simexplorer.reports.limits import guessed_words, limits
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.scanned_folders import folders_shown

_AT_ONCE = 1 << 16  # numbers


class Counts(Struct, frozen=True):
    """The numbers that a person asks for first; ``opened``: archives and tables that are no text themselves."""

    documents: int
    read: int
    opened: int
    empty: int
    skipped: int
    clusters: int
    clustered: int
    pairs: int
    identical_groups: int
    identical: int


def counts(result: Result) -> Counts:
    """Documents by what became of them, and what was found among them."""
    status, _, _ = document_states(result)
    opened = result.tally.opened
    return Counts(
        documents=len(result.documents),
        read=int((status == Status.READ).sum()) - opened,
        opened=opened,
        empty=int((status == Status.EMPTY).sum()),
        skipped=int((status == Status.SKIPPED).sum()),
        clusters=len(result.clusters),
        clustered=result.clusters.rows.size,
        pairs=result.at_threshold,
        identical_groups=len(result.groups),
        identical=int(result.groups.rows.size),
    )


def document_words(found: Counts) -> str:
    """What became of the documents: ``55 read, 1 opened for what it holds, 0 empty, 2 skipped``."""
    held = "it holds" if found.opened == 1 else "they hold"
    opened = f"{found.opened:,} opened for what {held}, " if found.opened else ""
    return f"{found.read:,} read, {opened}{found.empty:,} empty, {found.skipped:,} skipped"


def checksum(result: Result) -> str:
    """SHA-256 of recipe, documents, pairs and clusters: two runs with the same one found the same."""
    digest = hashlib.sha256(json.dumps(recipe_fields(result), sort_keys=True).encode())
    documents, pairs, clusters = result.documents, result.pairs.first(result.at_threshold), result.clusters
    digest.update(documents.paths.names)
    columns: list[NDArray[Any] | ToldColumn] = [
        *(documents.paths.offsets, documents.status, documents.characters, documents.truncated, result.shingles),
        *(pairs.i, pairs.j, pairs.jaccard, pairs.estimate, pairs.i_in_j, pairs.j_in_i, pairs.hamming),
        *(result.groups.representative, clusters.offsets, clusters.rows),
    ]
    for column in columns:
        for start in range(0, column.size, _AT_ONCE):  # a column that is told takes 8 MB for a million pairs
            digest.update(column[start : start + _AT_ONCE].tobytes())
    return digest.hexdigest()


def folders(result: Result) -> list[str]:
    """The scanned folders as shown to people."""
    return folders_shown(result.documents.paths)


def notices(result: Result) -> list[str]:
    """What a reader must know before trusting the numbers: partial, capped, missed."""
    said = ["The run was stopped before its end: everything here is true, but not complete."] if result.partial else []
    said += limits(result)
    said += [words for words in [guessed_words(result.documents)] if words]
    return said + [words for words in [_missed_words(result)] if words]


def _missed_words(result: Result) -> str:
    """How many pairs are lacking: those that an exact measurement counted, else those that are expected to."""
    missed = audit_fields(result)["predicted_missed"] or 0.0
    recall = result.audit.measured_recall if result.audit.recall_is_counted else None
    if recall:
        missed = int(result.found(limit_similarity(result.recipe))) * (1.0 / recall - 1.0)
    if missed < 0.5:
        return ""
    pairs, one = f"{counted(max(1, round(missed)), 'pair')} {limit_words(result.recipe)}", missed < 1.5
    if recall:
        return f"{pairs} {'was' if one else 'were'} missed, as the measurement counted."
    return f"About {pairs} {'is' if one else 'are'} expected to have been missed."


def recall_words(result: Result) -> tuple[str, str] | None:
    """The predicted recall in per cent, and how many pairs are expected to be missed; None where none was predicted."""
    audit = audit_fields(result)
    recall, missed = audit["predicted_recall"], audit["predicted_missed"]
    if recall is None or missed is None:
        return None
    return _share_words(recall), f"{counted(missed, 'pair', spell=_few_words)} expected to be missed"


def _few_words(missed: float) -> str:
    if 0.0 < missed < 0.01:
        return "less than 0.01"
    return f"{missed:,.2g}" if missed < 10 else f"{missed:,.0f}"


def measured_words(result: Result) -> tuple[str, str] | None:
    """The measured recall in per cent, and how sure it is or why there is none; None where it was not measured."""
    recall, interval = result.audit.measured_recall, result.audit.measured_interval
    if interval is None:
        return None
    if recall is None:
        none = result.audit.has_no_true_pair
        return "unknown", "there was no similar pair to measure it on" if none else "a sample met no similar pair"
    low, high = interval
    sure = (
        "counted exactly"
        if result.audit.recall_is_counted
        else f"95 % interval {_share_words(low)} to {_share_words(high)}"
    )
    return _share_words(recall), sure


def _share_words(recall: float) -> str:
    return percent_words(recall, least=2)


def pair_words(result: Result) -> str:
    """Which pairs are counted, behind their number."""
    once = ", identical texts counted once" if result.at_threshold and len(result.groups) else ""
    return limit_words(result.recipe) + once


def index_words(result: Result) -> str:
    """The bands of the index and how much of the signatures they use; empty where the run came to no index."""
    used, whole = result.bands * result.rows, result.recipe.signature_length
    if used <= 0 or result.recipe.measure == "containment":
        return ""
    what = ("bit", "bits") if result.recipe.scheme == "simhash" else ("hash", "hashes")
    rest = " (the estimate uses all)" if used < whole else ""
    if words := result.audit.whatever_meets:
        why = "misses none" if result.audit.joined else "is less work here than to look through the buckets"
        rest += f"; {words}, which {why}"
    return (
        f"{counted(result.bands, 'band')} of {counted(result.rows, 'row')}, {used:,} of {counted(whole, *what)}{rest}"
    )


def recipe_words(result: Result) -> list[tuple[str, str]]:
    """Every parameter of the run as name and value, both as the recipe file spells them."""
    return [(name, json_text(value)) for name, value in recipe_fields(result).items()]


def summary_lines(result: Result, options: ReportOptions) -> list[tuple[str, str]]:
    """The summary as pairs of heading and words."""
    found = counts(result)
    lines = [("Folder", folder) for folder in folders(result)]
    if options.written_at is not None:
        lines.append(("Written", options.written_at.isoformat(" ", "seconds")))
    lines += [
        ("Documents", f"{found.documents:,}, of them {document_words(found)}"),
        ("Clusters of near-duplicates", f"{found.clusters:,} with {found.clustered:,} documents"),
        ("Pairs", f"{found.pairs:,} {pair_words(result)}"),
        ("Groups of identical texts", f"{found.identical_groups:,} with {found.identical:,} documents"),
    ]
    if (recall := recall_words(result)) is not None:
        lines.append(("Similar pairs found, predicted", f"{recall[0]}; {recall[1]}"))
    if (measured := measured_words(result)) is not None:
        lines.append(("Similar pairs found, measured", f"{measured[0]}; {measured[1]}"))
    if index := index_words(result):
        lines.append(("Index", index))
    lines += [("Note", words) for words in notices(result)]
    lines.append(("Made by", f"Similarity Explorer {__version__}"))
    return lines
