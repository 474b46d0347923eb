"""Page 9: an exact join of a small collection, filter by filter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from PySide6.QtGui import QResizeEvent

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.small_collections import COLLECTIONS, SmallCollection, drawn_strings
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fate_matrix import FateMatrix
from simexplorer.ui.lab.fields import choice, decimal, whole
from simexplorer.ui.lab.formula import line, over
from simexplorer.ui.lab.grid_view import Grid, GridView
from simexplorer.ui.lab.join_grids import (
    MOST_KEYS,
    IndexKeys,
    index_grid,
    pair_words,
    steps_grid,
    strings_grid,
    tints_at,
    wanted_words,
)
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.long_texts import FEW_CHARACTERS, beginnings, limit_words
from simexplorer.ui.lab.short_titles import short_titles
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.theme import metrics, numbers

_UNITS = {"char": "characters", "word": "words", "item": "items"}
_LEAST = 0.001  # threshold: at 0 no filter drops a pair
_HEADS, _MOST_ROOM = 240, 600  # pixels: of names and figures before the symbols, and most for the symbols

if TYPE_CHECKING:
    from simexplorer.lab.joins import JoinWalk

STEPS = (
    "All pairs: every one would have to be compared.",
    "Length: the shorter of two strings holds at least t times as many symbols as the longer.",
    "Prefix: two strings that are alike share a symbol among the first of each. Only prefixes are indexed.",
    "Position: where the shared symbol stands limits what can follow it in both.",
    "Suffix: what is left behind the shared symbol, on the longer side, limits it further.",
    "What is left is compared in full: the answer, exactly.",
)


class Joins(Struct, frozen=True):
    """A joined collection, and the fullest keys of its three indexes with the number of all.

    names, texts : of every text that was given, also of those that take no part
    limit : what of them is left out, in a sentence; "" where nothing is
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    limit: str
    walk: JoinWalk
    keys: tuple[IndexKeys, ...]
    counts: tuple[int, ...]

    @property
    def strings(self) -> list[str]:
        """Names of the strings in their order."""
        return [self.names[row] for row in self.walk.rows.tolist()]

    def index_at(self, step: int) -> Grid:
        """The index of a step's filter."""
        kind = min(max(step - 2, 0), 2)
        return index_grid(self.keys[kind], self.counts[kind], self.strings, kind)


