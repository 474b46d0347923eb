"""Windows that are shown for a test, and closed however it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from simexplorer.ui.main_window import MainWindow


@contextmanager
def closing_after(window: object) -> Iterator[MainWindow]:
    """A built window, shown; a test that fails on the way must not leave it to those that follow."""
    assert isinstance(window, MainWindow)
    try:
        window.show()
        yield window
    finally:
        window.close()
        window.deleteLater()
