"""What is new since an earlier run, as a report in four formats."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from simexplorer import __version__
from simexplorer.documents.listing import AnyPath, Paths
from simexplorer.errors import UsageError
from simexplorer.pipeline.comparison import Comparison
from simexplorer.reports.change_rows import ChangeRows
from simexplorer.reports.csv_report import csv_chunks
from simexplorer.reports.inert_text import markdown_row, markdown_text
from simexplorer.reports.writing import require_writable, write_whole

ENDINGS = (".html", ".csv", ".json", ".md")


def write_changes(comparison: Comparison, path: AnyPath) -> None:
    """Write what is new to a file; its ending picks the format. Whatever it raises, the old file is as it was."""
    target, ending = os.fsencode(path), require_changes_writable(path)
    rows = ChangeRows(comparison)
    chunks = {".csv": _csv, ".json": _json, ".md": _markdown, ".html": _html}[ending](rows)
    write_whole(target, lambda file: file.writelines(chunks))


def require_changes_writable(path: AnyPath) -> str:
    """The ending of the name; raises now what would keep the report from being written after a run."""
    ending = os.path.splitext(os.fsencode(path))[1].decode("ascii", "replace").lower()
    if ending not in ENDINGS:
        raise UsageError(f"What is new is written as {', '.join(ENDINGS)}; the name ends in {ending or 'nothing'}.")
    require_writable(path)
    return ending


def _csv(rows: ChangeRows) -> Iterator[bytes]:
    return csv_chunks(rows.table())


def _json(rows: ChangeRows) -> Iterator[bytes]:
    table = rows.table(Paths.decoded)  # as the JSON report spells them
    head: dict[str, Any] = {"simexplorer": __version__, "format": 1, "summary": rows.words}
    yield (json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "changes": [').encode()
    names = [column.name for column in table.columns]
    for place, cells in enumerate(table.rows()):
        yield (
            (",\n  " if place else "\n  ") + json.dumps(dict(zip(names, cells, strict=True)), ensure_ascii=False)
        ).encode()
    yield b"\n ]\n}\n"


def _markdown(rows: ChangeRows) -> Iterator[bytes]:
    table = rows.for_people()
    yield f"# What is new\n\n{markdown_text(rows.words)}\n\n".encode()
    yield markdown_row(column.title for column in table.columns[:-1])
    yield markdown_row(["---"] * (len(table.columns) - 1))
    figures = [rows.spelled(later, len(rows)) for later in (False, True)]
    for cells, *told in zip(table.rows(), *figures, strict=True):
        yield markdown_row(map(markdown_text, ["" if cell is None else str(cell) for cell in cells[:4]] + told))


def _html(rows: ChangeRows) -> Iterator[bytes]:
    from simexplorer.reports.changes_page import changes_page  # and with it a template engine

    yield changes_page(rows)
