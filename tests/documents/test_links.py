from __future__ import annotations

import os

import numpy as np
import pytest

from simexplorer.documents import folder as folder_module
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.folder import read_folder, words_of
from simexplorer.documents.links import LinkFollower
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from tests.closed_folder import closed_folder
from tests.documents.test_walk import listed


@pytest.fixture
def tree(tmp_path):
    """A folder with links of all kinds, and a place outside that they lead to."""
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    for name in ("far/one.txt", "far/deep/two.txt", "three.txt"):
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_text(f"text of {name}")
    (inside / "sub").mkdir(parents=True)
    (inside / "own.txt").write_text("own text")
    for name, target in {
        "folder": "../outside/far",
        "file.txt": "../outside/three.txt",
        "sub/again.txt": "../../outside/three.txt",
        "sub/twice": "../../outside/far/deep",
        "loop": ".",
        "sub/up": "..",
        "own-again.txt": "own.txt",
        "nowhere": "gone",
        "circle": "circle",
    }.items():
        os.symlink(target, inside / name)
    os.symlink(inside, outside / "far" / "back")
    return inside


REASONS = {
    b"file.txt": "",
    b"folder/back": "a symbolic link to a place that is listed anyway",
    b"folder/deep/two.txt": "",
    b"folder/one.txt": "",
    b"loop": "a symbolic link to a place that is listed anyway",
    b"sub/up": "a symbolic link to a place that is listed anyway",
    b"own-again.txt": "a symbolic link to a place that is listed anyway",
    b"own.txt": "",
    b"nowhere": "a symbolic link that leads nowhere",
    b"circle": "a symbolic link that leads nowhere",
    b"sub/again.txt": "a symbolic link to a file that was already listed under another path",
    b"sub/twice": "a symbolic link to a place that is listed anyway",
}


def test_links_lead_out_of_the_folder_once_each_and_never_in_a_circle(tree, calls):
    _, reasons, paths = listed(tree, follow_links=True)
    assert paths == sorted(paths)
    assert reasons == REASONS


def test_links_are_named_and_not_followed_unless_asked_for(tree):
    _, reasons, paths = listed(tree)
    assert {reasons[path] for path in paths if path != b"own.txt"} == {"a symbolic link, not followed"}


def test_what_links_lead_to_is_read_any_number_of_times(tree, calls):
    corpus = Corpus.open([os.fsencode(tree)], ReadOptions(follow_links=True))
    for _ in range(2):
        buffer = TextBuffer()
        corpus.read(np.arange(len(corpus)), buffer)
        texts = {corpus.paths.raw(row): buffer.text(row).decode() for row in range(len(corpus)) if buffer.text(row)}
        assert texts == {
            b"file.txt": "text of three.txt",
            b"folder/deep/two.txt": "text of far/deep/two.txt",
            b"folder/one.txt": "text of far/one.txt",
            b"own.txt": "own text",
        }
    corpus.close()


def test_a_file_that_became_a_link_after_the_listing_is_not_followed(tree):
    corpus = Corpus.open([os.fsencode(tree)], ReadOptions())
    os.unlink(tree / "own.txt")
    os.symlink("../outside/three.txt", tree / "own.txt")
    row = next(row for row in range(len(corpus)) if corpus.paths.raw(row) == b"own.txt")
    assert corpus.text(row) == ""
    assert corpus.documents().reason_of(row) == "a symbolic link took the file's place"
    corpus.close()


def test_a_link_that_cannot_be_looked_into_ends_no_walk(tmp_path, calls, monkeypatch):
    (tmp_path / "a.txt").write_text("a text")
    os.symlink("closed", tmp_path / "link")

    def refused(_path, **_):
        raise PermissionError(13, "Permission denied")

    entries, _ = read_folder(os.fsencode(tmp_path), b"")
    links = LinkFollower([os.fsencode(tmp_path)])
    with monkeypatch.context() as closed:
        closed.setattr(os.path, "realpath", refused)
        closed.setattr(os, "stat", refused)
        followed = links.followed(entries, os.fsencode(tmp_path))
    assert list(followed.names) == [b"a.txt", b"link"]
    assert "no permission" in words_of(int(followed.mode[1]))


def test_a_folder_that_may_be_listed_but_not_entered_says_so(tmp_path, calls, monkeypatch):
    (tmp_path / "a.txt").write_text("a text")
    monkeypatch.setattr(folder_module, "_may_enter", lambda _descriptor: False)
    monkeypatch.setattr(folder_module, "listed_entries", lambda _descriptor: None)
    monkeypatch.setattr(folder_module, "_about", lambda _descriptor, names: tuple(np.zeros((4, len(names)), np.int64)))
    entries, _ = read_folder(os.fsencode(tmp_path), b"")
    assert words_of(int(entries.mode[0])) == "no permission to look into its folder"


def test_files_that_could_not_be_asked_about_have_no_size_or_time_of_others(tmp_path):
    (tmp_path / "other.txt").write_text("of this size")
    assert read_folder(os.fsencode(tmp_path), b"")[0].size.tolist() == [12]
    with closed_folder(0o444) as closed:  # it may be listed, not entered
        entries, _ = read_folder(os.fsencode(closed), b"")
    assert list(entries.names) == [b"a.txt"]
    assert words_of(int(entries.mode[0])) == "no permission to look into its folder"
    assert [column.tolist() for column in (entries.size, entries.modified_ns, entries.noted_ns)] == [[0]] * 3
