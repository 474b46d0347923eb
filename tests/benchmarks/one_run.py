"""One engine over one collection in this very process: a line of JSON with its times, and its pairs in a file.

    python -m tests.benchmarks.one_run ENGINE FOLDER SHINGLE THRESHOLD PAIRS.npz STARTED

``start`` is everything until the engine could begin (interpreter, imports, machine code from the cache), ``work`` is
from the folder to the pairs in memory. STARTED is the time (of ``time.time``) at which the process was asked for.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks import peers
from tests.peak_memory import peak_megabytes

if TYPE_CHECKING:
    from simexplorer.pipeline.result import Result

Found = tuple[NDArray[np.int64], NDArray[np.int64]]


def warm_ours() -> None:
    """Ask the allocator for what ``scan`` asks it for, and load the kernels: a run over three small texts."""
    from simexplorer.pipeline.allocating import keep_freed_memory

    keep_freed_memory()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(3):
            Path(folder, f"{number}.txt").write_text(f"The quick brown fox jumps over the lazy dog {number}. " * 9)
        run_ours(folder, "char:9", 0.8)


def run_ours(folder: str, shingle: str, threshold: float) -> Result:
    """A whole run: clusters and audit are made as well."""
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.progress import Progress
    from simexplorer.pipeline.recipe import Recipe

    kind, _, size = shingle.partition(":")
    recipe = Recipe(shingle_kind=kind, shingle_size=int(size), threshold=threshold)
    analysis = Analysis([os.fsencode(folder)])
    try:
        return analysis.run(recipe, Progress())
    finally:
        analysis.close()


def names_and_pairs(result: Result) -> tuple[list[str], Found]:
    """Paths of all documents, and the rows of the pairs at the threshold."""
    end, paths = result.at_threshold, result.documents.paths
    names = [paths.display(row) for row in range(len(result.documents))]
    return names, (result.pairs.i[:end].astype(np.int64), result.pairs.j[:end].astype(np.int64))


def main() -> None:
    """Be one run."""
    engine, folder, shingle, threshold, output, started = sys.argv[1:]
    limit = float(threshold)
    if engine == "ours":
        warm_ours()
    else:
        importlib.import_module(peers.MODULES.get(engine, engine))
    ready, cpu = time.time(), time.process_time()
    if engine == "ours":
        result = run_ours(folder, shingle, limit)
        took, used, peak = time.time() - ready, time.process_time() - cpu, peak_megabytes()
        paths, (i, j) = names_and_pairs(result)  # made of the peers' pairs after the clock too
    else:
        from tests.benchmarks.corpora import files_of

        files = files_of(folder)
        found = peers.ENGINES[engine](files, shingle, limit)
        took, used, peak = time.time() - ready, time.process_time() - cpu, peak_megabytes()
        paths = [os.path.relpath(path, folder) for path in files]
        i, j = (np.array([pair[side] for pair in found], np.int64) for side in (0, 1))
    np.savez(output, paths=np.array(paths), i=i, j=j)
    times = {"start": ready - float(started), "work": took, "cpu": used, "peak_mb": peak}
    print(json.dumps(times))


if __name__ == "__main__":
    main()
