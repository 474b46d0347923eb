"""A result as plain named columns: the one place from which every report takes its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import STATUS_WORDS, Paths, Status
from simexplorer.pipeline.result import Result

Kind = Literal["text", "share", "number", "whole", "flag"]
Cell = str | float | int | bool | None

CHUNK = 8192
STOPPED = "The run ended before this document was read."


@dataclass(frozen=True, slots=True)
class Column:
    """One column: a name for programs, a title for people, values that become cells on demand.

    kind : ``share`` is a similarity in [0, 1], ``whole`` an integer where a negative one stands for "none"
    values : (n,) the cells; for ``text`` the positions in ``labels``, a negative one stands for "none"
    """

    name: str
    title: str
    kind: Kind
    values: NDArray[Any]
    labels: Sequence[str] = ()

    def cells(self, start: int = 0, stop: int | None = None) -> list[Cell]:
        """The cells of some rows as Python values; None where a number was not computed or there is none."""
        part = self.values[start:stop]
        plain: list[Any] = part.tolist()
        if self.kind == "flag":
            return [bool(cell) for cell in plain]
        if self.kind in ("share", "number"):
            return plain if np.isfinite(part).all() else [cell if abs(cell) < np.inf else None for cell in plain]
        if self.kind == "text":
            labels = self.labels
            return [labels[cell] if cell >= 0 else None for cell in plain]
        return plain if not (part < 0).any() else [cell if cell >= 0 else None for cell in plain]


def number_texts(values: NDArray[Any], missing: str) -> list[str]:
    """Numbers with all their digits, as JSON and CSV write them; ``missing`` for those that were not computed.

    Columns such as the estimate hold few distinct numbers: those are spelled once.
    """
    distinct, place = np.unique(values, return_inverse=True, equal_nan=True)
    if distinct.size * 4 < values.size:
        texts = number_texts(distinct, missing)
        return [texts[p] for p in place.tolist()]
    texts = list(map(repr, values.tolist()))
    absent = ~np.isfinite(values) if values.dtype.kind == "f" else values < 0
    for p in np.flatnonzero(absent):
        texts[p] = missing
    return texts


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of equal length under one name."""

    name: str
    title: str
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return int(self.columns[0].values.size)

    def rows(self, stop: int | None = None) -> Iterator[tuple[Cell, ...]]:
        """The first ``stop`` rows (all by default) as tuples of cells, made a chunk at a time."""
        end = len(self) if stop is None else min(stop, len(self))
        for start in range(0, end, CHUNK):
            yield from zip(
                *(column.cells(start, min(start + CHUNK, end)) for column in self.columns),
                strict=True,
            )

    def only(self, names: Sequence[str] | None) -> Table:
        """This table with the named columns alone, in their own order; all of them if none is named here."""
        chosen = tuple(column for column in self.columns if names is None or column.name in names)
        return Table(self.name, self.title, chosen or self.columns)


class Tables:
    """The tables of one result; the names of all documents are spelled once."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.paths = display_paths(result.documents.paths)

    def table(self, name: str) -> Table:
        """One of ``TABLES`` by its name."""
        return TABLES[name](self)

    def path_column(self, name: str, title: str, rows: NDArray[Any]) -> Column:
        """A column that names documents."""
        return Column(name, title, "text", rows, self.paths)


def decoded_paths(paths: Paths) -> list[str]:
    """Every path as text, n of them: undecodable bytes alone are escaped, as ``\\xhh``."""
    bounds = paths.offsets.tolist()
    names = paths.names
    return [names[bounds[row] : bounds[row + 1]].decode("utf-8", "backslashreplace") for row in range(len(paths))]


def display_paths(paths: Paths) -> list[str]:
    """Every path as it is shown to people, n texts: control characters are escaped as well."""
    return [text if text.isprintable() else paths.display(row) for row, text in enumerate(decoded_paths(paths))]


def document_states(result: Result) -> tuple[NDArray[np.uint8], NDArray[np.int32], tuple[str, ...]]:
    """Status and reason of each document as reports state them, and the reasons: nothing stays pending for ever."""
    documents = result.documents
    pending = documents.status == Status.PENDING
    status = np.where(pending, np.uint8(Status.SKIPPED), documents.status)
    reason = np.where(pending, np.int32(len(documents.reasons)), documents.reason)
    spoken = np.array([bool(words) for words in (*documents.reasons, STOPPED)])
    return status, np.where(spoken[reason], reason, np.int32(-1)), (*documents.reasons, STOPPED)


def _pairs(tables: Tables) -> Table:
    pairs, end = tables.result.pairs, tables.result.at_threshold
    columns = [
        tables.path_column("a", "First document", pairs.i[:end]),
        tables.path_column("b", "Second document", pairs.j[:end]),
        Column("jaccard", "Exact similarity", "share", pairs.jaccard[:end]),
        Column("estimate", "Estimate", "share", pairs.estimate[:end]),
        Column("error_sd", "Error in sd", "number", pairs.error_sd[:end]),
        Column("a_in_b", "First in second", "share", pairs.i_in_j[:end]),
        Column("b_in_a", "Second in first", "share", pairs.j_in_i[:end]),
        Column("hamming", "Hamming distance", "whole", pairs.hamming[:end]),
    ]
    if pairs.distance is not None:
        columns.append(Column("distance", "Distance", "number", pairs.distance[:end]))
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
            Column("to_representative", "To representative", "share", clusters.to_representative),
            Column("size", "Size", "whole", sizes[number]),
            Column("min_jaccard", "Lowest pair", "share", clusters.min_jaccard[number]),
            Column("mean_jaccard", "Mean", "share", clusters.mean_jaccard[number]),
            Column("weakest_link", "Weakest link", "share", clusters.weakest_link[number]),
        ),
    )


def _documents(tables: Tables) -> Table:
    result, documents = tables.result, tables.result.documents
    status, reason, reasons = document_states(result)
    cluster = result.clusters.of.astype(np.int64)
    first = result.groups.representative
    twin_of = np.where(first == np.arange(first.size), -1, first)
    return Table(
        "documents",
        "Documents",
        (
            tables.path_column("path", "Document", np.arange(len(documents))),
            Column("status", "Status", "text", status.astype(np.int64), STATUS_WORDS),
            Column("reason", "Reason", "text", reason, reasons),
            Column("format", "Format", "text", documents.format.astype(np.int64), documents.formats),
            Column("bytes", "Bytes", "whole", documents.size),
            Column("characters", "Characters", "whole", documents.characters),
            Column("shingles", "Shingles", "whole", result.shingles),
            Column("truncated", "Cut short", "flag", documents.truncated),
            Column("cluster", "Cluster", "whole", np.where(cluster < 0, -1, cluster + 1)),
            tables.path_column("identical_to", "Same text as", twin_of),
        ),
    )


def _problems(tables: Tables) -> Table:
    """Documents that were skipped, empty or cut short."""
    status, _, _ = document_states(tables.result)
    rows = np.flatnonzero((status != Status.READ) | tables.result.documents.truncated)
    whole = _documents(tables).only(("path", "status", "reason", "format", "bytes"))
    columns = (replace(column, values=column.values[rows]) for column in whole.columns)
    return Table("problems", "Problems", tuple(columns))


TABLES: dict[str, Callable[[Tables], Table]] = {
    "pairs": _pairs,
    "clusters": _clusters,
    "documents": _documents,
    "problems": _problems,
}


def cluster_sizes(result: Result) -> NDArray[np.int64]:
    """(c,) number of documents in each cluster."""
    sizes: NDArray[np.int64] = np.diff(result.clusters.offsets)
    return sizes
