"""The folders that a collection was listed from, known again by whatever name, link or mount they are reached."""

from __future__ import annotations

import os

import numpy as np

from simexplorer.documents.listing import Paths


class CollectionFolders:
    """Folders that held documents, and those above them up to the sources, as the system numbers them."""

    def __init__(self, paths: Paths) -> None:
        folders: set[bytes] = set(paths.roots)
        start, last = paths.offsets.tolist(), None
        for row in np.flatnonzero(paths.container < 0).tolist():
            above = paths.names[start[row] : paths.names.rfind(b"/", start[row], start[row + 1]) + 1]
            if above == last:
                continue
            last, folder = above, os.path.dirname(paths.file(row))
            while folder not in folders:
                folders.add(folder)
                folder = os.path.dirname(folder)
        self._known = {number for folder in folders if (number := _number(folder)) is not None}

    def hold(self, folder: bytes) -> bool:
        """Whether a folder, which may have to be made first, is one of them or lies in one."""
        folder = os.path.realpath(folder)
        while _number(folder) not in self._known:
            above = os.path.dirname(folder)
            if above == folder:
                return False
            folder = above
        return True


def _number(folder: bytes) -> tuple[int, int] | None:
    """(device, inode) of a folder; None where there is none."""
    try:
        about = os.stat(folder)
    except OSError:
        return None
    return about.st_dev, about.st_ino
