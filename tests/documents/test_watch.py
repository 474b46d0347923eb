from __future__ import annotations

import os

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.documents.watch import collection_stamp, documents_stamp, unread_stamp


def test_a_stamp_changes_with_the_folder_and_with_nothing_else(tmp_path):
    def stamp():
        return collection_stamp([os.fsencode(tmp_path)], ReadOptions(exclude=("*.tmp",)))

    (tmp_path / "a.txt").write_text("one")
    seen = [stamp()]
    (tmp_path / "ignored.tmp").write_text("x")
    assert stamp() == seen[0]
    (tmp_path / "b.txt").write_text("two")
    seen.append(stamp())
    os.utime(tmp_path / "a.txt", ns=(5, 5))
    seen.append(stamp())
    os.rename(tmp_path / "b.txt", tmp_path / "c.txt")
    seen.append(stamp())
    os.utime(tmp_path / "c.txt", ns=(5, 5))
    seen.append(stamp())
    for old, new in (("a.txt", "other"), ("c.txt", "a.txt"), ("other", "c.txt")):  # of one size and time
        os.rename(tmp_path / old, tmp_path / new)
    seen.append(stamp())
    (tmp_path / "c.txt").unlink()
    seen.append(stamp())
    assert len(set(seen)) == 7
    assert stamp() == seen[-1]


def test_a_file_that_could_not_be_read_is_told_once_it_can_be_and_not_before(tmp_path):
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in paths:
        path.write_text("some text")
    away = tmp_path.with_name("away.txt")
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    os.rename(paths[1], away)
    corpus.read(np.arange(2), TextBuffer())
    documents = corpus.documents()
    corpus.close()
    assert documents.reason_of(1) == "it vanished before it was read"

    def stamp():
        looked = []
        told = unread_stamp(documents, follow=False, check=lambda: looked.append(1))
        assert len(looked) == 1, "what was read is not opened"
        return told

    assert stamp() == ""
    os.rename(away, paths[1])
    assert stamp() == stamp() != ""


@pytest.mark.parametrize(
    ("reason", "opened"),
    [
        ("no permission to read it", True),
        ("it could not be read: input/output error", True),
        ("it changed while it was read", True),
        ("not text: a JPEG picture", False),
    ],
)
def test_files_are_opened_that_another_reading_may_help(tmp_path, reason, opened):
    (tmp_path / "a.txt").write_text("some text")
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    listed = corpus.documents()
    corpus.close()
    unread = replace(listed, status=np.full(1, Status.SKIPPED, np.uint8), reasons=(reason,))
    assert bool(unread_stamp(unread, follow=False, check=lambda: None)) == opened


def test_a_workspace_in_the_folder_and_its_lock_change_no_stamp(tmp_path):
    def stamp():
        return collection_stamp([os.fsencode(tmp_path)], ReadOptions())

    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "z.simx notes.txt").write_text("two")
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    first, read = stamp(), documents_stamp(corpus.documents())
    corpus.close()
    for name in ("k.simx", "k.simx-lock", "k.simx-journal"):
        (tmp_path / name).write_text(name)
    assert first == read == stamp()
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    assert documents_stamp(corpus.documents()) == first
    corpus.close()
    (tmp_path / "z.simx notes.txt").write_text("three")
    assert stamp() != first
