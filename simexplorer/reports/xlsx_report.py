"""A result as a workbook: summary, clusters, pairs, documents; texts stay texts."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import IO, Any

import numpy as np

from simexplorer.reports.columns import WHOLE, Tables
from simexplorer.reports.inert_text import spreadsheet_text
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.sheet_rows import sheet_parts
from simexplorer.reports.summary import recipe_words, summary_lines
from simexplorer.reports.table import DECIMALS, Column, Table

SHEET_ROWS = 1_048_575  # what a sheet can hold below its header
MAX_ROWS = 250_000  # what spreadsheet programs still open without complaint
WIDTHS = {"text": 44, "share": 12, "number": 12, "whole": 11, "flag": 14}
EXACT = {"share": "0.000#########", "number": "0.00##########"}
FORMATS = {"share": f"[>=0.9995]{EXACT['share']};0.000", "number": "0.00", "whole": "#,##0"}  # only 1 is told as 1
WORKBOOK = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)  # of the file's properties, so that equal results give equal files


def write_xlsx(tables: Tables, file: IO[bytes], options: ReportOptions) -> None:
    """Write the workbook; a very long table is cut, and the summary says so.

    The library makes all but the rows of the tables: cell by cell it would take ten times as long.
    """
    import xlsxwriter

    form, content = io.BytesIO(), io.BytesIO()  # written on at the end: a half written archive is hard to leave
    chosen = [tables.table(name).only(options.columns) for name in WHOLE]
    limit = min(options.max_rows or MAX_ROWS, SHEET_ROWS)
    with xlsxwriter.Workbook(form, WORKBOOK) as workbook:
        workbook.set_properties({"title": options.title, "created": options.written_at or UNDATED})
        _write_summary(workbook, tables, chosen, limit, options)
        for table in chosen:
            _write_form(workbook, table, limit)
    long = {f"xl/worksheets/sheet{number}.xml": table for number, table in enumerate(chosen, 2)}
    with zipfile.ZipFile(form) as forms, zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in forms.infolist():
            part, found = forms.read(entry), long.get(entry.filename)
            parts = sheet_parts(part, found, min(len(found), limit), options.check) if found is not None else [part]
            with archive.open(_entry_like(entry), "w") as written:
                for one in parts:
                    written.write(one)
    file.write(content.getbuffer())


def _entry_like(entry: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """An entry of the same name and date."""
    made = zipfile.ZipInfo(entry.filename, entry.date_time)
    made.compress_type, made.external_attr = zipfile.ZIP_DEFLATED, entry.external_attr
    return made


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


def _write_form(workbook: Any, table: Table, limit: int) -> None:
    """The sheet of a table without its rows."""
    sheet = workbook.add_worksheet(table.title)
    head = workbook.add_format({"bold": True, "bottom": 1})
    for place, column in enumerate(table.columns):
        number_format = workbook.add_format({"num_format": FORMATS[column.kind]}) if column.kind in FORMATS else None
        sheet.set_column(place, place, WIDTHS[column.kind], number_format)
        if np.isfinite(column.limit) and len(table):
            _tell_apart(sheet, place, column, workbook.add_format({"num_format": EXACT[column.kind]}))
    for place, column in enumerate(table.columns):
        sheet.write_string(0, place, column.title, head)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, max(min(len(table), limit), 1), len(table.columns) - 1)


def _tell_apart(sheet: Any, place: int, column: Column, exact: Any) -> None:
    """Show a value with all its digits where fewer would be those of the limit that it does not reach."""
    near = column.limit + (0.5 if column.kind == "number" else -0.5) * 0.1 ** DECIMALS[column.kind]
    low, high = sorted((near, column.limit))
    rule = {"type": "cell", "criteria": "between", "minimum": low, "maximum": high, "format": exact}
    sheet.conditional_format(1, place, SHEET_ROWS, place, rule)
