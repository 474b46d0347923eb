"""What first use compiles in its second process runs as it stands: an error there would only cost time, unseen."""

from __future__ import annotations

import os
import time

from simexplorer.pipeline import warming
from simexplorer.pipeline.warming_rest import compile_linkages, compile_reading, compile_search, compile_showing


def test_the_kernels_that_read_search_and_show_can_be_called_for_compiling(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Some words to read. " * 9, "utf-8")
    compile_reading(str(tmp_path))
    compile_search()
    compile_showing()
    compile_linkages()


def test_only_kernels_of_versions_long_gone_are_forgotten(tmp_path, monkeypatch):
    old, fresh, own = (tmp_path / f"kernels-{name}" for name in ("old", "fresh", "own"))
    for place in (old, fresh, own):
        place.mkdir()
        (place / "ready").touch()
    for place in (old, own):
        os.utime(place, (0, time.time() - 40 * 24 * 3600))
    monkeypatch.setattr(warming, "KERNEL_CACHE", own)
    warming._forget_old_caches()
    assert sorted(place.name for place in tmp_path.iterdir()) == ["kernels-fresh", "kernels-own"]
