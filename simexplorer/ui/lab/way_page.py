"""Page 1: two documents from text to verdict in four steps, each with the page that tells it in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.examples import TEXT_PAIRS
from simexplorer.lab.material import MOST_SHINGLES, LabText
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.lab.chips import Chip, Chips, shown
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import decimal
from simexplorer.ui.lab.formula import line, over, up
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.run_cut import otherwise_cut
from simexplorer.ui.lab.short_titles import whole_title
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.lab.way_grids import band_grid, outcome_facts, signature_grid, step_words
from simexplorer.ui.lab.wrapping_title import WrappingTitle
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.theme.metrics import GAP, spaced

if TYPE_CHECKING:
    from simexplorer.lab.whole_way import WholeWay

_EXAMPLES = tuple(TEXT_PAIRS[place] for place in (1, 4, 6, 0))
_BANDS, _ROWS, _THRESHOLD = 6, 3, 0.5
_MOST_BANDS, _MOST_ROWS = 128, 16  # what 128 positions are usually cut into
_STEPS = (
    ("1   Cut: each text becomes a set of shingles", "shingles", "Shingles in full"),
    ("2   Sign: each set becomes a short list of numbers", "minhash", "MinHash in full"),
    ("3   Band: only documents that share a bucket are looked at", "bands", "Bands in full"),
    ("4   Compare: the few that met are compared exactly", "scale", "What it saves"),
)


class WayPage(LabPage["WholeWay"]):
    """Four sections that appear one after the other."""

    name = "way"
    title = "The whole way, from texts to pairs"
    explanation = (
        "Which documents are alike? Comparing every two of them is exact, and hopeless: 10,000 documents make 50 "
        "million pairs, a million make 500 billion. Four steps spare nearly all of that. Each text is cut into a "
        "<b>set of shingles</b>. Each set is signed: its <b>signature</b> is a short list of numbers, and two of them "
        "agree in about as large a share of positions as the sets overlap, their Jaccard similarity J "
        "(<b>MinHash</b>). Signatures are cut into b <b>bands</b> of r rows, and only documents that agree in a whole "
        "band are looked at (locality-sensitive hashing, <b>LSH</b>). Those few are <b>compared exactly</b>. Step "
        "through it below with two documents; the other pages tell each step in full."
    )
    formula = (
        line("J = ", over("|A ∩ B|", "|A ∪ B|")),
        line("P[equal position] = J"),
        line("P[equal band] = J", up("r")),
        line("P[candidates] = 1 − (1 − J", up("r"), ")", up("b")),
    )
    source = (
        "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, sections 3.2 to 3.4; Broder 1997, On the "
        "resemblance and containment of documents."
    )
    examples = tuple(pair.title for pair in _EXAMPLES)
    own_texts = 2
    most_shingles = MOST_SHINGLES
    uses_collection = True

    def build(self) -> None:
        """Fields, and a section for every step."""
        self.bands = self.whole_field("Bands", "Bands b", 1, _MOST_BANDS, _BANDS, "Into how many bands it is cut.")
        self.rows = self.whole_field("Rows", "Rows r", 1, _MOST_ROWS, _ROWS, "Positions of the signature in a band.")
        name, wanted = "labThreshold_way", "Pairs from here on are wanted."
        self.threshold = named(
            decimal(name, "Threshold", 0.0, 1.0, _THRESHOLD, self.recompute), name, "Threshold", wanted
        )
        self.threshold.setDecimals(3)
        self.add_field("Bands b", self.bands)
        self.add_field("Rows r", self.rows)
        self.add_field("Threshold", self.threshold)
        self.chips = [Chips(f"labChips{which}_way", f"Shingles of {which}") for which in "AB"]
        self.signature = GridView("labGrid_waySignature", "Both signatures")
        self.buckets = GridView("labGrid_wayBands", "Buckets of both documents, band by band")
        self.facts = Facts()
        self.words: list[QLabel] = []
        figures: tuple[QWidget, ...] = (self._both_chips(), self.signature, self.buckets, self.facts)
        self.sections = [self._section(place, figure) for place, figure in enumerate(figures)]
        for section in self.sections:
            self.add(section)

    def _both_chips(self) -> QWidget:
        both = QWidget()
        column = spaced(QVBoxLayout(both), GAP // 2)
        self.heads = [label(role="muted"), label(role="muted")]
        for head, chips in zip(self.heads, self.chips, strict=True):
            column.addWidget(head)
            column.addWidget(chips)
        return both

    def _section(self, place: int, figure: QWidget) -> QWidget:
        title, page, more = _STEPS[place]
        section = QWidget()
        column = spaced(QVBoxLayout(section), GAP, (0, GAP, 0, 0))
        head = QHBoxLayout()
        head.addWidget(WrappingTitle(title, "section"), 1)
        button = push_button(more, f"labMore_{page}", f"Open the page: {more}")
        button.clicked.connect(partial(self._on_more, page))
        head.addWidget(button)
        words = self.note(f"way{place + 1}")
        self.words.append(words)
        column.addLayout(head)
        column.addWidget(words)
        hugs = Qt.AlignmentFlag.AlignLeft if isinstance(figure, Facts) else Qt.AlignmentFlag(0)
        column.addWidget(self.titled("", figure), 0, hugs)
        return section

    def _on_more(self, page: str, _checked: bool = False) -> None:
        self.page_wanted.emit(page)

    def choose(self) -> None:
        """The banding of the person's run with the person's documents, else one that is small enough to be seen."""
        run, by_jaccard = (self.material.minhash_run, self.material.jaccard_run) if self.own else (None, None)
        small = run is None or run.bands > _MOST_BANDS or run.rows > _MOST_ROWS
        self.bands.setValue(_BANDS if run is None or small else run.bands)
        self.rows.setValue(_ROWS if run is None or small else run.rows)
        self.threshold.show_exactly(_THRESHOLD if by_jaccard is None else by_jaccard.threshold)

    def work(self) -> Callable[[Progress], WholeWay]:
        """All four steps."""
        bands, rows, threshold, seed = self.bands.value(), self.rows.value(), self.threshold.exact, self.seed_value
        texts, cutting = self.own, self.cutting
        if not texts:
            pair = _EXAMPLES[max(0, self.chosen_example)]
            texts = LabText("A", pair.a), LabText("B", pair.b)
            cutting = Cutting(Recipe(shingle_size=pair.size, normalise=()))

        def compute(_progress: Progress) -> WholeWay:
            from simexplorer.lab.bands import BandSettings
            from simexplorer.lab.shingling import random_edit
            from simexplorer.lab.whole_way import whole_way

            one = texts[0]
            other = texts[1] if len(texts) > 1 else LabText("the same with one edit", random_edit(one.text, seed))
            settings = BandSettings(bands=bands, rows=rows, threshold=threshold, seed=seed)
            return whole_way(one, other, cutting, settings)

        return compute

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: WholeWay) -> None:
        """Everything is there at first; play begins anew."""
        for place, (which, head, chips) in enumerate(zip("AB", self.heads, self.chips, strict=True)):
            title, named_ones = result.titles[place], result.shingles[place]
            head.setText(which if title == which else f"{which}: {whole_title(title)}")
            made = [Chip(text, tint=2 if shared else Tint.WARNING) for text, shared in named_ones]
            chips.show_chips(made, first=True, of=result.sizes[place])
        self.signature.show_grid(signature_grid(result))
        self.buckets.show_grid(band_grid(result))
        self.facts.show_facts([Fact(*fact) for fact in outcome_facts(result)])
        run = self.material.jaccard_run if self.own else None
        cut = "" if run is None else otherwise_cut(result.settings, run)
        for words, text in zip(self.words, step_words(result, cut), strict=True):
            words.setText(text)
        self.player.set_interval(2500)
        last = 1 if result.empty else len(_STEPS)  # a text without a shingle takes no part in what follows
        self.player.set_steps(last, at=last, noun="Step")

    def show_step(self, _result: WholeWay, step: int) -> None:
        """The first ``step`` sections."""
        for place, section in enumerate(self.sections):
            section.setVisible(place < step)

    def twins(self, result: WholeWay) -> Sequence[Twin]:
        """Shingles, signatures, bands, verdict."""
        shingles = [
            (which, shown(text), "yes" if shared else "no")
            for which, named_ones in zip("AB", result.shingles, strict=True)
            for text, shared in named_ones
        ]
        return [
            Twin("Shingles, the first of each", ("Of", "Shingle", "In the other text"), shingles),
            signature_grid(result).twin("Signatures", "Positions"),
            band_grid(result).twin("Bands", "Band"),
            Twin("Verdict", ("Number", "What it is"), [(value, words) for _, value, words in outcome_facts(result)]),
        ]
