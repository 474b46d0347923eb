"""Which columns of a table most likely hold the texts and their names: a proposal, for a person to change."""

from __future__ import annotations

from simexplorer.documents.previews import TablePreview

_NAMES = ("id", "key", "uid", "uuid", "name", "title", "slug", "url", "file", "filename", "path", "number", "no")
_TEXTS = ("text", "body", "content", "description", "abstract", "message", "comment", "review", "summary")


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
        name = next(
            (at for at, called in enumerate(names) if at != text and called.endswith(("_id", "-id", " id"))), None
        )
    return text, name
