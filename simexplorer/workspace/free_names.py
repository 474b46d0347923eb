"""Names for a file where its own is taken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count


def numbered_names(path: bytes) -> Iterator[bytes]:
    """The path itself, then with a number before its ending, without end: ``name.txt``, ``name (2).txt``, ..."""
    yield path
    stem, ending = os.path.splitext(path)
    for number in count(2):
        yield b"%s (%d)%s" % (stem, number, ending)
