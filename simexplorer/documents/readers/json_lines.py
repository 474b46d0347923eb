"""JSON Lines to rows: which columns objects of different keys have in common, and what each row has of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from simexplorer.documents.decode import whole_characters
from simexplorer.documents.extracted import Refusal

MISSING = object()
"""In place of a cell: the object of this row has no such key (which is something else than null)."""

_FIRST_ROWS, _FIRST_CHARACTERS = 1000, 2**20  # the beginning that the columns are taken from
_MOST_COLUMNS = 10_000
# that JSON allows around a value, what begins each of a sequence (RFC 7464), and a file which was put behind another
_AROUND = " \t\r\n\x1e\ufeff"

Row = list[Any]
Lines = Callable[[], Iterator[str]]


def json_lines(lines: Lines, wanted: Sequence[str]) -> tuple[list[str], Callable[[str], Row | Refusal]]:
    """(columns, what makes a row of a line): objects over the keys of the beginning, arrays as they are.

    lines : gives all lines of the text whenever it is called, and may end those that it gave before
    Columns stand in the order of first sight. Cells of keys that come later follow those of the columns, but for the
    ``wanted`` ones: they are columns wherever they first occur. A row whose object lacks a column has MISSING there.
    In names of columns U+FFFD stands for half a character, which JSON can spell and no report can hold.
    """
    columns = _columns(lines)
    if columns:
        known = set(columns)
        columns += [name for name in dict.fromkeys(wanted) if name not in known and _is_a_key(name, lines)]
    place_of = {name: at for at, name in enumerate(columns)}
    return list(map(whole_characters, columns)), lambda line: _row(line, place_of)


def _columns(lines: Lines) -> list[str]:
    """Keys of the objects in the first rows; empty where none of them is an object."""
    columns: dict[str, None] = {}
    seen = 0
    for number, line in enumerate(line for line in lines() if not line.isspace()):
        if number == _FIRST_ROWS or (number and seen + len(line) > _FIRST_CHARACTERS):
            break
        seen += len(line)
        value = _value(line)
        if isinstance(value, dict):
            columns.update(dict.fromkeys(value))
    return list(columns)[:_MOST_COLUMNS]


def _is_a_key(name: str, lines: Lines) -> bool:
    """Whether any object has this key; only lines that hold its letters are looked at."""
    spelled = {json.dumps(name), json.dumps(name, ensure_ascii=False)}
    likely = (line for line in lines() if any(letters in line for letters in spelled))
    return any(isinstance(value, dict) and name in value for value in map(_value, likely))


def _row(line: str, place_of: dict[str, int]) -> Row | Refusal:
    value = _value(line)
    if isinstance(value, Refusal):
        return value
    if not isinstance(value, dict):
        return value if isinstance(value, list) else [value]
    row: Row = [MISSING] * len(place_of)
    for key, cell in value.items():
        at = place_of.get(key)
        if at is None:
            row.append(cell)  # the beginning did not have this key
        else:
            row[at] = cell
    return row


def _value(line: str) -> Any:
    line = line.strip(_AROUND)
    for decoder in _DECODERS:
        try:
            value, end = decoder.raw_decode(line)
        except RecursionError:
            return Refusal("its values lie too deep inside each other")
        except ValueError:
            continue
        if end == len(line):
            return value
    return Refusal("damaged: this row is not JSON")


def _number(digits: str) -> int | str:
    """The number, or its digits where it is longer than Python reads."""
    return int(digits) if len(digits) < 4000 else digits


_DECODERS = json.JSONDecoder(), json.JSONDecoder(parse_int=_number)  # the second, slower, where the first gives up
