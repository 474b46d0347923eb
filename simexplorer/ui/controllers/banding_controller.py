"""Bands and rows by other rules than a recall: chosen in a thread whenever what they depend on has changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from simexplorer.search.tuning import Banding, Costs, by_histogram, by_threshold, by_weighted_error
from simexplorer.ui.controllers.collision import collision_of
from simexplorer.ui.controllers.tuning_controller import Told
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.panels.heavy_fields import HeavyFields
from simexplorer.ui.panels.light_fields import LightFields

_MOST_HASHES = 4_096  # two rules try every choice: their number grows with K log K
_RULES = ("threshold", "weighted", "collection")
Histogram = Callable[[], Told | None]


class BandingController(QObject):
    """Chooses for a pair of panels: by threshold, for the least weighted error, or the least cost on this collection.

    histogram : gives the similarities of the collection's pairs by the measure that the fields show, and how many have
        exactly 1; None: unknown
    """

    def __init__(
        self, light: LightFields, heavy: HeavyFields, jobs: JobRunner, histogram: Histogram, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._light, self._heavy, self._histogram = light, heavy, histogram
        self._chosen_for: tuple[object, ...] = ()
        self._chosen: Banding | None = None
        self.jobs = jobs.hand_to(self._on_chosen)
        light.changed.connect(self.choose)
        light.choice_changed.connect(self.choose)
        heavy.changed.connect(self.choose)

    def choose(self) -> None:
        """Choose anew where a rule is set and something that it goes by has changed."""
        light, heavy, rule = self._light, self._heavy, self._light.choice.value()
        hashes, threshold = heavy.signature_length, light.limit.similarity
        if rule not in _RULES or (rule != "threshold" and hashes > _MOST_HASHES):
            self._chosen_for = ()
            return
        told = self._histogram() if rule == "collection" else None
        weight, cost = light.weight.value(), light.cost.value()
        of_scheme = (heavy.scheme.value(), heavy.bits.value(), heavy.scale)
        wanted = (rule, threshold, hashes, *of_scheme, weight, cost, id(told and told[0]))
        if wanted == self._chosen_for:
            if self._chosen is not None:
                light.take_banding(self._chosen.bands, self._chosen.rows)
            return
        self._chosen_for, self._chosen = wanted, None
        collision, steps = collision_of(heavy), heavy.scale.steps

        def choose(_job: Job) -> tuple[object, Banding]:
            if rule == "threshold":
                return wanted, by_threshold(hashes, threshold, collision)
            if told is None:
                return wanted, by_weighted_error(hashes, threshold, 1.0 - weight, weight, collision)
            costs = Costs(miss=cost)
            return wanted, by_histogram(hashes, threshold, told[0], costs, collision, at_end=told[1], steps=steps)

        self.jobs.start_after(choose)

    def _on_chosen(self, chosen: object) -> None:
        assert isinstance(chosen, tuple)
        wanted, banding = chosen
        if wanted == self._chosen_for and isinstance(banding, Banding):
            self._chosen = banding
            self._light.take_banding(banding.bands, banding.rows)


def banding_of(workbench: Workbench) -> BandingController:
    """The one of the panel Tuning, which follows every result too."""
    tuning, told = workbench.tuning, workbench.tuning_controller
    made = BandingController(
        tuning.light, tuning.heavy, workbench.jobs("bands"), lambda: told.told_by(tuning.heavy.scale), workbench.window
    )
    workbench.session.show_with(made.choose)
    return made
