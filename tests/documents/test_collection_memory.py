from __future__ import annotations

import os
from importlib import metadata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simexplorer.documents import collection_memory, corpus
from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.collection_memory import match_sorted
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from tests.documents import made_files as made

FILES = {
    "a.txt": b"plain text",
    "b.html": b"<html><p>markup</p>",
    "c.zip": made.zipped({"one.txt": b"first", "two.txt": "zweites ä".encode("utf-16")}),
    "d.pdf": made.pdf(["A page"]),
    "e.bin": bytes(3000),
    "f.txt": "grün".encode("latin-1") * 9,
    "g.txt": b"",
}


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    for name, content in FILES.items():
        write(folder, name, content)
    return folder


def write(folder, name, content, age=10):
    (folder / name).write_bytes(content)
    then = (folder / name).stat().st_mtime_ns - age * 10**9
    os.utime(folder / name, ns=(then, then))


class Run:
    """One session: everything is read, what was found out is kept; counts the files that were opened for a reader."""

    def __init__(self, folder, cache, monkeypatch, anew=(), **options):
        self.parsed = 0
        real = Corpus._first_texts

        def counted(corpus, rows, late):
            self.parsed += late.size
            return real(corpus, rows, late)

        with monkeypatch.context() as patched:
            patched.setattr(Corpus, "_first_texts", counted)
            self._read(folder, cache, options, anew)

    def _read(self, folder, cache, options, anew):
        self.corpus = corpus = Corpus.open([os.fsencode(folder)], ReadOptions(**options), cache=cache, anew=anew)
        self.known = corpus.known.copy()
        rows = np.arange(len(corpus))
        while rows.size:
            for chunk in corpus.plan(rows):
                corpus.read(chunk, TextBuffer())
            rows = corpus.discovered()
        corpus.reorder(corpus.order())
        buffer = TextBuffer()
        corpus.read(np.arange(len(corpus)), buffer)
        documents = corpus.documents()
        self.table = {
            documents.paths.raw(row): (
                buffer.text(row), documents.status[row], documents.reason_of(row), documents.characters[row],
                documents.formats[documents.format[row]], documents.encodings[documents.encoding[row]],
            )
            for row in range(len(documents))
        }  # fmt: skip
        self.stamp = corpus.remember()
        corpus.close()


@pytest.fixture
def run(folder, tmp_path, monkeypatch):
    cache = ArrayCache(tmp_path / "cache")
    return lambda **options: Run(folder, cache, monkeypatch, **options)


def test_a_second_run_opens_nothing_and_finds_the_same(run):
    first = run()
    assert first.parsed > 0
    assert (first.known == -1).all()
    for _ in range(2):
        again = run()
        assert again.table == first.table
        assert again.parsed == 0
        assert again.stamp == first.stamp != ""
        assert again.corpus.known.tolist() == list(range(len(first.table)))


def test_a_file_that_was_changed_just_before_it_was_listed_is_read_again(run, monkeypatch):
    monkeypatch.setattr(collection_memory, "_DOUBTFUL_NS", 3600 * 10**9)  # they are of ten seconds ago
    assert run().parsed == run().parsed > 0


@pytest.mark.parametrize("what", ["size", "time"])
def test_size_and_time_tell_where_the_system_notes_no_change(run, folder, monkeypatch, what):
    run()
    page, then = folder / "b.html", (folder / "b.html").stat().st_mtime_ns
    page.write_bytes(b"<html><p>other markup of another size</p>" if what == "size" else b"<html><p>kramup</p>")
    os.utime(page, ns=(then, then + (what == "time")))

    def recalled(kept, table, *more):
        table.column("noted_ns")[:] = 0
        unnoted = {**kept.arrays, "noted_ns": np.zeros_like(kept.arrays["noted_ns"])}
        return collection_memory.recall(replace(kept, arrays=unnoted), table, *more)

    monkeypatch.setattr(corpus, "recall", recalled)
    again = run()
    assert again.parsed == 1
    assert (
        again.table[b"b.html"][0].split() == (b"other markup of another size" if what == "size" else b"kramup").split()
    )


def test_one_changed_file_costs_one_file(run, folder):
    first = run()
    write(folder, "b.html", b"<html><p>other markup</p>")
    second = run()
    assert second.parsed == 1
    assert second.table[b"b.html"][0].split() == b"other markup".split()
    assert {name: row for name, row in second.table.items() if name != b"b.html"} == {
        name: row for name, row in first.table.items() if name != b"b.html"
    }
    assert second.stamp != first.stamp
    third = run()
    assert (third.parsed, third.table) == (0, second.table)


def test_files_that_exchanged_names_are_read_anew_though_size_and_time_are_the_same(run, folder):
    write(folder, "h.html", b"<html><p>MARKUP</p>", age=20)
    then = (folder / "b.html").stat().st_mtime_ns
    os.utime(folder / "h.html", ns=(then, then))
    first = run()
    for old, new in (("b.html", "other"), ("h.html", "b.html"), ("other", "h.html")):
        os.rename(folder / old, folder / new)
    second = run()
    assert second.parsed == 2
    assert second.table[b"b.html"] == first.table[b"h.html"]
    assert second.table[b"h.html"] == first.table[b"b.html"]
    assert second.known[[1, 7]].tolist() == [-1, -1]
    assert (run().parsed, run().table) == (0, second.table)


