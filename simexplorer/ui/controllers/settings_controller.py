"""Tries another setting while the present one stays, and says what it would change before one commits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject

from simexplorer.documents.listing import shown_path
from simexplorer.errors import ParameterError
from simexplorer.pipeline.measure_scale import require_fitting
from simexplorer.pipeline.recipe import LIGHT_FIELDS, Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.banding_controller import BandingController
from simexplorer.ui.controllers.collision import chosen_banding, collision_of
from simexplorer.ui.controllers.empty_views import say_not_yet
from simexplorer.ui.controllers.knob_figures import KnobFigures
from simexplorer.ui.controllers.language_lists import LanguageLists
from simexplorer.ui.controllers.questions import Questions
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.listing_table import Listing
from simexplorer.ui.models.settings_tables import groups_listed, pairs_listed
from simexplorer.ui.panels.naming import restyle
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.panels.settings_panel import SettingsPanel
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.comparing_settings import SettingsComparison
    from simexplorer.ui.controllers.session import AnalysisLike


_AUTOMATIC = ("bands", "rows", "encoding", "table_header")  # fields in which nothing said means so


class _Tried(Struct, frozen=True):
    """B's result beside A's."""

    a: Result
    b: Result
    found: SettingsComparison


class SettingsController(QObject):
    """B begins as A; trying it changes nothing in the window, taking it is a run like any other."""

    def __init__(self, workbench: Workbench, panel: SettingsPanel) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.panel = panel
        workbench.add_view("settings", panel)
        self._pairs, self._groups = workbench.table(panel.pairs.table), workbench.table(panel.groups.table)
        for view, table in ((panel.pairs, self._pairs), (panel.groups, self._groups)):
            workbench.selection.add(view, table)
            workbench.files.add(view)
        self._questions = Questions(workbench, "settings", panel.strip)
        self._listing = workbench.jobs("settings lists").hand_to(self._on_listed)
        self._tried: _Tried | None = None
        self._base: Recipe | None = None
        self.banding = BandingController(
            panel.light,
            panel.heavy,
            workbench.jobs("settings bands"),
            lambda: workbench.tuning_controller.told_by(panel.heavy.scale),
            self,
        )
        KnobFigures(workbench, panel.light, panel.heavy, "settings knobs", panel, finder="A")
        LanguageLists(workbench, panel.heavy.words, "settings languages")
        self._connect()
        workbench.menus.add(
            "analysis",
            "Two settings beside each other",
            self.show,
            tip="What other settings would find and lose, before you take them",
            group="settings",
        )
        self._say()

    def show(self) -> None:
        """Bring the view to the front."""
        self._workbench.tabs.show_view("settings")

    def recipe(self) -> Recipe | None:
        """B, or None where its fields make no recipe (what is wrong is said)."""
        if self._base is None:
            return None
        try:
            recipe = self._base.replace(**self.panel.fields())
            require_fitting(recipe)
        except ParameterError as error:
            self._differs(str(error), refused=True)
            return None
        return recipe

    def _connect(self) -> None:
        panel = self.panel
        panel.changed.connect(self._on_changed)
        panel.light.choice_changed.connect(self._on_changed)
        panel.try_requested.connect(self.try_out)
        panel.take_requested.connect(self.take)
        panel.reset_requested.connect(self._reset)
        panel.which_changed.connect(self._list)
        self._questions.answered.connect(self._on_tried)
        self._questions.ended.connect(self._say)
        self._workbench.run.jobs.succeeded.connect(self._on_tried)
        self._session.show_with(self._on_result_changed)
        self._session.running_changed.connect(self._say)
        self._workbench.tabs.currentChanged.connect(self._say)

    def try_out(self) -> None:
        """Compute what B finds: by the signatures at hand where they serve, else by a run of its own beside."""
        recipe, result, analysis = self.recipe(), self._session.result, self._session.answering
        if recipe is None or result is None or analysis is None or not self._can_try:
            return

        def try_it(_analysis: AnalysisLike, a: Result, job: Job) -> _Tried | None:
            from simexplorer.pipeline.comparing_settings import compare, try_out

            b = try_out(analysis.whole(job.progress), recipe, job.progress)
            return None if b.partial else _Tried(a, b, compare(a, b))

        if recipe.heavy_key() == result.recipe.heavy_key():
            # the same index, so the same thread as runs: they do not mix
            self._workbench.run.measure(lambda job: try_it(analysis, result, job))
        else:
            self._questions.ask(try_it)
        self._say()

    @property
    def _can_try(self) -> bool:
        """Whether the documents are at hand, and no run goes on: trying would take its thread from it."""
        return self._questions.ready and not self._session.running

    def take(self) -> None:
        """B becomes the setting; what is light acts at once, the rest runs."""
        recipe, result = self.recipe(), self._session.result
        if recipe is None or result is None:
            return
        run = self._workbench.run
        run.show_recipe(recipe)
        if run.heavy_changes():
            run.analyse()
        else:
            self._workbench.tuning.light_changed.emit()

    def _reset(self) -> None:
        if self._session.result is not None:
            self._base = self._session.result.recipe
            self.panel.set_recipe(self._base)
            self._on_changed()

    def _on_changed(self) -> None:
        panel, recipe = self.panel, self.recipe()
        if recipe is not None and recipe.bands is None:
            panel.light.show_banding(*chosen_banding(recipe, collision_of(panel.heavy)))
        panel.light.show_use(panel.heavy.signature_length)
        self._say()

    def _differs(self, words: str, refused: bool = False) -> None:
        """How B differs from A, or why it cannot be."""
        self.panel.difference.setText(words)
        restyle(self.panel.difference, "role", "warning" if refused else "muted")

    def _on_tried(self, tried: object) -> None:
        if isinstance(tried, _Tried):
            self._tried = tried
            self._list()
            self._say()

    def _list(self) -> None:
        tried = self._tried
        if tried is None:
            self._pairs.show(None, None)
            self._groups.show(None, None)
            for place, title in enumerate(("Pairs", "Clusters")):
                self.panel.tabs.setTabText(place, title)
            return
        which = self.panel.which.value()

        def list_them(_job: Job) -> tuple[_Tried, str, Listing, Listing]:
            a, b, found = tried.a, tried.b, tried.found
            return tried, which, pairs_listed(found, which, a, b), groups_listed(found, a, b)

        self._listing.start(list_them)

    def _on_listed(self, listed: object) -> None:
        assert isinstance(listed, tuple)
        of, which, pairs, groups = listed
        tried = self._tried
        if tried is None or of is not tried:
            return
        self._pairs.show(pairs, None)
        self._groups.show(groups, None)
        found, listed_pairs = tried.found, self._pairs.model.all_rows
        self.panel.tabs.setTabText(0, f"Pairs  {numbers.count(listed_pairs)}")
        self.panel.tabs.setTabText(1, f"Clusters  {numbers.count(self._groups.model.all_rows)}")
        parts = {"lost": found.lost, "gained": found.gained, "kept": found.kept}
        wanted = ("lost", "gained") if which == "changed" else (which,)
        unknown = sum(len(parts[part]) for part in wanted) - listed_pairs
        of_new = f"{numbers.counted(unknown, 'pair')} of documents that A does not list are left out"
        self.panel.pair_note.say(of_new if unknown else "")

    def _on_result_changed(self) -> None:
        result = self._session.result
        if result is None:
            self._base, self._tried = None, None
            self._list()
        elif not self._session.growing:
            if self._base is None or (result.recipe != self._base and self.recipe() == self._base):
                self._reset()  # nothing was changed in B: it goes on from A
            if self._tried is not None and self._tried.a.documents is not result.documents:
                self._tried = None
                self._list()
            self._base = result.recipe
        self._say()

    def _say(self) -> None:
        panel, result = self.panel, self._session.result
        panel.show_filled(result is not None)
        if result is not None and self._workbench.tabs.currentWidget() is not panel:
            return  # said when it is looked at
        if result is None:
            analyse, title = self._workbench.bar.analyse.click, "Try other settings before you take them"
            say_not_yet(panel.empty, self._session, analyse, title, "Its settings are A.")
            return
        b = self.recipe()
        changed = [] if b is None else changed_words(result.recipe, b)
        if b is not None:
            words = f"B differs from A in {', '.join(changed)}." if changed else "B is A so far: change something."
            tried = self._tried is not None and self._tried.a is result and self._tried.b.recipe == b
            heavy = bool(changed) and not tried and b.heavy_key() != result.recipe.heavy_key()
            whole = self._workbench.run.times.whole
            cost = "as long as the first run" if whole is None else numbers.seconds(max(0.1, whole))
            self._differs(f"{words} Trying it reads the documents again, about {cost}." if heavy else words)
        busy = self._questions.jobs.running or self._session.growing
        panel.try_button.setEnabled(bool(changed) and not busy and self._can_try)
        panel.take.setEnabled(bool(changed) and not busy)
        if self._tried is None:
            panel.words.setText("Pairs and clusters gained and lost appear here.")
        else:
            of = changed_words(self._tried.a.recipe, self._tried.b.recipe)
            same = b == self._tried.b.recipe and result.recipe == self._tried.a.recipe
            stale = "" if same else f" (tried with other {', '.join(of)})"
            panel.words.setText(self._tried.found.words() + stale)


def changed_words(a: Recipe, b: Recipe) -> list[str]:
    """What differs, as ``threshold 0.8 → 0.7``; light ones first."""
    before, after = a.to_json(), b.to_json()
    names = sorted((name for name in before if before[name] != after[name]), key=lambda name: name not in LIGHT_FIELDS)
    return [
        f"{PARAMETER_TEXTS[name].label.lower()} {_said(name, before[name])} → {_said(name, after[name])}"
        for name in names
    ]


def _said(name: str, value: object) -> str:
    if value is None:
        return "automatic" if name in _AUTOMATIC else "none"
    if isinstance(value, list):
        return "+".join(_said(name, part) for part in value) or "nothing"
    return f"{value:g}" if isinstance(value, float) else shown_path(os.fsencode(str(value)))
