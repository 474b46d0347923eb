"""Distances that the window is laid out by, in pixels."""

from __future__ import annotations

HAIR = 4
GAP = 8  # between things
GROUP = 16  # between groups of things
ROW = 24  # height of a table row
ICON = 16
