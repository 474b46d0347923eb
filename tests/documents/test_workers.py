from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from simexplorer.documents import members, workers
from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.opening import File
from simexplorer.documents.options import MOCK_SWITCH, ReadOptions
from simexplorer.documents.parts import DIVIDED_FROM
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import Cancelled

SAVED = b"this text was read"


@pytest.fixture
def corpus_of(tmp_path, monkeypatch):
    monkeypatch.setenv(MOCK_SWITCH, "1")
    opened = []

    def build(*contents):
        for number, content in enumerate(contents):
            (tmp_path / f"{number:02}.mock").write_bytes(content)
        opened.append(Corpus.open([os.fsencode(tmp_path)], ReadOptions()))
        return opened[-1]

    yield build
    for corpus in opened:
        corpus.close()


def read(corpus):
    buffer = TextBuffer()
    corpus.read(np.arange(len(corpus)), buffer)
    documents = corpus.documents()
    return [buffer.text(i) for i in range(len(buffer))], [documents.reason_of(i) for i in range(len(documents))]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        (b"crash", "its reader crashed (SIGSEGV)"),
        (b"exit", "its reader ended without an answer"),
        (b"hang", "its reader gave no answer for 1 s and was stopped"),
        (b"memory", "reading it takes more than 1,024 MB of memory"),
        (b"raise", "damaged: ValueError while it was read"),
        (b"recurse", "it is nested too deeply"),
    ],
)
def test_a_bad_document_costs_itself_alone(corpus_of, monkeypatch, word, reason):
    monkeypatch.setattr(workers, "SILENCE_SECONDS", 1.0 if word == b"hang" else 20.0)
    monkeypatch.setattr(workers, "_BUSY_SECONDS", 0.0)  # of a busy machine a process gets little in a second
    bad = (2,) if word == b"hang" else (2, 5)  # each of those is waited for
    corpus = corpus_of(*(word if i in bad else SAVED for i in range(10)))
    texts, reasons = read(corpus)
    assert texts == [b"" if i in bad else SAVED for i in range(10)]
    assert reasons == [reason if i in bad else None for i in range(10)]
    assert read(corpus)[0] == texts


def test_members_of_containers_beside_one_that_crashes_its_reader_are_told_once(corpus_of):
    corpus = corpus_of(SAVED, b"some", SAVED, b"some crash", SAVED, b"crash", b"some", SAVED)
    texts, reasons = read(corpus)
    crashed = "its reader crashed (SIGSEGV)"
    saved = [SAVED if i in (0, 2, 4, 7) else b"" for i in range(8)]
    assert [b"" if b"some" in text else text for text in texts] == saved
    assert reasons == [crashed if i in (3, 5) else None for i in range(8)]
    members = [corpus.paths.raw(int(row)) for row in corpus.discovered()]
    assert sorted(members) == [b"%02d.mock!%d" % (i, number) for i in (1, 6) for number in range(3)]


@pytest.mark.parametrize("padding", [0, 1 << 16], ids=["small", "large"])
def test_a_file_that_crashes_its_reader_is_not_tried_again(corpus_of, monkeypatch, padding):
    begun, start = [], workers.Worker.__init__
    monkeypatch.setattr(workers.Worker, "__init__", lambda worker: begun.append(worker) or start(worker))
    corpus = corpus_of(SAVED, SAVED, b"crash".ljust(padding), SAVED, SAVED)
    texts, reasons = read(corpus)
    assert texts == [SAVED, SAVED, b"", SAVED, SAVED]
    assert reasons == ["its reader crashed (SIGSEGV)" if i == 2 else None for i in range(5)]
    assert len(begun) == 2


def test_a_file_that_vanishes_among_others_costs_itself_alone(corpus_of, tmp_path):
    corpus = corpus_of(*[SAVED] * 6)
    (tmp_path / "03.mock").unlink()
    texts, reasons = read(corpus)
    assert texts == [b"" if i == 3 else SAVED for i in range(6)]
    assert reasons == ["it vanished before it was read" if i == 3 else None for i in range(6)]


@pytest.mark.slow
def test_a_reader_that_spins_is_ended_by_its_processor_time(corpus_of):
    texts, reasons = read(corpus_of(SAVED, b"spin", SAVED))
    assert texts == [SAVED, b"", SAVED]
    assert reasons[1] == "reading it takes more than 10 s of processor time"


