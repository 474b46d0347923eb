"""What knobs without a curve change, in numbers of the collection at hand; counted in a thread."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from simexplorer.errors import ParameterError
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity, require_fitting
from simexplorer.pipeline.measure_words import past_limit_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Pairs, Result
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.panels.heavy_fields import HeavyFields
from simexplorer.ui.panels.light_fields import LightFields
from simexplorer.ui.panels.parameter_texts import LINKAGE_TEXTS
from simexplorer.ui.theme import numbers

_BITS = 64  # of the fingerprints that the radius is held against
_MOST_HASHES = 4_096  # for which the chance of the filter is added up term by term


class Figures(Struct, frozen=True):
    """Of one result and one setting of the knobs.

    near_pairs : found pairs within the radius, of ``pairs``; near_documents : of the selected one, None if none is
    shingles : of all different texts, those that they share counted more than once
    lost : the most that the sketch filter loses of pairs at the threshold, None where it is not known
    """

    near_pairs: int
    pairs: int
    near_documents: int | None
    shingles: int
    lost: float | None


class KnobFigures(QObject):
    """Follows the fields of one panel and the result; of a result that still grows nothing is said.

    page : where the fields stand, if that is a view: then nothing is counted while another one is looked at, and
        clusters are not told, which are those of the fields beside the plot
    """

    def __init__(
        self,
        workbench: Workbench,
        light: LightFields,
        heavy: HeavyFields,
        name: str,
        page: QWidget | None = None,
        *,
        finder: str = "",
    ) -> None:
        super().__init__(workbench.window)
        self._session, self._selection, self._tabs = workbench.session, workbench.selection, workbench.tabs
        self._light, self._heavy, self._page, self._finder = light, heavy, page, finder
        self._grouped: dict[tuple[object, ...], dict[str, int]] = {}  # clusters by linkage, of one result's documents
        self._asked: tuple[object, ...] = ()
        self._within = PairsWithin()
        self.jobs = workbench.jobs(name, after_painting=True).hand_to(self._on_counted)
        light.changed.connect(self._show)
        heavy.changed.connect(self._show)
        workbench.selection.changed.connect(self._show)
        workbench.run.recipe_changed.connect(self._show)
        workbench.session.show_with(self._show)
        if page is not None:
            workbench.tabs.currentChanged.connect(self._show)

    def _show(self) -> None:
        result = self._session.result
        if result is None or self._session.growing:
            self._say_nothing()
            return
        if self._page is None:
            self._light.show_grouped(self._grouped_words(result))
        elif self._tabs.currentWidget() is not self._page:
            self._within = PairsWithin()  # it would keep an earlier result
            return
        radius, chosen = self._light.radius.value(), self._selection.documents[:1]
        recipe = self._recipe(result)
        asked = (self._session.edition, radius, chosen, recipe)
        if asked != self._asked:
            self._asked = asked
            row = chosen[0] if chosen else None
            self.jobs.start_after(lambda _job: (asked, count_of(result, radius, row, recipe, self._within)))

    def _say_nothing(self) -> None:
        self._asked, self._within, self._grouped = (), PairsWithin(), {}  # other documents may get the id of these
        self._light.show_near("")
        self._light.show_grouped("")
        self._heavy.finer.show_notes("", "")

    def _recipe(self, result: Result) -> Recipe | None:
        """What the fields ask for; None where that is no recipe."""
        try:
            recipe = result.recipe.replace(**self._light.fields(), **self._heavy.fields())
            require_fitting(recipe)
        except ParameterError:
            return None
        return recipe

    def _on_counted(self, counted: object) -> None:
        assert isinstance(counted, tuple)
        asked, figures = counted
        result = self._session.result
        if asked != self._asked or result is None:
            return
        self._light.show_near(near_words(figures, self._light.radius.value(), self._finder))
        four = self._heavy.finer.id_bits.value() == "32"
        self._heavy.finer.show_notes(
            id_words(figures.shingles, 32 if four else 64), self._filter_words(result, figures)
        )

    def _filter_words(self, result: Result, figures: Figures) -> str:
        audit = result.audit
        limit = limit_word(self._heavy.scale)
        words = "" if figures.lost is None else f"loses {loss_words(figures.lost)} of pairs at the {limit}"
        ran = result.recipe.sketch_sigmas == self._heavy.finer.sigmas.exact and not result.partial
        # those inside one folder, where only pairs between two count, are no candidates that were spared
        if ran and audit.candidates and not audit.scanned and result.recipe.reference is None:
            spared = audit.candidates - audit.verified - audit.ruled_out
            words += f"{'; ' if words else ''}{numbers.count(max(0, spared))} of {numbers.count(audit.candidates)} "
            words += "candidates were not read"
        return words

    def _grouped_words(self, result: Result) -> str:
        clusters, recipe = result.clusters, result.recipe
        key = (id(result.documents), recipe.heavy_key(), limit_similarity(recipe))
        if key not in self._grouped:
            self._grouped = {key: {}}
        counts = self._grouped[key]
        if not result.partial:
            counts[recipe.linkage] = len(clusters)
        loose = int(np.count_nonzero(clusters.min_jaccard < limit_similarity(recipe)))
        words = numbers.counted(len(clusters), "cluster")
        if len(clusters):
            words += f" of {numbers.counted(int(clusters.rows.size), 'document')}"
            words += f"; {loose_words(loose, MeasureScale.of(recipe))}" if loose else ""
        others = [
            f"{title.lower()} {numbers.count(counts[name])}"
            for name, title in LINKAGE_TEXTS.items()
            if name in counts and name != recipe.linkage
        ]
        return words + (f" ({', '.join(others)})" if others else "")


class PairsWithin:
    """Which pairs lie within a radius: of the same pairs this is told once, whatever the threshold."""

    def __init__(self) -> None:
        self._of: tuple[Pairs, int] | None = None
        self._within = np.zeros(0, np.bool_)

    def count(self, result: Result, radius: int) -> int:
        """How many of the pairs at the result's threshold; one thread asks."""
        if self._of is None or self._of[0] is not result.pairs or self._of[1] != radius:
            self._within = result.pairs.hamming[:] <= radius
            self._of = (result.pairs, radius)
        return int(np.count_nonzero(self._within[: result.at_threshold]))


