"""The most memory this process held at once; unlike ``ru_maxrss`` without what was held before, here or in a parent."""

from __future__ import annotations

from pathlib import Path


def peak_megabytes() -> float:
    """Most memory this process held since it began, or since the peak was last begun anew."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024


def begin_peak() -> float:
    """Begin the peak anew at what is held now, which is given back in megabytes."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return peak_megabytes()
