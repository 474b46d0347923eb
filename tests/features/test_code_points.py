"""The table of what code points become, kept from start to start."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features import code_points, kept_arrays
from simexplorer.features.code_points import code_point_table


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_arrays, "KERNEL_CACHE", tmp_path)
    code_point_table.cache_clear()
    yield
    code_point_table.cache_clear()


def test_a_table_is_kept_and_taken_from_there(tmp_path, monkeypatch):
    made = code_point_table(frozenset({"case"}))
    assert [path.suffix for path in tmp_path.iterdir()] == [".npz"]
    code_point_table.cache_clear()
    monkeypatch.setattr(code_points, "_build", None)
    kept = code_point_table(frozenset({"case"}))
    assert np.array_equal(kept.text, made.text)
    assert np.array_equal(kept.info, made.info)


def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def savez(file, **_columns):
        with open(file, "wb") if isinstance(file, str) else file as opened:
            opened.write(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", savez)
    assert code_point_table(frozenset({"case"})).info.size
    assert not list(tmp_path.iterdir())
