"""A result as plain named columns: the one place from which every report takes its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import STATUS_WORDS, Documents, Paths, Status
from simexplorer.documents.problems import FINE, GUESSED, problem_kinds
from simexplorer.errors import UsageError
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import ESTIMATE_TITLES, name_of, title_of
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.tally import opened_among
from simexplorer.reports.cluster_columns import cluster_figures, to_representative
from simexplorer.reports.decision_columns import Decisions, decision_columns
from simexplorer.reports.inert_text import visible_text
from simexplorer.reports.table import Column, Table
from simexplorer.search.distinct import distinct

# beside the bits of a run by Hamming distance: of another fingerprint, without the weights and seed of the run
PLAIN_BITS = "Plain bits"
STOPPED = "The run ended before this document was read."


class Tables:
    """The tables of one result; the names and times of all documents are spelled once, if at all: titles need none."""

    def __init__(self, result: Result, decisions: Decisions | None = None, spell: bool = True) -> None:
        self.result = result
        self.paths = display_paths(result.documents.paths) if spell else []
        self.moments = moments(result.documents, len(self.paths))
        self._decisions = decisions

    def table(self, name: str) -> Table:
        """One of ``TABLES`` by its name; with what was decided, if that is known."""
        table = TABLES[name](self)
        if self._decisions is None:
            return table
        return replace(table, columns=(*table.columns, *decision_columns(self.result, self._decisions, name)))

    def decided_documents(self) -> Table:
        """Of the table of documents those rows where something was decided or noted."""
        columns = self.table("documents").only(("path", "decision", "note")).columns
        told = [column.values[:] >= 0 for column in columns[1:]]
        rows = np.flatnonzero(np.logical_or.reduce(told))  # none where no decisions are known
        kept = tuple(replace(column, values=column.values[rows]) for column in columns)
        return Table("decided", "Documents with a decision or a note", kept, "documents")

    def path_column(self, name: str, title: str, rows: NDArray[Any]) -> Column:
        """A column that names documents."""
        return Column(name, title, "text", rows, self.paths)


def moments(documents: Documents, rows: int) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """When the files of the first rows were changed last, of members their container: places in the texts, or -1.

    The texts are UTC to the second, in order.
    """
    seconds, unlisted = documents.modified_ns[:rows] // 10**9, documents.unlisted(slice(rows))
    known = distinct(seconds[~unlisted])
    texts = np.datetime_as_string(known.astype("datetime64[s]"), timezone="UTC").tolist()
    return np.where(unlisted, -1, np.searchsorted(known, seconds)), tuple(texts)


def file_sizes(documents: Documents) -> NDArray[np.int64]:
    """Bytes of each file or member; -1 for a folder that was not looked into."""
    return np.where(documents.unlisted(slice(None)), -1, documents.size)


def display_paths(paths: Paths) -> list[str]:
    """Every path as it is shown to people, n texts: control characters are escaped as well."""
    texts = enumerate(paths.decoded())
    return [text if "\\" not in text and text.isprintable() else paths.display(row) for row, text in texts]


def document_states(result: Result) -> tuple[NDArray[np.uint8], NDArray[np.int32], tuple[str, ...]]:
    """Status and reason of each document as reports state them, and the reasons: nothing stays pending for ever."""
    documents = result.documents
    pending = documents.status == Status.PENDING
    status = np.where(pending, np.uint8(Status.SKIPPED), documents.status)
    reason = np.where(pending, np.int32(len(documents.reasons)), documents.reason)
    words = (*map(visible_text, documents.reasons), STOPPED)
    found = [number for number in np.flatnonzero(np.bincount(reason)).tolist() if words[number]]
    said = sorted({words[number] for number in found})  # in an order of their own, whichever was met first
    place = np.full(len(words), -1, np.int32)
    position = {reason_words: at for at, reason_words in enumerate(said)}
    place[found] = [position[words[number]] for number in found]
    return status, place[reason], tuple(said)


def read_sizes(result: Result) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Characters and shingles of each document; -1 where no text was read: skipped, or opened for its members."""
    status = result.documents.status
    unread = ((status != Status.READ) & (status != Status.EMPTY)) | opened_among(result.documents, result.shingles)
    characters, shingles = (
        np.where(unread & (sizes == 0), -1, sizes) for sizes in (result.documents.characters, result.shingles)
    )
    return characters, shingles


def _pairs(tables: Tables) -> Table:
    pairs, measure = tables.result.pairs.first(tables.result.at_threshold), tables.result.recipe.measure
    distance = MeasureScale.of(tables.result.recipe).is_distance
    own = measure == "jaccard"
    columns = [
        tables.path_column("a", "First document", pairs.i),
        tables.path_column("b", "Second document", pairs.j),
        Column("jaccard", "Exact similarity" if own else "Jaccard", "share", pairs.jaccard),
        Column(
            "estimate",
            ESTIMATE_TITLES.get(measure, "Estimate" if own else "Estimated Jaccard"),
            "number" if distance else "share",
            pairs.estimate,
        ),
        Column("error_sd", "Error of angle in sd" if measure == "cosine" else "Error in sd", "number", pairs.error_sd),
        Column("a_in_b", "First in second", "share", pairs.i_in_j),
        Column("b_in_a", "Second in first", "share", pairs.j_in_i),
        Column("hamming", PLAIN_BITS if measure == "hamming" else "Hamming distance", "whole", pairs.hamming),
    ]
    if not own and not distance:
        columns.insert(2, Column("measured", title_of(measure), "share", pairs.ranking))
    if pairs.distance is not None:
        title = "Angle in degrees" if measure == "cosine" else title_of(measure)
        bits = measure == "hamming"
        values = pairs.distance
        values = np.where(np.isfinite(values), np.rint(values), -1).astype(np.int64) if bits else values
        column = Column("distance", title, "whole" if bits else "number", values)
        columns.insert(2 if distance else len(columns), column)
    return Table("pairs", "Pairs", tuple(columns))


