"""How long it takes to read everything again, as far as the runs so far tell."""

from __future__ import annotations

from PySide6.QtCore import QObject

from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.session import Session


class RunTimes(QObject):
    """Seconds of each stage, as the latest run took that did it: a run after a light change leaves out most of them."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._stages: dict[str, float] = {}
        session.result_changed.connect(self._on_result_changed)

    @property
    def whole(self) -> float | None:
        """Seconds of all stages together; None where no run is known that read and signed everything."""
        return sum(self._stages.values()) if "read_and_sign" in self._stages else None

    def note(self, result: Result | None) -> None:
        """One more result of the collection; after one that was stopped, or none, nothing is known any more.

        One that took over what was kept of its documents did not read and sign them: that is known of others alone.
        """
        if result is None or result.partial:
            self._stages.clear()
            return
        untold = {"total", "read_and_sign"} if result.taken_over else {"total"}
        self._stages.update((stage, taken) for stage, taken in result.timings.items() if stage not in untold)

    def _on_result_changed(self) -> None:
        if not self._session.growing:
            self.note(self._session.result)
