"""Everything with which settings are chosen, tried and checked: one controller a feature."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.across_controller import AcrossController
from simexplorer.ui.controllers.ask_controller import AskController
from simexplorer.ui.controllers.banding_controller import BandingController
from simexplorer.ui.controllers.before_controller import BeforeController
from simexplorer.ui.controllers.boilerplate_controller import BoilerplateController
from simexplorer.ui.controllers.calibration_controller import CalibrationController
from simexplorer.ui.controllers.contained_controller import ContainedController
from simexplorer.ui.controllers.curves_controller import CurvesController
from simexplorer.ui.controllers.recall_controller import RecallController
from simexplorer.ui.controllers.settings_controller import SettingsController
from simexplorer.ui.controllers.workbench import Workbench


def tuning_features(workbench: Workbench) -> Iterator[QObject]:
    """The controllers, made in the order of the menu; each lives as long as the window."""
    for feature in (
        BandingController,
        CurvesController,
        BeforeController,
        RecallController,
        CalibrationController,
        SettingsController,
        BoilerplateController,
        ContainedController,
        AskController,
        AcrossController,
    ):
        yield feature(workbench)
