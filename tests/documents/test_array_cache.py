from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.array_cache import DEFAULT_BYTES, ArrayCache
from simexplorer.errors import InputError
from tests.closed_folder import as_nobody, closed_folder

ARRAYS = {
    "ids": np.arange(1000, dtype=np.uint64) * np.uint64(2**60),
    "table": np.arange(12, dtype=np.int32).reshape(3, 4),
    "none": np.empty((0, 4), np.float32),
    "flags": np.array([True, False]),
}


@pytest.fixture
def cache(tmp_path):
    return ArrayCache(tmp_path / "cache", most_bytes=130_000)


def test_what_was_stored_comes_back(cache):
    assert cache.load("a") is None
    assert cache.store("a", ARRAYS, {"words": ["ü", 1]}, blob=iter([b"ab", b"cd"]))
    kept = cache.load("a")
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(kept.arrays[name], array)
        assert kept.arrays[name].dtype == array.dtype
    assert kept.arrays["blob"].tobytes() == b"abcd"
    assert kept.words == {"words": ["ü", 1]}
    assert cache.load("b") is None


def test_arrays_in_use_survive_a_replacement_and_a_clearing(cache):
    cache.store("a", {"x": np.full(9, 1)}, {})
    first = cache.load("a")
    cache.store("a", {"x": np.full(9, 2)}, {})
    assert first.arrays["x"].tolist() == [1] * 9
    assert first.reopen() is None
    second = cache.load("a")
    os.close(second.reopen())
    assert cache.size_bytes() > 0
    assert cache.clear() > 0
    assert cache.size_bytes() == 0
    assert second.arrays["x"].tolist() == [2] * 9


def test_a_pipe_or_a_link_in_a_files_place_counts_as_missing_and_is_not_waited_for(cache):
    cache.store("a", ARRAYS, {})
    kept, (file,) = cache.load("a"), cache.folder.iterdir()
    cache._most_bytes = None
    os.mkfifo(cache.folder.with_name("cache.limit"))
    aside = file.rename(file.with_name("aside"))
    for put in (os.mkfifo, lambda path: os.symlink(aside, path)):
        put(file)
        assert cache.load("a") is None
        assert kept.reopen() is None
        file.unlink()
    assert cache.most_bytes == DEFAULT_BYTES
    assert cache.store("a", ARRAYS, {})
    assert cache.load("a") is not None


@pytest.mark.parametrize("place", [0, 100, 5000, -1, -20, -40, -60])
def test_any_damaged_byte_makes_it_missing(cache, place):
    cache.store("a", ARRAYS, {"k": 1})
    (file,) = cache.folder.iterdir()
    raw = bytearray(file.read_bytes())
    raw[place] ^= 0x10
    file.write_bytes(raw)
    assert cache.load("a") is None
    assert not file.exists()


@pytest.mark.parametrize("size", [0, 10, 31, 1000])
def test_a_cut_file_is_missing(cache, size):
    cache.store("a", ARRAYS, {})
    (file,) = cache.folder.iterdir()
    os.truncate(file, size)
    assert cache.load("a") is None


def test_a_file_that_was_copied_over_another_is_missing(cache):
    cache.store("a", {"x": np.full(9, 1)}, {})
    (first,) = cache.folder.iterdir()
    content = first.read_bytes()
    cache.store("b", {"x": np.full(9, 2)}, {})
    (second,) = set(cache.folder.iterdir()) - {first}
    second.write_bytes(content)
    assert cache.load("b") is None
    assert cache.load("a").arrays["x"].tolist() == [1] * 9


def test_the_longest_unused_goes_first(cache):
    for number, key in enumerate("abcd"):
        cache.store(key, {"x": np.zeros(30_000, np.uint8)}, {})
        path = cache._path(key)
        if path.exists():
            os.utime(path, (number, number))
    cache.load("a")
    cache.store("e", {"x": np.zeros(30_000, np.uint8)}, {})
    # 30 KB each, room for four: a was used just now, e is new, of the others b is the oldest
    assert [key for key in "abcde" if cache.load(key) is not None] == ["a", "c", "d", "e"]


def test_what_just_fits_stays(cache):
    for key in "ab":
        cache.store(key, {"x": np.zeros(30_000, np.uint8)}, {})
    whole = cache.size_bytes()
    for room, left in ((whole, 2), (whole - 1, 1)):
        cache.set_most_bytes(room)
        ArrayCache(cache.folder).trim()
        assert cache.count() == left


def test_half_written_files_of_a_killed_program_are_removed_in_the_end(cache):
    cache.store("a", {}, {})
    stray, fresh = cache.folder / "new-old", cache.folder / "new-now"
    stray.write_bytes(b"half")
    fresh.write_bytes(b"half")
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(stray, (two_days_ago, two_days_ago))
    cache.trim()
    assert not stray.exists()
    assert fresh.exists()


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = ArrayCache(tmp_path / "file")
    assert not cache.store("a", ARRAYS, {})
    assert cache.load("a") is None
    assert (cache.size_bytes(), cache.clear()) == (0, 0)


def test_a_folder_that_may_not_be_looked_into_is_none_that_holds_nothing():
    with closed_folder() as folder:
        cache = ArrayCache(folder)
        for asked in (cache.size_bytes, cache.count, cache.clear):
            with pytest.raises(InputError) as error:
                asked()
            assert str(error.value) == f"The cache in {folder} cannot be looked into: permission denied."
        assert not cache.store("a", ARRAYS, {})
        cache.trim()


def test_what_cannot_be_removed_is_said_and_what_points_nowhere_is_removed():
    folder = Path(tempfile.mkdtemp())
    try:
        (folder / "link").symlink_to(folder / "nowhere")
        folder.chmod(0o555)
        cache = ArrayCache(folder)
        with as_nobody(), pytest.raises(InputError) as error:
            cache.clear()
        assert str(error.value) == f"The cache in {folder} cannot be cleared: permission denied."
        folder.chmod(0o700)
        assert cache.count() == 1
        cache.clear()
        assert cache.count() == 0
    finally:
        shutil.rmtree(folder)


def test_a_limit_that_cannot_be_kept_leaves_nothing_behind(cache, monkeypatch):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(type(cache.folder), "replace", refuse)
    with pytest.raises(OSError, match="No space left"):
        cache.set_most_bytes(5)
    assert list(cache.folder.parent.iterdir()) == []
