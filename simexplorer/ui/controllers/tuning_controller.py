"""The curve and the numbers beside the knobs: they follow every turn at once, whatever else is going on."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from simexplorer.pipeline.measure_scale import MeasureScale, limit_of, limit_similarity
from simexplorer.pipeline.measure_words import value_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import BINS, EDGES, Pairs, Result
from simexplorer.search import scurve
from simexplorer.search.scurve import Collision, approximate_threshold, half_point
from simexplorer.ui.controllers.collision import chosen_banding, collision_of
from simexplorer.ui.controllers.lacking import not_yet
from simexplorer.ui.controllers.overview_figures import missed_words
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.panels.tuning_panel import OVER_HALF, TuningPanel
from simexplorer.ui.theme import numbers

Floats = NDArray[np.float64]
Told = tuple[Floats, float]  # (BINS,) pairs by similarity, and how many of the last bin have exactly 1
_GAPS = "signatures have gaps"


class TuningController(QObject):
    """Draws the S-curve of the bands and rows that are set or chosen, over the collection's histogram."""

    def __init__(self, session: Session, tuning: TuningPanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._tuning = session, tuning
        self._recipe = Recipe()
        self._foreseen: tuple[Told, MeasureScale] | None = None
        self._counted: tuple[Pairs, Floats] | None = None
        self._drawn: tuple[object, ...] = ()
        self._drawn_over: Result | None = None
        self._places = math.nan, math.nan  # approximate threshold and half point of the curve as drawn
        # fields that make no valid recipe have a curve all the same
        tuning.light_changed.connect(self.draw)
        tuning.heavy_changed.connect(self.draw)
        session.show_with(self._on_result_changed)
        session.running_changed.connect(self._show_recall)

    @property
    def histogram(self) -> Floats | None:
        """(BINS,) pairs of the collection by similarity: of the run, or before one as a sample foresees them.

        None where neither was told by the measure that is set.
        """
        told = self.told_by(self._tuning.heavy.scale)
        return None if told is None else told[0]

    def told_by(self, scale: MeasureScale) -> Told | None:
        """The same by any measure, and the pairs at exactly 1; None where neither was told by it."""
        result = self._session.result
        if result is not None and MeasureScale.of(result.recipe) == scale:
            if result.audit.histogram.any():
                return result.audit.histogram, result.audit.at_one
            if not (result.partial or self._session.growing):
                return None  # it has no pairs, whatever a sample has foreseen
        return self._foreseen[0] if self._foreseen is not None and self._foreseen[1] == scale else None

    @property
    def collision(self) -> Collision:
        """How likely equal positions are under the scheme that the fields show."""
        return collision_of(self._tuning.heavy)

    @property
    def gapped(self) -> bool:
        """Whether positions of the run's signatures hold no value: how likely two of these agree is not known.

        Of signatures of another scheme, if the fields show one, nothing of the kind is known before they are made.
        """
        result, heavy = self._session.result, self._tuning.heavy
        if result is None or result.recipe.scheme != heavy.scheme.value():
            return False
        return result.audit.gaps > 0.0 and MeasureScale.of(result.recipe) == heavy.scale

    def expected(self, bands: int, rows: int) -> scurve.ExpectedCounts | None:
        """What these bands and rows do at the limit to the pairs of the collection, where those are told."""
        scale = self._tuning.heavy.scale
        told = self.told_by(scale)
        if told is None:
            return None
        threshold = self._tuning.light.limit.similarity
        return scurve.expected_counts(
            told[0], threshold, bands, rows, self.collision, at_end=told[1], steps=scale.steps
        )

    def foresee(self, told: Told | None, scale: MeasureScale | None = None) -> None:
        """What a sample tells of the collection's pairs by one measure; shown until a run has counted them."""
        self._foreseen = None if told is None else (told, scale or MeasureScale())
        self._on_result_changed()

    def show_recipe(self, recipe: Recipe) -> None:
        """The recipe has changed: choose bands and rows, if that is wanted."""
        self._recipe = recipe
        if recipe.bands is None:
            self._tuning.light.show_banding(*chosen_banding(recipe, self.collision))
        self.draw()

    def make_plot(self) -> None:
        """Put the plot in its place: until then there are only the numbers."""
        self._tuning.make_plot()
        self._show_histogram()
        self._drawn = ()
        self.draw()

    def draw(self) -> None:
        """Curve, marks and numbers for the bands and rows that the fields show."""
        light = self._tuning.light
        bands, rows, threshold = light.bands.value(), light.rows.value(), light.limit.similarity
        heavy = self._tuning.heavy
        fits = heavy.scale.measure == "containment" or bands * rows <= heavy.signature_length
        curve_of = (bands if fits else 0, rows, heavy.scheme.value(), heavy.bits.value(), heavy.scale)
        state = (*curve_of, threshold, heavy.signature_length)
        if state == self._drawn and self._session.result is self._drawn_over:
            return
        if heavy.scale != (self._drawn[4] if self._drawn else None):
            self._show_histogram()
            self._show_recall()
        curve = curve_of != self._drawn[:5]
        self._drawn, self._drawn_over = state, self._session.result
        light.show_use(heavy.signature_length)
        if heavy.scale.measure == "containment":
            self._draw_join(threshold)
            return
        if not fits:
            self._withhold(threshold)
            return
        collision = self.collision
        if curve:
            self._places = approximate_threshold(bands, rows, collision), half_point(bands, rows, collision)
        approximate, half = self._places
        if self._tuning.has_plot:
            plot = self._tuning.plot
            plot.set_threshold(threshold)
            if curve:
                plot.set_curve(scurve.collision_probability(scurve.POINTS, bands, rows, collision), approximate, half)
            plot.shade()
        found = float(scurve.collision_probability(np.array([threshold]), bands, rows, collision)[0])
        for name, place in (("approximate", approximate), ("half", half)):
            value = math.nan if math.isnan(place) else float(heavy.scale.value(place))
            nowhere = OVER_HALF if name == "half" else numbers.UNKNOWN
            words = nowhere if math.isnan(value) else value_words(heavy.scale, value, numbers.decimal)
            self._tuning.show_fact(name, words)
        self._tuning.show_fact("found", _GAPS if self.gapped else numbers.likely(found, threshold >= 1.0))
        self._show_expected(threshold, bands, rows)

    def _withhold(self, threshold: float) -> None:
        """Bands that need more hashes than there are find nothing: no run can have them."""
        if self._tuning.has_plot:
            plot = self._tuning.plot
            plot.set_threshold(threshold)
            plot.set_curve(np.zeros(scurve.POINTS.size))
            plot.shade()
        for name in ("approximate", "half", "found", "missed", "needless", "candidates"):
            self._tuning.show_fact(name, numbers.UNKNOWN)
        self._tuning.light.show_price("")

    def _draw_join(self, threshold: float) -> None:
        """Contained documents: every pair from the threshold up is found, and no other is compared."""
        result = self._session.result
        if self._tuning.has_plot:
            plot = self._tuning.plot
            plot.set_threshold(threshold)
            plot.set_curve((threshold <= scurve.POINTS).astype(np.float64))
            plot.shade()
        for name in ("approximate", "half"):
            self._tuning.show_fact(name, numbers.UNKNOWN)
        self._tuning.show_fact("found", "100 %: exact join")
        self._tuning.show_fact("missed", "none: exact join")
        self._tuning.show_fact("needless", "none")
        ran = result is not None and result.recipe.measure == "containment"
        self._tuning.show_fact("candidates", _seen(result.audit.candidates) if result and ran else "after a run")
        self._tuning.light.show_price("")

    def _show_expected(self, threshold: float, bands: int, rows: int) -> None:
        if has_no_pairs(self._session.result):
            for name in ("missed", "needless", "candidates"):
                self._tuning.show_fact(name, "no pair to compare")
            self._tuning.light.show_price("")
            return
        histogram, expected = self.histogram, self.expected(bands, rows)
        if histogram is None or expected is None:
            for name in ("missed", "needless", "candidates"):
                self._tuning.show_fact(name, "after a run")
            self._tuning.light.show_price("")
            return
        self._tuning.show_fact("missed", self._missed(expected, threshold, bands, rows))
        self._tuning.show_fact("needless", self._needless(expected.false_candidates, threshold, bands, rows))
        price = "" if self.gapped else price_of(expected.candidates, float(histogram.sum()))
        self._tuning.light.show_price(price)
        self._tuning.show_fact("candidates", self._candidates(expected.candidates, bands, rows))

    def _needless(self, expected: float, threshold: float, bands: int, rows: int) -> str:
        """How many candidates of the run turned out less similar, beside as many as the curve tells."""
        if self.gapped:
            return _GAPS
        result = self._session.result
        own = result is not None and self.histogram is result.audit.histogram and not result.partial
        if result is None or not own or (bands, rows) != (result.bands, result.rows):
            return compact(expected)
        floor = float(MeasureScale.of(result.recipe).similarity(result.floor))
        if result.recipe.reference is not None or result.audit.whatever_meets or threshold < floor:
            return compact(expected)  # not all candidates count, or not all that was found was one, or is at hand
        return f"{_seen(result.audit.candidates - int(result.found(threshold)))} / {compact(expected)}"

    def _candidates(self, expected: float, bands: int, rows: int) -> str:
        """How many a run counts with these bands, beside as many as the curve tells; the latter alone of others."""
        result = self._session.result
        if result is None or self.histogram is not result.audit.histogram:
            return f"sample: {compact(expected)}"
        across, own = result.recipe.reference is not None, (bands, rows) == (result.bands, result.rows)
        if self.gapped and (across or not own):
            return _GAPS
        if across:  # the index finds those inside one folder too, which do not count
            return f"{roughly(expected)} across"
        if not own:
            return f"{roughly(expected)} expected"
        seen = numbers.UNKNOWN if result.compared_nothing else _seen(result.audit.candidates)
        return f"{seen} / {numbers.UNKNOWN if self.gapped else compact(expected)}"

    def _missed(self, expected: scurve.ExpectedCounts, threshold: float, bands: int, rows: int) -> str:
        """Of the run's own setting what the run says, pair by pair; of others what the histogram's bins tell."""
        result = self._session.result
        own = (bands, rows, threshold)
        ran = result is not None and MeasureScale.of(result.recipe) == self._tuning.heavy.scale
        part = result is not None and (result.partial or self._session.growing)
        if result is not None and part and self.histogram is result.audit.histogram:
            return numbers.UNKNOWN  # of the pairs that are similar a part is counted, or none yet
        if result is not None and ran and own == (result.bands, result.rows, limit_similarity(result.recipe)):
            missed = result.audit.predicted_missed
            if missed is not None:
                return (
                    f"{missed_words(result, missed)} of {numbers.count(round(int(result.found(threshold)) + missed))}"
                )
            if not result.audit.foretells and not self.gapped:
                return numbers.UNKNOWN  # more is missed than equal positions tell
        if self.gapped:
            return _GAPS
        return f"{compact(expected.missed)} of {compact(expected.similar)}"

    def _show_recall(self) -> None:
        result = self._session.result
        if result is not None and MeasureScale.of(result.recipe) != self._tuning.heavy.scale:
            result = None  # what was found was not found by the measure that is set
        words = numbers.UNKNOWN
        if result is not None and not result.partial and result.audit.predicted_recall is not None:
            words = numbers.likely(result.audit.predicted_recall, result.misses_none)
        self._tuning.show_fact("recall", words)
        self._tuning.show_fact("measured", measured_words(result))
        self._tuning.offer_measuring(why_unmeasured(self._session))

    def _show_histogram(self) -> None:
        """Bars and the steps of what was found, where they were told by the measure that is set."""
        if not self._tuning.has_plot:
            return
        result, plot, histogram = self._session.result, self._tuning.plot, self.histogram
        if result is None or histogram is not result.audit.histogram:
            plot.set_histogram(np.zeros(BINS) if histogram is None else histogram)
            return
        if self._counted is None or self._counted[0] is not result.pairs:
            self._counted = (result.pairs, found_pairs(result))
        plot.set_histogram(histogram, result.audit.exact_from, self._counted[1])

    def _on_result_changed(self) -> None:
        result = self._session.result
        self._show_histogram()
        if result is not None and _chosen_alike(result.recipe, self._recipe):
            self._tuning.light.show_banding(result.bands, result.rows)
        self._show_recall()
        self._drawn = (*self._drawn[:5], None)  # numbers and areas anew, the curve as it is
        self.draw()


def _chosen_alike(one: Recipe, other: Recipe) -> bool:
    """Whether bands and rows are chosen for both, for the same signatures, recall and limit of the same measure."""
    if one.bands is not None or other.bands is not None or limit_of(one) != limit_of(other):
        return False  # what was set by hand while a run went on stays
    same = all(getattr(one, name) == getattr(other, name) for name in ("scheme", "signature_length", "bits", "recall"))
    return same and MeasureScale.of(one) == MeasureScale.of(other)


def found_pairs(result: Result) -> Floats:
    """(BINS,) verified pairs in each hundredth of similarity; their columns fall, so each edge is looked up."""
    reached = result.found(EDGES)
    reached[-1] = 0
    return (reached[:-1] - reached[1:]).astype(np.float64)


def price_of(candidates: float, pairs: float) -> str:
    """What a choice of bands and rows costs, in comparisons and as a share of comparing all."""
    if pairs <= 0 or candidates < 1.0:
        return ""  # nothing worth a sentence
    share = candidates / pairs
    part = numbers.percent(share) if share >= 0.001 else f"1 in {compact(1.0 / share)}"
    return f"≈ {compact(candidates)} candidate pairs, {part} of all"


def compact(number: float) -> str:
    """``13.2 M``, ``812``, ``< 0.01``: a number of pairs in three digits; M is a million, G a thousand of those."""
    for size, word in ((1e9, "G"), (1e6, "M")):
        if number >= size:
            value = number / size
            return f"{numbers.decimal(value, 0 if value >= 100 else 1)} {word}"
    return numbers.about(number)


def _seen(candidates: int) -> str:
    """How many a run has counted, to the last one while that can be read at a glance."""
    return numbers.count(candidates) if candidates < 100_000 else compact(float(candidates))


def roughly(number: float) -> str:
    """``≈ 13.2 M`` or ``< 0.01``: an expected number of pairs beside a word."""
    words = compact(number)
    return words if words.startswith("<") else f"≈ {words}"


def has_no_pairs(result: Result | None) -> bool:
    """Whether all was read and there are no two different texts in it."""
    if result is None or result.partial or result.audit.histogram.any():
        return False
    return result.members.size < 2


def has_none_to_find(result: Result) -> bool:
    """Whether no pair is within the limit for certain: there are no two texts, or all were measured."""
    return has_no_pairs(result) or result.audit.has_no_true_pair


def why_unmeasured(session: Session) -> str:
    """Why the recall of what is on screen cannot be measured; nothing where it can."""
    result = session.result
    if result is None or session.growing or session.answering is None:
        return not_yet(session)
    if result.partial:
        return "The recall is measured of complete runs only."
    return "There is no pair to find." if has_none_to_find(result) else ""


def measured_words(result: Result | None) -> str:
    """The recall that was measured, with its interval where a sample told it."""
    if result is None:
        return "not yet"
    if result.audit.measured_recall is None:
        if has_none_to_find(result):
            return "no pair to find"
        return "not yet" if result.audit.measured_interval is None else "no pair in a sample"
    recall, interval = result.audit.measured_recall, result.audit.measured_interval
    if interval is None or result.audit.recall_is_counted:
        return f"{numbers.percent(recall)}, exactly"
    low, high = (numbers.percent(edge).removesuffix(" %") for edge in interval)
    return f"{numbers.percent(recall)} ({low}–{high})"
