"""Schemes by name: what a recipe, a report or a command line calls them, and the family each of them stands for.

Not among them, as no scan can use it: explicit permutations (``permutations.py``). They need the universe of all
shingles numbered and every permutation written down, 8 K N bytes; they are for teaching, and the oracle of the others.
"""

from __future__ import annotations

from simexplorer.errors import ParameterError
from simexplorer.signatures.bbit import BBitMinHash
from simexplorer.signatures.bit_sampling import BitSampling
from simexplorer.signatures.family import Family
from simexplorer.signatures.first_rows import FirstRows
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.hyperplanes import RandomHyperplanes
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.names import SCHEMES
from simexplorer.signatures.one_pass import OnePass
from simexplorer.signatures.random_lines import RandomLines
from simexplorer.signatures.simhash import SimHash


def family(
    scheme: str,
    length: int = 128,
    seed: int = 1,
    *,
    bits: int = 1,
    share: float = 1 / 16,
    interval: float = 1.0,
    simhash_bits: int = 64,
    components: str = "normal",
) -> Family:
    """The family called ``scheme`` with ``length`` functions drawn from ``seed``.

    bits : kept of each minimum (bbit). share : of rows looked at (first-rows). interval : width w (random-lines).
    simhash_bits : of a fingerprint (bit-sampling; simhash, whose length it is). components : of planes (hyperplane).
    An unknown name or a value that cannot work raises ParameterError.
    """
    match scheme:
        case "fss":
            return FastSimilaritySketch(length, seed)
        case "minhash":
            return MinHash(length, seed)
        case "one-pass":
            return OnePass(length, seed)
        case "first-rows":
            return FirstRows(length, seed, share)
        case "bbit":
            return BBitMinHash(length, seed, bits)
        case "simhash":
            return SimHash(simhash_bits, seed)
        case "hyperplane":
            return RandomHyperplanes(length, seed, components)
        case "random-lines":
            return RandomLines(length, seed, interval)
        case "bit-sampling":
            return BitSampling(length, seed, simhash_bits)
    raise ParameterError("scheme", scheme, "one of " + ", ".join(SCHEMES))
