"""Standard normal numbers out of 64-bit words, exact in law and the same on every machine.

Source: Marsaglia, Tsang 2000, "The ziggurat method for generating random variables", with 128 layers; layer and
position come from separate bits of a word, as Doornik 2005, "An improved ziggurat method", asks for.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel, mix64

LAYERS = 128
_BASE = 3.442619855899  # where the tail begins
_AREA = 9.91256303526217e-3  # of each layer, the tail's included
_GOLD = U(0x9E3779B97F4A7C15)


def _layer_edges() -> NDArray[np.float64]:
    """(LAYERS + 1,) right edges of the layers, falling to 0; the first one stands for the tail's layer."""
    edges = [_AREA / math.exp(-0.5 * _BASE * _BASE), _BASE]
    for _ in range(LAYERS - 2):
        edges.append(math.sqrt(-2.0 * math.log(_AREA / edges[-1] + math.exp(-0.5 * edges[-1] ** 2))))
    return np.array([*edges, 0.0])


_EDGES = _layer_edges()
_HEIGHTS = np.exp(-0.5 * _EDGES**2)
_INSIDE = _EDGES[1:] / _EDGES[:-1]  # below this share of its width a layer lies under the curve


@kernel
def _uniform(word: Int) -> Int:
    """A number in (0, 1) out of the upper 53 bits."""
    return (np.float64(word >> U(11)) + 0.5) * 2.0**-53


@kernel
def _beyond(word: Int) -> Int:
    """The number for a word whose layer does not lie under the curve there: one word in 80."""
    state = word
    while True:
        layer = word & U(LAYERS - 1)
        side = 2.0 * _uniform(word) - 1.0
        if abs(side) < _INSIDE[layer]:
            return side * _EDGES[layer]
        state += _GOLD
        chance = _uniform(mix64(state))
        if layer == U(0):  # the tail, by Marsaglia 1964
            while True:
                a = -math.log(chance) / _BASE
                state += _GOLD
                b = -math.log(_uniform(mix64(state)))
                if b + b > a * a:
                    return math.copysign(_BASE + a, side)
                state += _GOLD
                chance = _uniform(mix64(state))
        x = side * _EDGES[layer]
        low, high = _HEIGHTS[layer], _HEIGHTS[layer + U(1)]
        if low + chance * (high - low) < math.exp(-0.5 * x * x):
            return x
        state += _GOLD
        word = mix64(state)


@kernel
def fill_normals(ids: NDArray[np.uint64], words: NDArray[np.uint64], out: NDArray[np.float64]) -> None:
    """Write to ``out`` (m, K) a standard normal number for each of (m,) ids and (K,) seed words; about 5 ns each.

    All are independent of each other as far as the mixing of the words goes.
    """
    for i in range(ids.size):
        element = mix64(ids[i])
        for j in range(out.shape[1]):
            word = mix64(element ^ words[j])
            layer = word & U(LAYERS - 1)
            side = 2.0 * (np.float64(word >> U(11)) + 0.5) * 2.0**-53 - 1.0
            out[i, j] = side * _EDGES[layer] if abs(side) < _INSIDE[layer] else _beyond(word)
