"""Members in the order of the report: each container before what is in it."""

from __future__ import annotations

import itertools
from contextlib import closing

import numpy as np

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.members import containers_first
from simexplorer.documents.options import ReadOptions
from tests.documents import made_files as made


def _ordered(names: list[str]) -> list[str]:
    return [names[at] for at in containers_first([name.encode() for name in names])]


def test_a_container_comes_before_its_members_and_all_else_stays() -> None:
    assert _ordered(["a", "z.zip!x", "z.zip!i.zip!y", "z.zip!i.zip!x", "z.zip!i.zip", "z.zip", "b"]) == [
        *("a", "z.zip", "z.zip!x", "z.zip!i.zip", "z.zip!i.zip!y", "z.zip!i.zip!x", "b")
    ]
    assert _ordered(["1!a.txt", "1", "10!a.txt", "10", "2"]) == ["1", "1!a.txt", "10", "10!a.txt", "2"]
    assert _ordered(["a.zip!b", "a.zip!b#2", "a.zip"]) == ["a.zip", "a.zip!b", "a.zip!b#2"]


def test_a_member_that_is_called_like_a_member_of_a_member_has_a_name_of_its_own(tmp_path) -> None:
    inner = made.zipped({"x.txt": "one text"})
    (tmp_path / "a.zip").write_bytes(made.zipped({"in.zip": inner, "in.zip!x.txt": "another text"}))
    with closing(Corpus.open([str(tmp_path).encode()], ReadOptions())) as corpus:
        corpus.text(0)
        texts = {corpus.paths.raw(row): corpus.text(row) for row in corpus.discovered().tolist()}
    assert texts == {b"a.zip!in.zip": "", b"a.zip!in.zip!x.txt": "one text", b"a.zip!in.zip!x.txt#2": "another text"}


def test_the_listing_names_containers_first_and_keeps_each_text_with_its_row(tmp_path) -> None:
    inner = made.zipped({f"{n}.txt": f"inside {n}".encode() for n in range(3)})
    (tmp_path / "a.zip").write_bytes(made.zipped({"a.txt": b"first", "i.zip": inner, "z.txt": b"last"}))
    letter = made.mail("S", "body", attachments=[("i.zip", inner)])
    (tmp_path / "m.mbox").write_bytes(made.mailbox(letter, letter))
    corpus = Corpus.open([str(tmp_path).encode()], ReadOptions())
    try:
        corpus.text(0), corpus.text(1)
        corpus.discovered()
        corpus.reorder(corpus.order())
        paths = corpus.paths
        names = [paths.raw(row).decode() for row in range(len(paths))]
        for container, name in itertools.permutations(names, 2):
            if name.startswith(container + "!"):
                assert names.index(container) < names.index(name)
        assert len(names) == 2 + 6 + 2 * 5
        found = {name: corpus.text(row) for row, name in enumerate(names)}
        assert found["a.zip!a.txt"] == "first"
        assert [found[f"m.mbox!{m}!i.zip!{n}.txt"] for m in (1, 2) for n in range(3)] == [
            f"inside {n}" for n in range(3)
        ] * 2
        assert [found[f"m.mbox!{m}"].split() for m in (1, 2)] == [["S", "body"]] * 2
        container = paths.container
        assert np.array_equal(container >= 0, ["!" in name for name in names])
    finally:
        corpus.close()
