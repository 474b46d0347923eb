"""One folder as the reference: what of the rest is known there, and what is new."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox

from simexplorer.ui.models.across_table import AcrossTable
from simexplorer.ui.panels.decision_painter import stand_beside_names
from simexplorer.ui.panels.naming import caption_of, named, push_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.panels.search_page import SearchPage
from simexplorer.ui.theme.letters import limit_width

SHOWN = {"pairs": "all pairs across", "known": "what is known there", "new": "what is new"}
ONLY_MEANING = (
    "Let runs look for such pairs only: fewer pairs to compare, and clusters that hold both sides. The next run begins "
    "at once; the documents are read again."
)


class AcrossPanel(SearchPage):
    """Pairs between a reference folder and the rest."""

    reference_chosen = Signal(str)  # key of a folder
    shown_changed = Signal(str)  # of SHOWN
    only_changed = Signal(bool)
    open_requested = Signal()  # two folders to compare

    def __init__(self) -> None:
        self.model = AcrossTable()
        view = painted_list(self.model, "acrossView", "Pairs between the reference folder and the rest")
        super().__init__("across", "Comparing folders", view, "columns-2")
        stand_beside_names(view)
        self.reference = named(
            ChoiceField(), "referenceCombo", "Reference folder", PARAMETER_TEXTS["reference"].meaning
        )
        self.reference.setMinimumWidth(180)
        self.shown = named(ChoiceField(), "acrossShownCombo", "What is listed")
        self.shown.fill(SHOWN.items())
        self.only = named(QCheckBox("Run across only"), "acrossOnlyCheck", "Run across only", ONLY_MEANING)
        self.two = push_button(
            "Open two folders…", "openTwoFoldersButton", "Open two folders to compare", "folder-open"
        )
        for text, field in (("Reference", self.reference), ("Show", self.shown)):
            self.controls.addWidget(caption_of(field, text))
            self.controls.addWidget(field, 1)
            limit_width(field, 260)
        self.controls.addWidget(self.only)
        self.controls.addStretch(1)
        self.controls.addWidget(self.two)
        self.reference.currentIndexChanged.connect(lambda: self.reference_chosen.emit(self.reference.value()))
        self.shown.currentIndexChanged.connect(lambda: self.shown_changed.emit(self.shown.value()))
        self.only.toggled.connect(self.only_changed)
        self.two.clicked.connect(self.open_requested)

    def show_folders(self, folders: Sequence[tuple[str, str]], chosen: str) -> None:
        """(key, text) of the folders that can be the reference, silently."""
        self.reference.fill([("", "choose a folder or table …"), *folders], chosen)
        self.reference.setEnabled(bool(folders))

    def show_only(self, on: bool) -> None:
        """Whether runs look across only, silently."""
        with QSignalBlocker(self.only):
            self.only.setChecked(on)
