"""Folders that are held open while their files are read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.folder import FOLDER_FLAGS


@contextlib.contextmanager
def opened_folders(folders: Sequence[bytes], roots: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
    """(m,) descriptors of ``folders[root]`` while rows of these roots are read, no longer: nobody could unmount them.

    -1 where the system gives none: its files are opened by path then.
    """
    used, which = np.unique(roots, return_inverse=True)
    opened = [_open_folder(folders[root]) for root in used.tolist()]
    try:
        yield np.array(opened, np.int32)[which]
    finally:
        for descriptor in opened:
            if descriptor >= 0:
                os.close(descriptor)


def _open_folder(folder: bytes) -> int:
    try:
        return os.open(folder, FOLDER_FLAGS)
    except OSError:
        return -1
