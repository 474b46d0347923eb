"""Which row of a table names its columns, where a title or remarks stand above it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simexplorer.documents.extracted import ALL_COLUMNS, Job

LOOKED_AT = 20
"""Rows of a table among which that of the names may be."""


def heading_at(rows: Iterable[Sequence[str]], job: Job) -> int:
    """Which of the first rows of a table holds the names of the columns asked for; 0 where that leaves a doubt.

    A title fills fewer cells than the names do: a row that has one above it as full as itself is a row of the data, in
    which these words happen to stand.
    """
    wanted = _wanted(job)
    most = 0
    for at, row in enumerate(rows if wanted else ()):
        cells = {cell.strip() for cell in row}
        if all(_holds(cells, names) for names in wanted):
            return at if most < filled(row) else 0
        if not at and not cells.isdisjoint(name for names in wanted for name in names):
            return 0
        most = max(most, filled(row))
    return 0


def heading_of_sheet(rows: Sequence[Sequence[str]], job: Job) -> int:
    """The same of the first rows of a sheet, empty ones aside; ``below_title`` where no column is called by name."""
    return below_title(rows) if calls_none(job) else heading_at(rows, job)


def calls_none(job: Job) -> bool:
    """Whether a row with names of columns is wanted, and none of them is called by its name."""
    return (job.preview_rows > 0 or job.table_header is True) and not _wanted(job)


def below_title(rows: Sequence[Sequence[str]]) -> int:
    """The first row below those that hold one cell each, if all that follow it hold several; else 0."""
    counts = [filled(row) for row in rows]
    at = next((at for at, count in enumerate(counts) if count > 1), 0)
    return at if at and min(counts[at + 1 :], default=0) > 1 else 0


def filled(row: Sequence[str]) -> int:
    """How many cells hold something."""
    return sum(1 for cell in row if cell.strip())


def words_above(rows: int) -> str:
    """That so many rows stand above the names of the columns; empty where none do."""
    return f"rows above the names of its columns were left out: {rows:,}" if rows else ""


def _wanted(job: Job) -> list[list[str]]:
    """What the column of the text and that of the name may be called: as a whole, else by these parts of it."""
    if job.table_header is False:
        return []
    wanted = []
    for asked in (job.text_column, job.id_column):
        parts = [] if asked is None else [part.strip() for part in asked.split(",")]
        names = [part for part in parts if part and part != ALL_COLUMNS and not part.isdecimal()]
        if asked is not None and names:
            wanted.append([asked, *names])
    return wanted


def _holds(cells: set[str], names: list[str]) -> bool:
    whole, *parts = names
    return whole in cells or cells.issuperset(parts)
