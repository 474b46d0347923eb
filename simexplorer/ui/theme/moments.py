"""Times that files tell, on the clock of this computer."""

from __future__ import annotations

import datetime as dt


def minute(at: str) -> str:
    """``2026-03-07 14:05`` of a time as ISO 8601 writes it; what is none, or cannot be told, as it stands."""
    return _told(at, "%Y-%m-%d %H:%M")


def second(at: str) -> str:
    """``2026-03-07 14:05:09``."""
    return _told(at, "%Y-%m-%d %H:%M:%S")


def in_words(at: str) -> str:
    """``7 March 2026, 14:05``."""
    return _told(at, "%d %B %Y, %H:%M").removeprefix("0")


def _told(at: str, form: str) -> str:
    try:
        return dt.datetime.fromisoformat(at).astimezone().strftime(form)
    except (ValueError, OverflowError, OSError):  # at both ends of the calendar
        return at


def changed(modified_ns: int) -> str:
    """When a file was changed last, to the minute on the person's clock; ``modified_ns`` since 1970."""
    return f"{dt.datetime.fromtimestamp(modified_ns // 10**9, dt.UTC).astimezone():%Y-%m-%d %H:%M}"
