"""Page 10: every measure of two documents, the axioms on three, and the edit distance with its alignment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QGridLayout, QWidget

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.small_collections import TRIPLES
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.lab.alignment_view import AlignmentView
from simexplorer.ui.lab.distance_grids import axiom_grid, measure_grid, piece_rows, value_words, values_grid
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import choice, text_editor, whole
from simexplorer.ui.lab.formula import line
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.long_texts import FEW_CHARACTERS, MOST_TYPED, beginnings, title_of, typed_title
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.panels.naming import label
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.metrics import GAP

if TYPE_CHECKING:
    from simexplorer.lab.distances import Axioms, Table, Tried


class Distances(Struct, frozen=True):
    """Measures of the first two texts, axioms of all three, random triples."""

    texts: tuple[str, str, str]
    table: Table
    axioms: tuple[Axioms, ...]
    tried: dict[str, Tried]


_FAMILIES = (
    "None exists: no functions collide with just this chance, since one minus it breaks the triangle below (Charikar "
    "2002). Candidates are found by MinHash all the same: Dice is 2 J / (1 + J), so it rises with J. A dash: none is "
    "in this program; for L1 there are random lines of Cauchy numbers (Datar et al. 2004). A short text inside a long "
    "one has a small J and is no candidate: containment is found by a join of its own, in the view Contained."
)
_BARE = (
    "A text without a shingle is like none, not even itself: its similarities count as 0. That is why d = 0 ⇔ x = y "
    "fails for what is made of them. It has no fingerprint either."
)
_TRIPLES = (
    "The random documents are counts of up to 12 features, drawn with the seed. They have no characters in an order, "
    "and so no edit distance."
)


class DistancesPage(LabPage[Distances]):
    """Three texts that can be changed."""

    name = "distances"
    title = "Distances"
    explanation = (
        "How far apart are two documents? It depends on what one looks at: the set of shingles, how often each occurs, "
        "the direction that these counts point in, the order of characters. A <b>distance</b> d must keep four axioms "
        "for all points x, y and z: never negative, 0 only between equal points, the same both ways, and no detour "
        "shorter than the direct way. One minus Dice and one minus overlap look like distances and are none. Change "
        "the texts, or step through the alignment, piece by piece: deletions and insertions alone turn A into B."
    )
    formula = (
        line("d(x, y) ≥ 0,  d(x, y) = 0 ⇔ x = y"),
        line("d(x, y) = d(y, x)"),
        line("d(x, y) ≤ d(x, z) + d(z, y)"),
        line("edit distance = |x| + |y| − 2 LCS(x, y)"),
    )
    source = (
        "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, section 3.5; Charikar 2002, Similarity estimation "
        "techniques from rounding algorithms, section 2."
    )
    examples = tuple(triple.title for triple in TRIPLES)
    own_texts = 3

    def build(self) -> None:
        """Fields, texts, alignment, measures, axioms."""
        self._edits = 0
        kinds = {"char": "characters", "word": "words"}
        self.kind = choice("labKind_distances", "Shingles of", kinds, self.recompute)
        self.shingle_size = whole("labSize_distances", "Length k", 1, 60, 2, self.recompute)
        self.add_field("Shingles of", self.kind)
        self.add_field("k", self.shingle_size)
        self._make_texts()
        self.add_section("From A to B: what is deleted stands above a gap, what is inserted below one")
        self.alignment = AlignmentView("labAlignment_distances")
        self.add(self.alignment)
        self.says = self.note("alignment")
        self.add(self.says)
        self.facts = Facts()
        self.add(self.facts)
        self.add_section("All measures of A and B")
        self.measures = GridView("labGrid_measures", "All measures of A and B")
        self.add_row(self.measures)
        self.add(self.note("families", _FAMILIES))
        self.add_section("The axioms, tried on A, B and C, and the triangle on 1,000 random triples of documents")
        self.bare = self.note("bare", _BARE)
        self.add(self.bare)
        self.axioms = GridView("labGrid_axioms", "The axioms tried")
        self.add_row(self.axioms)
        self.add(self.note("triples", _TRIPLES))

    def _make_texts(self) -> None:
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP * 2)
        self.heads, self.editors = [], []
        for column, which in enumerate("ABC"):
            head = label(f"Text {which}", "section", wrap=True)
            editor = text_editor(f"labText{which}_distances", f"Text {which}", partial(self._on_typed, column))
            grid.addWidget(head, 0, column)
            grid.addWidget(editor, 1, column)
            grid.setColumnStretch(column, 1)
            self.heads.append(head)
            self.editors.append(editor)
        self.add(table)

    # fields ----------------------------------------------------------------------------------------------------------
    @property
    def cutting(self) -> Cutting:
        """In shingles of the kind and length that were set."""
        return super().cutting.replace(shingle_kind=self.kind.value(), shingle_size=self.shingle_size.value())

    def choose(self) -> None:
        """The texts and the shingle length of the choice; missing texts are edits of those there are."""
        self._edits = 0
        titles = ["Text A", "Text B", "Text C"]
        if self.own:
            texts = beginnings(self.own, FEW_CHARACTERS)
            for place, own in enumerate(self.own):
                titles[place] = f"{'ABC'[place]}: {title_of(own, 34, FEW_CHARACTERS)}"
            self._edits = 3 - len(texts)
            texts += [""] * self._edits
            recipe = self.material.cutting.recipe
            self.kind.set_value(recipe.shingle_kind)
            self.shingle_size.setValue(recipe.shingle_size)
        else:
            triple = TRIPLES[max(0, self.chosen_example)]
            texts = list(triple.texts)
            self.kind.set_value("char")
            self.shingle_size.setValue(triple.size)
        for place in range(3 - self._edits, 3):
            titles[place] = f"{'ABC'[place]}: a random edit of {'ABC'[place - 1]}, by the seed"
        for place, (head, editor, text) in enumerate(zip(self.heads, self.editors, texts, strict=True)):
            head.setText(titles[place])
            editor.setPlainText(text)
            editor.setEnabled(place < 3 - self._edits)

    def _on_typed(self, place: int) -> None:
        """Where the page itself has chosen the text, its title stays."""
        if self._setting:
            return
        self.heads[place].setText(typed_title("ABC"[place], len(self.editors[place].toPlainText())))
        self.recompute()

    def changed_beside(self) -> list[str]:
        """What stands above the texts: which of them were typed."""
        return [head.text() for head in self.heads]

    def change_beside(self, changed: list[str]) -> None:
        """The same of the page before."""
        for head, title in zip(self.heads, changed, strict=True):
            head.setText(title)

    def work(self) -> Callable[[Progress], Distances]:
        """Measure the texts as they stand in their fields."""
        given = [editor.toPlainText()[:MOST_TYPED] for editor in self.editors[: 3 - self._edits]]
        cutting, seed, edits = self.cutting, self.seed_value, self._edits

        def compute(_progress: Progress) -> Distances:
            from simexplorer.lab.distances import axioms, compare, try_triples
            from simexplorer.lab.measure_list import cut
            from simexplorer.lab.shingling import random_edit

            texts = list(given)
            for place in range(edits):
                texts.append(random_edit(texts[-1], seed + place))
            whole = cut(texts, cutting)
            tried = {row.measure.key: row for row in try_triples(seed)}
            return Distances((texts[0], texts[1], texts[2]), compare(whole), axioms(whole), tried)

        return compute

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: Distances) -> None:
        """A step for every piece of the alignment."""
        for place in range(3 - self._edits, 3):
            with QSignalBlocker(self.editors[place]):
                self.editors[place].setPlainText(result.texts[place])
        pieces = result.table.pieces or ()
        self.player.set_steps(len(pieces), at=len(pieces), noun="Piece")
        self.measures.show_grid(measure_grid(result.table))
        self.axioms.show_grid(axiom_grid(result.axioms, result.tried))
        self.bare.setVisible(bool(result.axioms[0].distances.diagonal().any()))  # by Jaccard

    def show_step(self, result: Distances, step: int) -> None:
        """The first ``step`` pieces of the alignment."""
        from simexplorer.lab.measure_list import MEASURES, MOST_CHARACTERS

        (a, b, _), table = result.texts, result.table
        pieces = table.pieces or ()
        self.alignment.show_pieces(a, b, pieces, step)
        done = piece_rows(a, b, pieces[:step])
        edits = sum(cost for *_, cost in done)
        if table.pieces is None:
            limit = numbers.count(MOST_CHARACTERS)
            self.says.setText(f"One of the texts is longer than {limit} characters: no alignment is made here.")
        elif step:
            so_far = f"So far {numbers.counted(edits, 'edit')}."
            self.says.setText(f"{done[-1][0]}: {done[-1][1]}.  {so_far}{self.alignment.window_words()}")
        else:
            self.says.setText("Nothing is edited yet.")
        lcs = table.subsequence
        self.facts.show_facts(
            [
                Fact("edits", numbers.count(edits), "edits up to this piece"),
                Fact("distance", value_words(MEASURES[-1], float(table.values[-1])), "edit distance of A and B"),
                Fact(
                    "lcs", numbers.UNKNOWN if lcs is None else numbers.count(lcs), "characters in common, in order: LCS"
                ),
                Fact("jaccard", numbers.similarity(float(table.values[0])), "Jaccard similarity"),
                Fact("shared", numbers.count(table.shared), "shingles in both"),
                Fact(
                    "alone", f"{numbers.count(table.only_a)} + {numbers.count(table.only_b)}", "in A alone, in B alone"
                ),
            ]
        )

    def twins(self, result: Distances) -> Sequence[Twin]:
        """Measures, axioms, distances of all three, the alignment."""
        (a, b, _), table = result.texts, result.table
        rows = [(what, text, str(cost)) for what, text, cost in piece_rows(a, b, table.pieces or ())]
        return [
            measure_grid(table).twin("All measures of A and B", "Measure"),
            axiom_grid(result.axioms, result.tried).twin("The axioms tried on A, B and C", "Distance"),
            values_grid(result.axioms).twin("Distances of all three", "Distance"),
            Twin("Alignment of A and B", ("Piece", "Characters", "Edits"), rows),
        ]
