"""Order and filter of one table: small ones at once, large ones in a thread that hands over an index array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.ordering import Order
from simexplorer.ui.panels.status_line import StatusLine
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

_SOON = 200  # milliseconds that a list takes to be in order without a word


class TableController(QObject):
    """Shows arrays in a table, sorted and filtered as the person wants them; the latest wish wins."""

    arranged = Signal()  # rows or their order have changed
    waits = Signal(str)  # what takes a while, in words
    waited = Signal(str)  # the same words, once it is done

    def __init__(self, model: ArrayTable[Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.jobs = JobRunner("order", self).hand_to(self._on_ordered)
        self._data: Any = None
        self._mask: NDArray[np.bool_] | None = None
        self._waits = ""
        self._pause = after_pause(self, _SOON, self._tell)
        model.sort_requested.connect(self._arrange)
        self.jobs.started.connect(self._pause.start)
        self.jobs.ended.connect(self._on_ended)

    def tell_in(self, status: StatusLine) -> None:
        """Say there that the list is being put in order, where that takes a while."""
        self.waits.connect(status.note)
        self.waited.connect(status.withdraw)

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
        self._pause.stop()
        self.jobs.close()

    def _arrange(self) -> None:
        data, mask, model = self._data, self._mask, self.model
        column, descending = model.sorted_by
        if data is None or (column < 0 and mask is None):
            self.jobs.cancel()
            self._put(data, None)
        elif len(data) <= model.sorted_at_once:
            self.jobs.cancel()
            self._put(data, model.order_for(data, column, descending, mask))
        else:

            def order(job: Job) -> Order | None:
                job.progress.check()  # the headings may have been pressed several times while another order was made
                return model.order_for(data, column, descending, mask)

            self.jobs.start(order)

    def _on_ordered(self, order: Order | None) -> None:
        self._put(self._data, order)

    def _tell(self) -> None:
        doing = "Filtering" if self.model.sorted_by[0] < 0 else "Sorting"
        self._waits = f"{doing} {numbers.counted(len(self._data), 'row')} …"
        self.waits.emit(self._waits)

    def _on_ended(self) -> None:
        self._pause.stop()
        if self._waits:
            waited, self._waits = self._waits, ""
            self.waited.emit(waited)

    def _put(self, data: Any, order: Order | None) -> None:
        if self.model.source is data and data is not None:
            self.model.rearrange(order)
        else:
            self.model.show(data, order)
        self.arranged.emit()
