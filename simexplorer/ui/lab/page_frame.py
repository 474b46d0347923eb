"""How a page of the lab is laid out: title and controls, explanation beside formula, figures or their twins, source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PySide6.QtCore import Qt
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

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.material import LabMaterial, LabText
from simexplorer.ui.lab.bit_table import BitTable
from simexplorer.ui.lab.facts import Facts
from simexplorer.ui.lab.fate_matrix import FateMatrix
from simexplorer.ui.lab.fields import choice, titled_field, whole
from simexplorer.ui.lab.flow_layout import FlowLayout
from simexplorer.ui.lab.folding_row import FoldingRow
from simexplorer.ui.lab.formula import FormulaView, Node
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.player import Player
from simexplorer.ui.lab.short_titles import short_title
from simexplorer.ui.lab.sideways import Sideways
from simexplorer.ui.lab.twin_table import TwinTables
from simexplorer.ui.lab.weight_table import WeightTable
from simexplorer.ui.lab.words_beside import WordsBeside
from simexplorer.ui.lab.wrapping_title import WrappingTitle
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.panels.number_fields import ChoiceField, WholeField
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.metrics import GAP, GROUP, HAIR
from simexplorer.ui.theme.tooltips import hint

OWN = "own"  # the choice of examples that stands for the person's own documents
_NO_WIDER = (QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)
MOST_SEED = 2**31 - 1


class PageFrame(QWidget):
    """What stands on every page, and the ways to put fields and figures on it; ``LabPage`` computes and draws."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    explanation: ClassVar[str] = ""
    formula: ClassVar[Sequence[Node]] = ()
    source: ClassVar[str] = ""
    examples: ClassVar[Sequence[str]] = ()
    own_texts: ClassVar[int] = 0
    most_shingles: ClassVar[int] = 0  # taken of a document; 0: all, or the page says itself what it leaves out
    leaves_out: ClassVar[bool] = True  # of the person's documents what the run left out as boilerplate
    uses_collection: ClassVar[bool] = False
    seeded: ClassVar[bool] = True
    stepped: ClassVar[bool] = True
    symbols: ClassVar[Sequence[tuple[str, str]]] = ()  # a parameter that failures name, and what the page calls it

    def __init__(self, material: LabMaterial) -> None:
        super().__init__()
        named(self, f"labPage_{self.name}", self.title)
        self.material = material
        self.player = Player(self, self.name)
        self.player.setVisible(self.stepped)
        self._frame()

    def recompute(self) -> None:
        """Compute anew with the present fields: what every field does when it is changed."""
        raise NotImplementedError

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

    @property
    def cutting(self) -> Cutting:
        """How the texts are cut: the person's as by the run."""
        return self.material.cutting if self.own else Cutting()

    def add_field(self, title: str, field: QWidget) -> QWidget:
        """Put a field into the row of controls, with its title (a check box brings its own); both together."""
        cell = titled_field(title, field)
        self._fields.addWidget(cell)
        return cell

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
        column = metrics.spaced(QVBoxLayout(group), GAP, (0, GAP, 0, 0))
        if title:
            column.addWidget(WrappingTitle(title, "section"))
        for figure in map(_ready, figures):
            hugs = figure.sizePolicy().horizontalPolicy() in _NO_WIDER
            column.addWidget(figure, 0, Qt.AlignmentFlag.AlignLeft if hugs else Qt.AlignmentFlag(0))
        return group

    def whole_field(self, key: str, says: str, low: int, high: int, value: int, meaning: str = "") -> WholeField:
        """A number field ``lab<Key>_<page>``; it commits on Enter and computes anew when changed."""
        field = whole(f"lab{key}_{self.name}", says, low, high, value, self.recompute, meaning)
        most, least = (metrics.taller(pixels, field.font()) for pixels in (88, 64))
        field.setFixedWidth(min(most, max(least, field.fontMetrics().horizontalAdvance(str(high)) + 48)))
        return field

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

    def fill_up(self) -> None:
        """Leave what room remains below the last figure."""
        self._content.addStretch(1)

    # the frame -------------------------------------------------------------------------------------------------------
    def _frame(self) -> None:
        column = metrics.spaced(QVBoxLayout(self))
        column.addWidget(self._head())
        scroll = named(QScrollArea(), f"labScroll_{self.name}", self.title)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        self._inside = metrics.spaced(QVBoxLayout(inside), GROUP, (GROUP + GAP, GAP, GROUP + GAP, GROUP))
        self._inside.addWidget(self._words())
        self.problem = self._remark("Problem", "warning")
        taken = f"Of each document at most the first {numbers.count(self.most_shingles)} shingles are taken."
        self.limit = self._remark("Limit", "warning", taken)
        self.left_out = self._remark("LeftOut", "muted")
        self.figures = QWidget()
        self.figures.hide()  # nothing is drawn before there is anything to draw
        self._content = metrics.spaced(QVBoxLayout(self.figures), GAP)
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

    def _remark(self, key: str, role: str, text: str = "") -> QLabel:
        """A line ``lab<Key>_<page>`` above the figures, hidden until there is something to say."""
        made = label(text, role, wrap=True)
        made.setObjectName(f"lab{key}_{self.name}")
        made.hide()
        self._inside.addWidget(made)
        return made

    def _head(self) -> QWidget:
        head = QWidget()
        column = metrics.spaced(QVBoxLayout(head), GAP + HAIR, (GROUP + GAP, GROUP, GROUP + GAP, GAP))
        top = QHBoxLayout()
        top.addWidget(WrappingTitle(self.title, "heading"))
        self.state = ElidedLabel("muted")
        top.addSpacing(GROUP)
        top.addWidget(self.state, 1)
        self.switch: QPushButton = push_button("Show as table", f"labTableSwitch_{self.name}", "Show as table", "table")
        self.switch.setCheckable(True)
        self.switch.setShortcut("Ctrl+T")
        hint(self.switch, "All figures of this page as plain tables (Ctrl+T)")
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
        self.example.fill(enumerate(self.examples))
        texts = self.material.texts[: self.own_texts]
        if texts:
            titles, there = ", ".join(short_title(text.title) for text in texts), len(self.material.texts)
            shown = f"Yours: {titles}" if len(texts) < 3 else f"Your {len(texts)} documents"
            first = f" (the first {len(texts)} of {there})" if there > len(texts) else ""
            self.example.addItem(f"{shown}{first}", OWN)
            self.example.setCurrentIndex(self.example.count() - 1)
        self.example.setMaximumWidth(metrics.grown(420, self.example.font()))
        self.example.setMinimumWidth(160)  # where a page has no room for the longest of them
        if self.example.count() > 1:
            self.add_field("Shown", self.example)

    def _words(self) -> QWidget:
        words = QLabel(self.explanation)
        words.setObjectName(f"labWords_{self.name}")
        words.setTextFormat(Qt.TextFormat.RichText)  # our own words only, never a person's text
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        words.setWordWrap(True)  # after the policy, in which it notes that narrower means higher
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        if not self.formula:
            return words
        card = QFrame()
        card.setProperty("role", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(GROUP, GAP + HAIR, GROUP, GAP + HAIR)
        self.formula_view = FormulaView(self.formula)
        column.addWidget(self.formula_view)
        return WordsBeside(words, card)


def _ready(figure: QWidget) -> QWidget:
    return Sideways(figure) if isinstance(figure, (GridView, BitTable, FateMatrix, WeightTable)) else figure
