"""Runs that take over what earlier ones found out, while files come and go."""

from __future__ import annotations

import mmap
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.mapped_columns import MappedColumns, let_go_of_all, letting_go
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.search.mapping import one_by_one
from simexplorer.search.pair_lookup import Overlaps


def found(folder: Path) -> Result:
    analysis = Analysis([os.fsencode(folder)], workers=1, cache=ArrayCache())
    try:
        return analysis.run(Recipe(), Progress())
    finally:
        analysis.close()


def lying_in(array):
    """The file that an array lies in."""
    while isinstance(array, np.ndarray):
        array = array.base
    return array


def megabytes_of(path: Path) -> float:
    """What pages of a mapped file take."""
    regions = Path("/proc/self/smaps").read_text().split("VmFlags")
    sizes = [int(region.split("Rss:")[1].split()[0]) for region in regions if os.fspath(path) in region]
    return sum(sizes) / 1024


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells what a mapped file takes")
def test_what_jobs_read_of_files_takes_no_memory_after_them(tmp_path: Path) -> None:
    path = tmp_path / "cache"
    cache = ArrayCache(path)
    assert cache.store("numbers", {"a": np.arange(1 << 20)}, {})
    column = MappedColumns.of(cache.load("numbers")).column("a")
    during = []

    def read(first: int) -> int:
        total = int(column[first : first + (1 << 18)].sum())
        during.append(megabytes_of(path))
        return total

    assert sum(letting_go(one_by_one)(read, range(0, 1 << 20, 1 << 18))) == (1 << 19) * ((1 << 20) - 1)
    assert all(1.9 < size < 3.0 for size in during), during
    assert megabytes_of(path) == 0.0


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells what a mapped file takes")
def test_who_looks_for_few_of_many_known_pairs_holds_a_part_of_their_file_at_once(tmp_path: Path) -> None:
    path, known = tmp_path / "cache", KnownOverlaps(1 << 20)
    i = np.arange((1 << 20) - 1, dtype=np.int32)
    known.extend(Overlaps(i, i + 1, i // 2))  # 12 MB
    cache, stored = ArrayCache(path), known.batches
    assert cache.store("all", known.arrays(), {})
    known.lie_in(cache.load("all"), stored)
    after = []

    def each(function: Callable[[Any], Any], jobs: Iterable[Any]) -> list[Any]:
        for job in jobs:
            function(job)
            after.append(megabytes_of(path))
        return []

    last = i[-3:].copy()
    verified, unknown = known.ask(last, last + 1, each)
    assert (verified.shared.tolist(), unknown.any()) == ((last // 2).tolist(), False)
    groups = known.remembered(each)
    groups.each(lambda first: groups.batches[0].shared[first : first + (1 << 17)].sum(), range(0, i.size, 1 << 17))
    assert after == [0.0] * 12  # parts of both


def test_signatures_of_a_collection_without_news_stay_in_the_file_that_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMEXPLORER_CACHE", os.fspath(tmp_path / "cache"))
    table = tmp_path / "rows.csv"
    table.write_text("text\n" + "".join(f"row {number // 2} of a table that is kept\n" for number in range(9)))
    os.utime(table, (0, 0))
    recipe, results = Recipe(text_column="text"), []
    for _ in range(2):
        analysis = Analysis([os.fsencode(table)], workers=1, cache=ArrayCache())
        results.append(analysis.run(recipe, Progress()))
        analysis.close()
        kept = {path.name: path.stat().st_ino for path in (tmp_path / "cache" / "collections").iterdir()}
        results.append(kept)
    first, before, second, after = results
    assert isinstance(lying_in(second.signatures.values).obj, mmap.mmap)
    assert sum(before[name] == after[name] for name in before) == 2, "only the overlaps are written anew"
    assert (second.signatures.values == first.signatures.values).all()
    assert second.documents.paths.names == first.documents.paths.names


def test_a_file_that_goes_and_comes_back_is_taken_over_or_read_but_never_mixed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMEXPLORER_CACHE", os.fspath(tmp_path / "cache"))
    folder = tmp_path / "texts"
    folder.mkdir()
    past = time.time() - 100
    for number in range(4):
        path = folder / f"{number}.txt"
        path.write_text(f"text number {number // 2} of this collection, long enough to be cut into shingles")
        os.utime(path, (past, past))
    first = found(folder)
    os.rename(folder / "0.txt", tmp_path / "aside")
    without = found(folder)
    assert len(without.documents) == 3
    assert (first.taken_over, without.taken_over) == (0, 3)
    os.rename(tmp_path / "aside", folder / "0.txt")
    again = found(folder)
    assert (again.text_hashes == first.text_hashes).all()
    assert (again.signatures.values == first.signatures.values).all()
    assert (again.groups.representative == first.groups.representative).all()


def test_what_is_seldom_asked_for_lies_in_the_cache_once_it_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(6):
        path = folder / f"{number}.txt"
        path.write_text(f"what all of these texts begin with is not short at all, and then comes {number * 1111}")
        os.utime(path, (time.time() - 100, time.time() - 100))
    plain = Analysis([os.fsencode(folder)], workers=1)
    lasting = Analysis([os.fsencode(folder)], workers=1, lasting=True, cache=ArrayCache(tmp_path / "cache"))
    for threshold in (0.9, 0.5, 0.9):
        one, other = (analysis.run(Recipe(threshold=threshold), Progress()) for analysis in (plain, lasting))
        assert (one.pairs.jaccard == other.pairs.jaccard).all()
        assert one.at_threshold == other.at_threshold
        assert lasting.reader is not plain.reader
        assert not hasattr(lasting.reader._buffers._local, "thing")  # no text is held, though this thread has read
        assert hasattr(plain.reader._buffers._local, "thing")
        let_go_of_all()  # a file is read again where somebody asks
        np.testing.assert_array_equal(other.signatures.values, one.signatures.values)
        assert (lasting.neighbours(0, 3).jaccard == plain.neighbours(0, 3).jaccard).all()
    assert not lasting.known_overlaps().batches[0].i.flags.owndata
    assert isinstance(lying_in(other.signatures.values), memoryview)
    assert lying_in(one.signatures.values) is None
    for analysis in (plain, lasting):
        analysis.close()


@pytest.mark.parametrize("name", ["b.txt", "z.txt"], ids=["of the same name", "of another name"])
def test_a_link_to_nothing_that_takes_a_files_place_changes_no_other_document(tmp_path: Path, name: str) -> None:
    folder, words = tmp_path / "texts", [f"word{number} and" for number in range(60)]
    folder.mkdir()
    for at, letter in enumerate("abcd"):
        words[at] = f"other{at} or"
        (folder / f"{letter}.txt").write_text(" ".join(words))
        os.utime(folder / f"{letter}.txt", (time.time() - 100,) * 2)
    whole = told(found(folder))
    (folder / "b.txt").rename(tmp_path / "b.txt")
    (folder / name).symlink_to("nowhere")
    aside = [told(found(folder)) for _ in range(3)]
    assert aside[0] == aside[1] == aside[2]
    assert aside[0] == {pair: jaccard for pair, jaccard in whole.items() if "b" not in pair}
    (folder / name).unlink()
    (tmp_path / "b.txt").rename(folder / "b.txt")
    assert [told(found(folder)) for _ in range(2)] == [whole, whole]


def told(result: Result) -> dict[str, float]:
    """Pairs by the first letters of their names, with their exact similarity."""
    paths, pairs = result.documents.paths, result.pairs
    names = [paths.display(row)[0] for row in range(len(paths))]
    rows = zip(pairs.i.tolist(), pairs.j.tolist(), pairs.jaccard[:].tolist(), strict=True)
    return {names[i] + names[j]: jaccard for i, j, jaccard in rows}
