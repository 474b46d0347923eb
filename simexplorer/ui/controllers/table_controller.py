"""Order and filter of one table: small ones at once, large ones in a thread that hands over an index array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.ordering import Order


class TableController(QObject):
    """Shows arrays in a table, sorted and filtered as the person wants them; the latest wish wins."""

    arranged = Signal()  # rows or their order have changed

    def __init__(self, model: ArrayTable[Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.jobs = JobRunner("order", self)
        self._data: Any = None
        self._mask: NDArray[np.bool_] | None = None
        model.sort_requested.connect(self._on_sort_requested)
        self.jobs.succeeded.connect(self._on_ordered)

    def show(self, data: Any, mask: NDArray[np.bool_] | None) -> None:
        """Show these arrays, of them the rows about the marked documents (None: all)."""
        if data is self._data and mask is self._mask and data is not None:
            return
        self._data, self._mask = data, mask
        self._arrange()

    def shows(self, mask: NDArray[np.bool_] | None) -> bool:
        """Whether the rows about these documents are shown, and no others are on their way."""
        return mask is self._mask and self.model.source is self._data and not self.jobs.running

    def refresh(self, data: Any, silent: bool = False) -> None:
        """Other contents of the same rows: neither order nor selection changes; ``silent`` : nor what cells show."""
        self._data = data
        if self.jobs.running:  # it orders what was to be shown before
            self._arrange()
        else:
            self.model.renew(data, silent)

    @property
    def filtered(self) -> bool:
        """Whether only some rows are wanted."""
        return self._mask is not None

    def close(self) -> None:
        """Stop the thread."""
        self.jobs.close()

    def _on_sort_requested(self, _column: int, _descending: bool) -> None:
        self._arrange()

    def _arrange(self) -> None:
        data, mask, model = self._data, self._mask, self.model
        column, descending = model.sorted_by
        if data is None or (column < 0 and mask is None):
            self.jobs.cancel()
            self._put(data, None)
        elif model.size_of(data) <= model.sorted_at_once:
            self.jobs.cancel()
            self._put(data, model.order_for(data, column, descending, mask))
        else:

            def order(_job: Job) -> tuple[Any, Order | None]:
                return data, model.order_for(data, column, descending, mask)

            self.jobs.start(order)

    def _on_ordered(self, ordered: object) -> None:
        assert isinstance(ordered, tuple)
        data, order = ordered
        if data is self._data:
            self._put(data, order)

    def _put(self, data: Any, order: Order | None) -> None:
        if self.model.source is data and data is not None:
            self.model.rearrange(order)
        else:
            self.model.show(data, order)
        self.arranged.emit()
