"""First use: runs every stage over a few small texts, so that all kernels are compiled and kept in the user's cache."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from simexplorer.compiled import KERNEL_CACHE, keep_machine_code
from simexplorer.features.sets import SparseVectors
from simexplorer.features.texts import TextCutter, join_texts
from simexplorer.kernel_image_making import alone
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.calibration import calibrate_found
from simexplorer.pipeline.child_code import own_command
from simexplorer.pipeline.engine import KERNELS_READY, TABLE_KERNELS_READY, USUAL_KERNELS_READY
from simexplorer.pipeline.explaining import explain_pair
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import cut_params
from simexplorer.pipeline.recipe import LINKAGES, Recipe
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.warming_rest import (
    TEXTS,
    collect_rarely,
    compile_for_many,
    compile_linkages,
    compile_ranking,
    compile_scan,
    compile_showing,
    compile_tables,
    compile_words,
)
from simexplorer.search.hamming import distances
from simexplorer.signatures.long_sketch import long_sketches, weighted_sketches
from simexplorer.signatures.text_signer import TextSigner

_OLD = 30 * 24 * 3600  # seconds


def compile_kernels() -> None:
    """Run every stage over a few small texts, so that all kernels of a usual run are compiled and kept.

    First what a run needs with the settings that one begins with, in two processes; then, while the person looks at
    its result, tables, filtered words, word shingles, the other linkages and neighbours.
    """
    with _small_texts() as folder, alone(KERNEL_CACHE / "compiling"):  # the second of two programs finds all compiled
        recipe = Recipe(threshold=0.5)
        if not USUAL_KERNELS_READY.exists():
            with _beside(folder):
                _cut_and_sign(recipe)
                compile_ranking()
                compile_showing()
                keep_machine_code()
            USUAL_KERNELS_READY.touch()
        if not KERNELS_READY.exists():
            _give_way()
            compile_tables()
            compile_words()
            keep_machine_code()
            TABLE_KERNELS_READY.touch()
            _run(folder, recipe)
            _compile_more(folder, recipe)
            keep_machine_code()
            KERNELS_READY.touch()
    _forget_old_caches()


def compile_for(fields: str, ready: str) -> None:
    """Run every stage with the recipe of these fields (JSON), leave the file ``ready``, then do what may follow.

    Which files of a folder a run takes makes no difference to its kernels, but may leave none of these texts.
    """
    usual = Recipe()
    recipe = Recipe.from_json(json.loads(fields)).replace(
        include=usual.include, exclude=usual.exclude, max_bytes=usual.max_bytes
    )
    with _small_texts() as folder:
        if recipe.reference is not None:
            recipe = recipe.replace(reference=str(folder / "below"))
        analysis = Analysis([os.fsencode(folder)], workers=1)
        result = analysis.run(recipe, Progress())
        analysis.neighbours(0, 10)
        compile_scan(result.signatures.values, result.members)
        pair = np.zeros(1, np.int32)
        distances(result.fingerprints, pair, pair)
        if recipe.measure == "cosine":
            ids, bounds = np.arange(9, dtype=np.uint64), np.array([0, 9])
            long_sketches(ids, bounds, 1)
            weighted_sketches(SparseVectors(bounds, ids, np.ones(9)), 1)
        keep_machine_code()
        Path(ready).touch()
        _give_way()
        _look_closer(analysis)
        analysis.close()
    keep_machine_code()


@contextlib.contextmanager
def _small_texts() -> Iterator[Path]:
    """A folder with a few texts that are alike, gone afterwards, whatever ends the process."""
    collect_rarely()
    before = signal.signal(signal.SIGTERM, _end)
    folder = Path(tempfile.mkdtemp(prefix="simexplorer-"))
    try:
        (folder / "below").mkdir()  # as a tree is listed
        for number, text in enumerate(TEXTS * 3):
            (folder / ("below" if number == 0 else "") / f"{number}.txt").write_text(
                text[number:] + f" {number}", "utf-8"
            )
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if signal.getsignal(signal.SIGTERM) is _end:
            signal.signal(signal.SIGTERM, before)


def _end(*_: object) -> None:
    """Whoever ends this process waits for it: what was compiled and not put into the image stays in numba's cache.

    It is asked twice, by a signal and by the end of its input; the second must not disturb the clearing up.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    atexit.unregister(keep_machine_code)
    sys.exit(1)


def _run(folder: Path, recipe: Recipe) -> None:
    analysis = Analysis([os.fsencode(folder)], workers=1, headroom=0.1)
    result = analysis.run(recipe, Progress())
    assert result.at_threshold, "the texts for compiling are alike"
    analysis.close()


def _compile_more(folder: Path, recipe: Recipe) -> None:
    for changed in (recipe, recipe.replace(shingle_kind="word", shingle_size=3)):
        _cut_and_sign(changed)
        analysis = Analysis([os.fsencode(folder)], workers=1, headroom=0.1)
        for linkage in LINKAGES:
            analysis.run(changed.replace(linkage=linkage), Progress())
        analysis.neighbours(0, 10)
        analysis.exact_jaccard(np.array([0], np.int32), np.array([1], np.int32))
        result = _look_closer(analysis)
        analysis.run(changed.replace(measure="containment"), Progress())
        analysis.close()
    compile_scan(result.signatures.values, result.members)
    compile_for_many()
    compile_linkages()


def _look_closer(analysis: Analysis) -> Result:
    """What a person asks after a run: its recall, estimates against exact values, why a pair was found."""
    result = analysis.measure_recall(Progress())
    calibrate_found(result)
    explain_pair(result, analysis.reader, 0, 1)
    return result


def _give_way() -> None:
    """From here on nobody waits: leave the cores to whoever has something to do."""
    os.nice(10)


@contextlib.contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """A second process compiles the kernels that read and search meanwhile: two cores, half the wait."""
    with subprocess.Popen(  # noqa: S603 - this very interpreter
        own_command("from simexplorer.pipeline.warming_rest import main; main()", str(folder)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as other:
        try:
            yield
            other.wait()
        except BaseException:
            other.kill()
            raise


def _cut_and_sign(recipe: Recipe) -> None:
    cutter = TextCutter(cut_params(recipe))
    data, offsets = join_texts([text.encode() for text in (*TEXTS, "Zwo\u0308lf Boxka\u0308mpfer")])
    scratch = cutter.scratch()
    TextSigner(cutter, recipe.hashes, recipe.seed).sign(data, offsets, scratch)
    cutter.shingles(data, offsets, scratch)


def _forget_old_caches() -> None:
    """Remove the kernels of versions of the program that have compiled nothing for a month."""
    for old in KERNEL_CACHE.parent.glob("kernels-*"):
        if old != KERNEL_CACHE and KERNEL_CACHE.name.startswith("kernels-"):
            with contextlib.suppress(OSError):
                if time.time() - old.stat().st_mtime > _OLD:
                    shutil.rmtree(old, ignore_errors=True)
