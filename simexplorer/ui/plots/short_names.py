"""Names short enough for a plot: the end of each path, as much of it as tells it from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

_DEEPEST = 6


def short_names(paths: Sequence[str]) -> list[str]:
    """The file name of each path; where several are called the same, with as many folders as keep them apart."""
    parts = [path.split("/") for path in paths]
    depth = [1] * len(parts)
    names = [_end(part, 1) for part in parts]
    for deeper in range(2, _DEEPEST + 1):
        often = Counter(names)
        for place, name in enumerate(names):
            if often[name] > 1:
                depth[place] = deeper
        names = [_end(part, depth[place]) for place, part in enumerate(parts)]
    return names


def _end(part: Sequence[str], depth: int) -> str:
    return "/".join(part[-depth:])
