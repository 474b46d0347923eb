"""Kernels that a recipe needs beyond those of a usual run: compiled in a child too, once for each choice."""

from __future__ import annotations

import hashlib
import json

from simexplorer.compiled import KERNEL_CACHE
from simexplorer.pipeline.engine import TABLE_KERNELS_READY, ensure_kernels, kernels_of
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe

# the fields that choose kernels, or the type of the numbers that they work on
_CHOOSING = ("scheme", "measure", "weights", "components", "bag", "shingle_kind", "bits", "simhash_bits", "boilerplate")
_COMPILE = "from simexplorer.pipeline.warming import compile_for; compile_for({fields!r}, {ready!r})"


def ensure_kernels_for(recipe: Recipe, progress: Progress) -> None:
    """Return when the kernels of a run with this recipe stand in the cache; raises Cancelled."""
    ensure_kernels(progress, ready=kernels_of(recipe.shingle_kind, recipe.linkage))
    if recipe.text_column is not None or recipe.stop_words or recipe.stemming:
        ensure_kernels(progress, ready=TABLE_KERNELS_READY)
    usual, fields = Recipe(), recipe.to_json()
    chosen = {name: fields[name] for name in _CHOOSING if getattr(recipe, name) != getattr(usual, name)}
    if chosen.keys() <= {"shingle_kind"} and recipe.shingle_kind == "word":
        return  # among those of other settings
    if chosen:
        ready = KERNEL_CACHE / f"ready-{hashlib.sha256(json.dumps(chosen).encode()).hexdigest()[:16]}"
        wanted = recipe.replace(include=(), exclude=(), encodings=(), reference=None).to_json()
        ensure_kernels(progress, _COMPILE.format(fields=json.dumps(wanted), ready=str(ready)), ready)
