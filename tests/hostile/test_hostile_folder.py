from __future__ import annotations

import os
import threading
import unicodedata

import numpy as np
import pytest

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import STATUS_WORDS
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from tests.hostile.case import JAPANESE, RUSSIAN, SECRET, TEXT
from tests.hostile.folder import ENTRIES, build
from tests.peak_memory import begin_peak, peak_megabytes

MEMORY_GROWTH_MB = 400


@pytest.fixture(scope="module")
def scanned(tmp_path_factory):
    """{path: (status, reason, text)} of the whole folder, read by two threads, and what it was built from."""
    outside = tmp_path_factory.mktemp("outside") / "secret.txt"
    outside.write_text(SECRET)
    folder = tmp_path_factory.mktemp("hostile")
    cases = build(folder, outside)
    memory = begin_peak()
    corpus = Corpus.open([os.fsencode(folder)], ReadOptions())
    texts = {}
    rows = np.arange(len(corpus))
    while rows.size:
        _read_all(corpus, rows, texts)
        rows = corpus.discovered()
    documents = corpus.documents()
    paths = [documents.paths.raw(row) for row in range(len(documents))]
    found = {
        path: (STATUS_WORDS[documents.status[row]], documents.reason_of(row) or "", texts[row])
        for row, path in enumerate(paths)
    }
    grown = peak_megabytes() - memory
    corpus.close()
    return cases, paths, found, grown


def _read_all(corpus, rows, texts):
    chunks = iter(corpus.plan(rows))
    lock = threading.Lock()

    def work():
        buffer = TextBuffer()
        while True:
            with lock:
                chunk = next(chunks, None)
            if chunk is None:
                return
            corpus.read(chunk, buffer)
            texts.update((int(row), buffer.text(i)) for i, row in enumerate(chunk))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_every_entry_is_listed_once(scanned):
    cases, paths, _, _ = scanned
    assert len(paths) == len(set(paths))
    files = [path for path in paths if b"!" not in path or path in cases]
    assert set(files) == set(cases) | set(ENTRIES) | {b"fs/chain%d" % i for i in range(50)}
    assert len(cases) + len(ENTRIES) > 150


def test_each_becomes_what_it_must(scanned):
    cases, _, found, _ = scanned
    wrong = []
    for path, case in cases.items():
        status, reason, text = found[path]
        right = case.status in ("any", status) and case.reason in reason and len(text) <= 4 * case.bound
        if case.text is not None:
            right = right and _same(text.decode(), case.text)
        if not right:
            wrong.append((path[:60], status, reason, text[:80]))
    wrong += [
        (path, found[path])
        for path, (status, reason) in ENTRIES.items()
        if found[path][0] != status or reason not in found[path][1]
    ]
    assert not wrong


def _same(a, b):
    return unicodedata.normalize("NFC", " ".join(a.split())) == unicodedata.normalize("NFC", " ".join(b.split()))


def test_nothing_is_skipped_without_a_reason(scanned):
    _, _, found, _ = scanned
    assert [path for path, (status, reason, _) in found.items() if status != "read" and not reason] == []
    assert {status for status, _, _ in found.values()} <= {"read", "empty", "skipped"}


def test_no_reason_is_a_fault_of_the_program(scanned):
    _, _, found, _ = scanned
    ours = ("AttributeError", "TypeError", "NameError", "KeyError", "IndexError", "AssertionError", "UnboundLocal")
    assert [(path, reason) for path, (_, reason, _) in found.items() if any(word in reason for word in ours)] == []


def test_nothing_outside_the_folder_is_read(scanned):
    _, _, found, _ = scanned
    assert not any(SECRET.encode() in text or b"root:" in text for _, _, text in found.values())


def test_every_text_is_valid_utf8(scanned):
    _, _, found, _ = scanned
    for _, _, text in found.values():
        text.decode()


def test_memory_of_the_program_stays_flat(scanned):
    assert scanned[3] < MEMORY_GROWTH_MB


def test_members_are_named_after_their_container(scanned):
    _, _, found, _ = scanned
    assert found[b"archives/slip.zip!../../../tmp/slip.txt"][0] == "read"
    assert found[b"archives/encrypted.zip!a.txt"][:2] == ("skipped", "encrypted: it needs a password")
    assert "bomb" in found[b"archives/bomb.zip!zeros.txt"][1]
    assert found[b"mail/many.mbox!2000"][2].split() == b"1999 body".split()
    charsets = [found[b"mail/charsets.mbox!%d" % number][2].decode() for number in (1, 2, 3)]
    assert [_same(text[1:], body) for text, body in zip(charsets, (RUSSIAN, JAPANESE, TEXT), strict=True)] == [True] * 3
    assert len([path for path in found if path.startswith(b"archives/many.zip!")]) == 10_050
    deep = [reason for path, (_, reason, _) in found.items() if path.startswith(b"archives/nested.zip!") and reason]
    assert deep == ["containers inside containers are nested too deeply"]


def test_nothing_was_run_or_unpacked(scanned, tmp_path):
    assert not os.path.exists("canary")
    assert not os.path.exists("/tmp/slip.txt")
