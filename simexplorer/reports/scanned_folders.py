"""Which folder each path of a report lies in, where several were scanned."""

from __future__ import annotations

import os

import numpy as np

from simexplorer.documents.listing import Paths, shown_path


def names_of(paths: Paths) -> list[bytes]:
    """By folder the name that its paths begin with; empty where there is one folder, and where it holds nothing."""
    first = np.full(len(paths.roots), -1)
    first[paths.root_of[::-1]] = np.arange(len(paths) - 1, -1, -1)  # what is written last stays
    return [paths.raw(row)[: paths.prefix_length[row]].rstrip(b"/") if row >= 0 else b"" for row in first.tolist()]


def folders_shown(paths: Paths) -> list[str]:
    """The scanned folders for people, with the name of one that is listed by another than its own."""
    shown = []
    for name, folder in zip(names_of(paths), paths.roots, strict=True):
        other = f" (listed as {shown_path(name)})" if name not in (b"", os.path.basename(folder)) else ""
        shown.append(shown_path(folder) + other)
    return shown


def folders_told(paths: Paths) -> dict[str, str]:
    """Each name that paths begin with and its absolute folder, spelled as paths of JSON are."""
    told = zip(names_of(paths), paths.roots, strict=True)
    return {_text(name): _text(folder) for name, folder in told if name}


def _text(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")
