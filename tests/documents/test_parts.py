"""A large file read by several processes at once is what one process makes of it, whatever happens to any of them."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents import first_reading, members
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Extracted, Job
from simexplorer.documents.formats import HEAD
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.parts import TURN_ENDS, divisible, turns
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import Cancelled
from tests.documents import made_files as made


def _mailbox(messages: int) -> bytes:
    parts = []
    for number in range(messages):
        attached = number % 7 == 0
        body = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\n" if attached else "\n"
        body += f"words of message {number}\n>From here on {number * number}\n"
        if attached:
            body += '--x\nContent-Disposition: attachment; filename="a.txt"\n\n' + f"attached to {number}\n--x--\n"
        head = f"From a@b Mon Jan  1 00:00:00 2024\nFrom: a@b\nTo: c@d\nSubject: number {number}\nDate: today\n"
        parts.append(head + body)
    return "\n".join(parts).encode()


_LINES = [json.dumps({"text": f"words of row {number}"}) for number in range(2500)]
_LINES[1200], _LINES[7], _LINES[2001] = "{damaged", '{"other": 1}', '{"text": " "}'
FILES = {
    "a.mbox": _mailbox(350),
    "a.zip": made.zipped({f"{number:03}.txt": f"words of member {number}" for number in range(450)}),
    "marked.zip": made.zipped({f"{number:03}!x.txt": f"words of member {number}" for number in range(250)}),
    "nested.zip": made.zipped({f"{n}.zip": made.zipped({"b.txt": f"inside of {n}", "c.txt": ""}) for n in range(230)}),
    "rows.jsonl": "\n".join(_LINES).encode(),
    "rows.csv": b"id,text\n" + b"".join(b'%d,"words of\nrow %d"\n' % (n, n * n) for n in range(3100)),
    "page.docx": made.docx("words of a page"),
    "few.zip": made.zipped({"one.txt": "alone"}),
    "none.zip": made.zipped({}),
}  # fmt: skip

# more than sockets hold: processes that were stopped have not sent it all yet
LONG = made.zipped({f"{number:03}.txt": f"words of member {number} " * 500 for number in range(900)})


def _told(name: str, parts: int) -> list[list[Extracted]]:
    raw = FILES[name]
    jobs = [Job(name=name.encode(), size=len(raw), text_column="text", part=part, parts=parts) for part in range(parts)]
    return [list(extract(io.BytesIO(raw), job)) for job in jobs]


def _in_turn(told: list[list[Extracted]]) -> list[Extracted]:
    """Members of all parts, turn by turn."""
    runs: list[list[list[Extracted]]] = []
    for part in told:
        runs.append([[]])
        for found in part:
            if found is TURN_ENDS:
                runs[-1].append([])
            elif found.member:
                runs[-1][-1].append(found)
    most = max(map(len, runs))
    return [found for turn in range(most) for run in runs for found in (run[turn] if turn < len(run) else [])]


@pytest.mark.parametrize("parts", [2, 3, 5])
@pytest.mark.parametrize("name", FILES)
def test_parts_taken_in_turn_are_the_whole(name: str, parts: int) -> None:
    (whole,) = _told(name, 1)
    told = _told(name, parts)
    assert _in_turn(told) == whole[:-1]
    assert told[0][-1] == whole[-1]
    assert TURN_ENDS not in whole


@pytest.mark.parametrize(("count", "length", "parts"), [(0, 3, 2), (7, 3, 2), (12, 3, 4), (13, 1, 3), (5, 10, 3)])
def test_every_item_is_of_one_part_and_a_turn_ends_before_the_next_begins(count: int, length: int, parts: int) -> None:
    seen = []
    for part in range(parts):
        own = list(turns("abcdefghijklmnop"[:count], Job(name=b"", size=0, part=part, parts=parts), length))
        numbers = [mine[0] for mine in own if mine is not None]
        assert all((number - 1) // length % parts == part for number in numbers)
        assert all("abcdefghijklmnop"[mine[0] - 1] == mine[1] for mine in own if mine is not None)
        full = sum((turn + 1) * length < count for turn in range(part, count, parts))
        assert own.count(None) == full
        seen += numbers
    assert sorted(seen) == list(range(1, count + 1))


def test_only_files_of_many_documents_are_divided() -> None:
    def asked(name: str, **switches: object) -> bool:
        job = Job(name=name.encode(), size=len(FILES[name]), **switches)  # type: ignore[arg-type]
        return divisible(FILES[name][:HEAD], job)

    assert asked("a.mbox")
    assert asked("a.zip")
    assert not asked("a.zip", archives=False)
    assert asked("rows.csv", text_column="text")
    assert asked("rows.jsonl", items=True)
    assert not asked("rows.csv")
    assert not asked("rows.csv", text_column="text", id_column="id")


Build = Callable[[dict[str, bytes], int], Corpus]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Build]:
    corpora = []

    def build(files: dict[str, bytes], processes: int) -> Corpus:
        monkeypatch.setattr(first_reading, "DIVIDED_FROM", 1)
        monkeypatch.setattr(os, "cpu_count", lambda: processes)
        for name, content in files.items():
            (tmp_path / name).write_bytes(content)
        corpora.append(Corpus.open([os.fsencode(tmp_path)], ReadOptions(text_column="text")))
        return corpora[-1]

    yield build
    for corpus in corpora:
        corpus.close()


def _all(corpus: Corpus) -> list[tuple[bytes, bytes, str | None, int, bool]]:
    buffer, rows = TextBuffer(), np.arange(len(corpus))
    while rows.size:
        corpus.read(rows, buffer)
        rows = corpus.discovered()
    corpus.reorder(corpus.order())
    corpus.read(np.arange(len(corpus)), buffer)
    documents = corpus.documents()
    return [
        (corpus.paths.raw(row), bytes(buffer.text(row)), documents.reason_of(row), int(documents.characters[row]),
         bool(documents.truncated[row]))
        for row in range(len(corpus))
    ]  # fmt: skip


def test_a_collection_is_the_same_however_many_processes_read_its_files(opened: Build) -> None:
    alone = _all(opened(FILES, 1))
    corpus = opened(FILES, 3)
    assert _all(corpus) == alone
    assert len(corpus._first._pool._alive) == 3
    assert len(alone) > 350 + 450 + 250 + 2 * 230 + 2500 + 3100


def test_a_process_that_is_killed_over_its_part_is_replaced_and_nothing_is_lost_or_told_twice(opened: Build) -> None:
    corpus = opened({"a.zip": LONG, "b.txt": b"read all the same"}, 3)
    told = []

    def kill_one(count: int) -> None:
        told.append(count)
        if len(told) == 2:
            os.kill(min(worker._process.pid for worker in corpus._first._pool._alive), signal.SIGKILL)

    corpus.heed(lambda: None, kill_one)
    buffer = TextBuffer()
    corpus.read(np.arange(2), buffer)
    found, documents = corpus.discovered(), corpus.documents()
    assert bytes(buffer.text(1)) == b"read all the same"
    assert found.size == 900
    assert documents.reason_of(0) is None
    assert [corpus.paths.raw(int(row)) for row in found] == [f"a.zip!{n:03}.txt".encode() for n in range(found.size)]


def test_a_process_that_was_killed_before_its_part_is_replaced(opened: Build) -> None:
    corpus = opened({"a.mbox": FILES["a.mbox"], "z.mbox": FILES["a.mbox"]}, 3)
    corpus.read(np.array([0]), TextBuffer())
    for worker in list(corpus._first._pool._alive):
        os.kill(worker._process.pid, signal.SIGKILL)
        worker._process.wait()
    corpus.read(np.array([1]), TextBuffer())
    assert corpus.discovered().size == 2 * (350 + 50)
    assert corpus.documents().reason_of(1) is None


def test_members_beyond_a_limit_end_all_parts(opened: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_MEMBERS", 250)
    corpus = opened({"a.zip": FILES["a.zip"]}, 3)
    corpus.read(np.arange(1), TextBuffer())
    assert corpus.discovered().size == 300  # whole turns
    assert corpus.documents().reason_of(0) == "it holds more than 250 documents; the first ones were read"
    assert not corpus._first._pool._alive


def test_cancel_ends_all_parts(opened: Build) -> None:
    corpus = opened({"a.zip": LONG}, 3)
    corpus.heed(lambda: None, lambda _count: corpus.cancel())
    with pytest.raises(Cancelled):
        corpus.read(np.arange(1), TextBuffer())
    corpus.close()
    assert not corpus._first._pool._alive
