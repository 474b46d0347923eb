from __future__ import annotations

import os
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents import entries as entries_module
from simexplorer.documents import folder as folder_module
from simexplorer.documents import system_calls
from simexplorer.documents.folder import read_folder
from simexplorer.documents.folder_kernels import (
    ENTRIES_AT_ONCE,
    FAILED,
    FULL,
    LEAST_ENTRY,
    find_names,
    read_entries,
    sort_names,
)
from simexplorer.documents.globs import PathFilter
from simexplorer.documents.names import Names

_FILE, _FOLDER, _UNKNOWN = 8, 4, 0

pytestmark = pytest.mark.skipif(not system_calls.LISTS_FOLDERS, reason="the C library has no getdents64")


def packed(entries):
    """Entries (name, kind) as getdents64 tells them, with room behind."""
    told = b""
    for number, (name, kind) in enumerate(entries):
        body = struct.pack("<QqHB", number, -1, 0, kind) + name + b"\0"
        length = -(-len(body) // 8) * 8
        told += (body[:16] + struct.pack("<H", length) + body[18:]).ljust(length, b"\xff")
    return np.frombuffer(bytearray(told + bytes(ENTRIES_AT_ONCE)), np.uint8), len(told)


def found_in(entries):
    records, filled = packed(entries)
    places, folders = (np.empty(filled // LEAST_ENTRY, np.int64) for _ in range(2))
    count, inner = find_names(records, filled, places, folders)
    if count < 0:
        return count
    joined, offsets = np.empty(filled, np.uint8), np.empty(count + 1, np.int64)
    sort_names(records, count, places, np.empty(count, np.int64), joined, offsets)
    told = {records[at : at + 300].tobytes().partition(b"\0")[0] for at in folders[:inner]}
    return list(Names(joined[: offsets[-1]], offsets)), told


file_names = st.binary(min_size=1, max_size=255).map(lambda name: name.replace(b"\0", b"x").replace(b"/", b"y"))
alike = st.builds(lambda start, end: b"a" * start + end, st.integers(0, 240), st.binary(min_size=1, max_size=3)).map(
    lambda name: name.replace(b"\0", b"x")
)


@given(st.dictionaries(file_names | alike, st.sampled_from((_FILE, _FOLDER, 10)), max_size=60))
def test_names_come_in_the_order_of_their_bytes(kinds):
    names, folders = found_in([(b".", _FOLDER), *kinds.items(), (b"..", _FOLDER)])
    real = {name: kind for name, kind in kinds.items() if name not in (b".", b"..")}
    assert names == sorted(name for name, kind in real.items() if kind != _FOLDER)
    assert folders == {name for name, kind in real.items() if kind == _FOLDER}


def test_a_name_that_is_told_twice_stands_twice():
    assert found_in([(b"b", _FILE), (b"a" * 20, _FILE), (b"a" * 20, _FILE)])[0] == [b"a" * 20, b"a" * 20, b"b"]


def test_entries_of_an_unknown_kind_are_left_to_others():
    assert found_in([(b"a", _FILE), (b"b", _UNKNOWN)]) == FAILED


def test_a_file_is_no_folder_to_list(tmp_path):
    (tmp_path / "a").touch()
    descriptor = os.open(tmp_path / "a", os.O_RDONLY)
    assert read_entries(descriptor, np.empty(ENTRIES_AT_ONCE, np.uint8), np.zeros(1, np.int64)) == FAILED
    os.close(descriptor)


def test_a_full_buffer_asks_for_more_room(tmp_path):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    assert read_entries(descriptor, np.empty(ENTRIES_AT_ONCE - 1, np.uint8), np.zeros(1, np.int64)) == FULL
    os.close(descriptor)


def test_many_long_names_are_all_listed(tmp_path):
    names = sorted(f"{number:04}{'n' * 240}" for number in range(700))
    for name in names:
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    entries, _ = read_folder(os.fsencode(tmp_path), b"")
    assert list(entries.names) == [name.encode() for name in names]
    assert entries.folders == [b"folder/"]


def test_where_compiled_calls_cannot_list_python_does(tmp_path, monkeypatch):
    (tmp_path / "b").touch()
    (tmp_path / "a").mkdir()
    monkeypatch.setattr(folder_module, "listed_entries", lambda _descriptor: None)
    entries, _ = read_folder(os.fsencode(tmp_path), b"")
    assert (list(entries.names), entries.folders) == ([b"b"], [b"a/"])


def test_names_are_given_one_by_one_and_with_a_prefix():
    names = Names.of([b"a", b"bcd", b"e"])
    assert [names[number] for number in range(3)] == list(names) == [b"a", b"bcd", b"e"]
    joined, lengths = names.prefixed(b"x/", 1, 3)
    assert (joined, lengths.tolist()) == (b"x/bcdx/e", [5, 3])
    assert list(Names.of([])) == []


def test_a_folder_of_folders_alone_has_no_names_whatever_the_room_held_before(tmp_path):
    (tmp_path / "inner").mkdir()
    entries_module._ROOMS.usual.offsets[:] = 5000
    entries_module._ROOMS.usual.joined[:] = 0
    entries, _ = read_folder(os.fsencode(tmp_path), b"")
    assert (list(entries.names), entries.folders) == ([], [b"inner/"])
    assert list(entries.filtered(PathFilter(exclude=["*.bak"]), b"").names) == []
