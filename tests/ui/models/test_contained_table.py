"""What the list of contained documents calls its columns."""

from __future__ import annotations

from simexplorer.ui.models.contained_table import ContainedTable


def test_the_sizes_of_both_texts_say_what_they_count() -> None:
    sizes = {column.name: column for column in ContainedTable.columns if column.name in ("inner_size", "outer_size")}
    assert [column.title for column in sizes.values()] == ["Shingles", "The other's"]
    assert all(column.meaning.startswith("Shingles of the ") for column in sizes.values())
    assert all("repeats counted" in column.meaning for column in sizes.values())