def test_endless_members_end_at_a_limit_and_those_read_stay(corpus_of, monkeypatch):
    monkeypatch.setattr(members, "MOST_TEXT_BYTES", 5_000_000)
    corpus = corpus_of(b"output", SAVED)
    texts, reasons = read(corpus)
    assert texts == [b"", SAVED]
    assert reasons[0] == "its documents are larger than 4 MB; the first ones were read"
    rows = corpus.discovered()
    assert rows.size >= 5
    assert corpus.documents().truncated[0]
    buffer = TextBuffer()
    corpus.read(rows, buffer)
    assert buffer.text(0) == b"x" * 10**6
    assert corpus.paths.raw(int(rows[3])) == b"00.mock!3"
    assert corpus.paths.file(int(rows[3])).endswith(b"00.mock")


def test_the_mock_format_does_not_exist_unless_switched_on(tmp_path, monkeypatch):
    monkeypatch.delenv(MOCK_SWITCH, raising=False)
    (tmp_path / "a.mock").write_bytes(b"crash")
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    assert read(corpus)[0] == [b"crash"]
    corpus.close()


def test_cancel_ends_a_hanging_reading_at_once(corpus_of):
    corpus = corpus_of(b"hang")
    caught = []

    def work():
        try:
            read(corpus)
        except Cancelled as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while not corpus._first._pool._alive:
        time.sleep(0.01)
    corpus.cancel()
    thread.join(workers.SILENCE_SECONDS / 2)  # whoever is silent for so long is stopped in any case
    assert caught


def test_a_reader_that_somebody_kills_is_not_said_to_have_passed_a_limit_of_its_own(corpus_of):
    corpus = corpus_of(b"hang")
    reasons = []
    thread = threading.Thread(target=lambda: reasons.extend(read(corpus)[1]))
    thread.start()
    while thread.is_alive():
        for worker in list(corpus._first._pool._alive):
            worker.stop()  # as the system does where memory ends
        thread.join(0.5)
    assert reasons == ["its reader was killed, perhaps for want of memory"]


def test_an_idle_process_that_was_killed_is_replaced_and_blames_nobody(corpus_of, tmp_path):
    corpus = corpus_of(SAVED)
    read(corpus)
    (worker,) = corpus._first._pool._idle
    os.kill(worker._process.pid, signal.SIGKILL)
    time.sleep(0.05)
    corpus.reorder(np.array([0]))
    (tmp_path / "00.mock").write_bytes(SAVED)
    corpus._table.column("place")[0] = -1
    assert read(corpus) == ([SAVED], [None])


def test_more_threads_than_processes_wait_their_turn(corpus_of):
    corpus = corpus_of(*[SAVED] * 12)
    got = {}

    def work(row):
        buffer = TextBuffer()
        corpus.read(np.array([row]), buffer)
        got[row] = buffer.text(0)

    threads = [threading.Thread(target=work, args=(row,)) for row in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == dict.fromkeys(range(12), SAVED)
    assert len(corpus._first._pool._alive) <= max(2, os.cpu_count())


def test_closing_leaves_no_process(corpus_of):
    corpus = corpus_of(SAVED)
    read(corpus)
    (worker,) = corpus._first._pool._idle
    corpus.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker._process.pid, 0)


@pytest.mark.parametrize("word", [b"hang", b"deaf"])
def test_processes_die_with_a_killed_parent(tmp_path, word):
    (tmp_path / "a.mock").write_bytes(word)
    program = (
        "import os, sys, threading, time, numpy as np\n"
        "from simexplorer.documents.corpus import Corpus, TextBuffer\n"
        "from simexplorer.documents.options import ReadOptions\n"
        "corpus = Corpus.open([os.fsencode(sys.argv[1])], ReadOptions())\n"
        "threading.Thread(target=corpus.read, args=(np.arange(1), TextBuffer()), daemon=True).start()\n"
        "while not corpus._first._pool._alive: time.sleep(0.01)\n"
        "time.sleep(0.5)\n"
        "print(*(worker._process.pid for worker in corpus._first._pool._alive), flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={**os.environ, MOCK_SWITCH: "1"},
    )
    with parent:
        child = int(parent.stdout.readline())
        os.kill(child, 0)
        parent.kill()
    deadline = time.monotonic() + 20
    while _lives(child):
        assert time.monotonic() < deadline, "the reading process outlived its parent"
        time.sleep(0.02)