def test_a_file_written_over_with_its_old_time_is_read_anew(run, folder):
    run()
    then = (folder / "b.html").stat().st_mtime_ns
    (folder / "b.html").write_bytes(b"<html><p>MARKUP</p>")
    os.utime(folder / "b.html", ns=(then, then))
    second = run()
    assert second.parsed == 1
    assert second.table[b"b.html"][0].split() == [b"MARKUP"]


def test_another_encoding_of_one_file_costs_one_file(run):
    first = run()
    second = run(encodings={b"f.txt": "cp1251"})
    assert second.parsed == 1
    assert second.table[b"f.txt"][0] == ("grün".encode("latin-1") * 9).decode("cp1251").encode()
    assert second.table[b"f.txt"][5] == "cp1251"
    assert (run(encodings={b"f.txt": "cp1251"}).parsed, run().parsed) == (0, 1)
    assert run().table == first.table


def test_files_wanted_anew_are_read_though_nothing_changed(run):
    first = run()
    again = run(anew=[b"c.zip", b"no such file"])
    assert (again.parsed, again.table) == (1, first.table)


def test_files_that_came_and_went_move_the_others(run, folder):
    run()
    write(folder, "0.html", b"<html>new")
    os.unlink(folder / "b.html")
    os.unlink(folder / "c.zip")
    second = run()
    assert second.parsed == 1
    assert set(second.table) == {b"0.html", *(name.encode() for name in FILES if name[0] not in "bc")}
    assert second.table[b"d.pdf"][0].strip() == b"A page"
    assert run().parsed == 0


def test_a_member_is_told_apart_from_a_file_of_its_path_that_came_later(run, folder):
    first = run()
    write(folder, "c.zip!one.txt", b"came later")
    second = run()
    assert second.table[b"c.zip!one.txt"][0] == b"came later"
    assert second.table[b"c.zip!one.txt#2"] == first.table[b"c.zip!one.txt"]
    assert len(second.table) == len(first.table) + 1 == second.known.size + 2  # the members are found while it reads


def test_a_file_changed_just_now_is_not_trusted(run, folder):
    write(folder, "b.html", b"<html>fresh", age=-60)  # before it is listed a busy machine may do other things for long
    run()
    assert run().parsed == 1


def test_other_switches_are_other_memories(run):
    first = run()
    assert run(strip_navigation=False).parsed == first.parsed
    assert run(exclude=("*.txt",)).parsed == 0


def test_texts_that_other_readers_made_are_not_taken_for_those_of_these(run, monkeypatch):
    first = run()
    monkeypatch.setattr(collection_memory, "readers_version", lambda: "of another day")
    assert (run().parsed, run().parsed) == (first.parsed, 0)


def test_the_version_of_the_readers_changes_with_their_sources_and_with_parsers(tmp_path, monkeypatch):
    def version():
        return collection_memory.readers_version.__wrapped__()

    (tmp_path / "readers").mkdir()
    source = tmp_path / "readers" / "html.py"
    source.write_text("one")
    monkeypatch.setattr(collection_memory, "__file__", str(tmp_path / "collection_memory.py"))
    seen = [version()]
    source.write_text("two")
    seen.append(version())
    source.rename(source.with_name("page.py"))
    seen.append(version())
    monkeypatch.setattr(collection_memory, "_parsers", lambda: ["lxml-1.0.dist-info"])
    seen.append(version())
    monkeypatch.setattr(collection_memory, "KERNEL_VERSION", "another")
    seen.append(version())
    assert len(set(seen)) == 5
    assert version() == seen[-1]


def test_the_parsers_that_are_installed_are_known_by_their_versions():
    told = dict(name.removesuffix(".dist-info").rsplit("-", 1) for name in collection_memory._parsers())
    assert told["lxml"] == metadata.version("lxml")
    assert told["pypdfium2"] == metadata.version("pypdfium2")


def test_a_damaged_memory_is_none(run, tmp_path):
    first = run()
    (kept,) = (tmp_path / "cache").iterdir()
    raw = bytearray(kept.read_bytes())
    raw[len(raw) // 2] ^= 1
    kept.write_bytes(raw)
    assert (run().parsed, run().table) == (first.parsed, first.table)


@given(st.sets(st.binary(max_size=4), max_size=12), st.sets(st.binary(max_size=4), max_size=12))
def test_sorted_names_are_matched_as_a_dictionary_would(ours, theirs):
    ours, theirs = sorted(ours), sorted(theirs)

    def joined(names):
        return np.frombuffer(b"".join(names), np.uint8), np.concatenate([[0], np.cumsum([*map(len, names)])]).astype(
            int
        )

    out = np.full(len(ours), -1)
    match_sorted(*joined(ours), *joined(theirs), np.arange(len(theirs)), out)
    rows = {name: row for row, name in enumerate(theirs)}
    assert out.tolist() == [rows.get(name, -1) for name in ours]
