"""Work on several threads, and work begun beside it."""

from __future__ import annotations

import pytest

from simexplorer.pipeline.engine import Engine


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_begun_beside_is_there_when_it_is_asked_for(workers):
    engine = Engine(workers)
    calls = []
    answer = engine.beside(lambda: calls.append(1) or 42)
    assert engine.each(lambda job: job * 2, [1, 2, 3]) == [2, 4, 6]
    assert answer() == answer() == 42
    assert calls == [1]
    engine.close()
