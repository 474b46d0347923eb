"""Bands and rows by other rules than a recall: chosen in a thread whenever what they depend on has changed."""

from __future__ import annotations

from PySide6.QtCore import QObject

from simexplorer.search.tuning import Banding, Costs, by_histogram, by_weighted_error
from simexplorer.ui.controllers.collision import collision_of
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job

_MOST_HASHES = 4_096  # every choice is tried: their number grows with K log K


class BandingController(QObject):
    """Chooses for the least weighted error, or the least cost on this collection."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._light = workbench.tuning.light
        self._chosen_for: tuple[object, ...] = ()
        self.jobs = workbench.jobs("bands")
        self.jobs.succeeded.connect(self._on_chosen)
        self._light.changed.connect(self._choose)
        self._light.choice_changed.connect(self._choose)
        workbench.tuning.heavy.changed.connect(self._choose)
        workbench.session.show_with(self._choose)

    def _choose(self) -> None:
        light, hashes = self._light, self._workbench.tuning.heavy.signature_length
        choice, threshold = light.choice.value(), light.limit.similarity
        if choice not in ("weighted", "collection") or hashes > _MOST_HASHES:
            self._chosen_for = ()
            return
        histogram = self._workbench.tuning_controller.histogram if choice == "collection" else None
        weight, cost = light.weight.value(), light.cost.value()
        heavy = self._workbench.tuning.heavy
        wanted = (
            choice,
            threshold,
            hashes,
            heavy.scheme.value(),
            heavy.bits.value(),
            heavy.scale,
            weight,
            cost,
            id(histogram),
        )
        if wanted == self._chosen_for:
            return
        self._chosen_for = wanted

        collision = collision_of(heavy)

        def choose(_job: Job) -> Banding:
            if histogram is None:
                return by_weighted_error(hashes, threshold, 1.0 - weight, weight, collision)
            return by_histogram(hashes, threshold, histogram, Costs(miss=cost), family=collision)

        self.jobs.start_after(choose)

    def _on_chosen(self, banding: object) -> None:
        if isinstance(banding, Banding) and self._light.choice.value() in ("weighted", "collection"):
            self._light.take_banding(banding.bands, banding.rows)
