"""Holds estimates against exact values, for every method, and lists the pairs where they part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.result import Pairs, Result
from simexplorer.search.finding import place_of_either
from simexplorer.ui.controllers.empty_views import say_lacking, say_not_yet
from simexplorer.ui.controllers.lacking import not_yet
from simexplorer.ui.controllers.questions import Questions
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.calibration_tables import differences_listed, outliers_listed
from simexplorer.ui.models.listing_table import signed
from simexplorer.ui.panels.calibration_panel import CalibrationPanel
from simexplorer.ui.panels.choice_texts import SCHEME_TEXTS
from simexplorer.ui.plots.calibration_plot import CalibrationFigures
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.calibration import Calibration, Calibrations
    from simexplorer.pipeline.method_table import MethodTable

RINGED = 2.0  # standard errors from which an outlier is ringed in the plot
_TITLES = ("Method", "Pairs", "Bias", "RMSE", "Theory", "Ratio")
_MEANINGS = (
    "How estimates are made. b-bit: only b bits of each value are kept, chance agreement is taken out.",
    "Pairs that judge the method.",
    "Mean of estimate minus exact value: 0 for an estimate that is right on average.",
    "Root of the mean square of estimate minus exact value: how far off an estimate is, usually.",
    "The same as the method's standard errors predict it, sqrt(J (1 − J) / K) for MinHash.",
    (
        "RMSE over theory: 1 where estimates spread as theory says. Less for fast sketching (FSS) of short documents: "
        "its positions are drawn without repeats, so theory is a bound, which long ones reach. More for SimHash where "
        "documents repeat themselves."
    ),
)


class CalibrationController(QObject):
    """Computes when the view is in front; a choice of sample or method acts at once."""

    def __init__(self, workbench: Workbench, panel: CalibrationPanel) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.panel = panel
        workbench.add_view("calibration", panel, late=False)  # its plot is promised to be found
        self._tables = [workbench.table(view.table) for view in (panel.outliers, panel.differences)]
        for view, table in zip((panel.outliers, panel.differences), self._tables, strict=True):
            workbench.selection.add(view, table)
            workbench.files.add(view)
        self._questions = Questions(workbench, "calibration", panel.strip)
        self._comparing = Questions(workbench, "methods", panel.strip)
        self._listing = workbench.jobs("differences").hand_to(self._on_listed)
        self._found: tuple[Calibration, ...] = ()
        self._paths: Paths | None = None  # of its documents
        self._compared: tuple[MethodTable, Paths] | None = None  # paths : of its documents
        self._of: tuple[Pairs, str] | None = None
        self._answered = False  # what was asked about these
        self._compared_of: tuple[Result, int] | None = None
        self._connect()
        workbench.menus.add(
            "analysis", "Is the estimate right?", self.show, tip="Estimates against exact values, method by method"
        )
        self._say()

    def show(self) -> None:
        """Bring the view to the front."""
        self._workbench.tabs.show_view("calibration")

    def _connect(self) -> None:
        panel = self.panel
        panel.sample_chosen.connect(self._refresh)
        panel.method_chosen.connect(self._draw)
        panel.differences_wanted.connect(self._refresh_differences)
        panel.plot.pair_clicked.connect(self._on_pair)
        self._questions.answered.connect(self._on_answered)
        self._questions.ended.connect(self._on_ended)
        self._comparing.answered.connect(self._on_compared)
        self._comparing.ended.connect(self._on_comparing_ended)
        self._session.show_with(self._refresh)
        self._session.running_changed.connect(self._say)
        self._session.pairs_leaving.connect(self._on_leaving)
        self._workbench.tabs.currentChanged.connect(self._refresh)
        self._workbench.selection.changed.connect(self._on_selection)
        self._workbench.tuning.light.radius.valueChanged.connect(self._refresh_differences)

    @property
    def _in_front(self) -> bool:
        """Whether anybody looks."""
        return self._workbench.tabs.currentWidget() is self.panel

    def _refresh(self) -> None:
        """Compute anew what is in front and out of date."""
        result = self._session.result
        self._say()
        if self._of is not None and (result is None or (not self._in_front and self._of[0] is not result.pairs)):
            self._let_go()
        if not self._in_front or result is None or self._session.growing:
            return
        sample = self.panel.sample.value()
        # a threshold that moves changes no estimate
        if self._of is None or self._of[0] is not result.pairs or self._of[1] != sample:
            self._of, self._answered = (result.pairs, sample), False
            self._questions.ask(_fairly if sample == "fair" else _as_found)
        self._session.turns.add(self._ring)
        self._refresh_differences()

    def _on_leaving(self) -> None:
        if self._of is not None and not self._in_front:
            self._let_go()

    def _let_go(self) -> None:
        """Of an earlier result nothing is kept that nobody looks at: it is worked out anew when the view is shown."""
        self._found, self._of, self._compared, self._compared_of = (), None, None, None
        self.panel.plot.show_figures(None)
        for table in self._tables:
            table.show(None, None)

    def _refresh_differences(self) -> None:
        result = self._session.result
        panel = self.panel
        if result is None or self._session.growing or not (self._in_front and panel.shows_differences):
            return
        radius = self._workbench.tuning.light.radius.value()
        of = self._compared_of
        if of is not None and of[0] is result and of[1] == radius:
            self._list_differences()
            return
        self._compared, self._compared_of = None, (result, radius)

        def compare(analysis: Analysis, found: Result, job: Job) -> MethodTable:
            from simexplorer.pipeline.exact_values import exact_similarities
            from simexplorer.pipeline.method_table import compare_methods

            def measured(i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.float64]:
                return exact_similarities(found.recipe, analysis.reader, i, j, job.progress)

            own, each = found.recipe.measure == "jaccard", analysis.engine.stoppable(job.progress)
            return compare_methods(found, radius, analysis.exact_jaccard if own else measured, each)

        self._comparing.ask(compare)

    def _on_answered(self, calibrations: Calibrations) -> None:
        self._found, self._answered = calibrations.methods, True
        self._paths = None if self._session.result is None else self._session.result.documents.paths
        self._draw()
        self._session.turns.add(self._show_methods)
        self.panel.note.setText(calibrations.note)
        self.panel.show_methods(tuple(title_of(one.method) for one in self._found))
        self._say()

    def _on_ended(self) -> None:
        """No figures of other pairs stand below a sample that could not be drawn, or was not waited for."""
        if not self._answered:
            self._of = None  # whoever looks again asks again
            if not self._session.running:
                self.panel.sample.set_value("found")

    def _show_methods(self) -> None:
        columns = (
            [title_of(one.method) for one in self._found],
            [float(len(one)) for one in self._found],
            [signed(one.bias) for one in self._found],
            [one.rmse for one in self._found],
            [one.theory for one in self._found],
            [one.rmse / one.theory if one.theory else float("nan") for one in self._found],
        )
        self.panel.methods.figures.show(_TITLES, columns, frozenset({2, 3, 4, 5}), _MEANINGS)
        self.panel.methods.choose(self.panel.method.currentIndex())

    def _draw(self) -> None:
        """The plot, its words and its outliers, each in a turn: the plot alone takes longer than a list."""
        for piece in (self._plot, self._list_outliers, self._ring):
            self._session.turns.add(piece)

    def _plot(self) -> None:
        result, place = self._session.result, self.panel.method.currentIndex()
        if result is None or not 0 <= place < len(self._found):
            self.panel.plot.show_figures(None)
            return
        one = self._found[place]
        places = one.farthest
        self.panel.methods.choose(place)
        self.panel.facts.say(
            f"bias {signed(one.bias)} · RMSE {numbers.decimal(one.rmse, 3)}, theory {numbers.decimal(one.theory, 3)}"
        )
        ringed = places[np.abs(one.error_sd) >= RINGED]
        self.panel.plot.set_titles(f"exact {one.measure}", "estimate")
        self.panel.plot.show_figures(
            CalibrationFigures(one.exact, one.estimate, one.density, one.mean, one.spread, one.predicted_spread, ringed)
        )

    def _list_outliers(self) -> None:
        place = self.panel.method.currentIndex()
        if self._paths is not None and 0 <= place < len(self._found):
            self._tables[0].show(outliers_listed(self._found[place], self._paths), None)

    def _on_pair(self, place: int) -> None:
        at = self.panel.method.currentIndex()
        if 0 <= at < len(self._found):
            one = self._found[at]
            selection = self._workbench.selection
            selection.select(selection.now(self._paths, (int(one.i[place]), int(one.j[place]))))

    def _on_selection(self) -> None:
        if self._in_front:
            self._session.turns.add(self._ring)

    def _ring(self) -> None:
        """Ring the selected pair where it is one of the outliers or of few pairs."""
        at, documents = self.panel.method.currentIndex(), self._workbench.selection.among(self._paths)
        if len(documents) != 2 or not 0 <= at < len(self._found):
            self.panel.plot.choose(None)
            return
        one = self._found[at]
        self.panel.plot.choose(place_of_either(one.i, one.j, documents[0], documents[1]))

    def _on_compared(self, compared: MethodTable) -> None:
        result = self._session.result
        self._compared = None if result is None else (compared, result.documents.paths)
        self.panel.show_finders(compared.methods)
        self._list_differences()

    def _on_comparing_ended(self) -> None:
        """Of other pairs, or of another radius, no list stays where the comparison failed or was not waited for."""
        if self._compared is None:
            self._compared_of = None
            self._tables[1].show(None, None)
            self.panel.difference_note.setText("")

    def _list_differences(self) -> None:
        if self._compared is None:
            return
        compared, paths = self._compared
        finder, misser = self.panel.finder.currentText(), self.panel.misser.currentText()
        if finder not in compared.methods or misser not in compared.methods:
            return
        self._listing.start(lambda _job: (compared, finder, differences_listed(compared, finder, misser, paths)))

    def _on_listed(self, listed: object) -> None:
        assert isinstance(listed, tuple)
        of, finder, listing = listed
        if self._compared is None or of is not self._compared[0]:
            return
        compared = self._compared[0]
        self._tables[1].show(listing, None)
        counts = compared.counts()
        found, hits, missed = (int(value) for value in counts[compared.methods.index(finder)])
        unknown = f"; {numbers.count(compared.unknown)} not computed" if compared.unknown else ""
        self.panel.difference_note.setText(
            f"{numbers.counted(len(listing), 'pair')}. {finder} finds {numbers.count(found)}, of them "
            f"{numbers.count(hits)} true ones, and misses {numbers.count(missed)}{unknown}."
        )

    def _say(self) -> None:
        result, empty = self._session.result, self.panel.empty
        if result is None:
            analyse = self._workbench.bar.analyse.click
            say_not_yet(empty, self._session, analyse, "Estimates are held against exact values here")
        elif not len(result.pairs) and (result.partial or self._session.growing):
            words = not_yet(self._session) if self._session.growing else "The run was stopped before any were found."
            empty.say("No pairs yet to judge an estimate by", words)
        elif not say_lacking(empty, self._session) and not len(result.pairs):
            empty.say("There is no pair to judge an estimate by", "Lower the threshold, or analyse more documents.")
        self.panel.show_filled(result is not None and len(result.pairs) > 0)


def title_of(method: str) -> str:
    """What people call a method."""
    return SCHEME_TEXTS.get(method, method)


def _as_found(_analysis: Analysis, result: Result, _job: Job) -> Calibrations:
    from simexplorer.pipeline.calibration import calibrate_found

    return calibrate_found(result)


def _fairly(analysis: Analysis, result: Result, job: Job) -> Calibrations:
    from simexplorer.pipeline.calibration import calibrate_fairly

    whole = analysis.whole(job.progress)
    return calibrate_fairly(result, whole.reader, whole.exact_jaccard, whole.engine, job.progress)
