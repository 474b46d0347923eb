"""Reading leaves no trace at a file: not even the time at which it was read, where the system lets that be."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.opening import open_file
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer

LONG_AGO, LATER = 10**18, 10**18 + 10**9  # read before it was last changed: the next reading would be noted
NOBODY = 65534


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A folder below which everybody may look, as temporary ones of tests are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def texts_of(folder: Path) -> list[bytes]:
    buffer = TextBuffer()
    with closing(Corpus.open([os.fsencode(folder)], ReadOptions())) as corpus:
        corpus.read(np.arange(len(corpus)), buffer)
    return [buffer.text(i) for i in range(len(buffer))]


def test_the_time_at_which_files_were_read_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"plain")
    (tmp_path / "b.html").write_bytes(b"<p>a page</p>")
    (tmp_path / "c.txt").write_bytes(b"\xff\xfen\0o\0")
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as packed:
        packed.writestr("e.txt", "inside")
    files = sorted(tmp_path.iterdir())
    for file in files:
        os.utime(file, ns=(LONG_AGO, LATER))
    assert [text.strip() for text in texts_of(tmp_path)][:3] == [b"plain", b"a page", b"no"]
    assert {file.name: file.stat().st_atime_ns for file in files} == {file.name: LONG_AGO for file in files}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="takes an account that may become another")
def test_files_that_belong_to_other_people_are_read_all_the_same(open_to_all: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (open_to_all / name).write_bytes(name.encode())
        (open_to_all / name).chmod(0o644)
    os.seteuid(NOBODY)
    try:
        texts = texts_of(open_to_all)
        descriptor, _ = open_file(os.fsencode(open_to_all), b"b.txt")
    finally:
        os.seteuid(0)
    assert texts == [b"a.txt", b"b.txt"]
    assert os.read(descriptor, 9) == b"b.txt"
    os.close(descriptor)
