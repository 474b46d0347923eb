"""Analyse, apply, cancel: one thread that runs the pipeline, light changes following as fast as they can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QObject, Signal

from simexplorer.errors import ParameterError
from simexplorer.pipeline.light_changes import heavy_changes, light_changes, with_light_of
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity, require_fitting
from simexplorer.pipeline.progress import ProgressState
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.note_ready import note_ready
from simexplorer.ui.controllers.overview_figures import counted
from simexplorer.ui.controllers.rereading import Rereading
from simexplorer.ui.controllers.run_room import RunRoom
from simexplorer.ui.controllers.run_times import RunTimes
from simexplorer.ui.controllers.run_words import offer_of, outcome, waiting_words
from simexplorer.ui.controllers.session import AnalysisLike, Session
from simexplorer.ui.jobs import Job, JobRunner, do_aside, sentence_of
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.message_bar import MessageBar
from simexplorer.ui.panels.naming import set_button_text
from simexplorer.ui.panels.status_line import StatusLine
from simexplorer.ui.panels.tuning_panel import TuningPanel
from simexplorer.ui.pulse import Pulse
from simexplorer.ui.theme.tooltips import hint

_QUIET_SECONDS = 0.4  # what nobody asked for in words says nothing before


class _Task(Enum):
    """What the thread of runs was last asked for."""

    LIGHT = auto()  # to follow a light change; also while nothing runs
    RUN = auto()  # all that the recipe asks for
    MEASURE = auto()  # to measure or try something on the present result
    CLOSE = auto()  # nothing but to end what ran for other documents


class RunController(QObject):
    """Starts runs from the recipe that the panels show, and delivers what they find to the session."""

    recipe_changed = Signal(object)  # Recipe, valid, on every change of a field
    run_finished = Signal(bool)  # True: it worked
    stage_ended = Signal(object, object)  # Result that is worth keeping, of this analysis; from the thread of the run

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
        self._session, self._status, self._message = session, status, message
        self._bar, self._collection, self._tuning = bar, collection, tuning
        self.jobs = JobRunner("run", self).hand_to(self._on_succeeded, self._on_failed, self._on_cancelled)
        Pulse(self.jobs)
        self.recipe = self._analysed = Recipe()  # as the fields show it; of the run that was asked for last
        self.times, self._room = RunTimes(session, self), RunRoom(session, self)
        self._rereading = Rereading()
        self._told = False  # the window says that a light change is being followed
        self._task = _Task.LIGHT
        self._dragging = False
        self._silent = True  # the window says nothing of what runs
        self._stopped = False  # by the person or by a failure: nothing is tried anew by itself
        self._failed = False  # the run that ends
        self._draft: object = None  # timings of the newest result that was made while the line was dragged
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
        self._session.turns.finish()  # what waits to be shown is of the documents of before, and kept with them
        if self.jobs.running:
            self.jobs.start(lambda _job: None)
        self._close_later(self._session.set_sources(sources))
        self._task = _Task.CLOSE if self.jobs.running else _Task.LIGHT
        self._stopped = self._told = False
        self._rereading.forget()
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
        if result is not None and not result.partial and not self._changes():
            self._close_later(self._session.forget_analysis())
        if result is not None and read_options(result.recipe) != read_options(recipe):
            self._session.stale = True  # from the listing on it knows other documents
        if not self._session.growing:
            self._session.before = None if result is None or result.compared_nothing else result
        self._task, self._stopped, self._analysed = _Task.RUN, False, recipe
        self._rereading.forget_changes()
        self._message.hide()
        self._bar.set_running(True)
        self._status.show_progress(ProgressState())
        self.jobs.start(self._work(recipe))
        self._session.set_running(True)
        self._offer()

    def measure(self, work: Callable[[Job], object], *, asked: bool = True) -> None:
        """Run what measures or tries something on the present result; a knob that is turned meanwhile stops it.

        ``asked`` : somebody waits for it; else nothing is said of it unless it takes long
        """
        self._task, self._stopped, self._silent = _Task.MEASURE, False, not asked
        if asked:
            self._bar.set_running(True)
            self._status.show_progress(ProgressState())
        self.jobs.start(work)

    def refresh(self, anew: Sequence[bytes] = (), **changes: Any) -> None:
        """Bring the result to what the folders hold now: what changed is read, and files of these paths as listed.

        ``changes`` are fields of the recipe that come with it; other changes that wait for Apply go on waiting.
        """
        if self._session.result is None:
            return
        self._message.withdraw(self)
        if changes:
            self.show_recipe(self.recipe.replace(**changes))
        self._rereading.ask(anew, changes)
        if not self.jobs.running:
            self._read_again()
        self._offer()

    def _read_again(self) -> None:
        session, result = self._session, self._session.result
        files, changes = self._rereading.take()
        if result is None:
            return
        wanted = (with_light_of(result.recipe, self.recipe) or result.recipe).replace(**changes)
        session.stale = True  # from the listing on it knows other documents
        session.before = None if result.compared_nothing else result
        session.set_running(False, rereading=True)

        def run(job: Job) -> Result:
            analysis = session.analysis_now()
            analysis.read_again(files)
            return counted(analysis.run(wanted, job.progress))

        self.jobs.start(run)

    def cancel(self) -> None:
        """Stop; what is done is kept and marked partial."""
        if not self.jobs.running or self._task is _Task.CLOSE:
            return
        self._stopped = True
        self._rereading.forget()
        self._bar.show_cancelling()
        self._status.say("Stopping; what is done is kept …")
        self.jobs.stop()

    @property
    def drafted(self) -> bool:
        """Whether the result that is shown is a draft, which the end of the drag replaces: nothing to be kept."""
        result = self._session.result
        # the clock's record tells which run a result is of, also when its documents were regrouped since
        return result is not None and result.timings is self._draft

    @property
    def _analysing(self) -> bool:
        return self._task is _Task.RUN and self.jobs.running

    def heavy_changes(self) -> list[str]:
        """Names of the heavy fields that differ from what was analysed."""
        result = self._session.result
        return [] if result is None else heavy_changes(result.recipe, self.recipe)

    def _changes(self) -> list[str]:
        """Names of the fields that differ from what is analysed, or else from what is shown, and that nothing follows.

        While something runs the light ones are followed when it has ended.
        """
        if self._analysing:
            return heavy_changes(self._analysed, self.recipe)
        result, changes = self._session.result, self.heavy_changes()
        if result is not None and not self.jobs.running and not self._dragging:
            changes += light_changes(result.recipe, self.recipe)
        return changes

    def close(self, seconds: float = 2.0) -> None:
        """Stop the thread and give back what the analysis holds."""
        ended, analysis = self.jobs.close(seconds), self._session.analysis
        if analysis is not None and ended:
            self._session.lending.close(analysis)
        elif analysis is not None:  # it waits for what still runs: the program does, the window does not
            do_aside(lambda: self._session.lending.close(analysis))

    # work ------------------------------------------------------------------------------------------------------------
    def _work(self, recipe: Recipe, draft: bool = False) -> Callable[[Job], Result]:
        session = self._session

        def run(job: Job) -> Result:
            self._room.make(recipe, one_of_many=draft and self.drafted)
            analysis = session.analysis_now()
            result = analysis.run(
                recipe,
                job.progress,
                on_partial=lambda part: job.publish(counted(part)),
                on_stage=lambda stage: self.stage_ended.emit(stage, analysis),
                draft=draft,
            )
            if draft:
                self._draft = result.timings  # which tell it from others, and hold no pairs
            return counted(result)

        return run

    def _close_later(self, analysis: AnalysisLike | None) -> None:
        """Close an analysis in the thread that ran it, after whatever still runs there."""
        if analysis is not None:
            self.jobs.start(lambda _job: self._session.lending.close(analysis))

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
        result = self._session.result
        if result is not None and not self.jobs.running:  # nothing follows
            if result.partial or self._session.stale:
                self._say_outcome(result)
            self._offer()

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
        if result is None or self._session.growing or self._analysing or result.partial or self._session.stale:
            return  # to follow what is partial or stale would be to read on, or all of it, unasked
        wanted = with_light_of(result.recipe, self.recipe)
        if wanted is None:
            return  # they fit what waits for Apply, not what was analysed
        inside = limit_similarity(wanted) >= float(MeasureScale.of(wanted).similarity(result.floor))
        if self._dragging and wanted.bands is None and inside:
            # the index at hand has found all that the line passes over; a better one is chosen when it is let go
            wanted = wanted.replace(bands=result.bands, rows=result.rows)
        if self._dragging and wanted.linkage != "component":
            return  # other groupings take their time: when the line is let go
        if (wanted != result.recipe or (self.drafted and not self._dragging)) and not self._stopped:
            work = self._work(wanted, draft=self._dragging)
            if self._task is _Task.MEASURE:
                self.jobs.start(work)
                self._task = _Task.LIGHT
            else:
                self.jobs.start_after(work)

    def _say_outcome(self, result: Result) -> None:
        """What was found, and where nothing more comes by itself that it is of other settings."""
        self._status.say(*outcome(result, self._session.stale))
        if (result.partial or self._session.stale) and light_changes(result.recipe, self.recipe):
            self._status.note(waiting_words(result), until_next=True)

    # what comes of it ------------------------------------------------------------------------------------------------
    def _on_started(self) -> None:
        if self._task is _Task.CLOSE:
            self._task = _Task.LIGHT

    def _on_progressed(self, state: ProgressState) -> None:
        quiet = self._task is _Task.LIGHT or (self._task is _Task.MEASURE and self._silent)
        if self._stopped or self._task is _Task.CLOSE or (quiet and state.elapsed_seconds <= _QUIET_SECONDS):
            return
        self._silent = False
        self._status.show_progress(state)
        self._bar.set_running(True)
        if self._task is _Task.LIGHT and not self._told:
            self._told = True
            self._offer()

    def _on_part(self, part: object) -> None:
        if isinstance(part, Result) and self._task is _Task.RUN and not self._stopped:
            if not part.compared_nothing:
                self._session.before = None
            self._session.stale = False
            self._session.set_result(part, growing=True)

    def _settle(self, result: Result | None) -> None:
        """Show what a run came to, or what was found before where it ended before anything was compared."""
        before = self._session.before
        if before is not None and result is not None and result.compared_nothing:
            self._session.stale = self._failed = True
            result = before
        self._session.set_result(result)

    def _on_succeeded(self, result: object) -> None:
        if not isinstance(result, Result):
            return
        self._session.stale = False
        self._settle(result)
        if self._task is _Task.RUN:
            note_ready("run")
            self.run_finished.emit(True)

    def _on_failed(self, error: Exception) -> None:
        if self._session.growing:
            self._settle(self._session.result)
        self._status.say("The run did not finish.")
        self._failed = True
        self._stopped = True  # or the same light change would be tried again at once, without end
        self.run_finished.emit(False)
        self._message.say(sentence_of(error), self)

    def _on_cancelled(self) -> None:
        if self._session.growing:
            self._settle(self._session.result)
        self._failed = self._failed or self._session.stale
        self._status.say("Stopped." if self._session.result is not None else "Stopped before anything was found.")

    def _on_ended(self) -> None:
        self._bar.set_running(False)
        self._session.set_running(False)
        unsaid = self._task is _Task.MEASURE and self._silent
        if self._session.result is not None and self._task is not _Task.CLOSE and not unsaid:
            self._say_outcome(self._session.result)
            if self._failed:
                self._status.note("The run did not finish; what is shown was found before.", until_next=True)
        self._failed, self._told, self._task, self._session.before = False, False, _Task.LIGHT, None
        if self._rereading.waits:
            self._read_again()
        else:
            self._catch_up()
        self._stopped = False
        self._offer()

    def _offer(self) -> None:
        """Say on the buttons what they would do now."""
        session, goes_on = self._session, self._analysing or (self._told and self.jobs.running)
        offer = offer_of(session.sources, goes_on, self._changes(), session.result, self.times.whole)
        self._bar.offer(offer.text, offer.hint, offer.enabled)
        set_button_text(self._tuning.apply_button, offer.apply or "Nothing to apply")
        hint(self._tuning.apply_button, offer.apply_hint if offer.apply else "")
        self._tuning.apply_button.setEnabled(offer.apply is not None)
