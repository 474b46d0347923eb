"""First use of the lab: every page once, in a child process, so that its kernels stand in the cache."""

from __future__ import annotations

import os

import numpy as np

from simexplorer.compiled import KERNEL_CACHE, keep_machine_code
from simexplorer.pipeline.engine import KERNELS_READY, begin_compiling, ensure_kernels, stop_compiling
from simexplorer.pipeline.progress import Progress

READY = KERNEL_CACHE / "lab-ready"
_COMPILE = "from simexplorer.lab.warming import compile_lab_kernels; compile_lab_kernels()"
_BEFOREHAND = "from simexplorer.lab.warming import compile_beforehand; compile_beforehand()"
_LAST = 19  # niceness of what nobody waits for: a hundredth of a core where others want all of them
_tried: set[str] = set()  # a child that failed is not started again


def begin_lab_kernels() -> None:
    """Let a child compile them while nobody waits for them; called in a job's thread, comes back at once."""
    if _COMPILE not in _tried and not (READY.exists() and KERNELS_READY.exists()):
        begin_compiling(_BEFOREHAND)


def ensure_lab_kernels(progress: Progress) -> None:
    """Return when the lab's kernels stand in the cache; called in a job's thread."""
    if _COMPILE in _tried or READY.exists():
        return
    stop_compiling(_BEFOREHAND)  # one that does not give way goes on from where it stands
    ensure_kernels(progress, _COMPILE, READY)
    _tried.add(_COMPILE)


def compile_beforehand() -> None:
    """What runs with other settings need, then the lab's; as the last of all who want a processor."""
    os.nice(_LAST)
    from simexplorer.kernel_image_making import alone
    from simexplorer.pipeline.warming import compile_kernels

    compile_kernels()
    with alone(KERNEL_CACHE / "compiling"):
        if not READY.exists():
            compile_lab_kernels()


def compile_lab_kernels() -> None:
    """Run the steps of every page once."""
    run_every_page()
    keep_machine_code()
    READY.touch()


def run_every_page() -> None:
    """The steps of every page on its first examples."""
    from simexplorer.lab.bands import VARIATIONS, BandSettings, band_steps
    from simexplorer.lab.bbit_trade import BBitSettings, bbit_trade
    from simexplorer.lab.examples import SIMHASH_FEATURES, SMALL_SETS
    from simexplorer.lab.material import LabText
    from simexplorer.lab.minhashing import WAYS, MinhashSettings, minhash_steps
    from simexplorer.lab.planes import planes
    from simexplorer.lab.shingling import CutSettings, shingling
    from simexplorer.lab.simhashing import WEIGHTS, SimHashSettings, slide_steps, text_steps

    texts = LabText("a", "one text of a few words"), LabText("b", "another text of é few words")
    for kind in ("char", "word"):
        shingling(texts[0].text, texts[1].text, CutSettings(kind=kind, bag=True, normalise=("case", "accents")))
    for way in WAYS:
        minhash_steps(SMALL_SETS[1], (), MinhashSettings(way=way))
    bbit_trade((), BBitSettings())
    slide_steps(SIMHASH_FEATURES, {})
    for weights in WEIGHTS:
        text_steps(*texts, SimHashSettings(weights=weights, factors={"text": 2.0}))
    planes((0.0, 45.0), 8, 1)
    band_steps(VARIATIONS, texts, BandSettings(), None)
    _run_later_pages()


def _run_later_pages() -> None:
    """Families, fingerprint tables, joins, distances, scale."""
    from simexplorer.lab.cutting import Cutting
    from simexplorer.lab.distances import axioms, compare, try_triples
    from simexplorer.lab.families import family_curve, trial
    from simexplorer.lab.family_kinds import CONSTRUCTIONS, KINDS
    from simexplorer.lab.fingerprint_tables import design_sheet, drawn_fingerprints, table_walk, text_fingerprints
    from simexplorer.lab.joins import join_walk
    from simexplorer.lab.lines import lines_over
    from simexplorer.lab.measure_list import cut
    from simexplorer.lab.scale import count_growing
    from simexplorer.lab.small_collections import COLLECTIONS, TRIPLES
    from simexplorer.pipeline.recipe import Recipe

    blocks = next(iter(CONSTRUCTIONS.values()))
    for kind, words in KINDS.items():
        family_curve(kind, blocks, words.d1, words.d2)
        trial(kind, blocks, words.d1, 1)
    lines_over(np.array([[0.0, 0.0], [1.0, 0.0]]), 1, 1.0)
    prints, query = drawn_fingerprints(24, 16, 2, 1)
    table_walk(prints, 16, 2, 4, 0, query)
    design_sheet(64, 3, 2**20, 10)
    text_fingerprints(TRIPLES[0].texts, Cutting())
    join_walk(COLLECTIONS[0].texts, Cutting(Recipe(shingle_size=3), np.zeros(1, np.uint64)), 0.7)
    three = cut(TRIPLES[0].texts, Cutting(Recipe(shingle_size=2)))
    compare(three)
    axioms(three)
    try_triples(1)
    count_growing(1, sizes=(20, 40))
