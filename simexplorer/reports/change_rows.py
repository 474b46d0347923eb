"""What changed from one run to another, in columns: documents, pairs, clusters."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.documents.listing import Paths, shown_path
from simexplorer.pipeline.comparison import CHANGE_WORDS, Change, Comparison
from simexplorer.pipeline.measure_scale import MeasureScale, limit_of
from simexplorer.pipeline.measure_words import limit_words, name_of, value_beside
from simexplorer.reports.columns import display_paths, read_sizes
from simexplorer.reports.table import Column, Table

WHAT = ("document", "pair", "cluster")
_DOCUMENT, _PAIR, _CLUSTER = range(3)
_UNITS = {"hamming": "bits apart"}
# the settings that decide what is read and which values are exact, as the recipe file names them
_MADE_OF = (
    "include", "exclude", "hidden_files", "follow_links", "max_bytes", "strip_navigation", "strip_page_furniture",
    "archives", "encoding", "encodings", "text_column", "id_column", "table_header", "reference", "shingle_kind",
    "shingle_size", "bag", "normalise", "language", "stop_words", "stemming", "boilerplate", "weights",
)  # fmt: skip
_STOPPED = (
    "The run was stopped before its end: pairs, clusters and members of archives that it had not come to are told as "
    "gone, and whether documents that it had not read have changed is not known."
)
Rows = NDArray[np.int64]


class ChangeRows:
    """All that changed, in columns: documents, then pairs, then clusters; in each what is there now, then what is gone.

    what, change : (m,) codes of ``WHAT`` and ``Change``; now, before : (m,) row, pair or cluster of either run, -1 none
    first, second : (m,) documents, of the later run where ``now`` is there, else of the earlier; -1 for none
    former : (m,) documents of the earlier run that are called otherwise now; -1 for none
    twin : (m,) documents of the later run that say the same as one added or changed, steady ones first; -1 for none
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        parts = []
        for what, later, earlier, of in (
            (_DOCUMENT, comparison.documents, comparison.earlier_documents, comparison.document_of),
            (_PAIR, comparison.pairs, comparison.earlier_pairs, comparison.pair_of),
            (_CLUSTER, comparison.clusters, comparison.earlier_clusters, comparison.cluster_of),
        ):
            now, gone = np.flatnonzero(later), np.flatnonzero(earlier == Change.GONE)
            none = np.full(gone.size, -1)
            parts.append(
                (
                    np.full(now.size + gone.size, what),
                    np.concatenate([later[now], np.full(gone.size, Change.GONE)]).astype(np.int64),
                    np.concatenate([now, none]),
                    np.concatenate([of[now], gone]),
                )
            )
        self.what, self.change, self.now, self.before = (
            np.concatenate(columns) for columns in zip(*parts, strict=True)
        )
        self.first, self.second = self._documents()
        renamed = (self.what == _DOCUMENT) & np.isin(self.change, (Change.MOVED, Change.REVISED))
        self.former = np.where(renamed, self.before, -1)
        self.twin = self._twins()

    def __len__(self) -> int:
        return int(self.what.size)

    def values(self, later: bool) -> NDArray[np.float64]:
        """(m,) of either run: characters of a document, similarity of a pair, documents of a cluster; nan for none.

        Of a measure that is a distance, its similarity in [0, 1].
        """
        result = self.comparison.later if later else self.comparison.earlier
        at = self.now if later else self.before
        found = np.full(len(self), np.nan)
        characters = read_sizes(result)[0]
        known = np.where(characters < 0, np.nan, characters)
        for what, column in enumerate((known, result.pairs.ranking, np.diff(result.clusters.offsets))):
            rows = (self.what == what) & (at >= 0)
            found[rows] = column[at[rows]]
        return found

    def figures(self, later: bool) -> NDArray[np.float64]:
        """(m,) the same, but pairs in the units of their run's measure: of a distance small values are near."""
        found = self.values(later)
        scale = self.scales[later]
        if scale.is_distance:
            pairs = self.what == _PAIR
            found[pairs] = np.round(scale.value(found[pairs]), 9)
        return found

    def spelled(self, later: bool, most: int) -> list[str]:
        """The first ``most`` figures of a run as people read them, of a pair so that it is seen which one is larger."""
        before, now = self.scales
        others = self.figures(not later) if before == now else np.full(len(self), np.nan)
        columns = (column[:most].tolist() for column in (self.what, self.figures(later), others))
        return [
            figure_words(what, value, self.scales[later], other) for what, value, other in zip(*columns, strict=True)
        ]

    @property
    def scales(self) -> tuple[MeasureScale, MeasureScale]:
        """Those of the earlier and of the later run."""
        return MeasureScale.of(self.comparison.earlier.recipe), MeasureScale.of(self.comparison.later.recipe)

    @property
    def words(self) -> str:
        """The figures in sentences, and before them what keeps the two runs from being set against each other."""
        return " ".join([*self.apart(), self.comparison.words])

    def apart(self) -> list[str]:
        """Sentences where the later run was stopped, or both read, cut or measure otherwise.

        Much then comes, goes or changes for that alone.
        """
        before, now = (run.recipe for run in (self.comparison.earlier, self.comparison.later))
        told = [_STOPPED] if self.comparison.later.partial else []
        if before.measure != now.measure:
            told.append(f"Not the same measure: {name_of(before.measure)} before, {name_of(now.measure)} now.")
        elif limit_of(before) != limit_of(now):
            limits = [limit_words(before), limit_words(now)]
            if limits[0] == limits[1]:  # in so few digits
                limits = [f"{limits[0]} ({limit_of(run):.9g})" for run in (before, now)]
            told.append(f"Not the same limit: pairs {limits[0]} before, {limits[1]} now.")
        others = [
            f"{field.replace('_', ' ')} {_spelled(getattr(before, field))} before, {_spelled(getattr(now, field))} now"
            for field in _MADE_OF
            if getattr(before, field) != getattr(now, field)
        ]
        return [*told, f"Not the same settings: {'; '.join(others)}."] if others else told

    def table(self, spell: Callable[[Paths], Sequence[str]] = display_paths) -> Table:
        """The same as a table with names, spelled as they are shown to people or otherwise."""
        labels = [*spell(self.comparison.later.documents.paths)]
        offset = len(labels)
        labels += spell(self.comparison.earlier.documents.paths)
        shift = np.where(self.now >= 0, 0, offset)
        first, second = (np.where(rows >= 0, rows + shift, -1) for rows in (self.first, self.second))
        former = np.where(self.former >= 0, self.former + offset, -1)
        return Table(
            "changes",
            "What is new",
            (
                Column("what", "What", "text", self.what, WHAT),
                Column("change", "Change", "text", self.change, CHANGE_WORDS),
                Column("document", "Document", "text", first, labels),
                Column("second_document", "Second document", "text", second, labels),
                Column("before", "Before", "number", self.figures(later=False)),
                Column("now", "Now", "number", self.figures(later=True)),
                Column("unit", "In", "text", self.what, ("characters", self._unit_of_pairs(), "documents")),
                Column("former_path", "Former path", "text", former, labels),
                Column("identical_to", "Same text as", "text", self.twin, labels),
            ),
        )

    def for_people(self) -> Table:
        """The same to be read: what a document was called or is a copy of stands where a pair has its second one."""
        table = self.table()
        *columns, former, twin = table.columns
        values = np.maximum.reduce([np.asarray(column.values) for column in (columns[3], former, twin)])
        columns[3] = replace(columns[3], title="Second, former or same", values=values)
        return replace(table, columns=tuple(columns))

    def _unit_of_pairs(self) -> str:
        before, now = (_UNITS.get(scale.measure, name_of(scale.measure)) for scale in self.scales)
        return now if before == now else f"{before} before, {now} now"

    def _twins(self) -> Rows:
        twins = np.full(len(self), -1)
        said_anew = (Change.ADDED, Change.CHANGED, Change.REVISED)
        fresh = np.flatnonzero((self.what == _DOCUMENT) & np.isin(self.change, said_anew))
        text = self.comparison.later.groups.representative.astype(np.int64)
        if not (fresh.size and text.size):
            return twins
        rows = np.arange(text.size)
        fresh_rows = self.now[fresh]
        steady = np.delete(rows, fresh_rows)
        first, second = (_first_of_each(text, found) for found in (steady, rows[text != rows]))
        of = text[fresh_rows]
        other = np.where(of != fresh_rows, of, second[of])
        found = np.where(first[of] < text.size, first[of], other)
        twins[fresh] = np.where(found < text.size, found, -1)
        return twins

    def _documents(self) -> tuple[Rows, Rows]:
        first, second = np.full(len(self), -1), np.full(len(self), -1)
        for result, at, chosen in (
            (self.comparison.later, self.now, self.now >= 0),
            (self.comparison.earlier, self.before, self.now < 0),
        ):
            of_document, of_pair, of_cluster = (at[chosen & (self.what == what)] for what in range(3))
            first[chosen & (self.what == _DOCUMENT)] = of_document
            first[chosen & (self.what == _PAIR)] = result.pairs.i[of_pair]
            second[chosen & (self.what == _PAIR)] = result.pairs.j[of_pair]
            first[chosen & (self.what == _CLUSTER)] = result.clusters.representative[of_cluster]
        return first, second


def _first_of_each(text: Rows, rows: Rows) -> Rows:
    """(n,) by text the first of these documents that has it; n where none does."""
    first = np.full(text.size, text.size)
    np.minimum.at(first, text[rows], rows)
    return first


def figure_words(what: int, value: float, scale: MeasureScale, other: float = np.nan) -> str:
    """A figure as people read it: ``1,204 characters``, ``0.912``, ``5 bits apart``, ``3 documents``; "" for none.

    other : that of the other run in the same units; a pair is told in as many decimals as keep it on its side of that
    """
    if what == _PAIR:
        apart = " apart" if scale.is_distance and np.isfinite(value) else ""
        return "" if np.isnan(value) else value_beside(scale, value, other) + apart
    if not np.isfinite(value):
        return ""
    return counted(value, ("character", "", "document")[what], spell="{:,.0f}".format)


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        return ", ".join(_spelled(each) for each in value) or "none"
    return shown_path(os.fsencode("" if value is None else str(value))) or "none"