def _lives(process):
    try:
        with open(f"/proc/{process}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_status_of_a_lost_document_is_skipped(corpus_of):
    corpus = corpus_of(b"exit")
    read(corpus)
    assert corpus.documents().status.tolist() == [Status.SKIPPED]


def test_a_check_that_raises_ends_a_hanging_reading_and_leaves_the_corpus_usable(corpus_of):
    corpus = corpus_of(b"hang", SAVED)
    checks = iter(range(3))

    def check():
        if next(checks, None) is None:
            raise Cancelled("reading")

    corpus.heed(check)
    with pytest.raises(Cancelled):
        corpus.read(np.array([0]), TextBuffer())
    assert corpus.documents().status[0] == Status.PENDING, "it gave up before the silent process was blamed"
    corpus.heed(lambda: None)
    buffer = TextBuffer()
    corpus.read(np.array([1]), buffer)
    assert buffer.text(0) == SAVED
    assert len(corpus._first._pool._alive) == 1


def test_prepared_processes_are_used_and_no_more_than_there_may_be():
    pool = workers.WorkerPool(2)
    pool.prepare(5)
    ready = {worker._process.pid for worker in pool._idle}
    assert len(ready) == 2
    pool.prepare(5)
    with pool.lease(lambda: None) as one, pool.lease(lambda: None) as other:
        assert {one.worker()._process.pid, other.worker()._process.pid} == ready
    pool.close()
    pool.prepare(1)
    assert pool._idle == []


def test_what_ended_its_reader_by_a_fault_of_its_own_is_not_tried_again_unless_it_is_asked_for(tmp_path, monkeypatch):
    """A run over an unchanged folder would wait for it each time; that a machine was busy says nothing of the file."""
    monkeypatch.setenv(MOCK_SWITCH, "1")
    monkeypatch.setattr(workers, "SILENCE_SECONDS", 1.0)
    monkeypatch.setattr(workers, "_BUSY_SECONDS", 0.0)  # of a busy machine a process gets little in a second
    folder, cache = tmp_path / "files", ArrayCache(tmp_path / "cache")
    folder.mkdir()
    for number, word in enumerate((b"crash", b"hang", SAVED)):
        (folder / f"{number}.mock").write_bytes(word)
        os.utime(folder / f"{number}.mock", ns=(10**18, 10**18))
    told = []
    for anew in ([], [], [b"0.mock"]):
        corpus = Corpus.open([os.fsencode(folder)], ReadOptions(), cache=cache, anew=anew)
        known = (corpus.known >= 0).tolist()
        told.append((known, read(corpus)))
        corpus.remember()
        corpus.close()
    assert [known for known, _ in told] == [[False] * 3, [True, False, True], [False, False, True]]
    reasons = ["its reader crashed (SIGSEGV)", "its reader gave no answer for 1 s and was stopped", None]
    assert all(found == ([b"", b"", SAVED], reasons) for _, found in told)


@pytest.fixture
def processes_that_end_after_each_file(monkeypatch):
    """They say so long after their answer: when the next file may have been given to them."""
    ends_late = "w._RETIRE_ABOVE_BYTES, grown = 1, w._has_grown; w._has_grown = lambda: time.sleep(0.3) or grown(); "
    start = workers._START.replace("main(", f"import time, simexplorer.documents.worker_main as w; {ends_late}main(")
    monkeypatch.setattr(workers, "_START", start)


@pytest.mark.usefixtures("processes_that_end_after_each_file")
def test_a_file_given_to_a_process_that_wants_to_end_is_read_by_another(corpus_of, tmp_path):
    large = SAVED.ljust(DIVIDED_FROM)
    corpus = corpus_of(large, large)
    assert read(corpus) == ([large, large], [None, None])
    (tmp_path / "table.csv").write_text("a,b\n1,2\n")
    table = File(2, os.fsencode(tmp_path), b"table.csv", b"table.csv", 8)
    assert corpus._first.preview(table, 5).columns == ("a", "b")
