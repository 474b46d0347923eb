"""A small collection of families of edited texts, and its similar pairs by brute force."""

from __future__ import annotations

import random

from simexplorer.features.normalise import normalise_text
from tests import oracles

WORDS = [
    f"{first}{second}"
    for first in ("har", "lan", "gra", "vel", "cop", "sad")
    for second in ("bour", "tern", "nite", "vet", "per")
]


def write_collection(folder, seed=5, families=12, versions=5):
    """Texts in families of edited versions, some identical, some unlike anything; returns them by relative path."""
    rng = random.Random(seed)
    texts = {}
    for family in range(families):
        base = rng.choices(WORDS, k=rng.randint(12, 120))
        for version in range(versions):
            edited = list(base)
            for _ in range(rng.randint(0, 1 + len(base) // 12)):
                edited[rng.randrange(len(edited))] = rng.choice(WORDS)
            texts[f"f{family:02}/v{version}.txt"] = " ".join(edited)
    texts["empty.txt"] = ""
    texts["short.txt"] = "ab"
    texts["twin/short.txt"] = "AB "
    texts["mixed/é.txt"] = "Überraschung im Café " * 6
    texts["mixed/nfd.txt"] = "Überraschung im Cafe\u0301 " * 6
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, "utf-8")
    return texts


def found_pairs(result):
    """{(path, path): exact Jaccard} at the threshold."""
    p, count = result.pairs, result.at_threshold
    names = result.documents.paths.display
    return {
        (names(int(a)), names(int(b))): v for a, b, v in zip(p.i[:count], p.j[:count], p.jaccard[:count], strict=True)
    }


def true_pairs(texts, recipe):
    """The same by brute force: the first of identical texts stands for them."""
    normal = {name: normalise_text(text, recipe.normalise) for name, text in sorted(texts.items())}
    first = {text: name for name, text in reversed(normal.items())}
    names = sorted(first.values())
    sets = [oracles.shingles(normal[name], recipe.shingle_kind, recipe.shingle_size) for name in names]
    return {(names[i], names[j]): v for (i, j), v in oracles.similar_pairs(sets, recipe.threshold).items()}