def count_of(result: Result, radius: int, row: int | None, recipe: Recipe | None, within: PairsWithin) -> Figures:
    """Everything that is counted; a few milliseconds for a million documents, in a thread."""
    near = None
    if row is not None and row < result.shingles.size:
        distance = np.bitwise_count(result.fingerprints ^ result.fingerprints[row])
        near = int(np.count_nonzero((distance <= radius) & (result.shingles > 0)))
        near -= int(result.shingles[row] > 0)
    return Figures(
        near_pairs=within.count(result, radius),
        pairs=result.at_threshold,
        near_documents=near,
        shingles=int(result.shingles[result.members].sum()),
        lost=_lost(recipe),
    )


def _lost(recipe: Recipe | None) -> float | None:
    if recipe is None or recipe.measure == "containment" or recipe.signature_length > _MOST_HASHES:
        return None
    if limit_similarity(recipe) <= 0.0:
        return None  # pairs that share nothing: no index finds them, filter or not
    from simexplorer.pipeline.estimating import chance_of_nearness

    return 1.0 - chance_of_nearness(recipe, limit_similarity(recipe))


def near_words(figures: Figures, radius: int, finder: str = "") -> str:
    """How much lies within the radius; ``finder``: who found the pairs, where that is not plain."""
    if radius >= _BITS:
        return f"all fingerprints differ in {_BITS} bits at most"
    parts = []
    if figures.pairs:
        found = f"found by {finder}" if finder else "found"
        parts.append(f"{numbers.count(figures.near_pairs)} of the {numbers.counted(figures.pairs, 'pair')} {found}")
    if figures.near_documents is not None:
        near = numbers.counted(figures.near_documents, "document") if figures.near_documents else "no document"
        parts.append(f"{near} around the selected one")
    return f"within it: {', and '.join(parts)}" if parts else ""


def limit_word(scale: MeasureScale) -> str:
    """What sets a limit to pairs is called so."""
    return "limit" if scale.is_distance else "threshold"


def loose_words(clusters: int, scale: MeasureScale) -> str:
    """How many clusters hold pairs that are not alike enough to be shown."""
    return f"{numbers.count(clusters)} hold{'s' * (clusters == 1)} pairs {past_limit_words(scale)}"


def id_words(shingles: int, bits: int) -> str:
    """How many pairs of different shingles are expected to share an id of so many bits."""
    expected, of = float(shingles) ** 2 / 2.0 ** (bits + 1), numbers.counted(shingles, "shingle")
    if expected < 0.01:
        return f"no two of {of} are expected to share one"
    return f"at most {numbers.about(expected)} pairs of {of} are expected to share one"


def loss_words(share: float) -> str:
    """``at most 0.02 %``, ``< 0.01 %`` or ``none``."""
    words = numbers.percent(share)
    return "none" if share <= 0.0 else words if words.startswith("<") else f"at most {words}"
