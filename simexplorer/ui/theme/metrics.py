"""The 4-pixel grid that every distance in the window is a multiple of."""

from __future__ import annotations

HAIR = 4
GAP = 8  # between things
GROUP = 16  # between groups of things
ROW = 24  # height of a table row
ICON = 16
