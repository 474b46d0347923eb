"""What all pages of the lab share: title, controls, explanation, formula, figures, table twin, source.

How to write a page
-------------------
1. The numbers come from a module in ``simexplorer.lab`` (no Qt): frozen dataclasses of arrays, made by the very
   functions the program uses. Import it inside the function that ``work`` returns, which runs in a job's thread:
   kernels are never loaded or compiled on the main thread, and the page opens at once.
2. Subclass ``LabPage[R]`` in ``ui/lab/<name>_page.py``; R is that dataclass. Set ``name``, ``title``, ``explanation``
   (HTML of our own words), ``formula`` (``ui/lab/formula.py``), ``source``; ``examples`` are the worked examples to
   choose from, ``own_texts`` says how many selected documents the page can use (0: none, it ignores them);
   ``uses_collection`` says that it shows figures of the run; ``seeded`` and ``stepped`` show the seed and the
   player. Widgets are called ``lab…_<name>``.
3. ``build`` makes the widgets: ``add_field`` puts one into the row of controls, ``add_section``, ``add`` and
   ``add_row`` put figures on the page: ``GridView``, ``CurvePlot``, ``Facts``, or an own painter with ``tints``.
   A field that changes the numbers calls ``recompute``, one that changes only what is drawn calls ``redraw``.
   ``whole_field`` and ``choice_field`` make fields that compute anew; ``choose`` sets those that go with an example.
4. ``work`` reads the widgets and returns a function of the job's progress that returns R; of several only the latest
   counts. ``show_result`` gets R on the main thread (also kept as ``result``) and tells the player how many steps
   there are: ``self.player.set_steps(last)``. ``show_step`` draws one step, also after ``redraw``. A page without
   steps draws in ``show_step(0)`` all the same. ``twins`` gives what is on screen as tables.
5. Add a line to ``PAGES`` in ``page_list.py`` and a test under ``tests/ui/lab``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from simexplorer.errors import SimExplorerError
from simexplorer.lab.material import LabMaterial, LabText
from simexplorer.pipeline.progress import Progress, ProgressState
from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.lab.facts import Facts
from simexplorer.ui.lab.field_meanings import explain_fields
from simexplorer.ui.lab.fields import choice, clear_of_edge, titled_field
from simexplorer.ui.lab.flow_layout import FlowLayout
from simexplorer.ui.lab.folding_row import FoldingRow
from simexplorer.ui.lab.formula import FormulaView, Node
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.player import Player
from simexplorer.ui.lab.short_titles import short_title
from simexplorer.ui.lab.sideways import Sideways
from simexplorer.ui.lab.twin_table import Twin, TwinTables
from simexplorer.ui.lab.words_beside import WordsBeside
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.panels.number_fields import ChoiceField, WholeField
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.metrics import GAP, GROUP, HAIR
from simexplorer.ui.theme.tooltips import tooltip_of

R = TypeVar("R")

OWN = "own"  # the choice of examples that stands for the person's own documents
_LONG = 5.0  # seconds after which a page says how long it may take
_PATIENT = "; it takes half a minute, and longer while much else runs"
_PATIENCE = 250  # milliseconds until a page says that it computes
_NO_WIDER = (QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)
MOST_SEED = 2**31 - 1


class LabPage(QWidget, Generic[R]):
    """Base of every page; see the module's text."""

    page_wanted = Signal(str)  # another page, by its name

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    explanation: ClassVar[str] = ""
    formula: ClassVar[Sequence[Node]] = ()
    source: ClassVar[str] = ""
    examples: ClassVar[Sequence[str]] = ()
    own_texts: ClassVar[int] = 0
    most_shingles: ClassVar[int] = 0  # taken of a document; 0: all, or the page says itself what it leaves out
    uses_collection: ClassVar[bool] = False
    seeded: ClassVar[bool] = True
    stepped: ClassVar[bool] = True

    def __init__(self, material: LabMaterial, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, f"labPage_{self.name}", self.title)
        self.material = material
        self.result: R | None = None
        self._setting = True
        self.jobs = JobRunner(f"lab-{self.name}", self)
        self.player = Player(self, self.name)
        self.player.setVisible(self.stepped)
        self._patience = after_pause(self, _PATIENCE, self._on_patience)
        self._frame()
        self.build()
        explain_fields(self)
        self.choose()
        self._setting = False
        self._content.addStretch(1)
        self.player.moved.connect(self._on_moved)
        self.jobs.succeeded.connect(self._on_succeeded)
        self.jobs.failed.connect(self._on_failed)
        self.jobs.ended.connect(self._on_ended)
        self.jobs.progressed.connect(self._on_progressed)
        self.recompute()

    # what a page says ------------------------------------------------------------------------------------------------
    def build(self) -> None:
        """Make fields and figures."""
        raise NotImplementedError

    def choose(self) -> None:
        """An example or the person's documents were chosen: set the fields that go with it; called after ``build``."""

    def work(self) -> Callable[[Progress], R]:
        """What is to be computed, with the present fields; the function runs in a thread.

        One that takes longer than a moment asks ``progress.check()`` now and then: the page may be closed meanwhile.
        """
        raise NotImplementedError

    def show_result(self, result: R) -> None:
        """A new result is there: say how many steps it has."""
        raise NotImplementedError

    def show_step(self, step: int) -> None:
        """Draw ``self.result`` at this step."""
        raise NotImplementedError

    def twins(self) -> Sequence[Twin]:
        """What is on screen, as tables."""
        raise NotImplementedError

    # what a page uses ------------------------------------------------------------------------------------------------
    @property
    def seed_value(self) -> int:
        """The seed that was set."""
        return self.seed.value()

    @property
    def chosen_example(self) -> int:
        """Number of the chosen example; -1 for the person's own documents."""
        data = self.example.currentData()
        return -1 if data == OWN or data is None else int(data)

    @property
    def own(self) -> tuple[LabText, ...]:
        """The person's documents where they were chosen, else none."""
        return self.material.texts[: self.own_texts] if self.example.currentData() == OWN else ()

    def recompute(self) -> None:
        """Compute anew with the present fields; while a computation runs only the latest wish waits."""
        if self._setting:
            return
        compute = self.work()
        self.limit.setVisible(any(len(text.text) > self.most_shingles > 0 for text in self.own))

        def run(job: Job) -> R:
            from simexplorer.lab.warming import ensure_lab_kernels

            ensure_lab_kernels(job.progress)
            return compute(job.progress)

        self.problem.hide()
        self.jobs.start_after(run)
        self._patience.start()

    def redraw(self) -> None:
        """Draw the present step anew."""
        if self.result is not None:
            self._on_moved(self.player.step)

    def add_field(self, title: str, field: QWidget) -> None:
        """A field in the row of controls, with its title; a check box brings its own."""
        self._fields.addWidget(titled_field(title, field))

    def add_section(self, title: str) -> QLabel:
        """A heading between figures."""
        head = label(title, "section", wrap=True)
        self._content.addSpacing(GAP)
        self.add(head)
        return head

    def add(self, figure: QWidget) -> None:
        """A figure across the page; a card of facts is only as wide as they are."""
        hugs = Qt.AlignmentFlag.AlignLeft if isinstance(figure, Facts) else Qt.AlignmentFlag(0)
        self._content.addWidget(figure, 0, hugs)

    def add_row(self, *figures: QWidget, stretch: Sequence[int] = ()) -> None:
        """Figures side by side where there is room; what is left over stays empty unless ``stretch`` says otherwise."""
        row = FoldingRow()
        for place, figure in enumerate(map(_ready, figures)):
            row.add_figure(figure, stretch[place] if place < len(stretch) else 0)
        self._content.addLayout(row)

    def titled(self, title: str, *figures: QWidget) -> QWidget:
        """Figures one below the other under a title, to be put beside others with ``add_row``."""
        group = QWidget()
        column = QVBoxLayout(group)
        column.setContentsMargins(0, GAP, 0, 0)
        column.setSpacing(GAP)
        if title:
            column.addWidget(label(title, "section"))
        for figure in map(_ready, figures):
            hugs = figure.sizePolicy().horizontalPolicy() in _NO_WIDER
            column.addWidget(figure, 0, Qt.AlignmentFlag.AlignLeft if hugs else Qt.AlignmentFlag(0))
        return group

    def whole_field(self, key: str, says: str, low: int, high: int, value: int, meaning: str = "") -> WholeField:
        """A number field ``lab<Key>_<page>``; it commits on Enter and computes anew when changed."""
        field = named(WholeField(), f"lab{key}_{self.name}", says, meaning)
        field.setRange(low, high)
        field.setValue(value)
        field.setKeyboardTracking(False)
        field.setAccelerated(True)
        field.setFixedWidth(min(88, max(64, field.fontMetrics().horizontalAdvance(str(high)) + 48)))
        field.valueChanged.connect(self.recompute)
        return clear_of_edge(field)

    def choice_field(self, key: str, says: str, choices: Mapping[str, str], meaning: str = "") -> ChoiceField:
        """One of a few, ``lab<Key>_<page>``; computes anew when changed. ``choices``: value to text."""
        return choice(f"lab{key}_{self.name}", says, choices, self.recompute, meaning)

    def note(self, name: str, text: str = "") -> QLabel:
        """A line of plain text that wraps; ``labNote_<name>``."""
        made = label(text, wrap=True)
        made.setObjectName(f"labNote_{name}")
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return made

    @property
    def room(self) -> int:
        """Pixels that are seen between the margins, beside a scroll bar."""
        margins, bar = self._inside.contentsMargins(), QStyle.PixelMetric.PM_ScrollBarExtent
        return self.width() - margins.left() - margins.right() - self.style().pixelMetric(bar)

    # the frame -------------------------------------------------------------------------------------------------------
    def _frame(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        scroll = named(QScrollArea(), f"labScroll_{self.name}", self.title)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        self._inside = QVBoxLayout(inside)
        self._inside.setContentsMargins(GROUP + GAP, GAP, GROUP + GAP, GROUP)
        self._inside.setSpacing(GROUP)
        self._inside.addWidget(self._words())
        self.problem = label(role="warning", wrap=True)
        self.problem.setObjectName(f"labProblem_{self.name}")
        self.problem.hide()
        self._inside.addWidget(self.problem)
        self.limit = label(
            f"Of each document at most the first {self.most_shingles:,} shingles are taken.", "warning", wrap=True
        )
        self.limit.setObjectName(f"labLimit_{self.name}")
        self.limit.hide()
        self._inside.addWidget(self.limit)
        self.figures = QWidget()
        self.figures.hide()  # nothing is drawn before there is anything to draw
        self._content = QVBoxLayout(self.figures)
        self._content.setContentsMargins(0, 0, 0, 0)
        self._content.setSpacing(GAP)
        self.tables = TwinTables(self.name)
        self.tables.hide()
        self._inside.addWidget(self.figures, 1)
        self._inside.addWidget(self.tables, 1)
        origin = label(f"Source: {self.source}", "muted", wrap=True)
        origin.setObjectName(f"labSource_{self.name}")
        origin.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._inside.addWidget(origin)
        scroll.setWidget(inside)
        column.addWidget(scroll, 1)

    def _head(self) -> QWidget:
        head = QWidget()
        column = QVBoxLayout(head)
        column.setContentsMargins(GROUP + GAP, GROUP, GROUP + GAP, GAP)
        column.setSpacing(GAP + HAIR)
        top = QHBoxLayout()
        top.addWidget(label(self.title, "heading"))
        self.state = label(role="muted")
        top.addSpacing(GROUP)
        top.addWidget(self.state, 1)
        self.switch: QPushButton = push_button("Show as table", f"labTableSwitch_{self.name}", "Show as table", "table")
        self.switch.setCheckable(True)
        self.switch.setShortcut("Ctrl+T")
        self.switch.setToolTip(tooltip_of("All figures of this page as plain tables (Ctrl+T)"))
        self.switch.toggled.connect(self._on_switch)
        top.addWidget(self.switch)
        column.addLayout(top)
        self._fields = FlowLayout()
        self._fields.addWidget(self.player)
        self._add_example()
        self.seed = self.whole_field("Seed", "Seed", 0, MOST_SEED, 1, "Chooses the random draws of this page.")
        if self.seeded:
            self.add_field("Seed", self.seed)
        column.addLayout(self._fields)
        return head

    def _add_example(self) -> None:
        self.example = named(ChoiceField(), f"labExample_{self.name}", "What is shown")
        for place, title in enumerate(self.examples):
            self.example.addItem(title, place)
        texts = self.material.texts[: self.own_texts]
        if texts:
            titles = ", ".join(short_title(text.title) for text in texts)
            shown = f"Yours: {titles}" if len(texts) < 3 else f"Your {len(texts)} documents"
            self.example.addItem(shown, OWN)
            self.example.setCurrentIndex(self.example.count() - 1)
        self.example.setMaximumWidth(420)
        if self.example.count() > 1:
            self.add_field("Shown", self.example)
        self.example.currentIndexChanged.connect(self._on_example)

    def _words(self) -> QWidget:
        words = QLabel(self.explanation)
        words.setObjectName(f"labWords_{self.name}")
        words.setTextFormat(Qt.TextFormat.RichText)  # our own words only, never a person's text
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        if not self.formula:
            return words
        card = QFrame()
        card.setProperty("role", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(GROUP, GAP + HAIR, GROUP, GAP + HAIR)
        self.formula_view = FormulaView(self.formula)
        column.addWidget(self.formula_view)
        return WordsBeside(words, card)

    # what happens ----------------------------------------------------------------------------------------------------
    def _on_example(self) -> None:
        if self._setting:  # a page that sets its first example while it is made
            return
        self._setting = True
        self.choose()
        self._setting = False
        self.recompute()

    def _on_succeeded(self, result: R) -> None:
        first, self.result = self.result is None, result
        self.show_result(result)
        if first:
            self._on_switch(self.switch.isChecked())

    def _on_moved(self, step: int) -> None:
        if self.result is None:
            return
        self.show_step(step)
        if not self.tables.isHidden():
            self.tables.show_twins(self.twins())

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, SimExplorerError):
            raise error  # a bug: the crash dialog and the tests must see it
        before = "" if self.result is None else " What stands below is of the values before."
        self.problem.setText(f"{error}{before}")
        self.problem.show()

    def _on_ended(self) -> None:
        self._patience.stop()
        self.state.setText("")

    def _on_patience(self) -> None:
        self.state.setText("Computing …" if self.jobs.running else "")

    def _on_progressed(self, state: ProgressState) -> None:
        if not state.stage or not self.jobs.running:
            return
        so_far = numbers.seconds(state.elapsed_seconds)
        long = state.elapsed_seconds > _LONG
        self.state.setText(f"{state.stage} … {so_far} so far{_PATIENT if long else ''}")

    def _on_switch(self, as_table: bool) -> None:
        if as_table and self.result is not None:
            self.tables.show_twins(self.twins())
        self.figures.setVisible(self.result is not None and not as_table)
        self.tables.setVisible(as_table)

    def shut_down(self) -> None:
        """Stop the thread and whatever plays."""
        self.player.pause()
        self._patience.stop()
        self.jobs.close()


def _ready(figure: QWidget) -> QWidget:
    return Sideways(figure) if isinstance(figure, GridView) else figure
