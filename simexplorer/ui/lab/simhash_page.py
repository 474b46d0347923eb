"""Page 5: SimHash, vote by vote; Hamming distance against the angle; random lines in the plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from simexplorer.lab.examples import PLANES_ERRATUM, SIMHASH_ERRATUM, SIMHASH_FEATURES, SPANISH_QUERY, SPANISH_TEXTS
from simexplorer.lab.material import LabText
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import typed_line
from simexplorer.ui.lab.formula import down, line, over
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.plane_board import PlaneBoard
from simexplorer.ui.lab.short_titles import shortened, whole_title
from simexplorer.ui.lab.sideways import Sideways
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.lab.vector_board import VectorBoard, value_words
from simexplorer.ui.lab.weight_table import WeightTable
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.planes import Planes
    from simexplorer.lab.simhashing import AngleFigures, SimHashSide, SimHashSteps

_WEIGHTS = {"tf": "term frequency", "binary": "all 1", "tfidf": "tf-idf of these texts"}
_TYPED = "Features of your own: the bits of the hash of each, and its weight; empty: those of the slides."
_BITS = {"32": "32", "64": "64", "128": "128"}
_SENTENCES = (LabText("A", SPANISH_QUERY), LabText("B", SPANISH_TEXTS[0]))
_TURNED = LabText("B", SPANISH_TEXTS[1])


class SimHashFigures(Struct, frozen=True):
    """Both parts of the page, and what the first was made of."""

    key: tuple[object, ...]
    steps: SimHashSteps
    planes: Planes


_WHICH = (
    "These fingerprints are of words, hashed by the seed. Those by which the main window tells Hamming distances are "
    "of the shingles of the run, without a seed: the page on fingerprint tables shows them."
)


class SimHashPage(LabPage[SimHashFigures]):
    """Features vote one after the other, first those of A, then those of B."""

    name = "simhash"
    title = "SimHash"
    explanation = (
        "A checksum changes altogether with one letter of a text, a fingerprint in few of its bits. Every feature of a "
        "document (here: its words) is hashed to f bits and <b>votes</b>: a one adds its weight w to that component of "
        "a vector V, a zero takes it off. Bit i of the <b>fingerprint</b> is one where V<sub>i</sub> is above 0. Each "
        "bit stands for a plane through the origin and says on which side of it the document lies; two documents at "
        "an angle θ differ in a bit with the chance θ / 180°. So the number of differing bits, the <b>Hamming "
        "distance</b>, tells the angle. With few features this holds roughly only."
    )
    formula = (
        line("V", down("i"), " = ∑ ", "± w,    bit i = [V", down("i"), " > 0]"),
        line("P[bits equal] = 1 − ", over("θ", "180°")),
        line("θ ≈ 180° ", over("Hamming", "f")),
    )
    source = (
        "Charikar 2002, Similarity estimation techniques from rounding algorithms; Manku, Jain, Das Sarma 2007; "
        "Gakhov 2016, Probabilistic data structures, part 4."
    )
    examples = ("two features of 16 bits", "el perro persigue: gato, conejo", "the same words in another order")
    own_texts = 2
    leaves_out = False  # cuts in words of its own

    def build(self) -> None:
        """Fields, two boards, features, the angle, the plane."""
        self._make_fields()
        self.which = self.note("simhashWhich", _WHICH)
        self.add(self.which)
        self.erratum = self.note("erratum", SIMHASH_ERRATUM)
        self.add(self.erratum)
        self.heads = [self.note("simhashA"), self.note("simhashB")]
        self.boards = [VectorBoard(f"labVector{which}_simhash", f"Vector V of {which}") for which in "AB"]
        self._frames = [Sideways(board) for board in self.boards]
        for head, frame in zip(self.heads, self._frames, strict=True):
            self.add(head)
            self.add(frame)
        first, second = (frame.horizontalScrollBar() for frame in self._frames)
        first.valueChanged.connect(second.setValue)  # bits of one place stay below each other
        second.valueChanged.connect(first.setValue)
        self.facts = Facts()
        self.add(self.facts)
        self.table = WeightTable("labWeights_simhash")
        self.table.factors_changed.connect(self.recompute)
        self.plot = CurvePlot(
            "labPlot_simhash", "Hamming distance and angle", "angle θ in degrees", "bits that differ", 300
        )
        self.plot.set_ticks("bottom", [(a, str(a)) for a in range(0, 181, 30)])
        self.plot_group = self.titled("Hamming distance against the angle: this seed, and 60 others", self.plot)
        self.more = self.note("simhashMore")
        weights = self.titled("Weights: type a factor to change one", self.table, self.more)
        self.add_row(weights, self.plot_group, stretch=(0, 1))
        self.add_section("Random hyperplanes, in the plane: drag x or y, or turn them with ← and →")
        self.plane = PlaneBoard("labPlane_simhash", "Two vectors in the plane")
        self.plane.turned.connect(self.recompute)
        self.plane_facts = Facts()
        self.plane_words = self.note(
            "plane",
            "Each line through the origin is one function: it gives x and y different bits when it passes between "
            "them. A line drawn at random does so with the chance θ / 180°, whatever the lengths of x and y. "
            f"{PLANES_ERRATUM}",
        )
        group = self.titled("", self.plane_facts, self.plane_words)
        self.add_row(self.plane, group, stretch=(0, 1))

    def _make_fields(self) -> None:
        self.weights = self.choice_field("Weights", "Weights", _WEIGHTS, "What a feature weighs before the factors.")
        self.bits = self.choice_field("Bits", "Bits f", _BITS)
        self.bits.set_value("64")
        self.words = self.whole_field("Words", "Words in a feature", 1, 10, 1)
        self.planes = self.whole_field("Planes", "Lines in the plane", 1, 4096, 24, "Random lines that are drawn.")
        self._text_cells = [
            self.add_field("Weights", self.weights),
            self.add_field("f", self.bits),
            self.add_field("Words in a feature", self.words),
        ]
        self.add_field("Lines", self.planes)
        self.typed = typed_line(
            "labTyped_simhash", "Features of your own", "like 0101 1.0, 0111 0.9", self.recompute, _TYPED
        )
        self._typed_cell = self.add_field("Features", self.typed)

    def choose(self) -> None:
        """Factors belong to features, and typed features to the slides."""
        self.typed.clear()
        self.table.forget_factors()

    def changed_beside(self) -> tuple[dict[str, float], list[float]]:
        """Factors of features, and where the vectors of the plane point."""
        return self.table.factors, self.plane.directions

    def change_beside(self, changed: tuple[dict[str, float], list[float]]) -> None:
        """The same of the page before."""
        self.table.factors, self.plane.directions = changed

    def work(self) -> Callable[[Progress], SimHashFigures]:
        """Votes of both texts (kept where nothing of theirs changed) and the lines of the plane."""
        example, texts, factors = self.chosen_example, self.own, self.table.factors
        weights, bits, words, seed = self.weights.value(), int(self.bits.value()), self.words.value(), self.seed_value
        directions, count = (self.plane.directions[0], self.plane.directions[1]), self.planes.value()
        slides = example == 0
        self.which.setVisible(bool(texts))
        self._typed_cell.setVisible(slides)
        typed = self.typed.text() if slides else ""
        self.erratum.setVisible(slides and not typed)
        for cell in self._text_cells:
            cell.setVisible(not slides)
        if not texts:
            texts = _SENTENCES if example == 1 else (_SENTENCES[1], _TURNED)
        elif len(texts) == 1:
            texts = (texts[0], texts[0])
        key = (slides, typed, texts, weights, bits, words, seed, tuple(factors.items()))
        kept = self.result if self.result is not None and self.result.key == key else None

        def compute(_progress: Progress) -> SimHashFigures:
            from simexplorer.lab.planes import planes
            from simexplorer.lab.simhashing import SimHashSettings, slide_steps, text_steps
            from simexplorer.lab.typed import features

            lines = planes(directions, count, seed)
            if kept is not None:
                return SimHashFigures(key, kept.steps, lines)
            if slides:
                return SimHashFigures(key, slide_steps(features(typed) or SIMHASH_FEATURES, factors), lines)
            settings = SimHashSettings(weights=weights, bits=bits, size=words, seed=seed, factors=factors)
            return SimHashFigures(key, text_steps(texts[0], texts[1], settings), lines)

        return compute

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: SimHashFigures) -> None:
        """All votes are in at first; a turned vector leaves the votes alone."""
        self._show_planes(result.planes)
        if getattr(self, "_shown_key", None) == result.key:
            self.redraw()
            return
        self._shown_key = result.key
        sides = result.steps.sides
        last = sum(len(side.names) for side in sides)
        for part in (self.heads[1], self._frames[1]):
            part.setVisible(len(sides) > 1)
        self.plot_group.setVisible(len(sides) > 1 and not _has_empty(result.steps))
        self._show_weights(feature_rows(sides))
        if result.steps.angles is not None:
            self._show_angles(result.steps.angles, sides[0].fingerprint.size)
        self.player.set_interval(max(30, min(650, 20_000 // max(1, last))))
        self.player.set_steps(last, at=last, noun="Feature")

    def show_step(self, result: SimHashFigures, step: int) -> None:
        """V of both texts after so many features."""
        steps, done = result.steps, 0
        differs = None
        if len(steps.sides) > 1 and step == self.player.last and not _has_empty(steps):
            differs = steps.sides[0].fingerprint != steps.sides[1].fingerprint
        for side, head, board in zip(steps.sides, self.heads, self.boards, strict=False):
            here = min(max(step - done, 0), len(side.names))
            done += len(side.names)
            top = float(np.abs(side.running).max(initial=0.0))
            board.show_vector(side.running[here], side.votes[here - 1] if here else None, top, differs)
            head.setText(_heading(side, here))
        self._show_facts(steps, step)

    def _show_weights(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """The features, and how many of them the table has no room for."""
        self.table.show_features(rows)
        shown = self.table.rowCount()
        self.more.setVisible(len(rows) > shown)
        self.more.setText(
            f"The first {numbers.count(shown)} of {numbers.count(len(rows))} features; the others vote too."
        )

    def _show_facts(self, steps: SimHashSteps, step: int) -> None:
        angles = steps.angles
        if angles is None:
            side = steps.sides[0]
            here = min(step, len(side.names))
            shown = self.boards[0].bits
            ends = ", ".join(value_words(float(v), 1) for v in side.running[here][:4])
            self.facts.show_facts(
                [
                    Fact("vector", f"{ends}, …", "first components of V"),
                    Fact("fingerprint", shown, "fingerprint"),
                    Fact("features", f"{here} of {len(side.names)}", "features that have voted"),
                ]
            )
            return
        if _has_empty(steps):
            words = (
                "bits differ: a text without words, or whose words weigh nothing, has no fingerprint and is like none"
            )
            self.facts.show_facts([Fact("hamming", numbers.UNKNOWN, words)])
            return
        self.facts.show_facts(
            [
                Fact("hamming", f"{angles.hamming} of {steps.settings.bits}", "bits differ (whole texts)"),
                Fact("estimate", _degrees(angles.estimate), f"angle told by the bits, ±\u00a0{_degrees(angles.error)}"),
                Fact("angle", _degrees(angles.angle), f"exact angle; cosine {numbers.similarity(angles.cosine)}"),
                Fact(
                    "chance",
                    numbers.decimal(angles.chance, 3),
                    "chance that a bit agrees, 1\u00a0−\u00a0θ\u00a0/\u00a0180°",
                ),
                Fact(
                    "exact_chance",
                    numbers.decimal(angles.exact_chance, 3),
                    "the same for words that all weigh 1, exactly",
                ),
            ]
        )

    def _show_angles(self, angles: AngleFigures, bits: int) -> None:
        from simexplorer.lab.simhashing import ANGLES

        self.plot.set_ranges((0.0, 184.0), (0.0, bits * 1.04))
        for key, width in (("two", 2.0), ("one", 1.0)):
            low, high = angles.law - width * angles.law_error, angles.law + width * angles.law_error
            self.plot.set_area(key, ANGLES, low, high, Tint.MUTED)
        self.plot.set_curve("law", ANGLES, angles.law, Tint.MUTED, dashed=True, width=1)
        jitter = np.linspace(-4.0, 4.0, angles.spread.size)
        self.plot.set_points("spread", angles.angle + jitter, angles.spread, Tint.FAINT, 5)
        self.plot.set_points("pair", [angles.angle], [angles.hamming], Tint.ACCENT, 11)
        words = f"θ = {_degrees(angles.angle)}, {numbers.counted(angles.hamming, 'bit')}"
        side = 0.0 if angles.angle < 110 else 1.0
        self.plot.set_label("pair", angles.angle + (6 if side == 0 else -6), bits * 0.94, words, Tint.ACCENT, side)

    def _show_planes(self, planes: Planes) -> None:
        separates = planes.sides[0] != planes.sides[1]
        self.plane.show_lines(planes.normals, separates)
        self.plane_facts.show_facts(
            [
                Fact("plane_angle", _degrees(planes.angle), "angle θ between x and y"),
                Fact("plane_chance", numbers.decimal(planes.chance, 3), "chance 1 − θ / 180° that bits are equal"),
                Fact("plane_differing", f"{planes.differing} of {planes.sides.shape[1]}", "lines pass between x and y"),
                Fact(
                    "plane_estimate", _degrees(planes.estimate), f"angle told by them, ±\u00a0{_degrees(planes.error)}"
                ),
            ]
        )

    def twins(self, result: SimHashFigures) -> Sequence[Twin]:
        """Vectors, features, the angle, the plane."""
        steps, step, made, done = result.steps, self.player.step, [], 0
        for which, side in zip("AB", steps.sides, strict=False):
            here = min(max(step - done, 0), len(side.names))
            done += len(side.names)
            rows = [
                (str(place + 1), value_words(float(value), 2), "1" if value > 0 else "0")
                for place, value in enumerate(side.running[here])
            ]
            after = numbers.counted(here, "feature")
            made.append(Twin(f"{which}: vector V after {after}", ("Place", "V", "Bit"), rows))
        made.append(Twin("Features", ("Feature", "Weight in A", "Weight in B"), feature_rows(steps.sides)))
        planes, angles = result.planes, steps.angles
        told = [("plane", _degrees(planes.angle), _degrees(planes.estimate), str(planes.differing))]
        if angles is not None:
            figures = _degrees(angles.angle), _degrees(angles.estimate), str(angles.hamming)
            told.insert(0, ("texts", *((numbers.UNKNOWN,) * 3 if _has_empty(steps) else figures)))
        made.append(Twin("Angles", ("Of", "Exact angle", "Angle told by the bits", "Bits that differ"), told))
        return made


def feature_rows(sides: Sequence[SimHashSide]) -> list[tuple[str, str, str]]:
    """Features of both sides as they come, each with its weight on either; those of one as often as they come."""
    if len(sides) == 1:
        (side,) = sides
        return [(name, value_words(w, 2), "") for name, w in zip(side.names, side.weights.tolist(), strict=True)]
    weights: dict[str, list[str]] = {}
    for which, side in enumerate(sides):
        for name, weight in zip(side.names, side.weights.tolist(), strict=True):
            weights.setdefault(name, ["", ""])[which] = value_words(weight, 2)
    return [(name, one, other) for name, (one, other) in weights.items()]


def _has_empty(steps: SimHashSteps) -> bool:
    """Whether one has no words, or none that weighs anything: no direction, so no fingerprint and no angle."""
    return not all(side.weights.any() for side in steps.sides)


def _heading(side: SimHashSide, here: int) -> str:
    text = f"{whole_title(side.title)}: {numbers.count(here)} of {numbers.counted(len(side.names), 'feature')}"
    if here:
        name, weight = shortened(side.names[here - 1], 40), value_words(float(side.weights[here - 1]), 2)
        text += f", last “{name}” with weight {weight}"
    if side.left_out:
        text += f" ({numbers.counted(side.left_out, 'occurrence')} after the first ones left out)"
    return text


def _degrees(value: float) -> str:
    return numbers.UNKNOWN if np.isnan(value) else f"{numbers.decimal(value, 1)}°"
