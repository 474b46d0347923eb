"""Worked examples as a person types them: hash functions, features and fingerprints, separated by commas."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import ParameterError

MOST_FUNCTIONS = 12
MOST_STRINGS = 24  # features or fingerprints
_FUNCTION = re.compile(r"([0-9]{0,6})\s*x(?:\s*\+\s*([0-9]{1,6}))?")
_FEATURE = re.compile(r"([01]{1,64})(?:\s+([0-9]{1,6}(?:\.[0-9]{1,6})?))?")


def linear_functions(text: str) -> tuple[tuple[int, int], ...]:
    """(a, b) of each ``a x + b``: ``x + 1, 3x`` are (1, 1) and (3, 0); () where nothing is typed.

    Raises ParameterError.
    """
    found = [(part, _FUNCTION.fullmatch(part)) for part in _parts(text)]
    if wrong := [part for part, match in found if match is None]:
        raise ParameterError("Every function", wrong[0], "typed like 3x + 1, with commas between functions")
    if len(found) > MOST_FUNCTIONS:
        raise ParameterError("Functions", len(found), f"at most {MOST_FUNCTIONS}")
    return tuple((int(match[1] or 1), int(match[2] or 0)) for _, match in found if match is not None)


def features(text: str) -> tuple[tuple[str, float], ...]:
    """(bits, weight) of each feature, a weight of 1 where none is typed; () where nothing is typed.

    Raises ParameterError, also where not all have as many bits.
    """
    found = [(part, _FEATURE.fullmatch(part)) for part in _parts(text)]
    if wrong := [part for part, match in found if match is None]:
        raise ParameterError("Every feature", wrong[0], "up to 64 zeros and ones and its weight, like 0110 1.5")
    made = tuple((match[1], float(match[2] or 1.0)) for _, match in found if match is not None)
    _check([bits for bits, _ in made])
    return made


def fingerprints(text: str) -> tuple[NDArray[np.uint64], int]:
    """(n,) fingerprints typed as zeros and ones, and how many bits each has; none and 0 where nothing is typed.

    Raises ParameterError, also where not all have as many bits.
    """
    strings = _parts(text)
    if wrong := [part for part in strings if not re.fullmatch("[01]{1,64}", part)]:
        raise ParameterError("Every fingerprint", wrong[0], "up to 64 zeros and ones, with commas between fingerprints")
    _check(strings)
    return np.array([int(bits, 2) for bits in strings], np.uint64), len(strings[0]) if strings else 0


def permutation(text: str) -> tuple[int, ...]:
    """The place, from 0, where each position goes; typed from 1, with spaces or commas. () where nothing is typed.

    Raises ParameterError for what is no number.
    """
    numbers = text.replace(",", " ").split()
    if wrong := [number for number in numbers if not re.fullmatch("[0-9]{1,3}", number)]:
        raise ParameterError("Every place of the permutation", wrong[0], "a number, like in 2 4 3 1")
    return tuple(int(number) - 1 for number in numbers)


def _parts(text: str) -> list[str]:
    return [part for part in map(str.strip, text.split(",")) if part]


def _check(strings: list[str]) -> None:
    """As many bits in each, and no more strings than can be shown."""
    if other := [bits for bits in strings if len(bits) != len(strings[0])]:
        raise ParameterError("Zeros and ones", other[0], f"as many in each as in the first, {len(strings[0])}")
    if len(strings) > MOST_STRINGS:
        raise ParameterError("Rows of zeros and ones", len(strings), f"at most {MOST_STRINGS}")
