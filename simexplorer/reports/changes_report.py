"""What is new since an earlier run, as one table, and that table as a report."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import IO, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simexplorer import __version__
from simexplorer.errors import ExportError
from simexplorer.pipeline.result import Result
from simexplorer.reports.columns import Column, Table, display_paths
from simexplorer.reports.csv_report import csv_chunks
from simexplorer.reports.inert_text import markdown_text
from simexplorer.reports.writing import AnyPath, require_writable, write_whole

WHAT = ("document", "pair", "cluster")
CHANGE = ("same", "added", "gone", "changed", "renamed")
ENDINGS = (".html", ".csv", ".json", ".md")
_GONE = 2
Codes = NDArray[np.uint8]
Rows = NDArray[np.int64]


class Comparison(Protocol):
    """What ``workspace.comparison.compare`` gives; codes as in ``CHANGE``."""

    @property
    def earlier(self) -> Result:
        """The run before."""

    @property
    def later(self) -> Result:
        """The run after."""

    @property
    def documents(self) -> Codes:
        """(n,) of the later run."""

    @property
    def earlier_documents(self) -> Codes:
        """Of the earlier run."""

    @property
    def document_of(self) -> Rows:
        """(n,) row of the earlier run; -1 for news."""

    @property
    def pairs(self) -> Codes:
        """(m,) of the later run."""

    @property
    def earlier_pairs(self) -> Codes:
        """Of the earlier run."""

    @property
    def pair_of(self) -> Rows:
        """(m,) place in the earlier run."""

    @property
    def clusters(self) -> Codes:
        """(c,) of the later run."""

    @property
    def earlier_clusters(self) -> Codes:
        """Of the earlier run."""

    @property
    def cluster_of(self) -> Rows:
        """(c,) cluster of the earlier run."""

    @property
    def words(self) -> str:
        """The figures in sentences."""


class ChangeRows:
    """All that changed, in columns: documents, then pairs, then clusters; in each what is there now, then what is gone.

    what, change : (m,) codes of ``WHAT`` and ``CHANGE``; now, before : (m,) row, pair or cluster of either run, -1 none
    first, second : (m,) documents, of the later run where ``now`` is there, else of the earlier; -1 for none
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        parts = []
        for what, later, earlier, of in (
            (0, comparison.documents, comparison.earlier_documents, comparison.document_of),
            (1, comparison.pairs, comparison.earlier_pairs, comparison.pair_of),
            (2, comparison.clusters, comparison.earlier_clusters, comparison.cluster_of),
        ):
            now, gone = np.flatnonzero(later), np.flatnonzero(earlier == _GONE)
            none = np.full(gone.size, -1)
            parts.append(
                (
                    np.full(now.size + gone.size, what),
                    np.concatenate([later[now], np.full(gone.size, _GONE)]).astype(np.int64),
                    np.concatenate([now, none]),
                    np.concatenate([of[now], gone]),
                )
            )
        self.what, self.change, self.now, self.before = (
            np.concatenate(columns) for columns in zip(*parts, strict=True)
        )
        self.first, self.second = self._documents()

    def __len__(self) -> int:
        return int(self.what.size)

    def values(self, later: bool) -> NDArray[np.float64]:
        """(m,) of either run: characters of a document, similarity of a pair, documents of a cluster; nan for none."""
        result = self.comparison.later if later else self.comparison.earlier
        at = self.now if later else self.before
        found = np.full(len(self), np.nan)
        sizes = np.diff(result.clusters.offsets)
        for what, column in enumerate((result.documents.characters, result.pairs.ranking, sizes)):
            rows = (self.what == what) & (at >= 0)
            found[rows] = column[at[rows]]
        return found

    def table(self) -> Table:
        """The same as a table with names."""
        labels = [*display_paths(self.comparison.later.documents.paths)]
        offset = len(labels)
        labels += display_paths(self.comparison.earlier.documents.paths)
        shift = np.where(self.now >= 0, 0, offset)
        names = (np.where(rows >= 0, rows + shift, -1) for rows in (self.first, self.second))
        first, second = (Column("", "", "text", codes, labels) for codes in names)
        return Table(
            "changes",
            "What is new",
            (
                Column("what", "What", "text", self.what, WHAT),
                Column("change", "Change", "text", self.change, CHANGE),
                Column("document", "Document", "text", first.values, labels),
                Column("second_document", "Second document", "text", second.values, labels),
                Column("before", "Before", "number", self.values(later=False)),
                Column("now", "Now", "number", self.values(later=True)),
            ),
        )

    def _documents(self) -> tuple[Rows, Rows]:
        first, second = np.full(len(self), -1), np.full(len(self), -1)
        for result, at, chosen in (
            (self.comparison.later, self.now, self.now >= 0),
            (self.comparison.earlier, self.before, self.now < 0),
        ):
            of_document, of_pair, of_cluster = (at[chosen & (self.what == what)] for what in range(3))
            first[chosen & (self.what == 0)] = of_document
            first[chosen & (self.what == 1)] = result.pairs.i[of_pair]
            second[chosen & (self.what == 1)] = result.pairs.j[of_pair]
            first[chosen & (self.what == 2)] = result.clusters.representative[of_cluster]
        return first, second


def write_changes(comparison: Comparison, path: AnyPath) -> None:
    """Write what is new to a file; its ending picks the format. ExportError, and the old file is as it was."""
    target = os.fsencode(path)
    ending = os.path.splitext(target)[1].decode("ascii", "replace").lower()
    if ending not in ENDINGS:
        raise ExportError(f"What is new is written as {', '.join(ENDINGS)}; the name ends in {ending or 'nothing'}.")
    require_writable(path)
    rows = ChangeRows(comparison)
    chunks = {".csv": _csv, ".json": _json, ".md": _markdown, ".html": _html}[ending](rows)

    def write(file: IO[bytes]) -> None:
        for chunk in chunks:
            file.write(chunk)

    write_whole(target, write)


def _csv(rows: ChangeRows) -> Iterator[bytes]:
    return csv_chunks(rows.table())


def _json(rows: ChangeRows) -> Iterator[bytes]:
    table = rows.table()
    head: dict[str, Any] = {"simexplorer": __version__, "format": 1, "summary": rows.comparison.words}
    yield (json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "changes": [').encode()
    names = [column.name for column in table.columns]
    for place, cells in enumerate(table.rows()):
        yield (
            (",\n  " if place else "\n  ") + json.dumps(dict(zip(names, cells, strict=True)), ensure_ascii=False)
        ).encode()
    yield b"\n ]\n}\n"


def _markdown(rows: ChangeRows) -> Iterator[bytes]:
    table = rows.table()
    yield f"# What is new\n\n{markdown_text(rows.comparison.words)}\n\n".encode()
    yield ("| " + " | ".join(column.title for column in table.columns) + " |\n").encode()
    yield ("|" + " --- |" * len(table.columns) + "\n").encode()
    for cells in table.rows():
        told = ["" if cell is None else f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in cells]
        yield ("| " + " | ".join(markdown_text(cell) for cell in told) + " |\n").encode()


def _html(rows: ChangeRows) -> Iterator[bytes]:
    from simexplorer.reports.changes_page import changes_page

    yield changes_page(rows)