class JoinsPage(LabPage[Joins]):
    """Filters one after the other, the triangle of pairs, and one pair looked at."""

    name = "joins"
    title = "Exact joins"
    explanation = (
        "Without any hashing one can still avoid most comparisons. Write each set as a <b>string</b> of its symbols, "
        "all in the same order, rare ones first. Then cheap bounds rule pairs out before anything is compared: lengths "
        "that differ too much, <b>prefixes</b> that share nothing, a shared symbol that stands too far back, too much "
        "left behind it. Every filter only drops pairs that cannot reach the threshold t, so the answer is "
        "<b>exact</b>. Below, L is how many symbols a string has, of two the longer; the first symbol that they share "
        "stands at position i in the longer and j in the other, with p and q symbols behind it."
    )
    formula = (
        line("length:  ", over("shorter", "longer"), " ≥ t"),
        line("prefix:  L − ⌈t L⌉ + 1 symbols"),
        line("position:  ", over("L − i + 1", "L + j − 1"), " ≥ t"),
        line("suffix:  ", over("1 + min(p, q)", "i + j − 1 + max(p, q)"), " ≥ t"),
    )
    source = (
        "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, section 3.9; Chaudhuri, Ganti, Kaushik 2006; Xiao, "
        "Wang, Lin, Yu 2008, Efficient similarity joins for near duplicate detection."
    )
    examples = (*(collection.title for collection in COLLECTIONS), drawn_strings(1).title)
    own_texts = 24
    uses_collection = True  # its threshold

    def build(self) -> None:
        """Fields, sentence, triangle, counts, strings, index."""
        self.threshold = decimal("labThreshold_joins", "Threshold t", _LEAST, 1.0, 0.8, self.recompute)
        self.threshold.setDecimals(3)
        self.shingle_size = whole("labSize_joins", "k", 1, 60, 1, self.recompute)
        orders = {"rarity": "rare ones first", "id": "alphabetical"}
        self.order = choice("labOrder_joins", "Order of symbols", orders, self.recompute)
        for title, field in (("Threshold t", self.threshold), ("k", self.shingle_size), ("Symbols", self.order)):
            self.add_field(title, field)
        self.chosen = (1, 0)
        self._drawn_for = 0  # pixels that the symbols were drawn for
        self.says = self.note("joins")
        self.add(self.says)
        self.matrix = FateMatrix("labMatrix_joins", "Pairs and what becomes of them")
        self.matrix.pair_chosen.connect(self._on_pair)
        self.steps = GridView("labGrid_filters", "Pairs left after each filter")
        self.look = self.note("pair")
        self.look.setMinimumWidth(metrics.taller(370, self.look.font()))
        self.add_row(self.matrix, self.titled("", self.steps, self.look))
        self.facts = Facts()
        self.add(self.facts)
        self.add_section("Strings, shortest first; the prefix of each in colour")
        self.strings = GridView("labGrid_strings", "Strings and their prefixes")
        self.add_row(self.strings)
        self.add_section("The index that this filter needs: its keys, and the strings under each")
        self.index = GridView("labGrid_index", "Keys of the index")
        self.add_row(self.index)

    # fields ----------------------------------------------------------------------------------------------------------
    @property
    def cutting(self) -> Cutting:
        """In shingles of the length that was set."""
        return super().cutting.replace(shingle_size=self.shingle_size.value())

    def choose(self) -> None:
        """The fields as the chosen collection wants them."""
        if self.own:
            run = self.material.jaccard_run
            self.threshold.show_exactly(0.8 if run is None else max(_LEAST, run.threshold))
            self.shingle_size.setValue(self.material.cutting.recipe.shingle_size)
            self.order.set_value("rarity")
        else:
            collection = self._collection()
            self.threshold.show_exactly(collection.threshold)
            self.shingle_size.setValue(collection.size)
            self.order.set_value(collection.order)
        unit = _UNITS[self.cutting.recipe.shingle_kind]
        self.shingle_size.setAccessibleName(f"k: {unit} of a shingle")
        self.chosen = (1, 0)
        self.seed.setEnabled(self.chosen_example == len(COLLECTIONS))

    def _on_pair(self, s: int, t: int) -> None:
        self.chosen = (s, t)
        self.redraw()

    def _texts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names and texts."""
        if self.own:
            titles = short_titles([text.title for text in self.own], 14)
            names = tuple(f"{place} {title}" for place, title in enumerate(titles, 1))
            return names, tuple(beginnings(self.own, FEW_CHARACTERS))
        collection = self._collection()
        return collection.names, collection.texts

    def _collection(self) -> SmallCollection:
        chosen = max(0, self.chosen_example)
        return COLLECTIONS[chosen] if chosen < len(COLLECTIONS) else drawn_strings(self.seed_value)

    def work(self) -> Callable[[Progress], Joins]:
        """Join the texts under the present fields."""
        titles, texts = self._texts()
        threshold, order = self.threshold.exact, self.order.value()
        cutting = self.cutting
        limit = limit_words(self.own, FEW_CHARACTERS)

        def compute(progress: Progress) -> Joins:
            from simexplorer.lab.joins import index_keys, join_walk

            walk = join_walk(texts, cutting, threshold, order, progress)
            keys = [index_keys(walk, detail) for detail in range(3)]
            fullest, counts = tuple(found[:MOST_KEYS] for found in keys), tuple(len(found) for found in keys)
            return Joins(titles, texts, limit, walk, fullest, counts)

        return compute

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many symbols as are seen."""
        super().resizeEvent(event)
        if self._symbols_room() != self._drawn_for:
            self._drawn_for = self._symbols_room()
            self.redraw()

    def _symbols_room(self) -> int:
        return min(_MOST_ROOM, self.room - _HEADS)

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: Joins) -> None:
        """Six steps: all pairs, four filters, the comparison."""
        walk = result.walk
        if self.chosen[0] >= walk.rows.size:
            self.chosen = (1, 0)
        if self.chosen == (1, 0) and walk.answers:
            pair = np.argwhere(walk.fate == walk.fate.max())[-1].tolist()
            self.chosen = (pair[0], pair[1])
        first = self.player.last == 0
        self.player.set_steps(len(STEPS) - 1, at=len(STEPS) - 1 if first else None)

    def show_step(self, result: Joins, step: int) -> None:
        """The pairs after this filter."""
        walk, names = result.walk, result.strings
        self.says.setText(STEPS[step] + result.limit)
        self.matrix.show_fates(names, tints_at(walk, step), walk.similarity, self.chosen)
        self.steps.show_grid(steps_grid(walk, result.counts, step))
        self.look.setText(pair_words(walk, names, result.texts, self.chosen, step))
        self.strings.show_grid(strings_grid(walk, names, step, self._symbols_room()))
        self.index.show_grid(result.index_at(step))
        left = (*walk.candidates, walk.answers)
        saved = 1.0 - walk.compared / walk.candidates[0] if walk.candidates[0] else 0.0
        self.facts.show_facts(
            [
                Fact("possible", numbers.count(walk.candidates[0]), "pairs in all"),
                Fact("left", numbers.count(left[step]), "are left at this step"),
                Fact("compared", numbers.count(walk.compared), "are compared in full in the end"),
                Fact("answers", numbers.count(walk.answers), f"reach a similarity of {wanted_words(walk)}"),
                Fact("saved", numbers.percent(saved), "of all comparisons saved"),
            ]
        )

    def twins(self, result: Joins) -> Sequence[Twin]:
        """Filters, pairs, strings, index."""
        walk, names, step = result.walk, result.strings, self.player.step
        fates = ("length", "prefix", "position", "suffix", "compared: too unlike", "answer")
        pairs = [
            (names[s], names[t], fates[int(walk.fate[s, t])], numbers.similarity(float(walk.similarity[s, t])))
            for s in range(len(names))
            for t in range(s)
        ]
        return [
            steps_grid(walk, result.counts, step).twin("Pairs left after each filter", "Filter"),
            Twin("Pairs", ("String", "With", "Ends at", "Similarity"), pairs),
            strings_grid(walk, names, step).twin("Strings", "String"),
            result.index_at(step).twin("Index", "Key"),
        ]
