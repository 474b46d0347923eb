"""A listing of two documents a row whose last column says what was decided about them, found as a pair or not."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.ui.models import badges
from simexplorer.ui.models.columns import Column
from simexplorer.ui.models.listing_table import Listing, ListingTable
from simexplorer.workspace.standing import Standing

Rows = NDArray[np.int64]
SHOWN_WHEN_DECIDED: Column = replace(badges.DECISION, visible=False)  # until then names have its room


class DecidedRows(Listing, frozen=True):
    """Fields of which the first two are documents, and how everything stands, if that is known."""

    standing: Standing | None = None


class DecidedListing(ListingTable):
    """Its columns end with ``SHOWN_WHEN_DECIDED``, for which ``DecidedRows`` have no field."""

    def __init__(self) -> None:
        super().__init__()
        self._told_of: DecidedRows | None = None
        self._told: dict[int, badges.Badges] = {}  # what was foreseen of those, by entry

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        if column < len(data.fields):
            return ListingTable.key(data, column)
        if data.standing is None:
            return np.zeros(len(data), np.int64)
        one, other = _twos(data, np.arange(len(data)))
        apart, reviewed = _said(data.standing, one, other)
        going = data.standing.duplicates[one] | (data.standing.duplicates[np.maximum(other, 0)] & (other >= 0))
        weighed: NDArray[np.int64] = apart * 4 + reviewed * 2 + going.astype(np.int64)
        return weighed

    def foresee(self, data: Any, entries: list[int]) -> None:
        """Of some rows decisions are looked up in no more time than those of one."""
        self._told_of, self._told = data, {}
        if data.standing is not None:
            one, other = _twos(data, np.array(entries, np.int64))
            said = zip(*_said(data.standing, one, other), strict=True)
            for entry, i, j, (apart, reviewed) in zip(entries, one.tolist(), other.tolist(), said, strict=True):
                self._told[entry] = badges.badges_of_two(data.standing, i, j, bool(apart), bool(reviewed))

    def badges(self, data: DecidedRows, entry: int) -> badges.Badges:
        """What was decided about the documents of a row."""
        if data.standing is None:
            return ()
        if self._told_of is not data or entry not in self._told:
            self.foresee(data, [entry])
        return self._told[entry]

    def text(self, data: Listing, entry: int, column: int) -> str:
        """What a cell says."""
        if column < len(data.fields):
            return super().text(data, entry, column)
        return badges.words_of(self.badges(_rows(data), entry))

    def cell_tooltip(self, data: Listing, entry: int, column: int) -> str | None:
        """What hovering a cell says beyond its text."""
        if column < len(data.fields):
            return super().cell_tooltip(data, entry, column)
        return badges.tooltip_of(self.badges(_rows(data), entry))

    def document_in(self, data: Listing, entry: int, column: int) -> Any:
        """Whose path a cell holds."""
        return super().document_in(data, entry, column) if column < len(data.fields) else None


def _rows(data: Listing) -> DecidedRows:
    assert isinstance(data, DecidedRows)
    return data


def _twos(data: DecidedRows, entries: Rows) -> tuple[Rows, Rows]:
    """Both documents of these rows; -1 where there is no second one."""
    one, other = (rows[entries].astype(np.int64) for rows in data.documents)
    return one, other


def _said(standing: Standing, one: Rows, other: Rows) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which were said not to be duplicates, and which were reviewed: together, or alone where there is no second."""
    partner = np.where(other >= 0, other, one)
    return standing.stand_apart(one, partner), standing.were_reviewed(one, partner)
