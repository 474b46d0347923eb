"""A result as Markdown: summary, clusters, pairs, problems, decisions, recipe; for a message, a ticket, a wiki."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

from simexplorer.counted_nouns import counted
from simexplorer.pipeline.recipe_file import json_text
from simexplorer.reports.columns import Tables
from simexplorer.reports.inert_text import markdown_row, markdown_text
from simexplorer.reports.json_report import recipe_fields
from simexplorer.reports.numbered import nameless_rows, words_beside
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.summary import summary_lines
from simexplorer.reports.table import Table

MAX_ROWS = 500


def markdown_chunks(tables: Tables, options: ReportOptions) -> Iterator[bytes]:
    """The report piece by piece; long tables are cut after ``options.max_rows`` rows, and it says so."""
    limit = MAX_ROWS if options.max_rows is None else options.max_rows
    yield f"# {markdown_text(options.title)}\n\n".encode()
    for name, words in summary_lines(tables.result, options):
        yield f"- {markdown_text(name)}: {markdown_text(words)}\n".encode()
    sections = [tables.table(name) for name in ("clusters", "pairs", "problems")]
    if len(decided := tables.decided_documents()):
        sections.append(decided)
    for table in sections:
        yield from _section(tables, table.only(options.columns), options, limit)
    recipe = json_text(recipe_fields(tables.result), indent=1)
    yield ("\n## Recipe\n\n" + "".join(f"    {line}\n" for line in recipe.splitlines())).encode()


def _section(tables: Tables, table: Table, options: ReportOptions, limit: int) -> Iterator[bytes]:
    yield f"\n## {table.title}\n\n".encode()
    if not len(table):
        yield b"None.\n"
        return
    yield markdown_row(column.title for column in table.columns)
    yield markdown_row("---" if column.kind == "text" else "---:" for column in table.columns)
    named = [column.values[:limit] if column.labels is tables.paths else None for column in table.columns]
    listed = np.array(list(chain(*(rows.tolist() for rows in named if rows is not None))), np.int64)
    words = words_beside(options, nameless_rows(tables.result.documents.paths, listed))
    for place, row in enumerate(table.told(limit)):
        cells = list(map(markdown_text, row))
        for at, rows in enumerate(named):
            if rows is not None and (beginning := words.get(int(rows[place]))):
                cells[at] += f" *{markdown_text(beginning)}*"
        yield markdown_row(cells)
    if len(table) > limit:
        rest = counted(len(table) - limit, "more row is", "more rows are")
        yield f"\n{rest} left out here; CSV and JSON hold all.\n".encode()
