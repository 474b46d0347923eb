"""A result as a workbook: summary, clusters, pairs, documents; texts stay texts."""

from __future__ import annotations

import io
import tempfile
from datetime import UTC, datetime
from typing import IO, Any

from simexplorer.reports.columns import Column, Table, Tables
from simexplorer.reports.inert_text import spreadsheet_text
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.summary import recipe_words, summary_lines

SHEET_ROWS = 1_048_575  # what a sheet can hold below its header
MAX_ROWS = 250_000  # what spreadsheet programs still open without complaint; writing takes most of a minute
WIDTHS = {"text": 44, "share": 12, "number": 12, "whole": 11, "flag": 14}
FORMATS = {"share": "0.000", "number": "0.00", "whole": "#,##0"}
WORKBOOK = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)  # of the file's properties, so that equal results give equal files


def write_xlsx(tables: Tables, file: IO[bytes], options: ReportOptions) -> None:
    """Write the workbook; a very long table is cut, and the summary says so."""
    import xlsxwriter

    content = io.BytesIO()  # written on from here at the end: the library bears no disk that refuses
    with tempfile.TemporaryDirectory(prefix="simexplorer-") as folder:
        workbook = xlsxwriter.Workbook(content, {**WORKBOOK, "tmpdir": folder})
        try:
            _fill(workbook, tables, options)
        finally:
            workbook.close()
    file.write(content.getbuffer())


def _fill(workbook: Any, tables: Tables, options: ReportOptions) -> None:
    workbook.set_properties({"title": options.title, "created": options.written_at or UNDATED})
    chosen = [tables.table(name).only(options.columns) for name in ("clusters", "pairs", "documents")]
    limit = min(options.max_rows or MAX_ROWS, SHEET_ROWS)
    _write_summary(workbook, tables, chosen, limit, options)
    for table in chosen:
        _write_table(workbook, table, limit, options)


def _write_summary(workbook: Any, tables: Tables, chosen: list[Table], limit: int, options: ReportOptions) -> None:
    sheet = workbook.add_worksheet("Summary")
    sheet.set_column(0, 0, 34)
    sheet.set_column(1, 1, 90, workbook.add_format({"text_wrap": True, "align": "left"}))
    sheet.write_string(0, 0, spreadsheet_text(options.title), workbook.add_format({"bold": True, "font_size": 14}))
    lines = summary_lines(tables.result, options)
    lines += [(f"Recipe: {name}", value) for name, value in recipe_words(tables.result)]
    lines += [
        ("Left out here", f"{table.title}: {len(table) - limit:,} of {len(table):,} rows; CSV and JSON hold all.")
        for table in chosen
        if len(table) > limit
    ]
    for row, (name, words) in enumerate(lines, 2):
        sheet.write_string(row, 0, spreadsheet_text(name))
        sheet.write_string(row, 1, spreadsheet_text(words))


def _write_table(workbook: Any, table: Table, limit: int, options: ReportOptions) -> None:
    sheet = workbook.add_worksheet(table.title)
    head = workbook.add_format({"bold": True, "bottom": 1})
    for place, column in enumerate(table.columns):
        number_format = workbook.add_format({"num_format": FORMATS[column.kind]}) if column.kind in FORMATS else None
        sheet.set_column(place, place, WIDTHS[column.kind], number_format)
    for place, column in enumerate(table.columns):
        sheet.write_string(0, place, column.title, head)
    sheet.freeze_panes(1, 0)
    length = min(len(table), limit)
    sheet.autofilter(0, 0, max(length, 1), len(table.columns) - 1)
    writers = [_writer(sheet, column) for column in table.columns]
    for row, cells in enumerate(table.rows(limit), 1):
        if row % 1024 == 0:
            options.check()
        for place, cell in enumerate(cells):
            if cell is not None:
                writers[place](row, place, cell)


def _writer(sheet: Any, column: Column) -> Any:
    if column.kind == "text":
        return lambda row, place, cell: sheet.write_string(row, place, spreadsheet_text(cell))
    return sheet.write_boolean if column.kind == "flag" else sheet.write_number
