"""Notebooks of Jupyter (nbformat 3 and 4) to text: what is written in their cells, and the words that came out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from simexplorer.documents.decode import to_utf8

_COLOURS = re.compile("\x1b\\[[0-9;]*m")  # of a terminal, in what an error says


def notebook_text(content: bytes) -> bytes | None:
    """In UTF-8, an empty line between cells; None where this is no notebook. Pictures and pages among what came out go.

    What came out as a page did so as a text, too.
    """
    try:
        book = json.loads(content)
    except (ValueError, RecursionError):
        return None
    cells = list(_cells(book))
    return to_utf8("\n\n".join(filter(None, ("\n".join(_texts(cell)) for cell in cells)))) if cells else None


def _cells(book: Any) -> Iterator[dict[str, Any]]:
    if isinstance(book, dict):
        for sheet in [book, *_objects(book.get("worksheets"))]:
            yield from _objects(sheet.get("cells"))


def _texts(cell: dict[str, Any]) -> Iterator[str]:
    """What is in a cell, then what came out of it."""
    written = [_joined(cell.get(name)) for name in ("source", "input")]
    for out in _objects(cell.get("outputs")):
        data = out.get("data")
        written += [_joined(out.get("text")), _joined(data.get("text/plain")) if isinstance(data, dict) else ""]
        written.append(_COLOURS.sub("", _joined(out.get("traceback"), "\n")))
    return (text.rstrip("\n") for text in written if text.strip())


def _objects(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _joined(value: Any, between: str = "") -> str:
    """A text, or the lines of one, which are kept with their ends."""
    return value if isinstance(value, str) else between.join(map(str, value)) if isinstance(value, list) else ""
