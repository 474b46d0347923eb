"""Looks at a sample of the folder, suggests settings, foresees what a run takes, and warns of settings that explode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale, limit_of, limit_similarity
from simexplorer.pipeline.measure_words import value_words
from simexplorer.pipeline.progress import ProgressState
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.suggesting import PRESETS, Preset, Suggestion, preset
from simexplorer.ui.controllers.knob_figures import limit_word
from simexplorer.ui.controllers.lacking import not_yet
from simexplorer.ui.controllers.overview_figures import shingle_words
from simexplorer.ui.controllers.session import make_analysis
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, sentence_of
from simexplorer.ui.panels.before_panel import BeforePanel, PresetWords
from simexplorer.ui.panels.parameter_texts import NORMALISE_TEXTS
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.plots.measure_axis import MeasureAxis
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.documents.options import ReadOptions
    from simexplorer.pipeline.forecasting import Forecast
    from simexplorer.pipeline.result import Result
    from simexplorer.pipeline.sampling import Sample

RANDOM_TEXTS = {
    "jaccard": "Two random texts share",
    "containment": "Of two random texts one holds",
    "cosine": "Cosine of two random texts",
    "hamming": "Two random texts are apart",
    "euclidean": "Two random texts are apart",
}
_PAUSE = 300  # milliseconds after the last change before a forecast is made anew
_LOOSE = 0.5  # thresholds below are looked into before they cost
_LATER = 400  # milliseconds after opening before a sample is drawn
_MEANINGS = (
    "What a first run under the present settings takes.",
    "Estimated from the sample: from reading and cutting it, and from all its pairs of different texts.",
    "What the run on screen counted, where it was made with these settings.",
)


class _Looked(Struct, frozen=True):
    """A sample, how its documents were found and read, and what their texts speak for."""

    sample: Sample
    options: ReadOptions
    suggestion: Suggestion


class _Foreseen(Struct, frozen=True):
    recipe: Recipe
    forecast: Forecast


def before_panel() -> BeforePanel:
    """The view with a card for each preset."""
    return BeforePanel([words_of(one) for one in PRESETS])


class BeforeController(QObject):
    """Begins by itself when a folder is opened; every change of a setting is foreseen from the sample at hand.

    One that says which documents there are, or how they are read, asks for a sample of its own.
    """

    def __init__(self, workbench: Workbench, panel: BeforePanel) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.panel = panel
        workbench.add_view("before", self.panel, late=False)  # it is full as soon as it is shown
        self.jobs = workbench.jobs("sample").hand_to(self._on_succeeded, self._on_failed)
        self._looked: _Looked | None = None
        self._foreseen: _Foreseen | None = None  # for the settings that this sample was last asked about
        self._warnings = ""  # of the settings that were foreseen last
        self._failure = ""
        self._number = 0
        self._pause = after_pause(self, _PAUSE, self._foresee)
        self._later = after_pause(self, _LATER, self._begin)
        self._connect()
        workbench.menus.add(
            "analysis",
            "Before the run: presets and forecast",
            self.show,
            tip="What a sample of the folder suggests, and what a run would take",
            group="settings",
        )
        self._say()

    def show(self) -> None:
        """Bring the view to the front, and look at a sample if there is none yet."""
        self._workbench.tabs.show_view("before")
        if self._looked is None and self._session.sources and not self.jobs.running:
            self.look()

    def _on_front(self) -> None:
        in_front = self._workbench.tabs.currentWidget() is self.panel
        if in_front and self._session.make is make_analysis and not self._session.running:
            self.show()

    def look(self) -> None:
        """Draw a sample and see what it is like."""
        sources, recipe = self._session.sources, self._workbench.run.recipe
        if not sources:
            return
        self._failure = ""
        self._number += 1
        seed = self._number

        def look(job: Job) -> _Looked:
            from simexplorer.pipeline.engine import ensure_kernels
            from simexplorer.pipeline.sampling import draw_sample, profile
            from simexplorer.pipeline.suggesting import suggest

            ensure_kernels(job.progress)
            sample = draw_sample(sources, recipe, job.progress, seed)
            return _Looked(sample, read_options(recipe), suggest(profile(sample)))

        self.jobs.start(look)
        self._say()

    def _connect(self) -> None:
        panel = self.panel
        panel.look_requested.connect(self.look)
        panel.preset_chosen.connect(self.take)
        panel.strip.cancel_requested.connect(self.jobs.stop)
        self.jobs.progressed.connect(self._on_progressed)
        self.jobs.ended.connect(self._on_ended)
        self._session.sources_changed.connect(self._on_sources)
        self._session.running_changed.connect(self._on_running)
        self._session.show_with(self._on_result)
        self._workbench.run.recipe_changed.connect(self._on_recipe)
        self._workbench.overview.advice_requested.connect(self.show)
        self._workbench.tabs.currentChanged.connect(self._on_front)

    def take(self, name: str) -> None:
        """Set what a preset says; what it does not speak of stays, and Analyse is pressed by the person."""
        run = self._workbench.run
        run.show_recipe(preset(name).apply(run.recipe))
        # as if the fields had been changed by hand: the button says what is to be applied
        self._workbench.tuning.heavy_changed.emit()

    # what comes of it ------------------------------------------------------------------------------------------------
    def _on_sources(self) -> None:
        self.jobs.cancel()
        self._looked, self._failure, self._warnings = None, "", ""
        self._workbench.tuning_controller.foresee(None)
        self._advise()
        self._workbench.overview.show_advice("")
        if self._session.make is make_analysis and self._session.sources:
            # not in the moment of opening: a run that begins at once comes first
            self._later.start()
        self._say()

    def _begin(self) -> None:
        fresh = self._looked is None and (self._session.result is None or self._in_question())
        if fresh and self._session.sources and not self._session.running and not self.jobs.running:
            self.look()

    def _on_running(self) -> None:
        if self._session.running:
            self.jobs.cancel()
        elif not self._is_foreseen():
            self._foresee()
        self._say()

    def _on_result(self) -> None:
        self._show_figures()
        self._advise()
        self._say()

    def _on_recipe(self, _recipe: object) -> None:
        self._mark()
        if self._looked is not None:
            self._pause.start()
        elif self._session.make is make_analysis and self._in_question():
            self._later.start()

    def _in_question(self) -> bool:
        """Whether the present settings are still to be run, or so loose that they may explode."""
        return self._still_to_run() or limit_similarity(self._workbench.run.recipe) < _LOOSE

    def _still_to_run(self) -> bool:
        """Whether no complete result answers the present settings."""
        run, result = self._workbench.run, self._session.result
        if result is None or result.partial or run.heavy_changes():
            return True
        return limit_similarity(run.recipe) != limit_similarity(result.recipe)

    def _advise(self) -> None:
        """What speaks against settings, until they have been run."""
        self._workbench.tuning.show_advice(self._warnings if self._still_to_run() else "")

    def _foresee(self) -> None:
        looked, recipe = self._looked, self._workbench.run.recipe
        if looked is None or self._session.running:
            self._say()
            return
        if looked.options != read_options(recipe):  # other documents, or others in them: this sample is none of theirs
            self.look()
            return

        def foresee(_job: Job) -> _Foreseen:
            from simexplorer.pipeline.forecasting import forecast

            return _Foreseen(recipe, forecast(looked.sample, recipe))

        self.jobs.start_after(foresee)

    def _on_succeeded(self, found: object) -> None:
        if isinstance(found, _Looked):
            self._looked, self._foreseen = found, None
            self.panel.because.setText(f"{found.suggestion.because}\nSuggested: {found.suggestion.preset.title}.")
            self._foresee()
        elif isinstance(found, _Foreseen):
            self._foreseen, self._failure = found, ""
            self._show(found)
        self._mark()
        self._say()

    def _show(self, found: _Foreseen) -> None:
        cost, looked, scale = found.forecast, self._looked, MeasureScale.of(found.recipe)
        assert looked is not None
        self._show_figures()
        self.panel.plot.set_histogram(cost.histogram)
        self.panel.plot.set_axis(MeasureAxis(scale))
        self.panel.plot.set_threshold(limit_similarity(found.recipe))
        self.panel.show_warnings(cost.warnings)
        self._warnings = "\n".join(cost.warnings)
        self._advise()
        self._workbench.tuning_controller.foresee((cost.histogram, cost.at_one), scale)
        words = advice_words(looked.suggestion, found.recipe, cost) if len(looked.sample) else ""
        self._workbench.overview.show_advice(looked.suggestion.because + words)

    def _show_figures(self) -> None:
        """What is expected, beside what the run on screen counted where it has these settings."""
        found, looked = self._foreseen, self._looked
        if found is None or looked is None:
            return
        names, expected = rows_of(found.forecast, looked.sample, MeasureScale.of(found.recipe))
        figures, result = self.panel.forecast.figures, self._session.result
        if result is None or self._session.growing or self._still_to_run() or not self._is_foreseen():
            figures.show(("What", "Expected"), (names, expected), frozenset(), _MEANINGS[:2])
            return
        counted = counted_of(result)
        told = [counted.get(name, "") for name in names]
        figures.show(("What", "Expected", "This run"), (names, expected, told), frozenset(), _MEANINGS)

    def _is_foreseen(self) -> bool:
        """Whether the forecast at hand is of the present settings."""
        return self._foreseen is not None and self._foreseen.recipe == self._workbench.run.recipe

    def _on_failed(self, error: Exception) -> None:
        self._failure = sentence_of(error)
        self._foreseen = None

    def _on_progressed(self, state: ProgressState) -> None:
        if self._looked is None:
            self.panel.strip.show_progress(state)

    def _on_ended(self) -> None:
        self.panel.strip.hide()
        self._say()

    def _mark(self) -> None:
        """Which preset is suggested, and which one is set."""
        recipe = self._workbench.run.recipe
        suggested = None if self._looked is None else self._looked.suggestion.preset.name
        for one in PRESETS:
            self.panel.rows[one.name].mark(one.name == suggested, one.is_set_in(recipe))
        self.panel.show_first(suggested)

    def _say(self) -> None:
        panel = self.panel
        panel.show_filled(self._looked is not None)
        panel.again.setEnabled(not self.jobs.running and not self._session.running)
        if self._looked is not None:
            panel.show_forecast(self._instead())
        elif not self._session.sources:
            panel.empty.say("What kind of collection is it?", not_yet(self._session))
        elif self.jobs.running:
            panel.empty.say("Looking at a sample …", "At most 400 documents, or 4 seconds of reading.")
        elif self._failure:
            panel.empty.say("The sample could not be read", self._failure, "Look again", self.look)
        else:
            panel.empty.say(
                "What kind of collection is it?",
                "A sample of at most 400 documents tells which settings suit it and what a run will take.",
                "" if self._session.running else "Look at a sample",
                self.look,
            )

    def _instead(self) -> str:
        """What is said in the place of a forecast that is not there."""
        running = self._session.running
        if self._foreseen is not None and (not running or self._is_foreseen()):
            return ""
        if self._failure:
            return f"It could not be worked out. {self._failure}"
        if running:
            return "It is worked out when the run that is going on has ended."
        return "It is being worked out from the sample …"


def words_of(one: Preset) -> PresetWords:
    """How a preset is shown."""
    return PresetWords(one.name, one.title, settings_of(one), one.reason)


def advice_words(suggestion: Suggestion, recipe: Recipe, cost: Forecast) -> str:
    """What is suggested, the present settings where they are others, what they cost, and what they do not find."""
    suggested, present, elsewhere = suggestion.preset, "", ""
    if not preset("passages").is_set_in(recipe):
        elsewhere = "\nPassages copied into otherwise different texts need other settings: see Presets."
    if not suggested.is_set_in(recipe):
        shingle = shingle_words(recipe.shingle_kind, recipe.shingle_size)
        scale = MeasureScale.of(recipe)
        limit = value_words(scale, limit_of(recipe), numbers.decimal, fine=False)
        present = f" (shingles of {shingle} · {limit_word(scale)} {limit})"
    return (
        f" Suggested: {suggested.title.lower()} ({settings_of(suggested)}).\n"
        f"With the present settings{present} a run takes about {numbers.seconds(max(0.1, cost.seconds))} and "
        f"{numbers.size(cost.memory)} of memory.{elsewhere}"
    )


def _inside(label: str) -> str:
    """A label inside a sentence; names keep their capitals."""
    return label if label.startswith("Unicode") else label[:1].lower() + label[1:]


def settings_of(one: Preset) -> str:
    """The values of a preset in short: ``5 characters, threshold 0.8``."""
    values = dict(one.changes)
    shingle = shingle_words(values["shingle_kind"], values["shingle_size"])
    parts = [f"shingles of {shingle}", f"threshold {numbers.decimal(values['threshold'], 2)}"]
    equal = [_inside(NORMALISE_TEXTS[name].label) for name in values.get("normalise", ())]
    if equal:
        parts.append(f"equal: {', '.join(equal)}")
    if values.get("boilerplate", 1.0) < 1.0:
        parts.append(f"without what is in more than {numbers.percent(values['boilerplate'])}")
    return " · ".join(parts)


def counted_of(result: Result) -> dict[str, str]:
    """What a run counted of what is foreseen, by the names of ``rows_of``."""
    audit, copies = result.audit, len(result.groups.rows) - len(result.groups)
    told = {"Identical copies": numbers.count(copies), "Pairs found": numbers.count(result.at_threshold)}
    if not (audit.whatever_meets or audit.left_out):  # or not the pairs that meet in bands
        told["Pairs to compare"] = numbers.count(audit.candidates)
    return told


def rows_of(cost: Forecast, sample: Sample, scale: MeasureScale = JACCARD) -> tuple[list[str], list[str]]:
    """The forecast as two columns."""
    usual = numbers.percent(cost.random_similarity)
    if scale.measure not in ("jaccard", "containment"):
        usual = value_words(scale, float(scale.value(cost.random_similarity)), numbers.decimal)
    rows = [
        ("Files", f"{numbers.count(sample.files)}, {numbers.size(sample.total_bytes)}"),
        ("Looked at", numbers.counted(len(sample), "document")),
        ("Time", f"about {numbers.seconds(max(0.1, cost.seconds))}"),
        ("of it reading and signing", numbers.seconds(max(0.1, cost.reading))),
        ("Memory", f"at most {numbers.size(cost.memory)}"),
        ("Disk meanwhile", numbers.size(cost.disk)),
        ("A saved workspace", numbers.size(cost.saved)),
        ("Identical copies", _copies(cost.copies)),
        ("Pairs to compare", f"about {numbers.about(cost.candidates)}"),
        ("Pairs found", f"about {numbers.about(cost.pairs)}" if cost.pairs >= 1.0 else "too few to tell"),
        ("of them in the sample", numbers.count(cost.seen) if cost.seen else "none seen"),
        (RANDOM_TEXTS[scale.measure], usual),
    ]
    return [name for name, _ in rows], [value for _, value in rows]


def _copies(number: float) -> str:
    """A part of a collection holds a smaller share of copies than all of it, or as many."""
    words = numbers.about(number) if number >= 10.0 else numbers.count(round(number))
    return f"about {words} or more" if number >= 0.5 else "none seen"
