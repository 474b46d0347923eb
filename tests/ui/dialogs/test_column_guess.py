"""Columns that are proposed: of the text, and of what names the rows."""

from __future__ import annotations

from simexplorer.documents.previews import TablePreview
from simexplorer.ui.dialogs.column_guess import likely_columns


def test_the_longest_column_is_the_text_unless_a_name_says_it() -> None:
    rows = (("1", "short", "a much longer cell"), ("2", "s", "and another long one"))
    assert likely_columns(TablePreview(("n", "m", "o"), rows)) == (2, None)
    assert likely_columns(TablePreview(("ID", "Text", "o"), rows)) == (1, 0)
    assert likely_columns(TablePreview((), ())) == (None, None)


def test_a_column_of_ids_names_the_rows_whatever_they_are_ids_of() -> None:
    preview = TablePreview(("state", "rec_id", "street"), (("wa", "rec-1", "a long street of many words"),))
    assert likely_columns(preview) == (2, 1)
    assert likely_columns(TablePreview(("valid", "street"), (("1", "a long street"),))) == (1, None)
