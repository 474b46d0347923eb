"""Page 11: how many comparisons all pairs would take, and how many an index makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.progress import Progress
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import choice, whole
from simexplorer.ui.lab.formula import line, over, up
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.scale_grids import (
    Start,
    compared_words,
    counted_grid,
    counted_words,
    duration,
    from_to,
    grown_grid,
    power,
)
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.scale import Counted, Extrapolated

_SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 1_000_000_000)
_MADE, _OPEN = "made", "open"
_SPEEDS = {"lecture": "a million a second", "here": "as fast as this computer"}


class Scale(Struct, frozen=True):
    """A made collection counted as it grows, where an extrapolation starts, and what it comes to."""

    counted_key: object
    counted: Counted
    start: Start
    grown: tuple[Extrapolated, ...]
    asked: Extrapolated
    predicted: float | None


_SPREAD = (
    "The S-curve tells the average over many seeds; one seed alone counts clearly more or less. Many documents share a "
    "letterhead: where its shingles give the least values of a band, all pairs of that letterhead meet at once, "
    "elsewhere hardly one does."
)


_MOST_BANDS, _MOST_ROWS, _USUAL = 64, 16, (25, 5)


class ScalePage(LabPage[Scale]):
    """A collection grows step by step, then on to a million."""

    name = "scale"
    title = "Scale"
    explanation = (
        "Twice as many documents n have <b>four times as many pairs</b>. An index looks only at pairs that met in one "
        "of its b bands of r rows: those of a high Jaccard similarity J, whose number grows with the documents, and "
        "those that met by chance, whose number grows with the pairs, but by a small share of them. Step on and a "
        "collection made from the seed grows: the program signs and indexes it, and the pairs that it compares are "
        "<b>counted</b>. Beyond, the count is extrapolated between two limits: at least, all of it grows as documents "
        "do; at most, what met by chance grows as pairs do."
    )
    formula = (
        line("all pairs:  ", over("n (n − 1)", "2")),
        line("of those at similarity J meet:  1 − (1 − J", up("r"), ")", up("b")),
    )
    source = "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, sections 3.4 and 3.8."
    uses_collection = True

    def build(self) -> None:
        """Fields, numbers, plot, tables."""
        self.documents = whole("labDocuments_scale", "Documents n", 2, 2_000_000_000, 1_000_000, self.recompute)
        self.documents.setGroupSeparatorShown(True)
        self.documents.setMinimumWidth(124)
        bands, rows = self._cut()
        self.bands = whole("labBands_scale", "Bands b", 1, _MOST_BANDS, bands, self.recompute)
        self.rows = whole("labRows_scale", "Rows r", 1, _MOST_ROWS, rows, self.recompute)
        starts = {_MADE: "the made collection"}
        if self.material.collection is not None and self.material.collection.documents > 1:
            starts = {_OPEN: "the open collection", **starts}
        self.start = choice("labStart_scale", "Extrapolate from", starts, self.recompute)
        self.speed = choice("labSpeed_scale", "Comparisons", _SPEEDS, self.redraw)
        for title, field in (
            ("Documents n", self.documents),
            ("Bands b", self.bands),
            ("Rows r", self.rows),
            ("From", self.start),
            ("Comparing", self.speed),
        ):
            self.add_field(title, field)
        self.facts = Facts()
        self.add(self.facts)
        self.says = self.note("scale")
        self.add(self.says)
        says = "Comparisons over documents, both by powers of ten"
        self.plot = CurvePlot("labPlot_scale", says, "documents", "comparisons", 320)
        self.add(self.plot)
        self.add_section("Counted: the made collection as it grows")
        self.counted = GridView("labGrid_counted", "Counted pairs and candidates")
        self.add_row(self.counted)
        self.add(self.note("spread", _SPREAD))
        self.extrapolated = self.add_section("Extrapolated")
        self.grown = GridView("labGrid_grown", "Comparisons at other sizes")
        self.add_row(self.grown)

    def _cut(self) -> tuple[int, int]:
        """Bands and rows of the open collection's run, so that both collections are told of one cut, else the usual."""
        open_ = self.material.collection
        if open_ is None or open_.instead or open_.bands > _MOST_BANDS or open_.rows > _MOST_ROWS:
            return _USUAL
        return open_.bands, open_.rows

    def work(self) -> Callable[[Progress], Scale]:
        """Count where bands, rows or seed differ from those at hand; extrapolate in any case."""
        bands, rows, seed, to = self.bands.value(), self.rows.value(), self.seed_value, self.documents.value()
        key, before = (bands, rows, seed), self.result
        collection = self.material.collection if self.start.value() == _OPEN else None

        def compute(progress: Progress) -> Scale:
            from simexplorer.lab.scale import count_growing, extrapolate, predicted

            keep = before is not None and before.counted_key == key
            counted = (
                before.counted if keep and before is not None else count_growing(seed, bands, rows, progress=progress)
            )
            start = Start.of_collection(collection) if collection else Start.of_counted(counted)
            sizes = sorted({*(size for size in _SIZES if size > start.documents), to})
            size = start.values * start.value_bytes
            grown = tuple(extrapolate(start.documents, start.candidates, start.similar, n, size) for n in sizes)
            asked = grown[sizes.index(to)]
            expected = predicted(collection) if collection and start.by_jaccard else None
            return Scale(key, counted, start, grown, asked, expected)

        return compute

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: Scale) -> None:
        """A step for every size that was counted, and one for the extrapolation."""
        last = int(result.counted.sizes.size)
        first = self.player.last == 0
        self.player.set_steps(last, at=last if first else None)
        self.extrapolated.setText(f"Extrapolated from {result.start.title}{result.start.cut}")

    def show_step(self, result: Scale, step: int) -> None:
        """The sizes counted so far; at the last step the extrapolation too."""
        counted = result.counted
        self.counted.show_grid(counted_grid(counted, step))
        self.grown.show_grid(grown_grid(result.grown, result.asked, self._rate(result), result.start.tells))
        self._show_facts(result)
        self._show_plot(result, step)
        if step < counted.sizes.size:
            self.says.setText(counted_words(counted, step))
        else:
            self.says.setText(result.start.words(result.predicted))

    def _rate(self, result: Scale) -> float:
        from simexplorer.lab.scale import SLIDES_PER_SECOND

        return SLIDES_PER_SECOND if self.speed.value() == "lecture" else result.counted.rate

    def _show_facts(self, result: Scale) -> None:
        asked, rate, start = result.asked, self._rate(result), result.start
        values = f"{numbers.counted(start.values, 'value')} of {numbers.counted(start.value_bytes, 'byte')}"
        least, most, times = compared_words(asked, rate, start.tells)
        made = from_to(least, most)
        limits = "at least and at most" if start.tells else "not known where none is counted"
        self.facts.show_facts(
            [
                Fact("pairs", numbers.count(asked.pairs), f"pairs of {numbers.count(asked.documents)} documents"),
                Fact("pair_time", duration(asked.pairs / rate), f"to compare them all, {numbers.about(rate)} a second"),
                Fact("made", made, f"comparisons that the index makes{start.cut}, {limits}"),
                Fact("made_time", times, "for these"),
                Fact("bytes", numbers.size(asked.signature_bytes), f"of signatures, {values} each"),
            ]
        )

    def _show_plot(self, result: Scale, step: int) -> None:
        counted, start = result.counted, result.start
        most = max(7.15, np.log10(max(result.asked.documents, start.documents)) + 0.3)
        plot, top = self.plot, 2 * most + 0.2
        least_size = min(1.8, float(np.log10(min(result.asked.documents, start.documents))) - 0.2)
        plot.set_ranges((least_size, most), (0.0, top))
        plot.set_ticks("bottom", [(at, power(at)) for at in range(1, int(most) + 1)])
        plot.set_ticks("left", [(at, power(at)) for at in range(0, int(top) + 1, 3)])
        wide = np.array([least_size, most])
        plot.set_curve("pairs", wide, 2 * wide - np.log10(2.0), Tint.TEXT)
        sizes, met = counted_dots(counted, step)
        plot.set_points("counted", sizes, met, Tint.ACCENT, 9)
        for key in ("band", "least", "most", "asked", "own"):
            plot.drop(key)
        here = "● compared, counted" if sizes.size else "none compared yet"
        drawn: list[tuple[str, Tint | int]] = [("— all pairs", Tint.TEXT), (here, Tint.ACCENT)]
        if start.tells and start.documents != int(counted.sizes[-1]):
            plot.set_points("own", [np.log10(start.documents)], [np.log10(start.candidates)], Tint.WARNING, 11)
            drawn.append((f"● {start.title}", Tint.WARNING))
        if step == counted.sizes.size and start.tells:
            self._show_growth(result, most)
            drawn.append(("■ compared, extrapolated", Tint.ACCENT))
            drawn.append((f"- - {numbers.count(result.asked.documents)} documents", Tint.TEXT))
        plot.set_key(drawn)

    def _show_growth(self, result: Scale, most: float) -> None:
        """The extrapolation: an area between its two limits."""
        plot, start = self.plot, result.start
        sizes = np.logspace(np.log10(start.documents), most, 40)
        growth = [start.at(int(size)) for size in sizes]
        least, greatest = _logs(np.array([low for low, _ in growth])), _logs(np.array([high for _, high in growth]))
        across = np.log10(sizes)
        plot.set_area("band", across, least, greatest, Tint.ACCENT)
        plot.set_curve("least", across, least, Tint.ACCENT, width=1.5)
        plot.set_curve("most", across, greatest, Tint.ACCENT, width=1.5)
        plot.set_mark("asked", float(np.log10(result.asked.documents)), "", Tint.TEXT)

    def twins(self, result: Scale) -> Sequence[Twin]:
        """What was counted and what it comes to."""
        return [
            counted_grid(result.counted, self.player.step).twin("Counted: the made collection", "Documents"),
            grown_grid(result.grown, result.asked, self._rate(result), result.start.tells).twin(
                "Extrapolated", "Documents"
            ),
        ]


def counted_dots(counted: Counted, step: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sizes counted up to ``step`` and their candidates, both by powers of ten; not those where none met."""
    sizes, met = counted.sizes[: step + 1], counted.candidates[: step + 1]
    return np.log10(sizes[met > 0]), np.log10(met[met > 0])


def _logs(values: NDArray[Any]) -> NDArray[np.float64]:
    return np.log10(np.maximum(np.asarray(values, np.float64), 1.0))
