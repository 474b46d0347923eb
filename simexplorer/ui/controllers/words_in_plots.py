"""First words of documents in the tooltips of plots."""

from __future__ import annotations

from collections.abc import Callable

from simexplorer.documents.listing import Paths
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.models.first_words import FirstWords
from simexplorer.ui.plots.painted_plot import PaintedPlot


def tell_words(plot: PaintedPlot, bench: Workbench, document_at: Callable[[int], tuple[Paths, int] | None]) -> None:
    """Have a plot tell the first words of the document at a place; a tooltip that waits for them gets them later."""
    words = FirstWords.of(bench.window)
    if words is None:
        return

    def words_of(place: int) -> str:
        document = document_at(place)
        return "" if document is None else words.of_document(*document)

    plot.words_of = words_of
    words.arrived.connect(plot.renew_tip)
