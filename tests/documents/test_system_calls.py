"""Times of change that 64 bits cannot hold: no file ends a run by its date, and a changed one is still seen."""

from __future__ import annotations

import os
import zipfile
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from simexplorer.compiled import U, lean_kernel
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.system_calls import STATX_BYTES, file_status, modified_ns, noted_ns
from simexplorer.documents.text_buffer import TextBuffer

SECOND, YEAR = 10**9, 365 * 86_400 * 10**9
TIMES = [
    -(2**63) * 1000 - 12_345, -400 * YEAR, -400 * YEAR + 1, -370 * YEAR, -(2**63) - 1,
    -9_223_372_036 * SECOND, -(2**31) * SECOND, -1, 0, 1_700_000_000_123_456_789, 9_223_372_036 * SECOND - 1,
    9_223_372_036 * SECOND, 2**63 - 1, 2**63, 430 * YEAR, 430 * YEAR + 1, 431 * YEAR, 2**63 * 1000 + 12_345,
]  # fmt: skip


@lean_kernel
def tell(record, out):
    out[0], out[1], out[2], out[3] = file_status(U(record.ctypes.data))


def by_kernel(nanoseconds):
    record, out = np.zeros(STATX_BYTES, np.uint8), np.zeros(4, np.int64)
    for at, exact in ((112, nanoseconds), (96, -nanoseconds)):
        record[at : at + 8] = np.array([exact // SECOND], np.int64).view(np.uint8)
        record[at + 8 : at + 12] = np.array([exact % SECOND], np.uint32).view(np.uint8)
    tell(record, out)
    assert out[3] == noted_ns(SimpleNamespace(st_ctime_ns=-nanoseconds))
    return int(out[2])


def by_python(nanoseconds):
    return modified_ns(SimpleNamespace(st_mtime_ns=nanoseconds))


@pytest.mark.parametrize("nanoseconds", TIMES)
def test_kernels_and_python_hold_a_time_in_the_same_way_within_64_bits(nanoseconds):
    assert by_kernel(nanoseconds) == by_python(nanoseconds)
    assert -(2**63) <= by_python(nanoseconds) < 2**63
    if abs(nanoseconds) <= 9_223_372_035 * SECOND:
        assert by_python(nanoseconds) == nanoseconds


def test_different_times_are_held_as_different_ones_and_far_ones_stay_far():
    held = [by_python(nanoseconds) for nanoseconds in TIMES]
    assert len(set(held)) == len(TIMES)
    far = 9_223_372_036 * SECOND - 2**54
    for (a, held_a), (b, held_b) in pairwise(zip(TIMES, held, strict=True)):
        assert held_a < held_b or max(abs(a), abs(b)) > far


def test_files_of_a_far_date_are_read_and_seen_to_change(tmp_path, calls):
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("d.txt", "within")
    (tmp_path / "a.html").write_text("<p>a page</p>")
    (tmp_path / "b.txt").write_text("a text " * 9000)
    when = 430 * YEAR
    for name in ("a.html", "b.txt", "c.zip"):
        os.utime(tmp_path / name, ns=(0, when))
    if (tmp_path / "b.txt").stat().st_mtime_ns != when:
        pytest.skip("this file system holds no such date")
    corpus, buffer = Corpus.open([os.fsencode(tmp_path)], ReadOptions()), TextBuffer()
    corpus.read(np.arange(3), buffer)
    assert buffer.text(0) == b"a page\n"
    corpus.discovered()
    corpus.forget_texts()
    row = np.array([1])
    corpus.read(row, buffer)
    assert buffer.text(0) == b"a text " * 9000
    os.utime(tmp_path / "b.txt", ns=(0, when + SECOND))
    corpus.read(row, buffer)
    assert buffer.text(0) == b""
    assert [Status(status).name for status in corpus.documents().status] == ["READ", "SKIPPED", "READ", "READ"]
    corpus.close()
