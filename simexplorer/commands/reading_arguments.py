"""Options of the command line that say which files are read, and how: to fields of a recipe."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any

from simexplorer.documents.options import encoding_of_file
from simexplorer.errors import UsageError
from simexplorer.pipeline.recipe import Recipe

_MOST = 2**63 - 1
_MOST_DIGITS = 1000  # of which Python reads a number
_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30}
_USUAL = Recipe()
_GLOBS = (
    "In a GLOB, * and ? stay within a name, ** crosses folders, [a-z] or [!a-z] is one character, and {a,b} is a or b; "
    "case counts. One that ends in / fits folders alone. Without another / it is looked for at any depth, with one "
    "from the folder given on; a folder stands for all in it."
)


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    """The options, in a group of their own; one that is not given leaves the recipe as it is."""
    add = parser.add_argument_group("what is read, and how", _GLOBS).add_argument
    add("--include", action="append", metavar="GLOB", help="read only files that match (repeatable)")
    add("--exclude", action="append", metavar="GLOB", help="leave out files and folders that match (repeatable)")
    add(
        "--max-size", type=filled, metavar="SIZE",
        help=f"read at most this much of a text, be it a file, a row or a member ({_USUAL.max_bytes >> 20}M)",
    )  # fmt: skip
    add("--no-archives", dest="archives", action="store_const", const=False, help="do not look into zip and tar files")
    add(
        "--keep-navigation", dest="strip_navigation", action="store_const", const=False,
        help="read menus, headers and footers of web pages, too",
    )  # fmt: skip
    add(
        "--keep-page-furniture", dest="strip_page_furniture", action="store_const", const=False,
        help="read headers and footers that repeat on the pages of a PDF, too",
    )  # fmt: skip
    add(
        "--no-hidden", dest="hidden_files", action="store_const", const=False,
        help="leave out files and folders whose names begin with a dot",
    )  # fmt: skip
    add("--follow-links", action="store_const", const=True, help="follow symbolic links out of the folders")
    add("--encoding", type=filled, metavar="CODEC", help="encoding of all text files, in place of detecting it")
    add(
        "--encoding-of", action="append", metavar="PATH=CODEC", default=[],
        help="encoding of one file, by its path as it is listed (repeatable)",
    )  # fmt: skip
    add(
        "--text-column",
        metavar="NAME",
        help="make rows of CSV, TSV, JSONL, Parquet and spreadsheet files documents: the column of their text, "
        "several separated by commas, or * for all but the id",
    )
    add("--id-column", metavar="NAME", help="column that names a row; # and its number follow where that is not enough")
    add(
        "--header", dest="table_header", action=argparse.BooleanOptionalAction,
        help="whether the first row of a CSV or TSV file names its columns (if a wanted column is in it)",
    )  # fmt: skip


def fields_given(chosen: argparse.Namespace) -> dict[str, Any]:
    """Fields of the recipe that were given, these options and all others whose values are kept under a field's name."""
    known = (name for name in _USUAL.__struct_fields__ if hasattr(chosen, name))
    fields = {name: getattr(chosen, name) for name in known if getattr(chosen, name) is not None}
    if chosen.max_size is not None:
        fields["max_bytes"] = bytes_of("--max-size", chosen.max_size)
    if chosen.encoding_of:
        fields["encodings"] = [_encoding(words) for words in chosen.encoding_of]
    return fields


def _encoding(words: str) -> str:
    path, sign, codec = words.rpartition("=")
    if not (sign and path and codec):
        raise UsageError(f"--encoding-of takes PATH=CODEC, for example letters/old.txt=koi8-r; got {words!r}.")
    return encoding_of_file(codec, os.fsencode(path))


def bytes_of(option: str, text: str) -> int:
    """A number of bytes, or one with K, M or G; UsageError names the option."""
    number, unit = (text[:-1], _UNITS[text[-1].upper()]) if text[-1:].upper() in _UNITS else (text, 1)
    try:
        size = int(float(number) * unit)
        if size < 0:
            raise ValueError(text)
        return size
    except (ValueError, OverflowError):
        raise UsageError(f"{option} takes bytes, or a number with K, M or G; got {text!r}.") from None


def at_least(least: int) -> Callable[[str], int]:
    """A type of argument: whole numbers from ``least`` on."""

    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}; got {value}")
        if value > _MOST:
            raise argparse.ArgumentTypeError(f"must be at most {_MOST:,}; got {value}")
        return value

    number.__name__ = "whole number"
    return number


def filled(text: str) -> str:
    """A type of argument: any text but an empty one, which a variable of the shell that was never set leaves."""
    if not text:
        raise argparse.ArgumentTypeError("nothing stands behind it")
    return text


def whole_number(option: str, text: str) -> int:
    """The size behind a kind of shingle; UsageError names the option."""
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise UsageError(f"{option} takes KIND:SIZE such as char:9 or word:3; the size was {text!r}.")
    return int(text)
