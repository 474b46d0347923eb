"""The table twin of a map as plain columns, for a copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simexplorer.documents.listing import Paths
from simexplorer.ui.models.listing_table import Field, Shape
from simexplorer.ui.models.map_table import MapListing, MapTable
from simexplorer.ui.plots.plot_copies import Figures


def figures_of(listing: MapListing) -> Figures:
    """The same rows; paths are spelt when they are asked for, so that a menu opens at once."""
    columns: list[Sequence[float] | Sequence[str]] = []
    for field in listing.fields:
        words = field.shape in (Shape.WORDS, Shape.DOCUMENT)
        columns.append(_Spelt(field, listing.paths) if words else field.values[:].tolist())
    return Figures(tuple(column.title for column in MapTable.columns), tuple(columns), frozenset({4, 5, 6}))


class _Spelt(Sequence[str]):
    """The cells of a field as texts, one at a time."""

    def __init__(self, field: Field, paths: Paths) -> None:
        self._field, self._paths = field, paths

    def __len__(self) -> int:
        return int(self._field.values.size)

    def __getitem__(self, place: Any) -> Any:
        return self._field.text(place, self._paths)
