"""First use: runs every stage over a few small texts, so that all kernels are compiled and kept in the user's cache."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from simexplorer.compiled import KERNEL_CACHE
from simexplorer.features.shown_text import ShownText
from simexplorer.features.texts import TextCutter, join_texts
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.engine import KERNELS_READY
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import cut_params
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.passages import shared_passages
from simexplorer.signatures.text_signer import TextSigner

_TEXTS = ("The quick brown fox jumps over the lazy dog. " * 12, "Zwölf Boxkämpfer jagen Viktor über den Deich. " * 12)


def compile_kernels() -> None:
    """Run every stage over a few small texts, so that all kernels of a usual run are compiled and kept."""
    folder = Path(tempfile.mkdtemp(prefix="simexplorer-"))
    try:
        for number, text in enumerate(_TEXTS * 3):
            (folder / f"{number}.txt").write_text(text[number:] + f" {number}", "utf-8")
        recipe = Recipe(threshold=0.5)
        with _beside(folder):
            for kind, size in (("char", 9), ("word", 3)):
                _cut_and_sign(recipe.replace(shingle_kind=kind, shingle_size=size))
        for changed in (recipe, recipe.replace(shingle_kind="word", shingle_size=3, linkage="average")):
            analysis = Analysis([os.fsencode(folder)], workers=1, headroom=0.1)
            result = analysis.run(changed, Progress())
            analysis.neighbours(0, 10)
            analysis.exact_jaccard(np.array([0], np.int32), np.array([1], np.int32))
            for linkage in ("complete", "star"):
                analysis.run(changed.replace(linkage=linkage), Progress())
            assert result.at_threshold, "the texts for compiling are alike"
            analysis.close()
        # what shows two texts side by side
        ShownText.of(_TEXTS[0]).rows(80)
        shared_passages(*_TEXTS, recipe.normalise)
        _forget_old_caches()
        KERNELS_READY.touch()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """A second process compiles the kernels that read and search meanwhile: two cores, half the wait."""
    with subprocess.Popen(  # noqa: S603 - this very interpreter
        [sys.executable, "-c", "from simexplorer.pipeline.warming_rest import main; main()", str(folder)],
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
    data, offsets = join_texts([text.encode() for text in _TEXTS])
    scratch = cutter.scratch()
    TextSigner(cutter, recipe.hashes, recipe.seed).sign(data, offsets, scratch)
    cutter.shingles(data, offsets, scratch)


def _forget_old_caches() -> None:
    """Remove the kernels of earlier versions of the program from the user's cache."""
    for old in KERNEL_CACHE.parent.glob("kernels-*"):
        if old != KERNEL_CACHE and KERNEL_CACHE.name.startswith("kernels-"):
            shutil.rmtree(old, ignore_errors=True)
