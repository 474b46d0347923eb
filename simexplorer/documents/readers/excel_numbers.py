"""Numbers as Excel shows them, and dates: days since a beginning, which only the format of their cell tells apart."""

from __future__ import annotations

import re
from datetime import date

BUILT_IN = frozenset({*range(14, 23), *range(27, 37), 45, 47, *range(50, 59)})
"""Numbers of the formats for dates and times that every workbook has (ECMA-376 part 1, 18.8.30)."""
_UNMEANT = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')  # words, fillings, colours, conditions
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_DATE_SIGNS = re.compile(r"[ymdhs]", re.IGNORECASE)
_BEGIN, _BEGIN_1904 = date(1899, 12, 30).toordinal(), date(1904, 1, 1).toordinal()
_END = date.max.toordinal()
_WHOLE = 1e15
_LEAP_DAY = 60  # the 29th of February 1900, which never was


def number_words(value: float) -> str:
    """A number in the fifteen digits that are shown, though more are kept; a whole one without a point."""
    return f"{value:.0f}" if abs(value) < _WHOLE and value == int(value) else f"{value:.15g}"


def is_date_format(code: str) -> bool:
    """Whether cells with this format show a date or a time of day, and not a number or a duration."""
    first = code.partition(";")[0]
    if _ELAPSED.search(first):
        return False
    bare = _UNMEANT.sub("", first)
    return "General" not in bare and _DATE_SIGNS.search(bare) is not None


def date_words(days: float, from_1904: bool) -> str | None:
    """A date as 2024-05-06, with the time of day where it has one, or that alone; None for what is no date."""
    if not 0 <= days <= _END - (_BEGIN_1904 if from_1904 else _BEGIN):
        return None
    day, second = divmod(round(86_400 * days), 86_400)
    time = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    if not day:
        return time
    begin = _BEGIN_1904 if from_1904 else _BEGIN + (day < _LEAP_DAY)
    words = date.fromordinal(begin + day).isoformat()
    return f"{words} {time}" if second else words
