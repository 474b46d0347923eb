"""Is the estimate right? The plot of one method, all methods beside each other, and the pairs to look at."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

from simexplorer.ui.models.calibration_tables import DifferencesTable, OutliersTable
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.figures_view import FiguresView
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.job_strip import JobStrip
from simexplorer.ui.panels.naming import caption_of, label, named
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.plot_card import PlotCard
from simexplorer.ui.panels.roomy import folding, roomy
from simexplorer.ui.panels.view_tabs import leave_to_bar
from simexplorer.ui.plots.calibration_plot import CalibrationPlot
from simexplorer.ui.theme import metrics

SAMPLES = {"found": "the verified pairs", "fair": "a fair sample, signed anew"}
SAMPLE_MEANING = (
    "Which pairs judge the methods.\n"
    "The verified pairs: all that the run compared exactly, at once. They were chosen with the help of these very "
    "signatures, so near the floor those estimated too high are over-represented.\n"
    "A fair sample: pairs of all similarities and random ones, signed anew with another seed, which had no part in "
    "the choice. Pairs with a passage in common err together: their common bias changes with the seed. "
    "Takes seconds; the documents are read again."
)
PLOT_MEANING = (
    "Each pair by its exact value (along) and its estimate (up); on the diagonal an estimate is right.\n"
    "Dashed: two standard errors of the method on either side. Line: mean of the estimates.\n"
    "Rings: the pairs that are farthest off; click one to see it. Many pairs are drawn as a density."
)


class CalibrationPanel(FilledView):
    """Controls above, plot at the left, tables at the right."""

    sample_chosen = Signal(str)
    method_chosen = Signal(int)
    differences_wanted = Signal()  # the tab of differences came to the front, or its choice changed

    def __init__(self) -> None:
        super().__init__("ruler")
        self.setObjectName("calibrationPage")
        self.strip = JobStrip("calibration", "Calibration")
        self.sample = named(ChoiceField(), "calibrationSampleCombo", "Pairs that judge the methods", SAMPLE_MEANING)
        self.sample.fill(SAMPLES.items())
        self.method = named(ChoiceField(), "calibrationMethodCombo", "Method that is drawn")
        self.plot = named(CalibrationPlot(), "calibrationPlot", "Estimates against exact values", PLOT_MEANING)
        self.card = PlotCard(self.plot, "Estimate and exact", "bbit")
        self.facts = ElidedLabel()
        self.note = label(role="muted", wrap=True)
        self.methods = FiguresView("methodsView", "Methods beside each other")
        self.outliers = painted_list(OutliersTable(), "outliersView", "Pairs whose estimate is farthest off")
        self.differences = painted_list(
            DifferencesTable(), "differencesView", "Pairs that one method finds, another misses"
        )
        self.finder = named(ChoiceField(), "finderCombo", "Method that finds the pairs")
        self.misser = named(ChoiceField(), "misserCombo", "Method that misses them")
        self.difference_note = label(role="muted", wrap=True)
        self.tabs = named(QTabWidget(), "calibrationTabs", "Tables of the calibration")
        leave_to_bar(self.tabs)
        self._lay_out()
        self.sample.currentIndexChanged.connect(lambda _at: self.sample_chosen.emit(self.sample.value()))
        self.method.currentIndexChanged.connect(self.method_chosen)
        self.methods.row_chosen.connect(self.method.setCurrentIndex)
        self.tabs.currentChanged.connect(self._on_tab)
        for field in (self.finder, self.misser):
            field.currentIndexChanged.connect(self.differences_wanted)

    def show_methods(self, names: tuple[str, ...]) -> None:
        """Methods that can be drawn, silently; the one that was drawn stays if it is among them."""
        self.method.fill(zip(names, names, strict=True), self.method.value())

    def show_finders(self, names: tuple[str, ...]) -> None:
        """Methods that find pairs, silently."""
        for field, usual in ((self.finder, "index"), (self.misser, "SimHash")):
            if [field.itemText(at) for at in range(field.count())] != list(names):
                field.fill(zip(names, names, strict=True), usual)

    @property
    def shows_differences(self) -> bool:
        """Whether the tab of differences is in front."""
        return self.tabs.currentIndex() == 2

    def _on_tab(self) -> None:
        if self.shows_differences:
            self.differences_wanted.emit()

    def _lay_out(self) -> None:
        filled = QWidget()
        whole = metrics.spaced(QVBoxLayout(filled), 6, (12, 8, 12, 8))
        whole.addLayout(self._controls())
        whole.addWidget(self.strip)
        split = self._plot_and_tables()
        whole.addWidget(split, 1)
        area = roomy(filled, "calibrationArea", "Estimates checked", wide=560, low=280, fold=folding(split))
        self.fill(area)

    def _controls(self) -> HeadingRow:
        controls = metrics.spaced(HeadingRow(), metrics.GAP)
        for text, field in (("Judged by", self.sample), ("Method", self.method)):
            controls.addWidget(caption_of(field, text))
            controls.addWidget(field)
            field.setMinimumWidth(150)
            field.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToContents)
        controls.addStretch(1)
        return controls

    def _plot_and_tables(self) -> QSplitter:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setObjectName("calibrationSplitter")
        split.setChildrenCollapsible(False)
        left = QWidget()
        column = metrics.spaced(QVBoxLayout(left), metrics.HAIR)
        column.addWidget(self.card, 1)
        column.addWidget(self.facts)
        self.card.setMinimumWidth(240)
        for title, page in (
            ("Methods", self._methods_page()),
            ("Outliers", self.outliers),
            ("Found by one only", self._differences_page()),
        ):
            self.tabs.addTab(page, title)
        self.tabs.tabBar().setObjectName("calibrationTabBar")
        self.tabs.tabBar().setAccessibleName("Tables of the calibration")
        self.tabs.setDocumentMode(True)
        split.addWidget(left)
        split.addWidget(self.tabs)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setSizes([268, 472])
        return split

    def _methods_page(self) -> QWidget:
        page = QWidget()
        column = metrics.spaced(QVBoxLayout(page), metrics.HAIR, (metrics.HAIR, 0, 0, 0))
        column.addWidget(self.methods, 1)
        column.addWidget(self.note)
        return page

    def _differences_page(self) -> QWidget:
        page = QWidget()
        column = metrics.spaced(QVBoxLayout(page), metrics.HAIR, (metrics.HAIR, 4, 0, 0))
        row = metrics.spaced(HeadingRow(), metrics.GAP)
        for text, field in (("Found by", self.finder), ("missed by", self.misser)):
            row.addWidget(caption_of(field, text))
            row.addWidget(field)
            field.setMinimumWidth(96)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.difference_note)
        column.addWidget(self.differences, 1)
        return page
