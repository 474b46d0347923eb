"""What there is no permission for, also for a test that runs as root."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NOBODY = 65534


@contextmanager
def closed_folder(mode: int = 0) -> Iterator[Path]:
    """The folder, which holds ``a.txt`` and lets in whom ``mode`` says.

    It lies right below the system's own, since whoever is nobody may enter no other.
    """
    folder = Path(tempfile.mkdtemp())
    (folder / "a.txt").write_text("one text")
    folder.chmod(mode)
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(_NOBODY)
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)


@contextmanager
def as_nobody() -> Iterator[None]:
    """As a person who may do nothing that others do not allow; modules have to be imported before."""
    real, effective, saved = os.getresuid()
    if effective == 0:
        os.setresuid(_NOBODY, _NOBODY, saved)
    try:
        yield
    finally:
        os.setresuid(real, effective, saved)
