"""First use of the lab: every page once, in a child process, so that its kernels stand in the cache."""

from __future__ import annotations

from simexplorer.compiled import KERNEL_CACHE
from simexplorer.pipeline.engine import ensure_kernels
from simexplorer.pipeline.progress import Progress

READY = KERNEL_CACHE / "lab-ready"
_COMPILE = "from simexplorer.lab.warming import compile_lab_kernels; compile_lab_kernels()"
_tried: set[str] = set()  # a child that failed is not started again


def ensure_lab_kernels(progress: Progress) -> None:
    """Return when the lab's kernels stand in the cache; called in a job's thread."""
    if _COMPILE not in _tried:
        ensure_kernels(progress, _COMPILE, READY)
        _tried.add(_COMPILE)


def compile_lab_kernels() -> None:
    """Run the steps of every page once."""
    run_every_page()
    READY.touch()


def run_every_page() -> None:
    """The steps of every page on its first examples."""
    from simexplorer.lab.bands import BandSettings, band_steps
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
    band_steps(0, texts, BandSettings(), None)
