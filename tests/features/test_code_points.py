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


@pytest.mark.parametrize("part", [0, 1, 100, 1000, -1])
def test_a_table_that_was_cut_is_made_anew(tmp_path, part):
    made = code_point_table(frozenset({"case"}))
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:part])
    code_point_table.cache_clear()
    assert np.array_equal(code_point_table(frozenset({"case"})).text, made.text)
    assert path.stat().st_size == len(whole)


def test_a_table_with_one_changed_bit_is_made_anew_or_says_the_same(tmp_path, monkeypatch):
    arrays = [np.arange(40, dtype=np.int64), np.ones((3, 5), np.uint8)]
    monkeypatch.setattr(kept_arrays, "KERNEL_CACHE", tmp_path)
    take = lambda: kept_arrays.kept_arrays("some", ("a", "b"), lambda: arrays)  # noqa: E731
    take()
    path = tmp_path / "some.npz"
    whole = path.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        for kept, array in zip(take(), arrays, strict=True):
            assert np.array_equal(kept, array), place
        path.unlink(missing_ok=True)
