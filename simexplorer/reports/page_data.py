"""The tables of the HTML report as one compact JSON text that a page can hold and no browser runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.offsets import offsets_of
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.reports.columns import Tables
from simexplorer.reports.numbered import nameless_rows, words_beside
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.table import DECIMALS, Column, Table

MAX_ROWS = 100_000
MAX_MEMBERS = 1_000
MAX_WORDS = 10_000
_OF_MEMBERS = ("document", "to_representative", "decision")  # what the table of clusters says of one document alone
_AT_ONCE = 10_000  # numbers or names spelt in one call: one or two milliseconds
_PAGE_ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def escaped_pieces(content: Any) -> Iterator[str]:
    """JSON that may stand inside a script element, in pieces; keys are strings.

    Spelling millions of numbers in one call would let no other thread run until it is done.
    """
    if isinstance(content, dict):
        yield "{"
        for place, (key, value) in enumerate(content.items()):
            yield ("," if place else "") + _spelled(str(key)) + ":"
            yield from escaped_pieces(value)
        yield "}"
    elif isinstance(content, list) and content and isinstance(content[0], dict):
        for place, value in enumerate(content):
            yield "," if place else "["
            yield from escaped_pieces(value)
        yield "]"
    elif isinstance(content, np.ndarray | ToldColumn):
        yield "["
        for start in range(0, content.size, _AT_ONCE):  # no list of a whole column is ever made
            yield ("," if start else "") + _spelled(_plain(content[start : start + _AT_ONCE]))[1:-1]
        yield "]"
    elif isinstance(content, list) and len(content) > _AT_ONCE:
        for start in range(0, len(content), _AT_ONCE):
            yield ("," if start else "[") + _spelled(content[start : start + _AT_ONCE])[1:-1]
        yield "]"
    else:
        yield _spelled(content)


def _plain(values: NDArray[Any]) -> list[Any]:
    """Numbers as JSON knows them; None for those that it does not know."""
    plain: list[Any] = values.tolist()
    return [number if abs(number) < np.inf else None for number in plain] if values.dtype.kind == "f" else plain


def _whole(values: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers as they are kept, others as whole numbers."""
    return values if values.dtype.kind in "iu" else values.astype(np.int64)


def _rounded(values: NDArray[Any], digits: int, limit: float) -> NDArray[np.float64]:
    """Six decimals; twelve of what would else become 1, ``limit`` or just between two numbers of so many ``digits``."""
    values = values.astype(np.float64)
    rounded = np.round(values, 6)
    near = (np.abs(values - 1.0) < 1e-6) | (np.abs(values - limit) < 1e-6)
    near |= np.abs(rounded * 10.0**digits % 1.0 - 0.5) < 1e-5
    return np.where(near, np.round(values, 12), rounded)


def _spelled(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).translate(_PAGE_ESCAPES)


