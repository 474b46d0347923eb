"""What can be done about the documents themselves: problems, tables, watching, the cache."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.cache_controller import CacheController
from simexplorer.ui.controllers.folder_menu import FolderMenu
from simexplorer.ui.controllers.map_controller import MapController
from simexplorer.ui.controllers.narrow_controller import NarrowController
from simexplorer.ui.controllers.problems_controller import ProblemsController
from simexplorer.ui.controllers.rows_controller import RowsController
from simexplorer.ui.controllers.watch_controller import WatchController
from simexplorer.ui.controllers.workbench import Workbench


def document_features(workbench: Workbench) -> Iterator[QObject | None]:
    """Their controllers, in the order of their menu entries."""
    for feature in (
        MapController,
        ProblemsController,
        RowsController,
        CacheController,
        WatchController,
        FolderMenu,
        NarrowController,
    ):
        yield feature(workbench)
