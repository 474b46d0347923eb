"""Page 6: bands and buckets of a few documents, the S-curve with its two errors, the choice of b and r."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QLabel

from simexplorer.lab.examples import S_CURVE, S_CURVE_ERRATUM, S_CURVE_POINTS, SPANISH_ERRATUM
from simexplorer.lab.material import MOST_POSITIONS, MOST_SHINGLES
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.lab.band_board import BandBoard
from simexplorer.ui.lab.chips import Chip, Chips
from simexplorer.ui.lab.curve_plot import NEXT_LINE, CurvePlot
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import decimal
from simexplorer.ui.lab.formula import line, over, up
from simexplorer.ui.lab.grid_view import Grid, GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.run_cut import otherwise_cut
from simexplorer.ui.lab.short_titles import short_titles
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.theme import metrics, numbers

if TYPE_CHECKING:
    from simexplorer.lab.bands import BandSteps
    from simexplorer.lab.material import LabCollection

_FIRM = "\u00a0"  # a blank of a title, which shingles would have shown by a mark
_NEEDLESS, _MISSED, _FOUND = 0, 7, 2  # groups of colours: areas and verdicts alike
_MOST_PAIRS = 28
_SPANISH = 1  # of the examples
_MOST_BANDS = 1024  # that are drawn and counted at once
_MIDDLE, _TOP = 0.515, 1.05  # of the plot's axes: the middle of the one below, the end of the one at the left
_BESIDE_KEY = 0.75  # from here on words at the left of a line end before the key begins
_KEY = (
    ("● pairs that met", _FOUND),
    ("● pairs that did not", Tint.MUTED),
    ("■ needless: false positives", _NEEDLESS),
    ("■ missed: false negatives", _MISSED),
)
_KEY_PLACES = ((False, 0.945), (True, 0.9))  # whether at the right, and top
_AXIS = 64  # pixels beside the plane
_GAPS = (
    "Of your collection nothing is foretold: its signatures have gaps, positions that hold no value as documents have "
    "few shingles, and bands with such a position find nothing"
)
_ANOTHER_CURVE = (
    "Your collection was not compared by Jaccard similarity and MinHash of whole values: its pairs follow another "
    "curve, which stands beside the threshold in the main window"
)
_VERDICTS: dict[tuple[bool, bool], tuple[str, Tint | int]] = {
    (True, True): ("found", _FOUND),
    (True, False): ("missed", _MISSED),
    (False, True): ("needless", _NEEDLESS),
    (False, False): ("apart", Tint.NONE),
}


class BandsPage(LabPage["BandSteps"]):
    """Steps hash one band after the other; pairs meet; the curve says how likely that was."""

    name = "bands"
    title = "Bands and the S-curve"
    explanation = (
        "Comparing all signatures would take a step for every pair. Instead a signature of b·r positions is cut into "
        "<b>b bands of r rows</b>, and every band of a document is hashed to a bucket; each band has buckets of its "
        "own. Documents that share a bucket in at least one band are <b>candidates</b> and are compared, all others "
        "never. Many rows make it hard to meet, many bands give many chances: together they make an S-curve. A pair of "
        "similarity J meets in b·J<sup>r</sup> bands on average, which is one at (1/\u2060b)<sup>1/\u2060r</sup>; the "
        "curve is steepest a little below. What lies under it below the threshold are needless comparisons (<b>false "
        "positives</b>), which cost time; what lies above it beyond that are missed pairs (<b>false negatives</b>), "
        "which nothing later brings back. So have the curve rise below the threshold where a miss is worse, at it or "
        "above where time is."
    )
    formula = (
        line("P[candidate] = 1 − (1 − J", up("r"), ")", up("b")),
        line("threshold ≈ (", over("1", "b"), ")", up("1/r")),
        line("half point = (1 − 2", up("−1/b"), ")", up("1/r")),
        line("steepest at (", over("r − 1", "b r − 1"), ")", up("1/r")),
    )
    source = "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, section 3.4; Algebird's rule to pick bands."
    examples = ("seven variations of a set", "el perro persigue al conejo: a query and four texts")
    own_texts = 8
    most_shingles = MOST_SHINGLES
    uses_collection = True

    def build(self) -> None:
        """Fields, board beside buckets and pairs, figures, curve, tables."""
        self.bands = self.whole_field("Bands", "Bands b", 1, _MOST_BANDS, S_CURVE[0])
        self.rows = self.whole_field("Rows", "Rows r", 1, MOST_POSITIONS, S_CURVE[1])
        name, wanted = "labThreshold_bands", "Pairs from here on are wanted."
        self.threshold = named(decimal(name, "Threshold", 0.0, 1.0, 0.8, self.recompute), name, "Threshold", wanted)
        self.threshold.setDecimals(3)
        self.add_field("Bands b", self.bands)
        self.add_field("Rows r", self.rows)
        self.add_field("Threshold", self.threshold)
        self.beyond = self.note("beyond")
        self.add(self.beyond)
        self.board = BandBoard("labBoard_bands", "Signature matrix in bands")
        self.board.band_chosen.connect(self.player.go_to)
        self.bucket_head: QLabel = label("", "section")
        self.buckets = Chips("labChips_bands", "Buckets of the band")
        self.buckets.setMinimumWidth(metrics.taller(360, self.buckets.font()))
        self.pairs = GridView("labGrid_bandPairs", "All pairs")
        self.erratum = self.note("erratum", SPANISH_ERRATUM)
        beside = self.titled("Pairs, most similar first", self.pairs, self.erratum)
        column = self.titled("", self.bucket_head, self.buckets, beside)
        self.add_row(
            self.titled("Signatures of b·r positions, a column a document", self.board), column, stretch=(0, 1)
        )
        self.facts = Facts()
        self.add(self.facts)
        self.plot = CurvePlot("labPlot_bands", "S-curve", "Jaccard similarity J", "chance to be compared", 340)
        self.plot.set_ranges((0.0, 2 * _MIDDLE), (0.0, _TOP))
        self.plot.set_mark("threshold", self.threshold.value(), "")
        self.plot.let_drag("threshold", 0.0, 1.0)
        self.plot.mark_moved.connect(self._on_dragged)
        self.table = GridView("labGrid_sCurve", "Chance to be compared, for some bands and rows")
        self.choices = GridView("labGrid_choices", "Other ways to cut the same signature")
        self.add_row(
            self.titled("Chance to be compared; errors as areas; drag the threshold", self.plot),
            self.titled("Bands × rows", self.table, self.note("sCurve", S_CURVE_ERRATUM)),
            stretch=(1, 0),
        )
        self.add_row(self.titled("Choosing b and r for this threshold and this many positions", self.choices))
        self.own_head = self.add_section("")
        self.own_facts = Facts()
        self.add(self.own_facts)

    def choose(self) -> None:
        """Banding and threshold of the person's run, each where it means the same here, else those of the textbook."""
        run, by_jaccard = self.material.minhash_run, self.material.jaccard_run
        fits = run is not None and run.bands <= _MOST_BANDS and run.bands * run.rows <= MOST_POSITIONS
        bands, rows = (run.bands, run.rows) if run is not None and fits else S_CURVE
        self.bands.setValue(bands)
        self.rows.setValue(rows)
        self.beyond.setVisible(run is not None and not fits)
        if run is not None and not fits:
            self.beyond.setText(_beyond_words(run))
        usual = 0.5 if self.chosen_example == _SPANISH else 0.8
        self.threshold.show_exactly(usual if by_jaccard is None else by_jaccard.threshold)

    def work(self) -> Callable[[Progress], BandSteps]:
        """Sign and cut."""
        bands, rows, threshold = self.bands.value(), self.rows.value(), self.threshold.exact
        seed, example, texts, collection = self.seed_value, self.chosen_example, self.own, self.material.collection
        self.erratum.setVisible(example == _SPANISH)

        def compute(progress: Progress) -> BandSteps:
            from simexplorer.lab.bands import BandSettings, band_steps

            settings = BandSettings(bands=bands, rows=rows, threshold=threshold, seed=seed)
            return band_steps(example, texts, settings, collection, progress)

        return compute

    def _on_dragged(self, _key: str, threshold: float) -> None:
        self.threshold.setValue(threshold)

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: BandSteps) -> None:
        """All bands are hashed at first."""
        bands, count = result.settings.bands, len(result.titles)
        shared = np.zeros((bands, count), np.bool_)
        for pair, (i, j) in enumerate(zip(result.i.tolist(), result.j.tolist(), strict=True)):
            shared[result.met[pair], i] = shared[result.met[pair], j] = True
        self.board.show_matrix(result.titles, result.values, result.alike, shared, result.settings.rows)
        self._show_curve(result)
        self.table.show_grid(table_grid(result))
        self.choices.show_grid(choices_grid(result))
        self._show_collection(result)
        self.player.set_interval(max(60, min(650, 12_000 // bands)))
        self.player.set_steps(bands, at=bands, noun="Band")

    def show_step(self, result: BandSteps, step: int) -> None:
        """The first ``step`` bands are hashed."""
        from simexplorer.search.scurve import collision_probability

        self.board.show_step(step)
        self.bucket_head.setText(f"Buckets of band {step}" if step else "No band is hashed yet")
        self.buckets.show_chips(_chips(result, step))
        self.pairs.show_grid(pairs_grid(result, step))
        met = result.met[:, :step].any(axis=1)
        missed = 1.0 / result.missed_at if result.missed_at > 0 else np.inf
        cut = (result.settings.bands, result.settings.rows)
        self.facts.show_facts(
            [
                Fact(
                    "approximate",
                    numbers.decimal(result.approximate, 3),
                    "threshold, about: (1/\u2060b)^(1/\u2060r); "
                    f"{numbers.percent(float(collision_probability(result.approximate, *cut)))} are found there",
                ),
                Fact("half", numbers.decimal(result.half, 3), "half point: here a pair has an even chance"),
                Fact(
                    "missed",
                    numbers.likely(1.0 - result.missed_at, result.settings.threshold >= 1.0),
                    f"found at the threshold; one in {numbers.count(int(missed))} missed"
                    if 10 <= missed < 1e9
                    else "found of the pairs at the threshold",
                ),
                Fact(
                    "areas",
                    f"{numbers.chance(result.areas.false_positive, result.settings.threshold <= 0.0)}, "
                    f"{numbers.chance(result.areas.false_negative, result.settings.threshold >= 1.0)}",
                    "areas of false positives, false negatives",
                ),
                Fact("compared", f"{int(met.sum())} of {met.size}", "pairs have met so far"),
            ]
        )

    def _show_curve(self, result: BandSteps) -> None:
        from simexplorer.search.scurve import POINTS

        t, curve = result.settings.threshold, result.curve
        below, beyond = t >= POINTS, t <= POINTS
        self.plot.set_area("needless", POINTS[below], np.zeros(int(below.sum())), curve[below], _NEEDLESS)
        self.plot.set_area("missed", POINTS[beyond], curve[beyond], np.ones(int(beyond.sum())), _MISSED)
        self.plot.set_curve("curve", POINTS, curve, Tint.TEXT)
        self.plot.set_points("met", result.exact[result.candidate], result.chance[result.candidate], _FOUND, 9)
        apart = ~result.candidate
        self.plot.set_points("apart", result.exact[apart], result.chance[apart], Tint.FAINT, 9)
        self.plot.set_mark("threshold", t, f"threshold {numbers.decimal(t, 3)}", Tint.ACCENT, 0.34)
        words = f"(1/b)^(1/r) = {numbers.decimal(result.approximate, 3)}"
        self.plot.set_mark("approximate", result.approximate, words, Tint.MUTED, _height_of_words(result))
        self.plot.set_points("half", [result.half], [0.5], Tint.TEXT, 8)
        side = 1.0 if result.half > 0.3 else 0.0
        words = f"half point {numbers.decimal(result.half, 3)}"
        self.plot.set_label("half", result.half + (-0.015 if side else 0.015), 0.53, words, Tint.TEXT, side)
        room = max(1, self.plot.width() - metrics.grown(_AXIS, self.plot.font()))
        widest = max(self.plot.fontMetrics().horizontalAdvance(f"{words} ") for words, _ in _KEY)
        self.plot.set_key(_KEY, *place_of_key(result, widest / room))

    def _show_collection(self, result: BandSteps) -> None:
        run, expected = self.material.collection, result.expected
        self.own_head.setVisible(run is not None)
        self.own_facts.setVisible(expected is not None)
        if run is None:
            return
        if expected is None:
            self.own_head.setText(_GAPS if run.gaps else _ANOTHER_CURVE)
            return
        cut = otherwise_cut(result.settings, run)
        self.own_head.setText(
            f"In your collection of {numbers.counted(run.documents, 'different text')}, by the estimated histogram"
            + (f", with the fields above; its run had {cut}" if cut else "")
        )
        self.own_facts.show_facts(
            [
                Fact("own_similar", numbers.about(expected.similar), "pairs at or above the threshold"),
                Fact("own_missed", numbers.about(expected.missed), "of them expected to be missed"),
                Fact("own_recall", numbers.likely(expected.recall, expected.missed <= 0.0), "recall expected")
                if expected.similar
                else Fact("own_recall", numbers.UNKNOWN, "recall expected: there are no pairs to find"),
                Fact("own_needless", numbers.about(expected.false_candidates), "needless comparisons expected"),
            ]
        )

    def twins(self, result: BandSteps) -> Sequence[Twin]:
        """Pairs, buckets, the table of the sources, choices."""
        step = self.player.step
        buckets = [
            (str(band + 1), ", ".join(result.titles[d] for d in bucket))
            for band in range(step)
            for bucket in result.buckets(band)
            if len(bucket) > 1
        ]
        return [
            pairs_grid(result, step).twin("Pairs", "Pair"),
            Twin("Buckets with two documents or more", ("Band", "Documents"), buckets),
            table_grid(result).twin("Chance to be compared", "Similarity"),
            choices_grid(result).twin("Choosing b and r", "Rule"),
        ]


def _beyond_words(run: LabCollection) -> str:
    """That the cut of a run is more than is drawn, and what stands there in its place."""
    run_cut = f"{numbers.counted(run.bands, 'band')} of {numbers.counted(run.rows, 'row')}"
    return (
        f"Your run had {run_cut}, {numbers.counted(run.bands * run.rows, 'position')}. This page signs and draws at "
        f"most {numbers.count(_MOST_BANDS)} bands and {numbers.count(MOST_POSITIONS)} positions: it begins with the "
        f"textbook's {S_CURVE[0]} bands of {S_CURVE[1]} rows."
    )


def place_of_key(result: BandSteps, wide: float) -> tuple[bool, float]:
    """Whether the key stands at the right, as where the curve runs at the left, and the height of its top.

    wide : of the width, how much of it the key takes
    """
    from simexplorer.search.scurve import POINTS

    across = POINTS / (2 * _MIDDLE)
    for right, top in _KEY_PLACES:
        behind = across >= 0.98 - wide if right else across <= wide + 0.01
        heights = result.curve[behind] / _TOP
        if heights.max() <= top - len(_KEY) * NEXT_LINE or heights.min() >= top:
            return right, top
    return _KEY_PLACES[0]


def _height_of_words(result: BandSteps) -> float:
    """Where beside the dashed line its words touch neither curve nor key, from 0 at the bottom to 1 at the top."""
    if result.approximate <= _MIDDLE:  # they stand at its right, below the curve
        return 0.10
    if result.approximate > _BESIDE_KEY:
        return 0.97
    met = 1.0 - (1.0 - 1.0 / result.settings.bands) ** result.settings.bands  # the curve at the line
    return (met + 0.04) / _TOP


def _chips(result: BandSteps, step: int) -> list[Chip]:
    """Buckets of the last band hashed, the full ones first."""
    if not step:
        return []
    buckets = sorted(result.buckets(step - 1), key=lambda bucket: -len(bucket))
    titles = [title.replace(" ", _FIRM) for title in short_titles(result.titles, 16)]
    return [
        Chip(
            f",{_FIRM}".join(titles[document] for document in bucket),
            f"{int(result.keys[bucket[0], step - 1]):08x}",
            step - 1 if len(bucket) > 1 else Tint.NONE,
        )
        for bucket in buckets
    ]


def pairs_grid(result: BandSteps, step: int) -> Grid:
    """All pairs with their similarity, their chance, and where they met so far."""
    titles = short_titles(result.titles, 16)
    cells: list[list[str]] = []
    tints: list[list[Tint | int]] = []
    for p in range(min(result.i.size, _MOST_PAIRS)):
        count = int(result.met[p, :step].sum())
        words, tint = _VERDICTS[bool(result.exact[p] >= result.settings.threshold), count > 0]
        first = int(result.met[p].argmax()) + 1 if count else 0
        cells.append(
            [
                numbers.similarity(float(result.exact[p])),
                numbers.similarity(float(result.estimate[p])),
                numbers.chance(float(result.chance[p]), certain=float(result.exact[p]) in (0.0, 1.0)),
                str(count),
                str(first) if first else numbers.UNKNOWN,
                words if step == result.settings.bands or count else "",
            ]
        )
        tints.append([*[Tint.NONE] * 5, tint if cells[-1][5] else Tint.NONE])
    return Grid(
        cells=cells,
        columns=("exact", "estimate", "chance", "meetings", "first band", "outcome"),
        rows=[f"{titles[i]}, {titles[j]}" for i, j in zip(result.i, result.j, strict=True)][:_MOST_PAIRS],
        tints=tints,
    )


def table_grid(result: BandSteps) -> Grid:
    """The sources' table for several bandings, the chosen one first."""
    from simexplorer.lab.bands import steepest_point
    from simexplorer.search.scurve import approximate_threshold, half_point, slope

    rows = [[numbers.chance(float(value)) for value in row] for row in result.table]
    rows.append([numbers.decimal(approximate_threshold(*column), 3) for column in result.columns])
    rows.append([numbers.decimal(half_point(*column), 3) for column in result.columns])
    steepest = [steepest_point(*column) for column in result.columns]
    rows.append([numbers.decimal(point, 3) for point in steepest])
    slopes = [float(slope(point, *column)) for point, column in zip(steepest, result.columns, strict=True)]
    rows.append([numbers.decimal(value, 2) for value in slopes])
    return Grid(
        cells=rows,
        columns=[f"{b} × {r}" for b, r in result.columns],
        rows=[f"J = {point}" for point in S_CURVE_POINTS] + ["(1/b)^(1/r)", "half point", "steepest at", "slope there"],
        tints=[[Tint.SELECTED, *[Tint.NONE] * (len(result.columns) - 1)] for _ in rows],
        gaps=frozenset({len(S_CURVE_POINTS)}),
    )


def choices_grid(result: BandSteps) -> Grid:
    """The rules side by side; that of a collection's own pairs says where there are none."""
    length = result.settings.bands * result.settings.rows
    cells = [
        [
            f"{choice.bands} × {choice.rows}",
            numbers.decimal(choice.approximate, 3),
            numbers.likely(1.0 - choice.missed, result.settings.threshold >= 1.0),
            f"{numbers.count(choice.bands * choice.rows)} of {numbers.count(length)}",
        ]
        for choice in result.choices
    ]
    rows = [
        f"{choice.rule}: not reached, the best there is" if choice.note else choice.rule for choice in result.choices
    ]
    if result.expected is not None and not result.expected.similar:
        cells.append([numbers.UNKNOWN] * 4)
        rows.append("least cost here: no pairs at the threshold to choose by")
    return Grid(cells=cells, columns=("b × r", "(1/b)^(1/r)", "found at the threshold", "positions used"), rows=rows)
