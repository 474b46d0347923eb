"""The lab's kernels are compiled before anybody opens it: in a child process, once a run has ended."""

from __future__ import annotations

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.pauses import after_pause

_QUIET = 4000  # milliseconds after a result before anything is begun: pictures and quick looks are over by then


class LabBeforehand(QObject):
    """Starts that child when a result is on screen and nothing runs; a later run goes before it."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._session = workbench.session
        self._jobs = workbench.jobs("lab-kernels", gives_way=True)
        self.pause = after_pause(self, _QUIET, self._begin)
        self._session.result_changed.connect(self.pause.start)
        self._session.running_changed.connect(self.pause.start)

    def _begin(self) -> None:
        session = self._session
        if session.result is None or session.growing or session.running:
            return
        self._jobs.start(_begin_lab_kernels)


def _begin_lab_kernels(_job: Job) -> None:
    from simexplorer.lab.warming import begin_lab_kernels

    begin_lab_kernels()
