"""How a search spells a text, so that what a person takes for the same is found: composed or not, in any case.

Canonically equal texts are spelled alike (macOS takes accents and Korean syllables in file names apart), and so are
capital and small letters by Unicode's case folding; i has its dot or not: what is typed in Turkish finds both.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.mark_order import in_form
from simexplorer.features.traced_text import traced

_DOT, _DOTLESS, _I = 0x307, 0x131, ord("i")


def as_sought(text: str) -> str:
    """The text as a search spells it."""
    spelled = in_form(text, "NFC").casefold()
    return spelled if spelled.isascii() else spelled.replace("i\u0307", "i").replace("\u0131", "i")


def sought_points(text: str) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int32]]:
    """(points, starts, ends) of ``as_sought``: each code point came from the characters ``start:end`` of the text."""
    trace = traced(text, ("nfc", "case"))
    points, starts, ends = trace.points, trace.starts, trace.ends
    if text.isascii():
        return points, starts, ends
    kept = np.append(True, (points[1:] != _DOT) | (points[:-1] != _I))[: points.size]
    if not kept.all():
        dots = np.flatnonzero(~kept)
        ends[dots - 1] = ends[dots]
        points, starts, ends = points[kept], starts[kept], ends[kept]
    return np.where(points == _DOTLESS, np.uint32(_I), points), starts, ends
