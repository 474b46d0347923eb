"""Page 4: b-bit MinHash: the same pair at b = 1 … 16 and in full, and what equal memory buys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QResizeEvent

from simexplorer.lab.material import MOST_SHINGLES
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import decimal
from simexplorer.ui.lab.formula import line, over, root, up
from simexplorer.ui.lab.grid_view import Grid, GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.theme import metrics, numbers

if TYPE_CHECKING:
    from simexplorer.lab.bbit_trade import BBitTrade

_WIDTHS = (1, 2, 4, 8, 16, 64)
_MOST_SHOWN = 18  # positions on screen
_LEAST_SHOWN = 4
_CELL, _NAMES = 62, 84  # pixels of a position, and of the names before them
_SAME, _ACCIDENT = 2, Tint.WARNING


class BBitPage(LabPage["BBitTrade"]):
    """Positions come one by one; estimates of all widths follow; below, equal bytes."""

    name = "bbit"
    title = "b-bit MinHash"
    explanation = (
        "Of each minimum only the <b>lowest b bits</b> are kept. Equal minima keep equal bits, but unlike ones agree "
        "by accident with a chance of 2<sup>−b</sup>: of the K positions a share P agrees, more than J, and the "
        "estimate Ĵ takes off what accident adds. A position then says less, so the variance grows, but it takes so "
        "little memory that for the same bytes many more of them fit. For similarities of one half and above, one bit "
        "is hard to beat; for small ones wider values win. This holds for hashes of 64 bits; for permutations of few "
        "elements the paper has other constants."
    )
    formula = (
        line("P = J + (1 − J) 2", up("−b"), ",     Ĵ = ", over(line("P − 2", up("−b")), line("1 − 2", up("−b")))),
        line("standard error = ", over("1", line("1 − 2", up("−b"))), " ", root(over("P (1 − P)", "K"))),
        line("variance ", "× ", line("(1 + ", over("1", line("J (2", up("b"), " − 1)")), ")")),
    )
    source = (
        "Li, König 2010, b-bit minwise hashing, theorems 1 and 2; Gakhov 2016, Probabilistic data structures, part 4."
    )
    examples = ("a made pair of 600 elements",)
    own_texts = 2
    most_shingles = MOST_SHINGLES

    def build(self) -> None:
        """Fields, kept bits, table of widths, two plots."""
        self._drawn_for = 0  # positions that the grid was drawn for
        says = "Jaccard similarity of the made pair"
        self.jaccard = decimal("labJaccard_bbit", says, 0.0, 1.0, 0.5, self.recompute)
        self.length = self.whole_field("Length", "Positions K", 8, 512, 64, "Positions of each signature.")
        self.budget = self.whole_field("Budget", "Bytes", 8, 1024, 128, "Bytes a document that every width may spend.")
        self.add_field("J of the pair", self.jaccard)
        self.add_field("K", self.length)
        self.add_field("Bytes a document", self.budget)
        self.facts = Facts()
        self.add(self.facts)
        self.bits = GridView("labGrid_bits", "Lowest bits kept of both documents")
        self.table = GridView("labGrid_widths", "Every width with K positions, and with equal bytes")
        self.add_section("What is kept of the minima of A and B, in hexadecimal")
        self.add_row(self.bits)
        self.key = self.note(
            "bbit", "Green: the minima are equal. Amber: unequal minima whose kept bits agree by accident."
        )
        self.add(self.key)
        self.table_title = self.add_section("Every width")
        self.add_row(self.table)
        self.at_equal = CurvePlot("labPlot_widths", "Estimates at equal bytes", "bits b", "estimate of J", 280)
        self.at_equal.set_ticks("bottom", [(n, str(bits)) for n, bits in enumerate(_WIDTHS)])
        self.trade = CurvePlot("labPlot_trade", "Error at equal bytes", "Jaccard similarity", "standard error", 280)
        self.trade.setMinimumWidth(metrics.taller(360, self.trade.font()))  # its labels stand beside the curves
        self.trade.set_ticks("bottom", [(at / 5, numbers.decimal(at / 5, 1)) for at in range(6)])
        self.add_row(
            self.titled("Estimates at equal bytes, this seed and others", self.at_equal),
            self.titled("Standard error at equal bytes", self.trade),
            stretch=(1, 1),
        )

    def work(self) -> Callable[[Progress], BBitTrade]:
        """All widths on the made pair or the person's two documents."""
        jaccard, length, budget = self.jaccard.value(), self.length.value(), self.budget.value()
        seed, texts = self.seed_value, self.own
        texts = (texts * 2)[:2] if len(texts) == 1 else texts
        cutting = self.cutting
        self.jaccard.setEnabled(not texts)

        def compute(progress: Progress) -> BBitTrade:
            from simexplorer.lab.bbit_trade import BBitSettings, bbit_trade

            settings = BBitSettings(jaccard=jaccard, length=length, budget=budget, seed=seed)
            return bbit_trade(texts, settings, cutting, progress)

        return compute

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many positions as are seen."""
        super().resizeEvent(event)
        if self._positions_shown() != self._drawn_for:
            self._drawn_for = self._positions_shown()
            self.redraw()

    def _positions_shown(self) -> int:
        cell, names = (metrics.grown(pixels, self.font()) for pixels in (_CELL, _NAMES))
        return max(_LEAST_SHOWN, min(_MOST_SHOWN, (self.room - names) // cell))

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: BBitTrade) -> None:
        """All positions at first."""
        length = result.values.shape[2]
        self._show_plots(result)
        self.player.set_interval(max(30, min(400, 16_000 // length)))
        self.player.set_steps(length, at=length, noun="Position")

    def show_step(self, result: BBitTrade, step: int) -> None:
        """The first ``step`` positions."""
        self.bits.show_grid(bits_grid(result, step, self._positions_shown()))
        self.table_title.setText(
            f"Every width: {step} of K = {result.values.shape[2]} positions, "
            f"and as many positions as {numbers.count(result.settings.budget)} bytes buy"
        )
        self.table.show_grid(widths_grid(result, step))
        self.facts.show_facts(
            [
                Fact("exact", numbers.similarity(result.exact), "exact Jaccard similarity of the pair"),
                Fact(
                    "estimate",
                    numbers.similarity(float(result.estimates[step, 0])) if step else numbers.UNKNOWN,
                    f"estimate with b = 1 from {numbers.counted(step, 'position')}",
                ),
                Fact("factor", _factor(result, 0), "variance with b = 1, at equal K"),
                Fact("saving", _saving(result, 0), "less memory with b = 1 than with 64 bits, at equal error"),
            ]
        )

    def _show_plots(self, result: BBitTrade) -> None:
        from simexplorer.lab.bbit_trade import CURVE_AT

        places = np.arange(len(_WIDTHS), dtype=float)
        reach = max(0.02, 3.2 * float(result.bought_error.max()))
        low, high = max(-0.25, result.exact - reach), min(1.25, result.exact + reach)
        self.at_equal.set_ranges((-1.2, len(_WIDTHS) - 0.4), (low, high))
        jitter = np.linspace(-0.22, 0.22, result.spread.shape[1])
        x = (places[:, None] + jitter).ravel()
        drawn = np.isfinite(result.spread.ravel())
        self.at_equal.set_points("spread", x[drawn], result.spread.ravel()[drawn], Tint.FAINT, 4)
        bars = np.repeat(places, 3)
        error = result.bought_error
        ends = np.stack([result.bought_estimate - error, result.bought_estimate + error, np.full(6, np.nan)], axis=1)
        self.at_equal.set_curve("bars", bars, ends.ravel(), Tint.ACCENT, width=2)
        self.at_equal.set_curve("exact", [-2, 7], [result.exact] * 2, Tint.MUTED, dashed=True, width=1)
        self.at_equal.set_points("estimate", places, result.bought_estimate, Tint.ACCENT, 9)
        self.at_equal.set_label("exact", -1.15, result.exact + 0.05 * (high - low), "exact", Tint.MUTED)
        top = float(result.curves.max()) * 1.12
        self.trade.set_ranges((0.0, 1.35), (0.0, top))  # its curves are named to the right of them
        for place, bits in enumerate(_WIDTHS):
            tint: Tint | int = Tint.TEXT if bits == 64 else place
            self.trade.set_curve(f"b {bits}", CURVE_AT, result.curves[place], tint, dashed=bits == 64)
            words = f"— b = {bits}" if bits < 64 else "- - 64 bits"
            self.trade.set_label(f"b {bits}", 1.03, top * (0.94 - 0.09 * place), words, tint)
        self.trade.set_mark("pair", result.exact, "the pair", Tint.ACCENT, 0.05)

    def twins(self, result: BBitTrade) -> Sequence[Twin]:
        """Kept bits, widths, errors at equal bytes."""
        step = self.player.step
        every = range(0, 101, 10)
        return [
            widths_grid(result, step).twin("Every width", "b"),
            bits_grid(result, step).twin("Kept bits of A and B", "b, document"),
            Twin(
                f"Standard error with {result.settings.budget} bytes a document",
                ("Jaccard", *(f"b = {bits}" for bits in _WIDTHS)),
                [
                    (numbers.decimal(n / 100, 1), *(numbers.decimal(float(c[n]), 4) for c in result.curves))
                    for n in every
                ],
            ),
        ]


def _factor(result: BBitTrade, place: int) -> str:
    value = float(result.factor[place])
    return numbers.UNKNOWN if np.isnan(value) else f"× {numbers.decimal(value, 2)}"


def _saving(result: BBitTrade, place: int) -> str:
    value = float(result.saving[place])
    return numbers.UNKNOWN if np.isnan(value) else f"{numbers.decimal(value, 1)} ×"


def bits_grid(result: BBitTrade, step: int, most: int = _MOST_SHOWN) -> Grid:
    """Two rows for each width: the kept bits of the last ``most`` positions up to ``step``."""
    first = max(0, step - most)
    shown = range(first, min(first + most, result.values.shape[2]))
    cells, tints, heads = [], [], []
    for place, bits in enumerate(_WIDTHS):
        digits = max(1, min(bits, 16) // 4)
        same = [_SAME if result.full_equal[at] else _ACCIDENT if result.equal[place, at] else Tint.NONE for at in shown]
        for which, name in enumerate("AB"):
            kept = (int(result.values[place, which, at]) & 0xFFFF for at in shown)
            texts = [f"{'…' if bits > 16 else ''}{value:0{digits}x}" for value in kept]
            if result.sizes[which] == 0:  # no element, no minimum
                texts = [numbers.UNKNOWN] * len(texts)
            cells.append([text if at < step else "" for at, text in zip(shown, texts, strict=True)])
            tints.append([tint if at < step else Tint.FAINT for at, tint in zip(shown, same, strict=True)])
            heads.append(f"b = {bits}  {name}" if bits < 64 else f"64 bits  {name}")
    return Grid(
        cells=cells,
        columns=[str(at + 1) for at in shown],
        rows=heads,
        tints=tints,
        gaps=frozenset(range(2, 12, 2)),
        least_width=51,
    )


def widths_grid(result: BBitTrade, step: int) -> Grid:
    """A row for each width: K positions on the left, equal bytes on the right."""
    cells = []
    for place in range(len(_WIDTHS)):
        equal = int(result.equal[place, :step].sum())
        accident = int((result.equal[place, :step] & ~result.full_equal[:step]).sum())
        cells.append(
            [
                numbers.count(int(result.bytes_each[place])),
                f"{equal} / {step}",
                str(accident),
                numbers.similarity(float(result.estimates[step, place])) if step else numbers.UNKNOWN,
                f"± {numbers.decimal(float(result.error[place]), 3)}",
                _factor(result, place),
                _saving(result, place),
                numbers.count(int(result.lengths[place])),
                numbers.similarity(float(result.bought_estimate[place])),
                f"± {numbers.decimal(float(result.bought_error[place]), 3)}",
            ]
        )
    best = int(np.argmin(result.bought_error))
    tints: list[list[Tint | int]] = [[Tint.NONE] * 10 for _ in _WIDTHS]
    tints[best][7:] = [_SAME] * 3
    return Grid(
        cells=cells,
        columns=(
            "bytes",
            "equal",
            "by accident",
            "estimate",
            "error at K",
            "variance",
            "saves",
            "K bought",
            "estimate",
            "error",
        ),
        rows=[f"b = {bits}" if bits < 64 else "64 bits" for bits in _WIDTHS],
        tints=tints,
    )
