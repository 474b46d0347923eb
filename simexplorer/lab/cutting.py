"""How pages cut texts: as a recipe says, and without the boilerplate that the run on a person's documents left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.features.boilerplate import others
from simexplorer.offsets import offsets_of
from simexplorer.pipeline.cut_text import CutText, cut_text
from simexplorer.pipeline.recipe import Recipe

_CUT = ("shingle_kind", "shingle_size", "id_bits", "language", "stop_words", "stemming")


class Cutting(Struct, frozen=True, eq=False):
    """A recipe, and (m,) the sorted ids of the shingles that its run left out; None: unknown, so they count."""

    recipe: Recipe = field(default_factory=Recipe)
    left_out: NDArray[np.uint64] | None = None

    def cut(self, text: str) -> CutText:
        """The shingles of a text, repeats kept, without those that are left out."""
        found = cut_text(text, self.recipe)
        if self.left_out is None or not self.left_out.size:
            return found
        kept = others(found.ids, self.left_out)
        return replace(found, ids=found.ids[kept], first=found.first[kept], last=found.last[kept])

    def replace(self, **changes: Any) -> Cutting:
        """With another recipe; what is left out is known only where texts are cut as before."""
        recipe = self.recipe.replace(**changes)
        return Cutting(recipe, self.left_out if _cut_of(recipe) == _cut_of(self.recipe) else None)

    def same_as(self, other: Cutting) -> bool:
        """Equal recipes, as far as documents must be cut anew, and equal shingles left out."""
        a, b = self.left_out, other.left_out
        same = a is b or (a is not None and b is not None and np.array_equal(a, b))
        return same and self.recipe.heavy_key() == other.recipe.heavy_key()


def joined(cuts: Sequence[CutText], most: int | None = None) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """(ids, bounds) of the shingles of several texts, one text after the other; of each the first ``most``."""
    ids = [cut.ids[:most] for cut in cuts]
    return np.concatenate([np.empty(0, np.uint64), *ids]), offsets_of([part.size for part in ids])


def _cut_of(recipe: Recipe) -> tuple[Any, ...]:
    return (set(recipe.normalise), *(getattr(recipe, name) for name in _CUT))
