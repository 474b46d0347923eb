"""What a column of a table is: its heading, what its numbers mean, how it is drawn."""

from __future__ import annotations

import enum

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class Kind(enum.Enum):
    """How the cells of a column are drawn."""

    PATH = "path"  # left, elided at the front: the name at the end says most
    TEXT = "text"  # left, elided at the end
    NUMBER = "number"  # right, tabular figures
    SIMILARITY = "similarity"  # right, with a thin bar
    MARK = "mark"  # left, a word that stands out


class Tells(enum.Enum):
    """What of two documents a column tells, in terms of the measure that ranks them."""

    EXACT = "exact"  # its value
    ESTIMATE = "estimate"  # of the value, by the signatures
    ERROR = "error"  # of the estimate, in standard errors
    RANK = "rank"  # place by the value
    BITS = "bits"  # that differ in the plain fingerprints, whatever the measure


class Column(Struct, frozen=True, kw_only=True):
    """One column. ``name`` is its key in settings and tests; ``meaning`` the definition and formula of its tooltip.

    ``takes_rest``: a text that has all the room that the other columns leave. ``lowest_first``: the first press on the
    heading brings up the lowest number, not the highest. ``told``: the title where no other columns stand beside it.
    ``gives_way``: the lower, the sooner it is left out where names have no room to be read, with its equals; 0 stays.
    ``longest``: the words that stand whole beside their sign in a column of decisions, however little room there is.
    """

    name: str
    title: str
    meaning: str
    kind: Kind = Kind.NUMBER
    width: int = 80
    visible: bool = True
    takes_rest: bool = False
    lowest_first: bool = False
    told: str = ""
    gives_way: int = 0
    tells: Tells | None = None
    longest: str = ""
