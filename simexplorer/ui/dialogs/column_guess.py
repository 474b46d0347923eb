"""Which columns of a table most likely hold the texts and their names: a proposal, for a person to change."""

from __future__ import annotations

from simexplorer.documents.previews import TablePreview

_NAMES = ("id", "key", "uid", "uuid", "name", "title", "slug", "url", "file", "filename", "path", "number", "no")
_TEXTS = ("text", "body", "content", "description", "abstract", "message", "comment", "review", "summary")

_IDS, _ID_ENDINGS = ("id", "key", "uid", "uuid"), ("_id", "-id", " id")
_RECORD_COLUMNS, _SHORT = 4, 30  # columns at least; characters that a cell has on average at most


def likely_columns(preview: TablePreview) -> tuple[int | None, int | None]:
    """(column of the text, column of the name) by number from 0; None where there is none."""
    width = len(preview.columns)
    if not width:
        return None, None
    names = [column.strip().lower() for column in preview.columns]
    cells = [[row[at] for row in preview.rows if at < len(row)] for at in range(width)]
    lengths = [sum(len(str(cell)) for cell in column) / max(1, len(column)) for column in cells]
    text = next((names.index(name) for name in _TEXTS if name in names), None)
    if text is None:
        text = max(range(width), key=lambda at: lengths[at])
    name = next((names.index(known) for known in _NAMES if known in names and names.index(known) != text), None)
    if name is None:
        name = next((at for at, called in enumerate(names) if at != text and called.endswith(_ID_ENDINGS)), None)
    return text, name


def is_record(preview: TablePreview) -> bool:
    """Whether rows look like records, such as addresses: many short cells, none of which is the text by its name."""
    names = [column.strip().lower() for column in preview.columns]
    cells = [[row[at] for row in preview.rows if at < len(row)] for at in range(len(names))]
    longest = max((sum(len(str(cell)) for cell in column) / max(1, len(column)) for column in cells), default=0.0)
    return len(names) >= _RECORD_COLUMNS and longest < _SHORT and not set(names) & set(_TEXTS)


def id_column(preview: TablePreview) -> int | None:
    """The first column that identifies rows and says nothing else of them, by number from 0."""
    names = [column.strip().lower() for column in preview.columns]
    return next((at for at, name in enumerate(names) if name in _IDS or name.endswith(_ID_ENDINGS)), None)
