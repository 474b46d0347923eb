"""Text that a terminal, a spreadsheet or a Markdown reader shows and never acts on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from simexplorer.documents.listing import escaped

# What spreadsheets may read as the beginning of a formula, in full width too; an apostrophe marks what was guarded.
_FORMULA = re.compile("\\s*[=+\\-@\t\r\n'＝＋－＠|%]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")  # tabs and line ends are text
_MARKDOWN = re.compile(r"[\\`*_\[\]|~$#!@]|:(?=/)|(?i:(?<=www)\.)")


def visible_text(text: str) -> str:
    """``text`` with its control characters escaped as in names: what every table shows, in whatever format."""
    return _CONTROL.sub(lambda found: escaped(found.group()), text)


def spreadsheet_text(text: str) -> str:
    """``text`` as a cell that no spreadsheet takes for a formula.

    A leading apostrophe is set before a dangerous beginning, and before a leading apostrophe: who reads the cell
    takes one leading apostrophe off, if there is one, and has the text again.
    """
    return "'" + text if _FORMULA.match(text) else text


def markdown_text(text: str) -> str:
    """``text`` as a part of a line of Markdown that reads the same and holds no markup, link or HTML."""
    line = _MARKDOWN.sub(r"\\\g<0>", " ".join(text.split()))
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def markdown_row(cells: Iterable[str]) -> bytes:
    """One line of a table of Markdown, in UTF-8; whatever is in the cells stays as it is."""
    return f"| {' | '.join(cells)} |\n".encode()
