"""Reports whose writing takes as long as a test wants it to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from simexplorer.reports import writing


@contextmanager
def held_writing(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Reports whose writing says that it has begun, and waits until it may go on."""
    begun, goes_on, fill = threading.Event(), threading.Event(), writing._fill

    def held(descriptor: int, target: bytes, write: writing.Write) -> None:
        begun.set()
        goes_on.wait(20)
        fill(descriptor, target, write)

    monkeypatch.setattr(writing, "_fill", held)
    try:
        yield begun, goes_on
    finally:
        goes_on.set()
