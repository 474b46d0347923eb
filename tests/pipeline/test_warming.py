"""What first use compiles in its second process runs as it stands: an error there would only cost time, unseen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from simexplorer.pipeline import warming
from simexplorer.pipeline.engine import _COMPILE
from simexplorer.pipeline.warming_rest import (
    compile_linkages,
    compile_reading,
    compile_search,
    compile_showing,
    compile_tables,
    compile_words,
)

ROOT = Path(__file__).parents[2]


def test_the_kernels_that_read_search_and_show_can_be_called_for_compiling(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Some words to read. " * 9, "utf-8")
    compile_reading(str(tmp_path))
    compile_search()
    compile_showing()
    compile_linkages()
    compile_tables()
    compile_words()


_RUN = """
import sys
folder = sys.argv[1]
sys.argv = ["simexplorer", "scan", folder, "--quiet"]
from simexplorer.__main__ import main
assert main(sys.argv[1:]) == 0
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.passages import shared_passages
analysis = Analysis([folder.encode()])
analysis.run(Recipe(), Progress())
assert analysis.neighbours(0, 20).rows.size, "as soon as a document is selected"
PATHS = analysis.result.documents.paths
shared_passages(analysis.text(PATHS, 0), analysis.text(PATHS, 1), Recipe().normalise)
analysis.close()
assert "numba" not in sys.modules, "something that a first run calls is not compiled before it"
"""


_MANY = """
import sys
from simexplorer.pipeline.warming import compile_for, compile_kernels
compile_kernels()
import json
from simexplorer.pipeline.recipe import Recipe
compile_for(json.dumps(Recipe(measure="cosine", scheme="simhash").to_json()), sys.argv[1])
"""
_RUN_MANY = """
import sys
import numpy as np
from simexplorer.search import banding
from simexplorer.pipeline import narrowing
banding._WORTH_SCANNING, banding.MAX_PAIRS, banding._SPARE = 0, 2000, 100
narrowing._COSINES, narrowing._SKETCH_TAKES = 1, (0.0, 0.0)
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.cluster_drawing import drawing_of
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.banding import candidates
from simexplorer.signatures.fss import KEPT
analysis = Analysis([sys.argv[1].encode()])
result = analysis.run(Recipe(threshold=0.2), Progress())
assert result.audit.scanned, "all pairs are compared"
assert analysis.run(Recipe(threshold=0.5), Progress()).audit.ruled_out, "longer sketches look at many pairs"
result = analysis.run(Recipe(threshold=0.2), Progress())
assert len(drawing_of(result, 0, analysis.exact_jaccard, Progress().check).picture) > 2, "its first cluster is drawn"
assert analysis.shared_text(Progress()), "so many pairs are looked at for text that all share"
assert analysis.run(Recipe(measure="cosine", scheme="simhash", threshold=0.7), Progress()).audit.ruled_out
assert candidates(np.zeros((99, 128), KEPT), 25, 5).left_out, "buckets are clipped"
analysis.close()
assert "numba" not in sys.modules, "something that a large run calls is not compiled before it"
"""


_RUN_TABLES = """
import sys
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
for named in (None, "n"):
    for file in (b"/t.csv", b"/t.jsonl"):
        analysis = Analysis([sys.argv[1].encode() + file])
        assert analysis.run(Recipe(text_column="text", id_column=named, threshold=0.3), Progress()).pairs.i.size
        analysis.close()
analysis = Analysis([sys.argv[1].encode()])
assert analysis.run(Recipe(stop_words=True, stemming=True, language="en", threshold=0.1), Progress()).pairs.i.size
analysis.close()
assert "numba" not in sys.modules, "something that a run over tables or without stop words calls is not compiled before"
"""


@pytest.mark.slow
def test_a_large_run_finds_all_its_kernels_compiled(tmp_path):
    folder, kernels, rng = tmp_path / "texts", tmp_path / "kernels", np.random.default_rng(3)
    folder.mkdir()
    same = rng.integers(0, 900, 200).tolist()
    for number in range(60):
        (folder / f"{number}.txt").write_text(" ".join(map(str, same + rng.integers(0, 900, 200).tolist())))
    rows = [{"n": n, "text": f"the same words in all of the rows, but for {n}"} for n in range(30)]
    (tmp_path / "t.csv").write_text("n,text\n" + "".join(f'{row["n"]},"{row["text"]}"\n' for row in rows))
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    environment = {**os.environ, "SIMEXPLORER_KERNEL_CACHE": str(kernels), "SIMEXPLORER_CACHE": str(tmp_path / "cache")}
    for code, argument in ((_MANY, tmp_path / "ready"), (_RUN_MANY, folder), (_RUN_TABLES, tmp_path)):
        subprocess.run([sys.executable, "-c", code, str(argument)], check=True, env=environment)


@pytest.mark.slow
def test_a_first_run_finds_all_its_kernels_compiled(tmp_path):
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    (kernels / "ready").touch()  # those of other settings are left out
    environment = {**os.environ, "SIMEXPLORER_KERNEL_CACHE": str(kernels), "SIMEXPLORER_CACHE": str(tmp_path / "cache")}
    for code in (_COMPILE, _RUN):
        command = [sys.executable, "-c", code, str(ROOT / "resources" / "sample")]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def test_only_kernels_of_versions_long_gone_are_forgotten(tmp_path, monkeypatch):
    old, fresh, own = (tmp_path / f"kernels-{name}" for name in ("old", "fresh", "own"))
    for place in (old, fresh, own):
        place.mkdir()
        (place / "ready").touch()
    for place in (old, own):
        os.utime(place, (0, time.time() - 40 * 24 * 3600))
    monkeypatch.setattr(warming, "KERNEL_CACHE", own)
    warming._forget_old_caches()
    assert sorted(place.name for place in tmp_path.iterdir()) == ["kernels-fresh", "kernels-own"]


_ENDED_TWICE = """
import os, shutil, signal, sys, tempfile
from simexplorer.pipeline import warming
removed = shutil.rmtree
def slowly(folder, **options):
    os.kill(os.getpid(), signal.SIGTERM)  # the end of its input
    removed(folder, **options)
shutil.rmtree = slowly
with warming._small_texts():
    os.kill(os.getpid(), signal.SIGTERM)  # the word of its parent
"""


def test_a_process_that_compiles_and_is_ended_twice_leaves_no_texts_behind(tmp_path):
    ended = subprocess.run([sys.executable, "-c", _ENDED_TWICE], env={**os.environ, "TMPDIR": str(tmp_path)})
    assert ended.returncode == 1
    assert list(tmp_path.iterdir()) == []
