"""How the person's run cut its signatures, told where a page shows another cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simexplorer.lab.material import LabCollection
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.bands import BandSettings


def otherwise_cut(settings: BandSettings, run: LabCollection) -> str:
    """Bands, rows and threshold of the run in words; "" where the fields show the same and its pairs met by them."""
    same = (settings.bands, settings.rows, settings.threshold) == (run.bands, run.rows, run.threshold)
    if same and not run.instead:
        return ""
    cut = f"{numbers.counted(run.bands, 'band')} of {numbers.counted(run.rows, 'row')}"
    but = f", but {run.instead}" if run.instead else ""
    return f"{cut} and a threshold of {numbers.decimal(run.threshold, 3)}{but}"
