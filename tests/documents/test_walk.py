from __future__ import annotations

import contextlib
import os
import socket

import pytest
from msgspec.structs import replace

from simexplorer.documents import folder as folder_module
from simexplorer.documents import trees
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.entries import ASKED_AT_ONCE
from simexplorer.documents.folder import open_below, read_folder
from simexplorer.documents.globs import PathFilter
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.sources import resolve_sources
from simexplorer.documents.walk import STORE, files_below, walk
from simexplorer.errors import Cancelled, InputError


def listed(*sources, include=(), exclude=(), **more):
    listing = walk(resolve_sources([os.fsencode(source) for source in sources]), PathFilter(include, exclude), **more)
    paths = [listing.names[a:b] for a, b in zip(listing.offsets[:-1], listing.offsets[1:], strict=True)]
    return listing, dict(zip(paths, (listing.reasons[code] for code in listing.reason), strict=True)), paths


@pytest.fixture
def tree(tmp_path):
    for name in ("b.txt", "a/x.txt", "a-b/y.txt", "a/deep/z.md", "ab", "a.txt"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return tmp_path


def test_every_file_is_listed_once_in_byte_order_of_its_path(tree, calls):
    _, _, paths = listed(tree)
    assert paths == sorted(paths)
    assert set(paths) == {b"b.txt", b"a/x.txt", b"a-b/y.txt", b"a/deep/z.md", b"ab", b"a.txt"}


def test_size_and_time_are_those_of_the_file_system(tree, calls):
    os.utime(tree / "ab", ns=(1, 1_234_567_890_123_456_789))
    os.utime(tree / "a.txt", ns=(1, -5_000_000_001))
    listing, _, paths = listed(tree)
    for row, path in enumerate(paths):
        about = os.lstat(tree / os.fsdecode(path))
        told = listing.size[row], listing.modified_ns[row], listing.noted_ns[row]
        assert told == (about.st_size, about.st_mtime_ns, about.st_ctime_ns)


def test_files_below_have_their_whole_paths_whatever_their_sources_are_called(tree, calls):
    os.symlink("b.txt", tree / "link")
    sources = [os.fsencode(tree / "a"), os.fsencode(tree / "b.txt"), os.fsencode(tree / "a-b")]
    found = list(files_below(sources, ReadOptions()))
    assert sorted(found) == sorted(
        os.fsencode(tree / name) for name in ("a/x.txt", "a/deep/z.md", "b.txt", "a-b/y.txt")
    )
    assert list(files_below([os.fsencode(tree)], ReadOptions(include=("*.md",)))) == [os.fsencode(tree / "a/deep/z.md")]
    assert os.fsencode(tree / "link") not in files_below([os.fsencode(tree)], ReadOptions())


@pytest.mark.parametrize("follow_links", [False, True])
@pytest.mark.parametrize("include", [(), ("*",)])
def test_the_store_of_a_version_control_system_is_one_row_unless_it_is_opened(tree, calls, include, follow_links):
    stores = {b".git/", b"a/deep/.git/", b"a/.svn/", b"a-b/.hg/"}
    for store in stores:
        objects = tree / os.fsdecode(store) / "objects"
        objects.mkdir(parents=True)
        (objects / "0af3").write_bytes(b"x\x01")
    (tree / "a.git").mkdir()
    (tree / "a.git" / "HEAD").write_text("ref: refs/heads/main")
    (tree / "ab.git").write_text("gitdir: elsewhere")
    (tree / ".github").mkdir()
    (tree / ".github" / "build.yml").write_text("on: push")
    _, reasons, paths = listed(tree, include=include, follow_links=follow_links)
    assert paths == sorted(paths)
    assert {path for path, reason in reasons.items() if reason} == stores
    assert {reasons[store] for store in stores} == {STORE}
    assert {b"a.git/HEAD", b"ab.git", b".github/build.yml", b"a/deep/z.md"} <= set(paths)
    assert listed(tree / ".git")[2] == [b"objects/0af3"]


def test_links_pipes_and_sockets_are_named_and_never_opened(tree, calls):
    os.symlink("b.txt", tree / "link")
    os.symlink("nowhere", tree / "broken")
    os.symlink("..", tree / "a" / "loop")
    os.mkfifo(tree / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tree / "sock"))
        _, reasons, _ = listed(tree)
    assert reasons[b"link"] == reasons[b"broken"] == reasons[b"a/loop"] == "a symbolic link, not followed"
    assert reasons[b"pipe"] == "a named pipe, not a file"
    assert reasons[b"sock"] == "a socket, not a file"
    assert reasons[b"b.txt"] == ""


def test_globs_prune_the_walk(tree):
    assert listed(tree, exclude=["a"])[2] == [b"a-b/y.txt", b"a.txt", b"ab", b"b.txt"]
    assert listed(tree, include=["*.md"])[2] == [b"a/deep/z.md"]


def test_hidden_files_and_folders_can_be_left_out(tree):
    (tree / ".notes").mkdir()
    (tree / ".notes" / "config").write_text("x")
    (tree / "a" / ".hidden.md").write_text("x")
    assert {b".notes/config", b"a/.hidden.md"} <= set(listed(tree)[2])
    wanted = PathFilter(hidden=False)
    listing = walk(resolve_sources([os.fsencode(tree)]), wanted)
    assert b"/." not in b"/" + listing.names
    assert len(listing) == 6


