"""Page 3: the characteristic matrix and MinHash: permutations, functions, first rows only, one pass, sketching."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QStandardItemModel

from simexplorer.errors import ParameterError
from simexplorer.lab.examples import SMALL_SETS, SmallSets
from simexplorer.lab.material import MOST_SHINGLES
from simexplorer.lab.typed import linear_functions, row_orders, small_sets
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import typed_line
from simexplorer.ui.lab.formula import down, line, over, root
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.minhash_grids import (
    SHOWN_ROWS,
    first_shown,
    functions_done,
    matrix_grid,
    pairs_grid,
    place_at,
    repeat_words,
    signature_grid,
    values_now,
)
from simexplorer.ui.lab.minhash_words import FUNCTIONS, PERMUTATIONS, SETS, WAY_WORDS, WAYS
from simexplorer.ui.lab.short_titles import short_titles
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.minhashing import MinhashSteps

_ORDERS = {"example": "of the example", "drawn": "at random", "hand": "by hand"}
_NONE_GIVEN = "none given: at random"
_BY_NO_ORDER = ("functions", "sketching")
_FINE = 0.01  # the standard error for which the functions are counted


class MinhashPage(LabPage["MinhashSteps"]):
    """Steps walk down the rows; the signature fills beside them; below, the estimate as functions are added."""

    name = "minhash"
    title = "Characteristic matrix and MinHash"
    explanation = (
        "Sets S are the columns of a matrix of zeros and ones, elements its rows. Mix the rows and take the place of "
        "the <b>first one</b> in each column, its minhash h: two columns get the same place with a chance that is "
        "exactly their Jaccard similarity J. Only three types of rows matter: A (a one in both), B (in the first "
        "alone) and C (in the second alone). Each of these rows is equally likely to come first, and only an A makes "
        "the places equal. Rows of type D say nothing. One order tells little: it says 0 or 1. Repeated K times this "
        "gives a <b>signature</b>, whose share of equal positions estimates the similarity. Sets that share nothing "
        "have no A: their estimate is always 0, and that of equal sets always 1."
    )
    formula = (
        line("P[h(S", down("1"), ") = h(S", down("2"), ")] = ", over("A", "A + B + C"), " = J"),
        line("standard error = ", root(over("J (1 − J)", "K"))),
    )
    source = (
        "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, section 3.3; Gakhov 2016, Probabilistic data "
        "structures, part 4; Broder 1997; Li, Owen, Zhang 2012, One permutation hashing; Dahlgaard, Knudsen, Thorup "
        "2017, Fast similarity sketching."
    )
    examples = tuple(example.title for example in SMALL_SETS)
    own_texts = 4
    most_shingles = MOST_SHINGLES

    def build(self) -> None:
        """Fields, matrix beside signature, figures of the pair, growth."""
        self._by_hand: dict[int, tuple[int, ...]] = {}
        self._build_fields()
        self.words = self.note("minhash")
        self.add(self.words)
        self.repeats = self.note("repeats")
        self.add(self.repeats)
        self.matrix = GridView("labGrid_matrix", "Characteristic matrix", movable=True)
        self.signature = GridView("labGrid_signature", "Signature matrix")
        self.pairs = GridView("labGrid_pairs", "All pairs of columns")
        self.matrix.row_moved.connect(self._on_row_moved)
        self.add_row(
            self.titled("Characteristic matrix: element, place", self.matrix),
            self.titled(
                "Signature so far", self.signature, self.note("pairs", "All pairs, by the whole signature:"), self.pairs
            ),
        )
        self.facts = Facts()
        self.add(self.facts)
        self.add_section("The estimate of this pair as functions are added, with one and two standard errors")
        self.plot = CurvePlot("labPlot_minhash", "Estimate against exact similarity", "functions K", "Jaccard", 280)
        self.add(self.plot)

    def _build_fields(self) -> None:
        self.way = self.choice_field("Way", "Way", WAYS)
        self.way.currentIndexChanged.disconnect(self.recompute)
        self.way.currentIndexChanged.connect(self._on_way)
        self.orders = self.choice_field("Orders", "Rows or functions", _ORDERS)
        self.orders.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToContents)  # one is named by the example
        self.length = self.whole_field("Length", "Functions K", 1, 12, 3, "Positions of the signature that is drawn.")
        self.first = self.whole_field("First", "First rows m", 1, 999, 3, "Rows that are looked at.")
        self.pair = self.choice_field("Pair", "Pair of columns", {"0,1": "1, 2"})
        self.pair.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToContents)  # names of documents come and go
        self.sets = typed_line(
            "labSets_minhash", "Sets of your own", "like abe, bd or columns 110, 011", self.recompute, SETS
        )
        self.sets.textChanged.connect(self._offer_pairs)
        self.typed = typed_line(
            "labTyped_minhash", "Hash functions of your own", "like x + 1, 3x + 1", self._compute_typed, FUNCTIONS
        )
        self.permuted = typed_line(
            "labPermutations_minhash", "Permutations of your own", "like 2 3 1, cab", self._on_permuted, PERMUTATIONS
        )
        self.add_field("Way", self.way)
        self.add_field("Order", self.orders)
        self.add_field("K", self.length)
        self._first_cell = self.add_field("m", self.first)
        self._sets_cell = self.add_field("Sets", self.sets)
        self._typed_cell = self.add_field("h(x)", self.typed)
        self._permuted_cell = self.add_field("π", self.permuted)
        self.add_field("Pair", self.pair)

    def choose(self) -> None:
        """The way and the length that go with the example."""
        self._by_hand.clear()
        for line_of_own in (self.sets, self.typed, self.permuted):
            line_of_own.clear()
        example = SMALL_SETS[max(0, self.chosen_example)]
        self._sets_cell.setVisible(not self.own)
        self.way.set_value("functions" if example.functions and not self.own else "permutations")
        self.orders.set_value("drawn" if self.own else "example")
        self.length.setValue(8 if self.own else len(example.functions) or len(example.orders) or 3)
        self._offer_pairs()
        self.pair.setCurrentIndex(1 if self.pair.count() > 2 else 0)

    def _offer_pairs(self) -> None:
        """Those of the columns that are there; sets that cannot be read leave them, which computing tells."""
        columns = short_titles([text.title for text in self.own], 16) or list(self._example().columns)
        columns = columns if len(columns) > 1 else columns * 2
        chosen = self.pair.currentData()
        with QSignalBlocker(self.pair):
            self.pair.clear()
            for i, j in itertools.combinations(range(len(columns)), 2):
                self.pair.addItem(f"{columns[i]}, {columns[j]}", f"{i},{j}")
            self.pair.setCurrentIndex(max(0, self.pair.findData(chosen)))

    def _example(self) -> SmallSets:
        """The sets that were typed, where they can be read, else the chosen ones."""
        with suppress(ParameterError):
            return small_sets(self.sets.text()) or SMALL_SETS[max(0, self.chosen_example)]
        return SMALL_SETS[max(0, self.chosen_example)]

    def _on_way(self) -> None:
        self._compute_typed(least=1 if self.way.value() == "functions" else 3)

    def _on_permuted(self) -> None:
        """Permutations that were typed are those of the person."""
        self._by_hand.clear()
        usual = "drawn" if self.own else "example"
        with QSignalBlocker(self.orders):
            self.orders.set_value("hand" if self.permuted.text().strip() else usual)
        self._compute_typed()

    def _compute_typed(self, least: int = 1) -> None:
        """With K as many as were typed, which can be raised again: others are drawn then; else not below ``least``."""
        way = self.way.value()
        _, functions, permutations = self._written(way)
        typed = sum(bool(part.strip()) for part in (functions or permutations).split(","))
        before, self._setting = self._setting, True
        if typed and way != "one pass":  # where one permutation serves all K positions
            self.length.setValue(typed)
        else:
            self.length.setValue(max(least, self.length.value()))
        self._setting = before
        self.recompute()

    def work(self) -> Callable[[Progress], MinhashSteps]:
        """All steps of the chosen way."""
        if self.orders.value() != "hand":
            self._by_hand.clear()
        way, length, first, seed = self.way.value(), self.length.value(), self.first.value(), self.seed_value
        pair, by_hand, drawn = self._pair(), dict(self._by_hand), self.orders.value() == "drawn"
        example, cutting = self._example(), self.cutting
        texts = (self.own * 2)[:2] if len(self.own) == 1 else self.own
        columns, functions, permutations = self._written(way)
        self._offer(way, None if texts else example)
        erratum = example.erratum if way == "functions" and not texts and not functions else ""
        self.words.setText(f"{WAY_WORDS[way]} {erratum}".rstrip())

        def compute(progress: Progress) -> MinhashSteps:
            from simexplorer.lab.minhashing import MinhashSettings, minhash_steps

            sets = small_sets(columns) or example
            typed, modulus = linear_functions(functions)
            settings = MinhashSettings(
                way=way,
                length=length,
                first=first,
                seed=seed,
                pair=pair,
                drawn=drawn,
                by_hand={**dict(enumerate(row_orders(permutations, sets.rows))), **by_hand},
                typed=typed,
                modulus=modulus,
            )
            return minhash_steps(sets, texts, settings, cutting, progress)

        return compute

    def _written(self, way: str) -> tuple[str, str, str]:
        """The sets, functions and permutations that were typed, where this way goes by them."""
        functions = self.typed.text() if way == "functions" else ""
        permutations = self.permuted.text() if self.orders.value() == "hand" and not self.own else ""
        columns = "" if self.own else self.sets.text()
        return columns, functions, "" if way in _BY_NO_ORDER else permutations

    def _offer(self, way: str, example: SmallSets | None) -> None:
        """Show the fields of this way, and say whether the example has what it goes by.

        Bins of fast sketching are drawn by the seed alone.
        """
        self._first_cell.setVisible(way == "first rows")
        self._typed_cell.setVisible(way == "functions")
        self._permuted_cell.setVisible(example is not None and way not in _BY_NO_ORDER)
        given = {"functions": example.functions, "sketching": ()}.get(way, example.orders) if example else ()
        self.orders.setItemText(0, _ORDERS["example"] if given else _NONE_GIVEN)
        self.orders.setEnabled(way != "sketching")
        choices = self.orders.model()
        assert isinstance(choices, QStandardItemModel)
        choices.item(0).setEnabled(example is not None)
        choices.item(self.orders.findData("hand")).setEnabled(way not in _BY_NO_ORDER)

    def _pair(self) -> tuple[int, int]:
        i, _, j = self.pair.value().partition(",")
        return (int(i), int(j)) if j else (0, 1)

    def changed_beside(self) -> dict[int, tuple[int, ...]]:
        """The permutations that were moved by hand."""
        return dict(self._by_hand)

    def change_beside(self, changed: dict[int, tuple[int, ...]]) -> None:
        """The same, over the elements that there are now."""
        self._by_hand = dict(changed)

    def _drop_unfit(self, rows: int) -> str:
        """Forget permutations by hand of another number of elements: in words what they were of, "" if all fit."""
        unfit = {len(order) for order in self._by_hand.values() if len(order) != rows}
        if not unfit:
            return ""
        self._by_hand = {place: order for place, order in self._by_hand.items() if len(order) == rows}
        if not self._by_hand:
            with QSignalBlocker(self.orders):
                self.orders.set_value("drawn" if self.own else "example")
        return (
            f"The order of rows that was moved by hand was of {numbers.counted(unfit.pop(), 'row')}; "
            f"now there {'is' if rows == 1 else 'are'} {numbers.count(rows)}: it was given up."
        )

    def _on_row_moved(self, start: int, end: int) -> None:
        """A row was moved by hand: from now on this permutation is the person's."""
        if self.result is None or self.result.running.size:
            return
        function, _ = place_at(self.result, self.player.step)
        shift = first_shown(self.result, self.player.step)
        order = list(self._by_hand.get(function, tuple(self.result.orders[function].tolist())))
        order.insert(end + shift, order.pop(start + shift))
        self._by_hand[function] = tuple(order)
        if self.orders.value() != "hand":
            kept = dict(self._by_hand)
            with QSignalBlocker(self.orders):
                self.orders.set_value("hand")
            for place, others in enumerate(self.result.orders.tolist()):
                kept.setdefault(place, tuple(others))
            self._by_hand = kept
        self.recompute()

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: MinhashSteps) -> None:
        """Stand at the end, so that all values are there; reset and play show how they came."""
        same = self.player.last == len(result.at) and self.orders.value() == "hand"
        self.repeats.setText(repeat_words(result) or self._drop_unfit(result.sets.matrix.shape[0]))
        self.repeats.setVisible(bool(self.repeats.text()))
        self.matrix.set_movable(not result.running.size)
        self.player.set_interval(max(20, min(650, 30_000 // max(1, len(result.at)))))
        self._show_growth(result)
        self.player.set_steps(
            len(result.at), at=None if same else len(result.at), noun="Step" if result.bins.size else "Row"
        )

    def show_step(self, result: MinhashSteps, step: int) -> None:
        """Matrix, signature and figures when so many rows were looked at."""
        pair = self._shown_pair(result)
        self.matrix.show_grid(matrix_grid(result, step, pair))
        self.signature.show_grid(signature_grid(result, step, pair))
        self.pairs.show_grid(pairs_grid(result, pair))
        p = next(n for n in range(result.pairs.i.size) if (result.pairs.i[n], result.pairs.j[n]) == pair)
        a, b, c, d = (int(count) for count in result.pairs.types[p])
        now = values_now(result, step)[:, list(pair)]
        done = np.array(functions_done(result, step))
        known = (now >= 0).all(axis=1) | (done & (now >= 0).any(axis=1))
        equal = int((known & (now[:, 0] == now[:, 1])).sum())
        length = max(1, int(known.sum()))
        exact = float(result.pairs.exact[p])
        self.facts.show_facts(
            [
                Fact("types", ", ".join(map(numbers.count, (a, b, c, d))), "rows of type A, B, C, D"),
                Fact(
                    "exact",
                    numbers.similarity(exact),
                    f"exact Jaccard, A / (A + B + C) = {numbers.count(a)}\u00a0/\u00a0{numbers.count(a + b + c)}",
                ),
                Fact(
                    "estimate",
                    numbers.similarity(equal / length) if known.any() else numbers.UNKNOWN,
                    f"estimate: {equal} of {numbers.counted(int(known.sum()), 'position')} equal",
                ),
                Fact(
                    "error",
                    f"± {numbers.decimal(result.growth.drawn_error, 3)}",
                    f"standard error of {numbers.counted(result.values.shape[0], 'position')}"
                    f"{', at most' if result.bins.size else ''}",
                ),
                Fact(
                    "needed",
                    numbers.about(exact * (1.0 - exact) / _FINE**2) if 0.0 < exact < 1.0 else numbers.UNKNOWN,
                    f"independent functions give ± {numbers.decimal(_FINE, 2)}, four times as many half of it",
                ),
            ]
        )

    def _shown_pair(self, result: MinhashSteps) -> tuple[int, int]:
        pair, width = self._pair(), result.sets.matrix.shape[1]
        return pair if pair[1] < width else (0, 1)

    def _show_growth(self, result: MinhashSteps) -> None:
        growth, last = result.growth, float(result.growth.lengths[-1])
        k, exact = growth.lengths, np.full(growth.lengths.size, growth.exact)
        self.plot.set_ranges((0.0, last * 1.02), (0.0, 1.05))
        for key, width in (("two", 2.0), ("one", 1.0)):
            low, high = exact - width * growth.error, exact + width * growth.error
            self.plot.set_area(key, k, np.clip(low, 0, 1), np.clip(high, 0, 1), Tint.MUTED)
        self.plot.set_curve("exact", k, exact, Tint.MUTED, dashed=True, width=1)
        self.plot.set_curve("estimate", k, growth.estimate, Tint.ACCENT)
        final = growth.estimate[-1]
        words = f"K = {int(last)}: {numbers.estimate(float(final), float(growth.error[-1]))}"
        self.plot.set_label("final", last, 0.12 if growth.exact > 0.5 else 0.92, words, Tint.ACCENT, 1.0)
        exact_words = f"exact {numbers.similarity(growth.exact)}"
        self.plot.set_label("exact", last, 0.04 if growth.exact > 0.5 else 0.84, exact_words, Tint.MUTED, 1.0)

    def twins(self, result: MinhashSteps) -> Sequence[Twin]:
        """Matrix, signature, pairs and growth."""
        step, pair = self.player.step, self._shown_pair(result)
        growth = result.growth
        chosen = np.unique(np.geomspace(1, growth.lengths.size, 16).astype(int)) - 1
        shown = f" (rows {first_shown(result, step) + 1} on)" if len(result.sets.rows) > SHOWN_ROWS else ""
        return [
            matrix_grid(result, step, pair).twin(f"Characteristic matrix{shown}", "Element, place"),
            signature_grid(result, step, pair).twin("Signature so far", "Function"),
            pairs_grid(result, pair).twin("All pairs of columns", "Pair"),
            Twin(
                "The estimate as functions are added",
                ("K", "Estimate", "Standard error", "Exact"),
                [
                    (
                        str(int(growth.lengths[n])),
                        numbers.similarity(float(growth.estimate[n])),
                        numbers.decimal(float(growth.error[n]), 3),
                        numbers.similarity(growth.exact),
                    )
                    for n in chosen.tolist()
                ],
            ),
        ]
