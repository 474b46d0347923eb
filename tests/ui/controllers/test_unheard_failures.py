"""A failure that can be expected is never a crash: whoever works on what can be gone listens for it."""

from __future__ import annotations

from PySide6.QtCore import QMetaMethod

from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.main_window import MainWindow

# They count, sort and lay out what is at hand, and ask neither the analysis nor the disk: what fails there is a bug,
# which nobody listens for so that it is shown.
OF_WHAT_IS_AT_HAND = {
    "across",
    "bands",
    "building",
    "chooser",
    "differences",
    "filter",
    "folders",
    "glance",
    "knobs",
    "lab-boilerplate",  # a saved run that cannot tell what was left out answers so
    "lab-kernels",
    "languages",
    "order",
    "passages",
    "references",
    "settings bands",
    "settings knobs",
    "settings languages",
    "settings lists",
}


def test_whoever_asks_the_analysis_or_the_disk_listens_for_failures(lent: MainWindow) -> None:
    runners = {*lent.findChildren(JobRunner), *lent.workbench.runners}
    unheard = {one.name for one in runners if not one.isSignalConnected(QMetaMethod.fromSignal(one.failed))}
    assert unheard == OF_WHAT_IS_AT_HAND