class PageData:
    """Collects tables; document names are kept once and only those that are used. ``left_out`` says what was cut."""

    def __init__(self, tables: Tables, options: ReportOptions) -> None:
        self.left_out: list[str] = []
        names = options.columns
        self._limit = MAX_ROWS if options.max_rows is None else options.max_rows
        self._tables = tables
        self._named: list[NDArray[Any]] = []  # documents, as tables name them
        self._content = {
            "clusters": self._clusters(names),
            "pairs": self._flat(tables.table("pairs").only(names)),
            "identical": self._identical(),
            "problems": self._flat(tables.table("problems").only(names)),
            "documents": self._flat(tables.table("documents").only(names)),
        }
        paths, nameless = tables.result.documents.paths, list[int]()
        if options.first_words is not None and self._named:
            nameless = nameless_rows(paths, np.concatenate(self._named))
        if len(nameless) > MAX_WORDS:
            self.left_out.append(
                f"First words are shown beside {MAX_WORDS:,} of the {len(nameless):,} documents whose names tell "
                "nothing."
            )
        self._words = words_beside(options, nameless[:MAX_WORDS])

    def pieces(self) -> Iterator[str]:
        """All tables as JSON that may stand inside a script element, in pieces."""
        used = np.zeros(len(self._tables.result.documents.paths), np.bool_)
        for codes in self._named:
            used[codes[codes >= 0]] = True
        place_of, rows = np.cumsum(used, dtype=np.int32) - 1, np.flatnonzero(used)
        for table in self._content.values():
            for column in [*table["columns"], *table.get("members", [])]:
                if column.get("labels") == "paths":
                    codes = column["values"]
                    column["values"] = np.where(codes < 0, -1, place_of[codes])
        paths = [self._tables.paths[row] for row in rows]
        content: dict[str, Any] = {"paths": paths, "tables": self._content}
        if self._words:
            listed = enumerate(rows.tolist())
            content["words"] = {place: self._words[row] for place, row in listed if row in self._words}
        return escaped_pieces(content)

    def _flat(self, table: Table) -> dict[str, Any]:
        kept = min(len(table), self._limit)
        if kept < len(table):
            self._say(f"{table.title}: the first {kept:,} of {len(table):,} rows")
        return {"columns": [self._column(column, kept) for column in table.columns], "rows": kept}

    def _column(self, column: Column, rows: int | NDArray[np.int64]) -> dict[str, Any]:
        """The first ``rows`` of a column, or those rows; what is rounded is told piece by piece, as it is spelled."""
        head: dict[str, Any] = {"name": column.name, "title": column.title, "kind": column.kind}
        if column.kind in ("share", "number"):
            if np.isfinite(column.limit):
                head["limit"] = column.limit

            def told(part: slice | NDArray[np.int64]) -> NDArray[np.float64]:
                values = column.values[part if isinstance(rows, int) else rows[part]]
                return _rounded(values, DECIMALS[column.kind], column.limit)

            return {**head, "values": ToldColumn(rows if isinstance(rows, int) else rows.size, np.float64, told)}
        values = column.values[:rows] if isinstance(rows, int) else column.values[rows]
        if column.kind == "text" and column.labels is self._tables.paths:
            codes = _whole(values)
            self._named.append(codes)
            return {**head, "labels": "paths", "values": codes}
        if column.kind == "text":
            return {**head, "labels": list(column.labels), "values": values}
        return {**head, "values": _whole(values)}

    def _clusters(self, names: Sequence[str] | None) -> dict[str, Any]:
        """The table of clusters: what it says of each cluster opens to what it says of each member."""
        clusters, table = self._tables.result.clusters, self._tables.table("clusters").only(names)
        lead = self._tables.path_column("representative", "Representative", clusters.representative)
        firsts, chosen = clusters.offsets[:-1], [c for c in table.columns if c.name not in _OF_MEMBERS]
        heads = [lead if c.name == lead.name else replace(c, values=c.values[firsts]) for c in chosen]
        members = [column for column in table.columns if column.name in _OF_MEMBERS]
        if members and all(head is not lead for head in heads):
            heads.insert(0, lead)  # what opens has a name
        return self._grouped(replace(table, columns=tuple(heads)), clusters.offsets, members)

    def _identical(self) -> dict[str, Any]:
        groups = self._tables.result.groups
        firsts = groups.rows[groups.offsets[:-1]]
        head = Table(
            "identical",
            "Identical texts",
            (
                self._tables.path_column("first", "First document", firsts),
                Column("size", "Documents", "whole", np.diff(groups.offsets)),
            ),
        )
        return self._grouped(head, groups.offsets, [self._tables.path_column("member", "Member", groups.rows)])

    def _grouped(self, head: Table, offsets: NDArray[np.int64], members: Sequence[Column]) -> dict[str, Any]:
        """A table whose rows open to show members; both their number and each one's members are limited."""
        if not members:
            return self._flat(head)
        sizes = np.diff(offsets)
        shown = np.minimum(sizes, MAX_MEMBERS)
        kept = int(np.searchsorted(np.cumsum(shown), self._limit * 2, side="right"))
        if kept < sizes.size:
            self._say(f"{head.title}: the first {kept:,} of {sizes.size:,}")
        if (sizes[:kept] > MAX_MEMBERS).any():
            self._say(f"{head.title}: at most {MAX_MEMBERS:,} members each")
        starts = offsets_of(shown[:kept])
        picked = np.arange(starts[-1]) + np.repeat(offsets[:-1][:kept] - starts[:-1], shown[:kept])
        return {
            "columns": [self._column(column, kept) for column in head.columns],
            "rows": kept,
            "starts": starts,
            "members": [self._column(column, picked) for column in members],
        }

    def _say(self, words: str) -> None:
        self.left_out.append(f"{words}; the JSON and CSV reports hold all.")
