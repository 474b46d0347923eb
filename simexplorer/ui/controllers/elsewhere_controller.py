"""Documents that were moved as a whole: the workspace goes on with them where they are now."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from simexplorer.documents.listing import shown_path
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import moved_path
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.controllers.workspace_controller import WorkspaceController
from simexplorer.ui.panels.allowing import allow

_TIP = "Go on with these runs and decisions where the folder was moved to"


class ElsewhereController(QObject):
    """One entry of the menu File. Decisions are kept by content and path inside the folder, so they hold there too."""

    def __init__(self, workbench: Workbench, keeping: Keeping, workspace: WorkspaceController) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping, self._workspace = workbench, keeping, workspace
        self.action = workbench.menus.add("file", "Locate moved documents…", self.ask)
        keeping.changed.connect(self._offer)
        workbench.session.sources_changed.connect(self._offer)
        self._offer()

    def ask(self) -> None:
        """Let the person say where the folder is now."""
        old, name = os.path.split(self._common())
        begin = os.fsdecode(old) if os.path.isdir(old) else str(Path.home())
        title = f"Where is {shown_path(name or old)} now?"
        chosen = QFileDialog.getExistingDirectory(self._bench.window, title, begin)
        if chosen:
            self.go_on_at(os.path.abspath(os.fsencode(chosen)))

    def go_on_at(self, folder: bytes) -> None:
        """Analyse the documents in this folder, which takes the place of the one before."""
        old = self._common()
        sources = [moved_path(source, old, folder) for source in self._bench.session.sources]
        missing = [source for source in sources if not os.path.lexists(source)]
        if missing:
            self._bench.message.say(
                f"There is no {shown_path(missing[0])}. Choose the folder that took the place of the old."
            )
            return
        self._workspace.go_on_with(sources)
        self._keeping.ask(lambda kept, _job: kept.move_protection(old, folder), self._keeping.take)
        self._bench.run.analyse()

    def _common(self) -> bytes:
        sources = self._bench.session.sources
        return sources[0] if len(sources) == 1 else os.path.commonpath(sources)

    def _offer(self) -> None:
        allow(self.action, self._why_not(), _TIP)

    def _why_not(self) -> str:
        now = self._keeping.now
        if not self._bench.session.sources:
            return "No documents are open that could have been moved."
        if not now.runs:
            return "No run of these documents is kept that could go on elsewhere."
        return "" if now.writable else "This workspace is only read here: use Save workspace as… first."
