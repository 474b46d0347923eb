"""Analyse, apply, cancel: one thread that runs the pipeline, light changes following as fast as they can."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from simexplorer.errors import ParameterError, SimExplorerError
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity, require_fitting
from simexplorer.pipeline.measure_words import limit_words
from simexplorer.pipeline.progress import ProgressState
from simexplorer.pipeline.recipe import LIGHT_FIELDS, Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.overview_figures import compared_of, copies_of, opened_of, opened_words
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.naming import set_button_text
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.panels.status_line import StatusLine
from simexplorer.ui.panels.tuning_panel import TuningPanel
from simexplorer.ui.theme import numbers

_QUIET_SECONDS = 0.4  # a light change that takes less says nothing


class RunController(QObject):
    """Starts runs from the recipe that the panels show, and delivers what they find to the session."""

    recipe_changed = Signal(object)  # Recipe, valid, on every change of a field
    run_finished = Signal(bool)  # True: it worked
    stage_ended = Signal(object)  # Result that is worth keeping, from the thread of the run

    def __init__(
        self,
        session: Session,
        bar: CommandBar,
        collection: CollectionPanel,
        tuning: TuningPanel,
        status: StatusLine,
        message: MessageBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._bar, self._collection, self._tuning = bar, collection, tuning
        self._status, self._message = status, message
        self.jobs = JobRunner("run", self)
        self.recipe = Recipe()
        self._heavy = False
        self._stopped = False
        self._dragging = False
        self._measuring = False
        self._failed = False
        self._closing = False  # nothing but the end of what ran for other documents is awaited
        self._draft: Result | None = None  # the newest result that was made while the line was dragged
        self.show_recipe(self.recipe)
        for wish in (bar.analyse.clicked, tuning.apply_requested):
            wish.connect(self.analyse)
        bar.cancel.clicked.connect(self.cancel)
        tuning.light_changed.connect(self._on_light_changed)
        tuning.heavy_changed.connect(self._on_heavy_changed)
        tuning.drag_changed.connect(self._on_drag_changed)
        collection.changed.connect(self._on_heavy_changed)
        session.sources_changed.connect(self._offer)
        session.result_changed.connect(self._offer)
        self.jobs.started.connect(self._on_started)
        self.jobs.progressed.connect(self._on_progressed)
        self.jobs.part_ready.connect(self._on_part)
        self.jobs.succeeded.connect(self._on_succeeded)
        self.jobs.failed.connect(self._on_failed)
        self.jobs.cancelled.connect(self._on_cancelled)
        self.jobs.ended.connect(self._on_ended)
        self._offer()

    # wishes ----------------------------------------------------------------------------------------------------------
    def show_recipe(self, recipe: Recipe) -> None:
        """Put a recipe into all fields."""
        self.recipe = recipe
        self._tuning.set_recipe(recipe)
        self._collection.set_recipe(recipe)
        self.recipe_changed.emit(recipe)

    def open(self, sources: Sequence[bytes]) -> None:
        """Begin with other folders and files; nothing runs before Analyse.

        What still ran falls silent at once, though it may take a moment to stop: it is no run of these documents.
        """
        ran = self.jobs.running
        self.jobs.cancel()
        old = self._session.set_sources(sources)
        if ran and old is None:
            self.jobs.start(lambda _job: None)
        self._close_later(old)
        self._heavy = self._measuring = self._stopped = False
        self._closing = self.jobs.running
        self._bar.set_running(False)
        self._session.set_running(False)
        self._message.hide()
        self._status.say("")
        self._offer()

    def analyse(self) -> None:
        """Run all that the recipe asks for; with nothing changed, read everything again."""
        recipe = self._read_recipe(say=True)
        if recipe is None or not self._session.sources:
            return
        result = self._session.result
        if result is not None and not result.partial and not self.heavy_changes():
            self._close_later(self._session.forget_analysis())
        self._heavy, self._stopped = True, False
        self._message.hide()
        self._bar.set_running(True)
        self._status.show_progress(ProgressState())
        self.jobs.start(self._work(recipe))
        self._session.set_running(True)
        self._offer()

    def measure(self, work: Callable[[Job], object]) -> None:
        """Run what measures or tries something on the present result; a knob that is turned meanwhile stops it."""
        self._measuring, self._stopped = True, False
        self._bar.set_running(True)
        self._status.show_progress(ProgressState())
        self.jobs.start(work)

    def refresh(self, anew: Sequence[bytes] = (), **changes: Any) -> None:
        """Bring the result to what the folders hold now: what changed is read, and files of these paths as listed.

        ``changes`` are fields of the recipe that come with it; other changes that wait for Apply go on waiting.
        """
        session, result = self._session, self._session.result
        if result is None:
            return
        if changes:
            self.show_recipe(self.recipe.replace(**changes))
        wanted = (with_light(result.recipe, self.recipe) or result.recipe).replace(**changes)

        def run(job: Job) -> Result:
            analysis = session.analysis_now()
            session.stale = True  # from here on it knows other documents
            analysis.read_again(anew)
            return analysis.run(wanted, job.progress)

        self.jobs.start_after(run)
        self._offer()

    def cancel(self) -> None:
        """Stop; what is done is kept and marked partial."""
        if not self.jobs.running or self._closing:
            return
        self._stopped = True
        self._bar.show_cancelling()
        self._status.say("Stopping; what is done is kept …")
        self.jobs.cancel()

    @property
    def drafted(self) -> bool:
        """Whether the result that is shown is a draft, which the end of the drag replaces: nothing to be kept."""
        result = self._session.result
        # the clock's record tells which run a result is of, also when its documents were regrouped since
        return self._draft is not None and result is not None and result.timings is self._draft.timings

    def heavy_changes(self) -> list[str]:
        """Names of the heavy fields that differ from what was analysed."""
        result = self._session.result
        if result is None:
            return []
        names = [f.name for f in dataclass_fields(Recipe) if f.name not in LIGHT_FIELDS]
        return [name for name in names if getattr(self.recipe, name) != getattr(result.recipe, name)]

    def close(self, seconds: float = 2.0) -> None:
        """Stop the thread and give back what the analysis holds."""
        self.jobs.close(seconds)
        if self._session.analysis is not None:
            self._session.analysis.close()

    # work ------------------------------------------------------------------------------------------------------------
    def _work(self, recipe: Recipe, draft: bool = False) -> Callable[[Job], Result]:
        session = self._session

        def run(job: Job) -> Result:
            on_stage = self.stage_ended.emit
            result = session.analysis_now().run(
                recipe, job.progress, on_partial=job.publish, on_stage=on_stage, draft=draft
            )
            if draft:
                self._draft = result
            return result

        return run

    def _close_later(self, analysis: object) -> None:
        """Close an analysis in the thread that ran it, after whatever still runs there."""
        if analysis is not None:
            self.jobs.start(lambda _job: analysis.close())  # type: ignore[attr-defined]
            self._heavy = False

    def _read_recipe(self, say: bool) -> Recipe | None:
        try:
            recipe = self.recipe.replace(**self._tuning.fields(), **self._collection.fields())
            require_fitting(recipe)
        except ParameterError as error:
            if say:
                self._message.say(str(error))
            return None
        return recipe

    def _on_light_changed(self) -> None:
        recipe = self._read_recipe(say=False)
        if recipe is None:
            return
        self.recipe = recipe
        self.recipe_changed.emit(recipe)
        self._catch_up()

    def _on_heavy_changed(self) -> None:
        recipe = self._read_recipe(say=False)
        if recipe is not None:
            self.recipe = recipe
            self.recipe_changed.emit(recipe)
        self._offer()

    def _on_drag_changed(self, dragging: bool) -> None:
        self._dragging = dragging
        if not dragging:
            self._catch_up()

    def _catch_up(self) -> None:
        """Bring the result to the light fields of now; heavy ones keep waiting for Apply."""
        result = self._session.result
        if result is None or self._session.growing or (self._heavy and self.jobs.running):
            return
        wanted = with_light(result.recipe, self.recipe)
        if wanted is None:
            return  # they fit what waits for Apply, not what was analysed
        inside = limit_similarity(wanted) >= float(MeasureScale.of(wanted).similarity(result.floor))
        if self._dragging and wanted.bands is None and inside:
            # the index at hand has found all that the line passes over; a better one is chosen when it is let go
            wanted = wanted.replace(bands=result.bands, rows=result.rows)
        if self._dragging and wanted.linkage != "component":
            return  # other groupings take their time: when the line is let go
        if (wanted != result.recipe or (self.drafted and not self._dragging)) and not self._stopped:
            start = self.jobs.start if self._measuring else self.jobs.start_after
            start(self._work(wanted, draft=self._dragging))
            self._measuring = False

    # what comes of it ------------------------------------------------------------------------------------------------
    def _on_started(self) -> None:
        self._closing = False

    def _on_progressed(self, state: ProgressState) -> None:
        quiet = not (self._heavy or self._measuring or state.elapsed_seconds > _QUIET_SECONDS)
        if self._stopped or self._closing or quiet:
            return
        self._status.show_progress(state)
        self._bar.set_running(True)

    def _on_part(self, part: object) -> None:
        if isinstance(part, Result) and self._heavy and not self._stopped:
            self._session.stale = False
            self._session.set_result(part, growing=True)

    def _on_succeeded(self, result: object) -> None:
        if not isinstance(result, Result):
            return
        self._session.stale = False
        self._session.set_result(result)
        if self._heavy:
            note_ready("run")
            self.run_finished.emit(True)

    def _on_failed(self, error: object) -> None:
        assert isinstance(error, Exception)
        if self._session.growing:
            self._session.set_result(self._session.result)
        self._status.say("The run did not finish.")
        self._failed = True
        self._stopped = True  # or the same light change would be tried again at once, without end
        self.run_finished.emit(False)
        if not isinstance(error, SimExplorerError):
            raise error
        self._message.say(str(error))

    def _on_cancelled(self) -> None:
        if self._session.growing:
            self._session.set_result(self._session.result)
        self._status.say("Stopped." if self._session.result is not None else "Stopped before anything was found.")

    def _on_ended(self) -> None:
        self._bar.set_running(False)
        self._session.set_running(False)
        if self._session.result is not None and not self._closing:
            self._status.say(*outcome(self._session.result))
            if self._failed:
                self._status.note("The run did not finish; what is shown was found before.", until_next=True)
        self._failed = self._closing = False
        self._heavy = self._measuring = False
        self._offer()
        self._catch_up()
        self._stopped = False

    def _offer(self) -> None:
        """What the analyse button would do now, in words."""
        changes = self.heavy_changes()
        running = self._heavy and self.jobs.running
        result = self._session.result
        if not self._session.sources:
            text, hint, enabled = "Analyse", "Open a folder first.", False
        elif running:
            text, hint, enabled = "Analysing …", "A run is going on; Cancel keeps what it has found.", False
        elif changes:
            labels = [PARAMETER_TEXTS[name].label for name in changes]
            text = f"Apply {numbers.counted(len(changes), 'change')}"
            hint, enabled = f"Changed since the last run: {', '.join(labels)} (F5)", True
        elif result is not None and result.partial:
            text, hint, enabled = "Continue", "Go on where the run was stopped (F5)", True
        elif result is not None:
            text, hint, enabled = "Analyse again", "Read everything again and analyse it (F5)", True
        else:
            text, hint, enabled = "Analyse", "Read the documents and find what is similar (F5)", True
        self._bar.offer(text, hint, enabled)
        waiting = bool(changes) and not running
        cost = (
            f", about {numbers.seconds(result.timings['total'])}"
            if waiting and result and "total" in result.timings
            else ""
        )
        set_button_text(self._tuning.apply_button, text + cost if waiting else "Nothing to apply")
        self._tuning.apply_button.setEnabled(waiting)


def with_light(analysed: Recipe, wanted: Recipe) -> Recipe | None:
    """What was analysed with the light fields of another recipe; of another measure only those that do not limit it.

    None where they do not fit: more bands than the signature has, more bits than the fingerprint.
    """
    taken = LIGHT_FIELDS
    if wanted.measure != analysed.measure:
        taken = frozenset({"hamming_radius", "linkage"})
    try:
        made = analysed.replace(**{name: getattr(wanted, name) for name in taken})
        require_fitting(made)
    except ParameterError:
        return None
    return made


def outcome(result: Result) -> tuple[str, str]:
    """The status line after a run: what was found, and how long it took."""
    compared, size = compared_of(result)
    whole, copies = len(result.documents), copies_of(result)
    documents = numbers.counted(whole, "document")
    text = " · ".join(
        [
            documents
            if compared == whole
            else f"{numbers.count(compared)} of {documents} {'so far' if result.partial else 'compared'}"
            + (f", {opened_words(opened)}" if (opened := opened_of(result)) and not result.partial else ""),
            numbers.counted(result.at_threshold, "pair") + f" {limit_words(result.recipe, spell=numbers.decimal)}",
            *([numbers.counted(copies, "identical copy", "identical copies")] if copies else []),
            numbers.counted(len(result.clusters), "group"),
        ]
    )
    parts = [numbers.size(size)]
    if "total" in result.timings:
        parts.append(numbers.seconds(result.timings["total"]))
    parts.append("partial: stopped before the end" if result.partial else "complete")
    return text, " · ".join(parts)


def note_ready(word: str) -> None:
    """Leave a line for whoever waits on ``SIMEXPLORER_READY``."""
    path = os.environ.get("SIMEXPLORER_READY")
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(word + "\n")
