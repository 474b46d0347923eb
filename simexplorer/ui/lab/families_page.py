"""Page 7: families combined by ANDs and ORs, and Euclid's random lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker

from simexplorer.lab.family_kinds import KINDS, Blocks
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.lab.block_builder import MOST_BLOCKS, BlockBuilder
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.family_grids import (
    has_key,
    pair_grid,
    plain,
    short,
    stage_grid,
    stage_names,
    stage_words,
    yes_words,
)
from simexplorer.ui.lab.fields import choice, decimal, field_row, whole
from simexplorer.ui.lab.formula import FormulaView, down, line, over, up
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.lines_board import LinesBoard
from simexplorer.ui.lab.long_texts import beginnings, limit_words
from simexplorer.ui.lab.nested_blocks import NestedBlocks
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.families import FamilyCurve, Trial
    from simexplorer.lab.lines import Lines

_LAW = (
    line("p = 1 − 2 Φ(", over("− w", "d"), ")"),
    line("      − ", over("2 d", "w √2π"), " (1 − e", up("−w² / 2d²"), ")"),
)
_LAW_WORDS = (
    "p: chance that two points at distance d share an interval; Φ: distribution function of the normal law. A line "
    "is a vector a of normal numbers, and ⌊a · x / w + offset⌋ the interval of a point x: "
)
_RHO = "among n documents about n^ρ tables find what is near"
_OR = "; an OR has none, as its yes is no key to sort a table by"
_WORDS_BELOW = 0.7  # of the plot's width: at the right of a dot farther right words would be cut
_POINTS = ((-0.9, -0.5), (-0.7, 0.4), (1.5, 0.9))


class Families(Struct, frozen=True):
    """A construction with what real functions answered after each block, and the points over random lines."""

    key: object
    curve: FamilyCurve
    trials: tuple[tuple[Trial, Trial], ...]
    lines: Lines
    pair: float | None  # how far apart the person's two documents are, nan where one has no shingle


class FamiliesPage(LabPage[Families]):
    """Blocks change the curve; points are dragged over intervals of a line."""

    name = "families"
    title = "Families"
    explanation = (
        "A family of functions is <b>(d₁, d₂, p₁, p₂)-sensitive</b> when documents no farther apart than d₁ collide "
        "with a chance of at least p₁, and documents at d₂ or more with at most p₂. Asking several functions widens "
        "the gap: an <b>AND</b> of r wants all of them to agree, which pushes low chances down; an <b>OR</b> of b is "
        "content with one, which pushes high ones up. That counts on functions drawn independently, whose chances "
        "multiply, and on values that can be hashed: those that are equal are found without looking at every pair. "
        "Nest them as you like and step from block to block. Beside each promise stands what real functions, drawn "
        "with the seed, answered about a pair at that distance."
    )
    formula = (
        line("AND of r:  p → p", up("r")),
        line("OR of b:  p → 1 − (1 − p)", up("b")),
        line("ρ = ", over(line("ln p", down("1")), line("ln p", down("2"))), "  of one function"),
    )
    source = (
        "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, sections 3.6 and 3.7; Indyk, Motwani 1998; Datar, "
        "Immorlica, Indyk, Mirrokni 2004, Locality-sensitive hashing scheme based on p-stable distributions."
    )
    examples = ("without documents",)
    own_texts = 2
    symbols = (("d1", "d₁"), ("d2", "d₂"))

    def build(self) -> None:
        """Fields, blocks, curve, promises, and the plane below."""
        self.points = np.array(_POINTS)
        self._make_fields()
        self.builder = BlockBuilder(self.name)
        self.builder.changed.connect(self.recompute)
        self.add(self.builder)
        self.nested = NestedBlocks("labNested_families")
        self.stages = GridView("labGrid_stages", "Promises after each block")
        self.add_row(self.nested, self.stages)
        self.says = self.note("families")
        self.add(self.says)
        self.facts = Facts()
        self.add(self.facts)
        says = "Chance of a yes over the distance, after each block"
        self.plot = CurvePlot("labPlot_families", says, "distance", "chance of a yes", 270)
        self.add(self.plot)
        self.add_section(
            "Euclid's random lines: drag a point. Each line is cut into intervals; points in one interval collide"
        )
        self.add(field_row(("Random line", self.which), ("Interval width w", self.interval)))
        self.board = LinesBoard("labBoard_families")
        self.board.point_moved.connect(self._on_point)
        self.pairs = GridView("labGrid_lines", "Points pair by pair")
        self.law = FormulaView(_LAW)
        self.line_words = self.note("lines")
        self.add_row(self.board, self.titled("", self.pairs, self.law, self.line_words), stretch=(1, 0))

    def _make_fields(self) -> None:
        titles = {key: kind.title for key, kind in KINDS.items()}
        self.kind = choice("labKind_families", "Family", titles, self._on_kind)
        self.add_field("Family", self.kind)
        self.near = decimal("labNear_families", "d₁: how far apart is near", 0.0, 1.0, 0.2, self.recompute)
        self.far = decimal("labFar_families", "d₂: how far apart is far", 0.0, 1.0, 0.6, self.recompute)
        self.interval = decimal("labInterval_families", "Interval width w", 0.1, 10.0, 1.0, self.recompute, 0.1)
        self.which = whole("labLine_families", "Random line that is drawn", 1, 128, 1, self.redraw)
        self.add_field("d₁, near", self.near)
        self.add_field("d₂, far", self.far)
        self._set_distances()

    # fields ----------------------------------------------------------------------------------------------------------
    def _set_distances(self) -> None:
        kind = KINDS[self.kind.value()]
        for field, value in ((self.near, kind.d1), (self.far, kind.d2)):
            field.setRange(0.0, kind.span if self.kind.value() != "euclid" else 50.0)
            field.setDecimals(2 if kind.step < 1 else 0)
            field.setSingleStep(kind.step)
            field.setValue(value)

    def _on_kind(self) -> None:
        with QSignalBlocker(self.near), QSignalBlocker(self.far):
            self._set_distances()
        self.recompute()

    def _on_point(self, place: int, x: float, y: float) -> None:
        self.points = self.points.copy()
        self.points[place] = x, y
        self.recompute()

    def changed_beside(self) -> tuple[Blocks, NDArray[np.float64]]:
        """Blocks and points."""
        return self.builder.blocks, self.points

    def change_beside(self, changed: tuple[Blocks, NDArray[np.float64]]) -> None:
        """The same of the page before."""
        blocks, self.points = changed
        self.builder.set_blocks(blocks)

    def work(self) -> Callable[[Progress], Families]:
        """The curve and the trials where they differ from those at hand, the lines in any case."""
        kind, blocks, seed = self.kind.value(), self.builder.blocks, self.seed_value
        near, far, interval, points = self.near.value(), self.far.value(), self.interval.value(), self.points
        texts, cutting = beginnings(self.own), self.cutting
        key, before = (kind, blocks, seed, near, far, interval, *texts), self.result

        def compute(_progress: Progress) -> Families:
            from simexplorer.lab.distances import apart
            from simexplorer.lab.families import family_curve, trial
            from simexplorer.lab.lines import lines_over

            lines = lines_over(points, seed, interval)
            if before is not None and before.key == key:
                return Families(key, before.curve, before.trials, lines, before.pair)
            curve = family_curve(kind, blocks, near, far, interval)
            stages = [blocks[:count] for count in range(len(blocks) + 1)]
            trials = tuple(
                (trial(kind, stage, near, seed, interval), trial(kind, stage, far, seed, interval)) for stage in stages
            )
            pair = apart(texts, kind, cutting) if len(texts) == 2 else None
            return Families(key, curve, trials, lines, pair)

        return compute

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: Families) -> None:
        """All blocks at first; a point that was dragged changes no step."""
        last = len(result.curve.promises) - 1
        keep = last == self.player.last and self.player.step < last
        self.player.set_steps(last, at=self.player.step if keep else last, noun="Block")

    def show_step(self, result: Families, step: int) -> None:
        """The first ``step`` blocks."""
        curve = result.curve
        self._show_plot(result, step)
        self.nested.show_blocks(curve.construction.steps, step)
        self.stages.show_grid(stage_grid(curve, result.trials, step))
        self._show_facts(result, step)
        self.board.show_lines(result.lines, self.which.value() - 1)
        self.pairs.show_grid(pair_grid(result.lines, self.which.value() - 1))
        wide = numbers.decimal(result.lines.width(self.which.value() - 1), 3)
        self.line_words.setText(f"{_LAW_WORDS}in the plane those of this line are w / |a| = {wide} wide.")

    def _show_facts(self, result: Families, step: int) -> None:
        curve = result.curve
        promise, one = curve.promises[step], curve.promises[0]
        p1, p2 = yes_words(promise.p1, one.p1), yes_words(promise.p2, one.p2)
        gaps = promise.p1 - promise.p2, one.p1 - one.p2
        values = (*map(short, (promise.d1, promise.d2)), p1, p2)
        law = KINDS[curve.kind].law
        self.says.setText(
            f"One function: {law}. {stage_words(curve, step)} is ({', '.join(values)})-sensitive.{_uncounted(result)}"
        )
        used = prod(count for _, count in curve.construction.steps[:step])
        facts = [
            Fact("p1", p1, f"p₁: chance of a yes at d₁, {yes_words(one.p1, one.p1)} of one function"),
            Fact("p2", p2, f"p₂: chance of a yes at d₂, {yes_words(one.p2, one.p2)} of one function"),
            Fact("gap", yes_words(*gaps), "gap between near and far"),
            Fact("functions", numbers.count(used), "functions asked about each pair"),
            Fact("rho", plain(one.rho), f"ρ of one function: {_RHO}{'' if all(has_key(curve)) else _OR}"),
        ]
        own = _own_chance(result, step)
        if own is not None:
            at, chance = own
            words = yes_words(chance, curve.chance(at, 0))
            facts.append(Fact("own", words, f"for your documents, {short(at)} apart.{limit_words(self.own)}"))
        elif result.pair is not None:
            facts.append(Fact("own", numbers.UNKNOWN, "for your documents: one has no shingle and is like nothing"))
        self.facts.show_facts(facts)

    def _show_plot(self, result: Families, step: int) -> None:
        curve = result.curve
        kind = KINDS[curve.kind]
        plot, span = self.plot, float(curve.distances[-1])
        plot.set_titles(kind.distance, "chance of a yes")
        plot.set_ranges((0.0, 1.05 * span), (0.0, 1.12))
        plot.set_ticks("left", [(v / 4, numbers.decimal(v / 4, 2)) for v in range(5)])
        ticks = [span * part / 10 for part in range(11)]
        digits = 2 if span < 2 else 1 if span < 20 else 0
        plot.set_ticks("bottom", [(at, numbers.decimal(at, digits)) for at in ticks])
        self._show_stages(curve, step, span)
        promise = curve.promises[step]
        plot.set_mark("near", promise.d1, f"d₁ = {short(promise.d1)}", Tint.TEXT, 0.95)
        plot.set_mark("far", promise.d2, f"d₂ = {short(promise.d2)}", Tint.TEXT, 0.95)
        plot.set_points("promises", [promise.d1, promise.d2], [promise.p1, promise.p2], Tint.ACCENT, 11)
        own = _own_chance(result, step)
        if own is not None and own[0] <= span:
            plot.set_mark("own", own[0], "your documents", Tint.ACCENT, 0.06)
            plot.set_points("own dot", [own[0]], [own[1]], Tint.ACCENT, 9)
        else:
            plot.drop("own")
            plot.drop("own dot")
        middle = [(at, curve.chance(at, 0)) for at in curve.fixed if 0 < at < span]
        if middle and step == len(curve.chances) - 1 and step > 0:
            plot.set_points("fixed", [at for at, _ in middle], [chance for _, chance in middle], Tint.WARNING, 9)
            at, chance = middle[0]
            words = "fixed point: p stays"
            if at > _WORDS_BELOW * span:
                plot.set_label("fixed", at - span / 80, max(chance - 0.06, 0.055), words, Tint.WARNING, 1.0)
            else:
                plot.set_label("fixed", at + span / 80, chance + 0.05, words, Tint.WARNING)
        else:
            plot.drop("fixed")

    def _show_stages(self, curve: FamilyCurve, step: int, span: float) -> None:
        """A curve after every block, the present one strong."""
        plot = self.plot
        names = stage_names(curve)
        for stage in range(MOST_BLOCKS + 1):
            if stage >= len(curve.chances):
                plot.drop(f"stage {stage}")
                plot.drop(f"name {stage}")
                continue
            tint, width = (Tint.ACCENT, 3.0) if stage == step else (Tint.MUTED, 1.2)
            plot.set_curve(f"stage {stage}", curve.distances, curve.chances[stage], tint, stage > step, width)
            if stage != step:
                at = (0.72, 0.2, 0.3, 0.36, 0.42)[stage]
                chance = curve.chance(at * span, stage)
                plot.set_label(f"name {stage}", at * span, chance + 0.05, names[stage], Tint.MUTED)
            else:
                plot.drop(f"name {stage}")

    def twins(self, result: Families) -> Sequence[Twin]:
        """Promises, points of the curve, pairs of points."""
        curve, lines = result.curve, result.lines
        some = np.linspace(0, curve.distances.size - 1, 21).astype(int)
        return [
            stage_grid(curve, result.trials, self.player.step).twin("Promises after each block", "Construction"),
            Twin(
                "Chance of a yes",
                (
                    KINDS[curve.kind].distance,
                    *(f"after {numbers.counted(stage, 'block')}" for stage in range(len(curve.chances))),
                ),
                [
                    (
                        short(float(curve.distances[at])),
                        *(yes_words(float(p), float(curve.chances[0, at])) for p in curve.chances[:, at]),
                    )
                    for at in some.tolist()
                ],
            ),
            pair_grid(lines, self.which.value() - 1).twin("Points pair by pair", "Pair"),
        ]


def _uncounted(result: Families) -> str:
    """That a construction has more functions than are drawn, in a sentence; "" where all are asked."""
    from simexplorer.signatures.family import MAX_LENGTH

    if all(near.trials for near, _ in result.trials):
        return ""
    return f" More than {numbers.count(MAX_LENGTH)} functions are not drawn: there no answers are counted."


def _own_chance(result: Families, step: int) -> tuple[float, float] | None:
    """Distance of the person's two documents and their chance of a yes; None without them, or where one is bare."""
    apart = result.pair
    return None if apart is None or np.isnan(apart) else (apart, result.curve.chance(apart, step))
