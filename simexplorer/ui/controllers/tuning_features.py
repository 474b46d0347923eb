"""Everything with which settings are chosen, tried and checked: one controller a feature."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.across_controller import AcrossController
from simexplorer.ui.controllers.ask_controller import AskController
from simexplorer.ui.controllers.banding_controller import banding_of
from simexplorer.ui.controllers.before_controller import BeforeController, before_panel
from simexplorer.ui.controllers.boilerplate_controller import BoilerplateController
from simexplorer.ui.controllers.building import panel_first
from simexplorer.ui.controllers.calibration_controller import CalibrationController
from simexplorer.ui.controllers.contained_controller import ContainedController
from simexplorer.ui.controllers.curves_controller import CurvesController
from simexplorer.ui.controllers.knob_figures import KnobFigures
from simexplorer.ui.controllers.language_lists import LanguageLists
from simexplorer.ui.controllers.recall_controller import RecallController
from simexplorer.ui.controllers.settings_controller import SettingsController
from simexplorer.ui.controllers.shared_text_controller import SharedTextController
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.panels.boilerplate_panel import BoilerplatePanel
from simexplorer.ui.panels.calibration_panel import CalibrationPanel
from simexplorer.ui.panels.settings_panel import SettingsPanel


def tuning_features(workbench: Workbench) -> Iterator[QObject | None]:
    """The controllers, made in the order of the menu, large ones in two pieces; each lives as long as the window."""
    yield banding_of(workbench)
    yield KnobFigures(workbench, workbench.tuning.light, workbench.tuning.heavy, "knobs")
    yield LanguageLists(workbench, workbench.tuning.heavy.words, "languages")
    yield CurvesController(workbench)
    yield from panel_first(before_panel, partial(BeforeController, workbench))
    yield RecallController(workbench)
    yield from panel_first(CalibrationPanel, partial(CalibrationController, workbench))
    yield from panel_first(SettingsPanel, partial(SettingsController, workbench))
    for feature in panel_first(BoilerplatePanel, partial(BoilerplateController, workbench)):
        yield feature
        if feature is not None:
            yield SharedTextController(workbench, feature)
    yield ContainedController(workbench)
    yield AskController(workbench)
    yield AcrossController(workbench)
