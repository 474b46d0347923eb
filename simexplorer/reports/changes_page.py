"""What is new as one page: the same style, script and rules as the HTML report."""

from __future__ import annotations

from typing import Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from simexplorer import __version__
from simexplorer.pipeline.comparison import CHANGE_WORDS
from simexplorer.reports.change_rows import ChangeRows
from simexplorer.reports.html_report import own_file, policy_of, template
from simexplorer.reports.page_data import MAX_ROWS, escaped_pieces
from simexplorer.reports.summary import folders

_NOUNS = ("documents", "pairs", "clusters")


def changes_page(rows: ChangeRows) -> bytes:
    """The page in UTF-8; at most ``MAX_ROWS`` rows are listed, and it says so."""
    style, script = own_file("report.css"), own_file("report.js")
    kept = min(len(rows), MAX_ROWS)
    left_out = [f"The first {kept:,} of {len(rows):,} changes; CSV and JSON hold all."] if kept < len(rows) else []
    page = template("changes.jinja").render(
        version=__version__,
        policy=policy_of(style, script),
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        data=map(Markup, escaped_pieces(_data(rows, kept))),  # no markup: every < > & is escaped
        folders=folders(rows.comparison.later),
        tiles=_tiles(rows),
        notices=[*rows.apart(), *left_out],
    )
    return page.encode()


def _tiles(rows: ChangeRows) -> list[dict[str, Any]]:
    tiles = []
    for what, noun in enumerate(_NOUNS):
        changes = rows.change[rows.what == what]
        counts = [(int((changes == code).sum()), word) for code, word in enumerate(CHANGE_WORDS)]
        words = ", ".join(f"{count:,} {word}" for count, word in counts if count) or "nothing new"
        tiles.append({"count": f"{changes.size:,}", "noun": f"{noun} changed", "words": words})
    return tiles


def _data(rows: ChangeRows, kept: int) -> dict[str, Any]:
    table = rows.for_people()
    used = np.unique(np.concatenate([column.values[:kept] for column in table.columns[2:4]]))
    used = used[used >= 0]
    labels = table.columns[2].labels
    columns = [_text(c.name, c.title, list(c.labels), c.values[:kept]) for c in table.columns[:2]]
    for column in table.columns[2:4]:
        codes = column.values[:kept]
        place = np.where(codes < 0, -1, np.searchsorted(used, codes))
        columns.append({**_text(column.name, column.title, [], place), "labels": "paths"})
    for later, column in enumerate(table.columns[4:6]):
        words, codes = np.unique(np.array(rows.spelled(bool(later), kept), np.str_), return_inverse=True)
        sorted_by = {"kind": "number", "values": column.values[:kept], "words": codes}
        columns.append({"name": column.name, "title": column.title, "labels": words.tolist(), **sorted_by})
    paths = [labels[code] for code in used.tolist()]
    return {"paths": paths, "tables": {"changes": {"columns": columns, "rows": kept}}}


def _text(name: str, title: str, labels: list[str], values: NDArray[Any]) -> dict[str, Any]:
    return {"name": name, "title": title, "kind": "text", "labels": labels, "values": values.astype(int).tolist()}