def test_names_that_are_not_utf8_come_back_byte_for_byte(tmp_path, calls):
    names = [b"\xff\xfe\x80.txt", b"new\nline", b"-rf", b"=1+1", b"<b>x", b"n" * 255, "é".encode(), b"e\xcc\x81"]
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb"):
            pass
    assert listed(tmp_path)[2] == sorted(names)


def test_a_tree_deeper_than_any_path_is_walked_to_its_end(tmp_path):
    # 1,500 folders of 12 bytes: 18,000 bytes of path, the system takes 4,095 at once
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("folder-name", dir_fd=here)
        there = os.open("folder-name", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there
    bottom = os.open("bottom.txt", os.O_CREAT | os.O_WRONLY, dir_fd=here)
    os.write(bottom, b"deep")
    os.close(bottom)
    os.close(here)
    _, reasons, paths = listed(tmp_path)
    assert paths == [b"folder-name/" * 1500 + b"bottom.txt"]
    assert reasons[paths[0]] == ""
    os.close(open_below(os.fsencode(tmp_path), paths[0], os.O_RDONLY))
    with contextlib.closing(Corpus.open([os.fsencode(tmp_path)], ReadOptions())) as corpus:
        assert [corpus.text(0), corpus.text(0)] == ["deep", "deep"]
    _remove_deep(tmp_path)


def _remove_deep(root):
    """shutil.rmtree recurses: move the lower half up until nothing is deep."""
    top = os.fsencode(root)
    while os.path.isdir(top + b"/folder-name"):
        path = top + b"/folder-name"
        for _ in range(200):
            if not os.path.isdir(path + b"/folder-name"):
                break
            path += b"/folder-name"
        if os.path.isdir(path + b"/folder-name"):
            os.rename(path + b"/folder-name", top + b"/rest")
        for entry in os.scandir(path):
            os.unlink(entry.path)
        while path != top:
            os.rmdir(path)
            path = os.path.dirname(path)
        if os.path.isdir(top + b"/rest"):
            os.rename(top + b"/rest", top + b"/folder-name")


def test_a_folder_that_cannot_be_opened_is_a_row_with_the_reason(tree, monkeypatch):
    real = folder_module.open_below

    def refuse(root, relative, flags, **more):
        if relative == b"a":
            raise PermissionError(13, "Permission denied")
        return real(root, relative, flags, **more)

    monkeypatch.setattr(folder_module, "open_below", refuse)
    monkeypatch.setattr(trees, "open_below", refuse)
    _, reasons, paths = listed(tree)
    assert reasons[b"a/"] == "this folder could not be listed: permission denied"
    assert paths == sorted(paths)
    assert b"a/x.txt" not in paths


def test_a_folder_seen_twice_is_walked_once(tree, monkeypatch):
    real = folder_module.read_folder
    monkeypatch.setattr(
        "simexplorer.documents.walk.read_folder",
        lambda root, below, only, **more: (real(root, below, only, **more)[0], (1, 1) if below else (0, 0)),
    )
    listed_below = trees.list_below
    monkeypatch.setattr(
        "simexplorer.documents.walk.list_below", lambda *place: replace(listed_below(*place), folders=[(1, 1)])
    )
    _, reasons, paths = listed(tree)
    assert [path for path in paths if b"/" in path and not reasons[path]] == [b"a-b/y.txt"]
    assert reasons[b"a/"] == "this folder was already listed under another path"


def test_two_folders_begin_with_their_unique_names(tmp_path):
    for name in ("one/docs", "two/docs", "three"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "f").write_text("x")
    listing, _, paths = listed(tmp_path / "one/docs", tmp_path / "two/docs", tmp_path / "three")
    assert paths == [b"docs (2)/f", b"docs/f", b"three/f"]
    assert [path[length:] for path, length in zip(paths, listing.prefix_length, strict=True)] == [b"f"] * 3


def test_what_is_named_twice_or_inside_another_is_listed_once(tree):
    assert listed(tree, tree / "a", tree, tree / "b.txt")[2] == listed(tree)[2]


def test_single_files_stand_under_their_own_names(tree):
    assert listed(tree / "b.txt", tree / "ab")[2] == [b"ab", b"b.txt"]


def test_what_does_not_exist_is_refused_by_name(tmp_path):
    with pytest.raises(InputError, match="missing"):
        listed(tmp_path / "missing")
    with pytest.raises(InputError, match="No folder"):
        listed()


def test_the_walk_ends_when_its_listener_raises(tmp_path):
    for i in range(2100):
        (tmp_path / f"{i}").touch()
    counts = []

    def listen(count):
        counts.append(count)
        raise Cancelled("listing")

    with pytest.raises(Cancelled):
        listed(tmp_path, on_listed=listen)
    assert len(counts) == 1


def test_a_folder_of_thousands_is_asked_about_in_pieces(tmp_path):
    names = [f"{number:05}.txt" for number in range(2 * ASKED_AT_ONCE + 3)]
    for number, name in enumerate(names):
        if number % 512 == 0 or number > 2 * ASKED_AT_ONCE:
            (tmp_path / name).write_bytes(b"x" * (number % 97))
        else:
            (tmp_path / name).touch()
    entries, _ = read_folder(os.fsencode(tmp_path), b"")
    assert list(entries.names) == [os.fsencode(name) for name in names]
    about = [os.stat(tmp_path / name) for name in names]
    assert entries.size.tolist() == [one.st_size for one in about]
    assert entries.modified_ns.tolist() == [one.st_mtime_ns for one in about]
    assert entries.mode.tolist() == [one.st_mode for one in about]
