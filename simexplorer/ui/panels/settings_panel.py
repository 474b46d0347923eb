"""Two settings beside each other: A is what was analysed, B is tried out before one commits to it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.models.settings_tables import ChangedGroupsTable, ChangedPairsTable
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.heavy_fields import HeavyFields
from simexplorer.ui.panels.job_strip import JobStrip
from simexplorer.ui.panels.light_fields import LightFields
from simexplorer.ui.panels.naming import caption_of, label, named, push_button, rule
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.roomy import roomy, scrolling_down
from simexplorer.ui.panels.view_tabs import leave_to_bar
from simexplorer.ui.theme import metrics

WHICH = {"changed": "gained and lost", "gained": "gained", "lost": "lost", "kept": "in both"}

_SIDE = 328  # pixels of the fields at the left


class SettingsPanel(FilledView):
    """The fields of B at the left, what it would change at the right."""

    changed = Signal()  # a field of B
    try_requested = Signal()
    take_requested = Signal()  # B becomes the setting
    reset_requested = Signal()  # B as A
    which_changed = Signal()

    def __init__(self) -> None:
        super().__init__("git-compare")
        self.setObjectName("settingsPage")
        self.strip = JobStrip("settings", "Trying B")
        self.light, self.heavy = LightFields("settings"), HeavyFields("settings")
        self.try_button = push_button("Try B", "trySettingsButton", "Try the settings B", "play", primary=True)
        self.take = push_button("Take B", "takeSettingsButton", "Analyse with the settings B from now on", "check")
        self.reset = push_button("As A", "resetSettingsButton", "Set B to what A is", "rotate-ccw")
        self.difference = label(role="muted", wrap=True)
        self.words = label(wrap=True)
        self.words.setObjectName("settingsWords")
        self.which = named(ChoiceField(), "settingsWhichCombo", "Which pairs are listed")
        self.which.fill(WHICH.items())
        self.pairs = painted_list(ChangedPairsTable(), "changedPairsView", "Pairs gained and lost")
        self.groups = painted_list(ChangedGroupsTable(), "changedGroupsView", "Clusters that change")
        self.tabs = named(QTabWidget(), "settingsTabs", "What B changes")
        leave_to_bar(self.tabs)
        self.pair_note = ElidedLabel("muted")
        self._lay_out()
        self.heavy.measure_changed.connect(lambda: self.light.show_measure(self.heavy.scale))
        for field in (self.light, self.heavy):
            field.changed.connect(self.changed)
        self.try_button.clicked.connect(self.try_requested)
        self.take.clicked.connect(self.take_requested)
        self.reset.clicked.connect(self.reset_requested)
        self.which.currentIndexChanged.connect(self.which_changed)

    def fields(self) -> dict[str, Any]:
        """Recipe fields of B as they stand."""
        return {**self.light.fields(), **self.heavy.fields()}

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe as B, silently."""
        self.light.set_recipe(recipe)
        self.heavy.set_recipe(recipe)

    def _lay_out(self) -> None:
        filled = QWidget()
        whole = self._whole = metrics.spaced(QHBoxLayout(filled))
        whole.addWidget(self._fields_of_b())
        whole.addLayout(self._what_b_changes(), 1)
        area = roomy(filled, "twoSettingsArea", "Two settings", wide=640, low=300, fold=self._fold)
        self.fill(area)

    def _fold(self, folded: bool) -> None:
        """The fields above what they would change, or at its left."""
        sides = QHBoxLayout.Direction
        self._whole.setDirection(sides.TopToBottom if folded else sides.LeftToRight)
        self._whole.setStretch(0, int(folded))
        self._side.setMaximumWidth(metrics.NO_LIMIT if folded else metrics.grown(_SIDE, self._side.font()))

    def _fields_of_b(self) -> QWidget:
        inside = QWidget()
        inside.setObjectName("settingsContent")
        fields = metrics.spaced(QVBoxLayout(inside), metrics.GAP, (12, 8, 12, 8))
        fields.addWidget(self.light)
        fields.addWidget(rule())
        fields.addWidget(self.heavy)
        fields.addStretch(1)
        scroll = scrolling_down(inside, "settingsScroll", "Settings B")
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left = QVBoxLayout()
        left.setSpacing(metrics.HAIR)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.addWidget(label("Settings B", "section"), 1)
        head.addWidget(self.reset)
        foot = metrics.spaced(QHBoxLayout(), metrics.GAP, (12, 0, 12, 8))
        foot.addWidget(self.try_button, 1)
        foot.addWidget(self.take)
        left.addLayout(head)
        left.addWidget(scroll, 1)
        left.addLayout(foot)
        self._side = QWidget()
        self._side.setLayout(left)
        return self._side

    def _what_b_changes(self) -> QVBoxLayout:
        right = metrics.spaced(QVBoxLayout(), 6, (12, 8, 12, 8))
        right.addWidget(self.difference)
        right.addWidget(self.strip)
        right.addWidget(self.words)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setObjectName("settingsTabBar")
        self.tabs.tabBar().setAccessibleName("What B changes")
        self.tabs.addTab(self._pairs_page(), "Pairs")
        self.tabs.addTab(self.groups, "Clusters")
        right.addWidget(self.tabs, 1)
        return right

    def _pairs_page(self) -> QWidget:
        page = QWidget()
        column = metrics.spaced(QVBoxLayout(page), metrics.HAIR, (0, 4, 0, 0))
        row = metrics.spaced(QHBoxLayout(), metrics.GAP)
        row.addWidget(caption_of(self.which, "Show"))
        row.addWidget(self.which)
        row.addWidget(self.pair_note, 1)
        self.which.setMinimumWidth(140)
        column.addLayout(row)
        column.addWidget(self.pairs, 1)
        return page
