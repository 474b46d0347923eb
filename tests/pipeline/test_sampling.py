"""How long a sample is read, and what that tells of the speed of reading."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.pipeline import sampling
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sampling import MOST_SECONDS, Sample, draw_sample

PLAIN, PARSED = 40, 10  # documents, of 100 and 200 bytes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(PLAIN):
        (tmp_path / f"{number}.txt").write_text(f"{number:03} ".ljust(100, "x"))
    for number in range(PARSED):
        (tmp_path / f"{number}.html").write_text(f"<html><body><p>{number:03} ".ljust(200, "y"))
    return tmp_path


def sample_of(folder: Path, monkeypatch: pytest.MonkeyPatch, seconds: dict[bytes, float]) -> Sample:
    """A sample where a document with such an ending takes so many seconds to read, and nothing else takes any."""
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], perf_counter=lambda: now[0])
    original = Corpus.read

    def read(self: Corpus, rows: NDArray[np.int64], buffer: TextBuffer, **how: Any) -> None:
        now[0] += sum(seconds[os.path.splitext(self.paths.raw(row))[1]] for row in rows.tolist())
        original(self, rows, buffer, **how)

    monkeypatch.setattr(sampling, "time", clock)
    monkeypatch.setattr(Corpus, "read", read)
    return draw_sample([os.fsencode(folder)], Recipe(), Progress())


def kinds(sample: Sample) -> tuple[int, int]:
    """How many plain documents are in a sample, and how many others."""
    sizes = sample.size.tolist()
    return sizes.count(100), sizes.count(200)


def test_files_too_large_for_a_sample_keep_no_others_out_of_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(PLAIN):
        (folder / f"large{number}.txt").write_text("z" * 7000)
    monkeypatch.setattr(sampling, "MOST_BYTES", 100 * PLAIN + 200 * PARSED + 500)
    sample = sample_of(folder, monkeypatch, {b".txt": 0.0, b".html": 0.0})
    assert kinds(sample) == (PLAIN, PARSED)
    monkeypatch.setattr(sampling, "MOST_BYTES", 99)
    assert len(sample_of(folder, monkeypatch, {b".txt": 0.0, b".html": 0.0})) == 1


def test_reading_a_byte_takes_what_documents_of_its_kind_took(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = sample_of(folder, monkeypatch, {b".txt": 0.01, b".html": 0.1})  # 40 take 0.4 s, and 10 take 1 s
    assert kinds(sample) == (PLAIN, PARSED)
    assert sample.parsed_bytes == 200 * PARSED
    assert sample.seconds_per_byte == pytest.approx((0.4 / 4000, 1.0 / 2000))


def test_where_time_is_up_a_few_documents_of_each_kind_are_read_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = sample_of(folder, monkeypatch, {b".txt": MOST_SECONDS, b".html": 2.0})
    assert kinds(sample) == (16, 4)
    assert sample.seconds_per_byte == pytest.approx((MOST_SECONDS / 100, 2.0 / 200))
