"""A member that ends its reading process costs itself alone, whatever holds it and however much waited to be sent."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents import first_reading, resuming, worker_main
from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import STATUS_WORDS
from simexplorer.documents.options import MOCK_SWITCH, ReadOptions
from simexplorer.documents.resuming import Resumption
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.documents.workers import Worker, WorkerDied
from tests.documents import made_files as made

CRASHED = "its reader crashed (SIGSEGV)"
Told = tuple[str, str, str, str]
Open = Callable[..., list[Told]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """(path, status, reason, beginning of its text) of what is in a file, in the order of the report."""
    monkeypatch.setenv(MOCK_SWITCH, "1")
    corpora = []

    def read(name: str, content: bytes, cache: ArrayCache | None = None) -> list[Told]:
        (folder := tmp_path / "files").mkdir(exist_ok=True)
        if not (folder / name).exists():
            (folder / name).write_bytes(content)
            os.utime(folder / name, ns=(10**18, 10**18))
        corpus, buffer = Corpus.open([os.fsencode(folder)], ReadOptions(), cache=cache), TextBuffer()
        corpora.append(corpus)
        rows, found = np.flatnonzero(corpus.known < 0), list[int]()
        corpus.heed(lambda: None, found.append)
        while rows.size:
            corpus.read(rows, buffer)
            rows = corpus.discovered()
        corpus.reorder(corpus.order())
        corpus.remember()
        corpus.read(np.arange(len(corpus)), buffer)
        documents = corpus.documents()
        if found:
            assert sum(found) == len(corpus) - 1, "as many were announced as there are"
        return [
            (
                documents.paths.display(row),
                STATUS_WORDS[documents.status[row]],
                documents.reason_of(row) or "",
                buffer.text(row)[:20].decode().strip(),
            )
            for row in range(len(corpus))
        ]

    yield read
    for corpus in corpora:
        corpus.close()


def _around(bad: bytes, name: str = "m.mock") -> dict[str, bytes]:
    return {"a.txt": b"first", "b.txt": b"second", name: bad, "y.txt": b"last but one", "z.txt": b"last"}


def _letters(bad: bytes) -> list[bytes]:
    first = made.mail("one", "first")
    return [first, made.mail("two", "second", attachments=list(_around(bad).items())), made.mail("three", "last")]


_OF_ARCHIVE = [
    ("!a.txt", "read", "", "first"),
    ("!b.txt", "read", "", "second"),
    ("!m.mock", "skipped", CRASHED, ""),
    ("!y.txt", "read", "", "last but one"),
    ("!z.txt", "read", "", "last"),
]
_MADE = {
    "x.zip": (made.zipped(_around(b"crash")), [("", "read", "", ""), *_OF_ARCHIVE]),
    "x.tar": (made.tarred(_around(b"crash")), [("", "read", "", ""), *_OF_ARCHIVE]),
    "x.tgz": (made.tarred(_around(b"crash"), "w:gz"), [("", "read", "", ""), *_OF_ARCHIVE]),
    "x.eml": (_letters(b"crash")[1], [("", "read", "", "two\nsecond"), *_OF_ARCHIVE]),
    "x.mbox": (
        made.mailbox(*_letters(b"crash")),
        [
            ("", "read", "", ""),
            ("!1", "read", "", "one\nfirst"),
            ("!2", "read", "", "two\nsecond"),
            *(("!2" + name, *rest) for name, *rest in _OF_ARCHIVE),
            ("!3", "read", "", "three\nlast"),
        ],
    ),
    "y.zip": (
        made.zipped(_around(made.zipped(_around(b"crash")), "m.zip")),
        [
            ("", "read", "", ""),
            *_OF_ARCHIVE[:2],
            ("!m.zip", "read", "", ""),
            *(("!m.zip" + name, *rest) for name, *rest in _OF_ARCHIVE),
            *_OF_ARCHIVE[3:],
        ],
    ),
}


@pytest.mark.parametrize("name", _MADE)
def test_a_member_that_ends_its_reader_is_named_and_all_others_are_read(told: Open, name: str) -> None:
    content, expected = _MADE[name]
    assert told(name, content) == [(name + member, *rest) for member, *rest in expected]


def test_members_that_came_of_a_container_inside_before_it_ended_its_reader_are_told_once(told: Open) -> None:
    """Those of 700 KB are sent two at a time, so that some came before the member behind them was begun."""
    inside = {f"{number}.txt": b"%d" % number * 700_000 for number in range(5)}
    crashes = {"m.mock": b"crash", "n.mock": b"crash"}
    inner = made.zipped({**inside, **crashes, "z.txt": b"last inside"})
    outer = made.zipped({"a.txt": b"first", "i.zip": inner, "z.txt": b"last"})
    found = told("x.zip", outer)
    assert [path for path, *_ in found] == [
        "x.zip", "x.zip!a.txt", "x.zip!i.zip", *(f"x.zip!i.zip!{number}.txt" for number in range(5)),
        "x.zip!i.zip!m.mock", "x.zip!i.zip!n.mock", "x.zip!i.zip!z.txt", "x.zip!z.txt",
    ]  # fmt: skip
    assert [text for *_, text in found[3:8]] == [str(number) * 20 for number in range(5)]
    assert [reason for _, _, reason, _ in found if reason] == [CRASHED] * 2


@pytest.mark.parametrize(
    ("word", "reason", "processes"),
    [
        (b"crash", CRASHED, 2),
        (b"memory", worker_main.TOO_MUCH_MEMORY, 2),
        (b"exit", "its reader ended without an answer", 3),  # for what may have been no fault of its, it is tried twice
        (b"raise", "damaged: ValueError while it was read", 1),
        (b"recurse", "it is nested too deeply", 1),
    ],
)
def test_whatever_a_member_does_to_its_reader_no_more_processes_are_begun_than_it_ends(
    told: Open, monkeypatch: pytest.MonkeyPatch, word: bytes, reason: str, processes: int
) -> None:
    begun, start = [], Worker.__init__
    monkeypatch.setattr(Worker, "__init__", lambda worker: begun.append(worker) or start(worker))
    found = told("x.tar", made.tarred(_around(word)))
    assert [(path, why) for path, status, why, _ in found if status != "read"] == [("x.tar!m.mock", reason)]
    assert len(found) == 6
    assert len(begun) == processes


@pytest.mark.parametrize(("word", "kept"), [(b"crash", True), (b"exit", False)])
def test_the_next_run_over_the_same_file_tells_the_same(
    told: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: bytes, kept: bool
) -> None:
    cache, content = ArrayCache(tmp_path / "cache"), made.zipped(_around(word))
    first = told("x.zip", content, cache)
    begun, start = [], Worker.__init__
    monkeypatch.setattr(Worker, "__init__", lambda worker: begun.append(worker) or start(worker))
    assert told("x.zip", content, cache) == first
    assert (not begun) == kept


def _many(crashing: set[int]) -> dict[str, bytes]:
    return {f"{number:03}.mock": b"crash" if number in crashing else b"%d" % number for number in range(450)}


@pytest.mark.parametrize("pack", ["zip", "mbox"])
def test_several_processes_that_die_over_one_file_leave_what_one_does(
    told: Open, monkeypatch: pytest.MonkeyPatch, pack: str
) -> None:
    crashing = {99, 100, 449}  # around the end of a turn, and of the last
    members = _many(crashing)
    if pack == "mbox":
        content = made.mailbox(*(made.mail("s", "t", attachments=[one]) for one in members.items()))
    else:
        content = made.zipped(members)
    alone = told(f"x.{pack}", content)
    monkeypatch.setattr(first_reading, "DIVIDED_FROM", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert told(f"x.{pack}", content) == alone
    skipped = [path[-8:] for path, status, *_ in alone if status != "read"]
    assert skipped == [f"{number:03}.mock" for number in sorted(crashing)]


@pytest.mark.parametrize("parts", [1, 3])
def test_after_too_many_deaths_the_rest_is_left_and_counted(
    told: Open, monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    monkeypatch.setattr(resuming, "MOST_LEFT_OUT", 2)
    if parts > 1:
        monkeypatch.setattr(first_reading, "DIVIDED_FROM", 1)
        monkeypatch.setattr(os, "cpu_count", lambda: parts)
    archive, *found = told("x.zip", made.zipped(_many({7, 120, 330, 360})))
    assert archive[1:3] == ("read", "members left unread after 2 that could not be read: 120")
    assert [path for path, *_ in found] == [f"x.zip!{number:03}.mock" for number in range(330)]
    assert [path for path, status, *_ in found if status != "read"] == ["x.zip!007.mock", "x.zip!120.mock"]


def test_an_item_is_left_out_where_it_goes_on_to_end_its_process_without_its_member() -> None:
    resumption, death = Resumption(), WorkerDied("dead", lasting=True, place=(4, 2))
    assert [resumption.goes_on_after(death, 0) for _ in range(3)] == [True, True, False]
    assert resumption.left_out == {(4, 2): "dead", (4, 0): "dead"}


def test_a_packed_mailbox_is_read_on_as_one_that_is_not(told: Open) -> None:
    content, expected = _MADE["x.mbox"]
    found = told("x.mbox.gz", gzip.compress(content))
    assert found == [("x.mbox.gz" + member, *rest) for member, *rest in expected]
