"""The benchmark measures what it says: shingles as all engines cut them, medians as a table and a picture."""

from __future__ import annotations

import json
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor

from tests.benchmarks.bench import LANDED
from tests.benchmarks.corpora import ROOT
from tests.benchmarks.measuring import Row
from tests.benchmarks.peers import cut, text_of
from tests.benchmarks.picture import picture
from tests.benchmarks.stages import best
from tests.benchmarks.table import best_peers, console_table, markdown


def row(engine, work, recall):
    return Row(
        engine=engine,
        collection="some",
        shingle="char:9",
        documents=1000,
        megabytes=2.0,
        runs=5,
        start=1.0,
        work=work,
        cpu=work,
        peak_mb=100.0,
        recall=recall,
        precision=1.0,
    )


def test_peers_get_the_shingles_that_the_program_cuts(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("  The QUICK\n\tfox ", "utf-8")
    text = text_of(str(path))
    assert text == "the quick fox"
    assert cut(text, "char:9") == ["the quick", "he quick ", "e quick f", " quick fo", "quick fox"]
    assert cut(text, "char:20") == ["the quick fox"]
    assert cut(text, "word:2") == ["the quick", "quick fox"]
    assert cut("", "word:2") == []


def test_ratios_are_told_for_the_work_and_for_whole_processes():
    rows = [row("ours", 0.5, 1.0), row("rensa", 5.0, 0.9)]
    # 5 s to 0.5 s of work; with a second of start-up each, 6 s to 1.5 s
    assert "10.0 work, 10.0 CPU, 4.0 whole" in console_table(rows)
    assert "| Similarity Explorer | 2,000 | 2,000 | 4.0 |" in markdown(rows)
    assert best_peers(rows) == [("some, char:9", 2000.0, "rensa", 200.0, ["recall 0.90", "precision 1.00"])]


def test_the_picture_is_whole_with_and_without_figures():
    for bars in ([], best_peers([row("ours", 0.5, 1.0), row("rensa", 5.0, 0.9)])):
        ET.fromstring(picture(bars))


def test_table_and_picture_show_the_figures_that_landed():
    landed = json.loads(LANDED.read_text("utf-8"))
    rows = [Row(**one) for one in landed["rows"]]
    assert (ROOT / "resources" / "benchmark.md").read_text("utf-8") == markdown(rows)
    assert (ROOT / "resources" / "benchmark.svg").read_text("utf-8") == picture(best_peers(rows))


def test_a_stage_takes_the_processor_time_of_all_its_threads():
    taken = []

    def busy():
        began = time.thread_time()
        sum(range(100_000))
        taken.append(time.thread_time() - began)

    with ThreadPoolExecutor(2) as pool:
        assert best(lambda: [turn.result() for turn in (pool.submit(busy), pool.submit(busy))]) >= 2 * min(taken)
