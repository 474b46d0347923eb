"""What cells of OpenDocument's sheets hold, spelled as Excel's are: 2024-05-06 and 0.25 however they are shown."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from math import isfinite

from lxml import etree

from simexplorer.documents.readers.excel_numbers import number_words
from simexplorer.documents.readers.xml_parts import whole_number

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
COLUMNS, ROWS = TABLE + "number-columns-repeated", TABLE + "number-rows-repeated"
_TYPE, _VALUE, _FORMULA = OFFICE + "value-type", OFFICE + "value", TABLE + "formula"
_TRUTH = {"of:=TRUE()": "TRUE", "of:=FALSE()": "FALSE"}  # so LibreOffice keeps what Excel's file calls a truth: as 1
_BEGIN = date(1899, 12, 30)
_TIME = re.compile(r"PT([0-9]{1,6})H([0-9]{1,2})M([0-9]{1,2}(?:\.[0-9]{1,12})?)S")
_DAY = 86_400  # seconds


def times_repeated(element: etree._Element, name: str, most: int) -> int:
    """How often a cell or row stands there, by the attribute ``name``; ``most`` times at most."""
    return max(1, min(whole_number(element.get(name)) or 1, most))


def value_words(cell: etree._Element) -> str | None:
    """The number, date, time or truth that a cell holds; None of one that holds words, which are what it shows."""
    kind = cell.get(_TYPE)
    try:
        if kind in ("float", "percentage", "currency"):
            written = cell.get(_VALUE, "")
            if written in ("0", "1") and (truth := _TRUTH.get(cell.get(_FORMULA, ""))):
                return truth
            value = float(written)
            return number_words(value) if isfinite(value) else None
        if kind == "date":
            return _date(cell.get(OFFICE + "date-value", ""))
        if kind == "time":
            return _time(cell.get(OFFICE + "time-value", ""))
    except (ValueError, OverflowError):
        return None
    return {"true": "TRUE", "false": "FALSE"}.get(cell.get(OFFICE + "boolean-value", "")) if kind == "boolean" else None


def _date(written: str) -> str:
    """A date without its time at midnight, and the time alone where there is no date."""
    moment = (datetime.fromisoformat(written) + timedelta(milliseconds=500)).replace(microsecond=0)
    if moment.date() == _BEGIN:
        return moment.time().isoformat()
    return moment.isoformat(" ").removesuffix(" 00:00:00")


def _time(written: str) -> str | None:
    """A time of day; days of what lasts longer than one."""
    found = _TIME.fullmatch(written)
    if found is None:
        return None
    seconds = int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])
    if round(seconds) >= _DAY:
        return number_words(seconds / _DAY)
    second = round(seconds)
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
