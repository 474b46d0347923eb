"""What a report may take the place of: an earlier report, and no document that was read."""

from __future__ import annotations

import lzma
import os
import re
import zipfile
import zlib
from collections.abc import Iterable

import numpy as np

from simexplorer.documents.listing import AnyPath, Documents, shown_path
from simexplorer.documents.system_calls import modified_ns
from simexplorer.errors import ExportError
from simexplorer.reports.columns import COLUMN_NAMES
from simexplorer.reports.writing import report_files

_LOOKED_AT = 1 << 16  # bytes
_LEAST_COLUMNS = 5  # a table of fewer may be anybody's, whatever its columns are called,
_PAIRS = ["a", "b"]  # but one that begins as our pairs do and goes on to a figure
_FIGURES = {"measured", "jaccard", "estimate", "error_sd", "a_in_b", "b_in_a", "hamming"}  # not distance: of edges too
_CHANGES = ("what", "change", "document", "second_document", "before", "now", "unit", "former_path", "identical_to")
_TABLES = (*COLUMN_NAMES.values(), _CHANGES)
_PAGE = (
    b'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" '
)
_MARKDOWN = re.compile(
    rb"# .*\n\n(?:- .*\n)*- Made by: Similarity Explorer |# What is new\n\n.*\n\n\| What \| Change \|"
)
_OF_CHANGES = (b"what,change,", b"# What is new\n", b'\n "summary": ', b"<title>What is new</title>")
_BEGINNING = 2048  # bytes in which a report of what is new says so
_SHEETS = ["Summary", "Clusters", "Pairs", "Documents"]
_UNREADABLE = (OSError, ValueError, KeyError, RuntimeError, EOFError, zipfile.BadZipFile, zlib.error, lzma.LZMAError)


def require_no_document(files: Iterable[bytes], documents: Documents, *, but_reports: bool = True) -> None:
    """Raise ExportError where a report written into these files would replace a document of its run.

    but_reports : one that is an earlier report may be replaced
    """
    for file in filter(os.path.isfile, files):
        if _is_document(os.path.realpath(file), documents) and not (but_reports and is_report(file)):
            raise ExportError(
                f"{shown_path(file)} is one of the documents and would be replaced. "
                "Choose another name for the report, or leave the file out with --exclude. (A CSV file of few "
                "columns is not known as an earlier report.)"
            )


def _is_document(file: bytes, documents: Documents) -> bool:
    """Whether a file (without links in its path) was listed, be it by a link that leads out of the folders."""
    paths, about = documents.paths, os.stat(file)
    files = paths.container < 0  # the rows of a table are read from its own
    if os.path.basename(file) in paths.names:
        inside = np.flatnonzero(files & paths.below([os.path.dirname(file)])).tolist()
        if any(paths.file(row) == file for row in inside):
            return True
    alike = files & (documents.size == about.st_size) & (documents.modified_ns == modified_ns(about))
    return any(os.path.realpath(paths.file(row)) == file for row in np.flatnonzero(alike).tolist())


def replaced_beside(path: AnyPath) -> list[bytes]:
    """Files of others that a report of this name would replace with its tables beside it."""
    return [file for file in report_files(path)[1:] if os.path.lexists(file) and not is_report(file)]


def is_report_of_run(path: bytes) -> bool:
    """Whether a file is a report of a run itself, not one of what is new since another."""
    if not is_report(path):
        return False
    with open(path, "rb") as file:
        begins = file.read(_BEGINNING)
    return not any(words in begins for words in _OF_CHANGES)


def is_report(path: bytes) -> bool:
    """Whether a file is a report of this program, by how it begins or ends; False where it cannot be read."""
    ending = os.path.splitext(path)[1].lower()
    try:
        with open(path, "rb") as file:
            if ending == b".xlsx":
                with zipfile.ZipFile(file) as parts:
                    return re.findall(r'<sheet name="(.*?)"', parts.read("xl/workbook.xml").decode()) == _SHEETS
            if ending == b".parquet":
                file.seek(max(0, os.fstat(file.fileno()).st_size - _LOOKED_AT))
                return b"simexplorer" in file.read()
            head = file.read(_LOOKED_AT)
    except _UNREADABLE:
        return False
    if ending == b".csv":
        names = head.partition(b"\r\n")[0].decode("utf-8", "replace").split(",")
        known = len(names) >= _LEAST_COLUMNS or (names[:2] == _PAIRS and not _FIGURES.isdisjoint(names))
        return known and any(set(names) <= set(table) for table in _TABLES)
    if ending == b".md":
        return _MARKDOWN.match(head) is not None
    return head.startswith(_PAGE if ending == b".html" else b'{\n "simexplorer": "')
