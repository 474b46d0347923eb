"""All that keeps, decides and hands over: one feature of the window made of several."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.acting_controller import ActingController
from simexplorer.ui.controllers.apart_controller import ApartController
from simexplorer.ui.controllers.changes_controller import ChangesController
from simexplorer.ui.controllers.decisions_controller import DecisionsController
from simexplorer.ui.controllers.elsewhere_controller import ElsewhereController
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.put_back_controller import PutBackController
from simexplorer.ui.controllers.recipe_controller import RecipeController
from simexplorer.ui.controllers.rules_controller import RulesController
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.controllers.workspace_controller import WorkspaceController


class KeptFeatures(QObject):
    """The controllers around one workspace, in the order of their menu entries."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self.keeping = Keeping(workbench.session, workbench.jobs("workspace", gives_way=True), workbench.message, self)
        workbench.exporting.standing = lambda: self.keeping.standing
        workbench.opening.once_kept = self.keeping.then

    def pieces(self, workbench: Workbench) -> Iterator[None]:
        """Make them one by one."""
        self.workspace = WorkspaceController(workbench, self.keeping)
        self.elsewhere = ElsewhereController(workbench, self.keeping, self.workspace)
        yield
        self.decisions = DecisionsController(workbench, self.keeping)
        yield
        self.rules = RulesController(workbench, self.keeping)
        yield
        self.acting = ActingController(workbench, self.keeping)
        yield
        self.put_back = PutBackController(workbench, self.keeping)
        self.acting.moved.connect(self.put_back.count_away)
        self.acting.put_back_requested.connect(self.put_back.open)
        self.put_back.offered.connect(self.acting.dialog.back.setEnabled)
        self.put_back.put_back.connect(self._on_put_back)
        yield
        self.apart = ApartController(workbench, self.keeping)
        yield
        self.changes = ChangesController(workbench, self.keeping)
        self.recipe = RecipeController(workbench)

    def _on_put_back(self, files: frozenset[bytes]) -> None:
        """The moves are undone in what the window knows of the collection."""
        self.put_back.say_after(self.acting.take_back(files))