def _clusters(tables: Tables) -> Table:
    clusters = tables.result.clusters
    sizes = np.diff(clusters.offsets)
    number = np.repeat(np.arange(len(clusters), dtype=np.int64), sizes)
    leads = clusters.rows == clusters.representative[number]
    return Table(
        "clusters",
        "Clusters",
        (
            Column("cluster", "Cluster", "whole", number + 1),
            tables.path_column("document", "Document", clusters.rows),
            Column("representative", "Representative", "flag", leads),
            to_representative(tables.result),
            Column("size", "Size", "whole", sizes[number]),
            *(replace(column, values=column.values[number]) for column in cluster_figures(tables.result)),
        ),
    )


def _documents(tables: Tables) -> Table:
    result, documents = tables.result, tables.result.documents
    status, reason, reasons = document_states(result)
    characters, shingles = read_sizes(result)
    rows, cluster, first = np.arange(len(documents), dtype=np.int32), result.clusters.of, result.groups.representative
    leading = np.append(result.clusters.representative, np.int32(-1))[cluster]  # -1 in none
    return Table(
        "documents",
        "Documents",
        (
            tables.path_column("path", "Document", rows),
            Column("status", "Status", "text", status, STATUS_WORDS),
            Column("reason", "Reason", "text", reason, reasons),
            Column("format", "Format", "text", documents.format, documents.formats),
            Column("bytes", "Bytes", "whole", file_sizes(documents)),
            Column("characters", "Characters", "whole", characters),
            Column("shingles", "Shingles with repeats", "whole", shingles),
            Column("truncated", "Cut short", "flag", documents.truncated),
            Column("cluster", "Cluster", "whole", np.where(cluster < 0, -1, cluster + 1)),
            tables.path_column("representative", "Represented by", leading),
            tables.path_column("identical_to", "Same text as", np.where(first == rows, -1, first)),
            Column("modified", "Changed", "text", *tables.moments),
        ),
    )


def _problems(tables: Tables) -> Table:
    """Documents that were skipped or are empty, were read in part or by a guessed encoding, and tables that are odd."""
    documents = tables.result.documents
    status, reason, reasons = document_states(tables.result)
    kind = problem_kinds(replace(documents, status=status))
    rows = np.flatnonzero(kind != FINE)
    why = np.where(kind == GUESSED, len(reasons) + documents.encoding, reason)
    words = (*reasons, *(f"read as {name}, which is a guess" for name in documents.encodings))
    whole = _documents(tables).only(("path", "status", "reason", "format", "bytes"))
    columns = (replace(column, values=column.values[rows]) for column in whole.columns)
    told = (replace(c, values=why[rows], labels=words) if c.name == "reason" else c for c in columns)
    return Table("problems", "Problems", tuple(told), "documents")


TABLES: dict[str, Callable[[Tables], Table]] = {
    "pairs": _pairs,
    "clusters": _clusters,
    "documents": _documents,
    "problems": _problems,
}
WHOLE = ("clusters", "pairs", "documents")  # those that are no part of another, as a person reads them


# every name that a table may have, also where this run has no such column (a distance, a decision)
COLUMN_NAMES: dict[str, tuple[str, ...]] = {
    "pairs": (
        *("a", "b", "measured", "jaccard", "estimate", "error_sd", "a_in_b", "b_in_a", "hamming", "distance"),
        *("not_duplicates", "reviewed", "note"),
    ),
    "clusters": (
        *("cluster", "document", "representative", "to_representative", "size", "lowest", "mean"),
        *("weakest_link", "min_jaccard", "mean_jaccard", "decision", "reviewed", "note"),
    ),
    "documents": (
        *("path", "status", "reason", "format", "bytes", "characters", "shingles", "truncated", "cluster"),
        *("representative", "identical_to", "modified", "decision", "note"),
    ),
    "problems": ("path", "status", "reason", "format", "bytes"),
}


_LACKING = {  # by measure: those that its runs have not
    "jaccard": {"measured", "distance", "lowest", "mean"},
    "containment": {"distance"},
    "hamming": {"measured"},
    "euclidean": {"measured"},
}
_DECIDED = {"not_duplicates", "decision", "reviewed", "note"}


def require_columns(names: Sequence[str], measure: str, *, decided: bool) -> None:
    """Raise UsageError where no table has a column of this name, or no such table.column.

    So it does where none of them can be in a run by this measure. decided : there may be decisions
    """
    for name in names:
        table, point, column = name.rpartition(".")
        tables = [table] if point else list(COLUMN_NAMES)
        if not any(column in COLUMN_NAMES.get(one, ()) for one in tables):
            known = "; ".join(f"{one}: {', '.join(columns)}" for one, columns in COLUMN_NAMES.items())
            raise UsageError(f"--columns: there is no column {name!r}. Columns of {known}.")
    lacking = _LACKING.get(measure, set()) | (set() if decided else _DECIDED)
    if names and all(name.rpartition(".")[2] in lacking for name in names):
        without = "" if decided else " without a workspace"
        raise UsageError(f"--columns: a run by {name_of(measure)}{without} has no column {' or '.join(names)}.")


def names_decisions(columns: Sequence[str] | None) -> bool:
    """Whether some of these are columns of what was decided: a table has them then, also where nothing was."""
    return any(name.rpartition(".")[2] in _DECIDED for name in columns or ())
