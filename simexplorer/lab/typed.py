"""Worked examples as a person types them, separated by commas: sets, hash functions, features, fingerprints."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.lab.examples import SmallSets

MOST_FUNCTIONS = 12
MOST_STRINGS = 24  # features or fingerprints
MOST_SETS = 6
_LETTERS = "abcdefghijklmnopqrstuvwxyz"  # names of rows that have none
_BRACES = re.compile(r"\{([^{}]*)\}")
_FUNCTION = re.compile(r"\(?\s*([0-9]{0,6})\s*x(?:\s*\+\s*([0-9]{1,6}))?\s*\)?(?:\s*(?:mod|%)\s*([1-9][0-9]{0,5}))?")
_FEATURE = re.compile(r"([01]{1,64})(?:\s+([0-9]{1,6}(?:\.[0-9]{1,6})?))?")


def small_sets(text: str) -> SmallSets | None:
    """Sets as columns of zeros and ones, or by their elements: letters, or words if a blank stands in one of them.

    ``011, 110`` are the sets {b, c} and {a, b}; ``ab, bc`` and ``to be, be`` name theirs. Elements in braces, as
    ``S1 = {to, be}, S2 = {be}``, are words. None: nothing is typed.

    Raises ParameterError.
    """
    braced = [part.replace(",", " ") for part in _BRACES.findall(text)]
    if any(brace in _BRACES.sub("", text) for brace in "{}"):
        raise ParameterError("Every set in braces", text, "between { and }")
    parts = braced or _parts(text)
    if not parts:
        return None
    if not 2 <= len(parts) <= MOST_SETS:
        raise ParameterError("Sets", len(parts), f"from 2 to {MOST_SETS}, with commas between them")
    if not braced and all(re.fullmatch("[01]+", part) for part in parts):
        _check(parts)
        rows, ones = tuple(_LETTERS[: len(parts[0])]), tuple(map("".join, zip(*parts, strict=True)))
    else:
        blanks = bool(braced) or any(" " in part for part in parts)
        sets = [set(part.split() if blanks else part) for part in parts]
        rows = tuple(sorted(set().union(*sets)))
        ones = tuple("".join("01"[row in column] for column in sets) for row in rows)
    if not 0 < len(ones) <= len(_LETTERS):
        raise ParameterError("Elements", len(ones), f"from 1 to {len(_LETTERS)} in all sets together")
    return SmallSets("", rows, tuple(f"S{n + 1}" for n in range(len(parts))), ones)


def linear_functions(text: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """(a, b) of each ``a x + b``, and the number after mod: ``x + 1, 3x mod 7`` are (1, 1) and (3, 0), and 7.

    One number after mod is that of all; 0 where there is none. No functions where nothing is typed.

    Raises ParameterError.
    """
    found = [(part, _FUNCTION.fullmatch(part)) for part in _parts(text)]
    if wrong := [part for part, match in found if match is None]:
        raise ParameterError("Every function", wrong[0], "typed like 3x + 1 or 3x + 1 mod 7, with commas between them")
    if len(found) > MOST_FUNCTIONS:
        raise ParameterError("Functions", len(found), f"at most {MOST_FUNCTIONS}")
    matches = [match for _, match in found if match is not None]
    moduli = sorted({int(match[3]) for match in matches if match[3]})
    if len(moduli) > 1:
        raise ParameterError("The number after mod", moduli[1], f"the same for all functions, as {moduli[0]}")
    return tuple((int(match[1] or 1), int(match[2] or 0)) for match in matches), moduli[0] if moduli else 0


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


def row_orders(text: str, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """For each permutation the rows first to last; typed as the place of every row, or as their names in the new order.

    Of the rows a, b, c ``2 3 1`` and ``cab`` (also ``c a b``) both bring c to the front, then a. () where nothing is
    typed.

    Raises ParameterError.
    """
    orders = []
    for part in _parts(text):
        words = part.split() if " " in part else list(part)
        if all(re.fullmatch("[0-9]{1,3}", word) for word in words):
            places = [int(word) - 1 for word in words]
            order = sorted(range(len(places)), key=places.__getitem__)
        else:
            order = places = [names.index(word) if word in names else -1 for word in words]
        if sorted(places) != list(range(len(names))):
            rule = f"the place of each row, from 1 to {len(names)}, or all rows in another order"
            raise ParameterError("Every permutation", part, rule)
        orders.append(tuple(order))
    if len(orders) > MOST_FUNCTIONS:
        raise ParameterError("Permutations", len(orders), f"at most {MOST_FUNCTIONS}")
    return tuple(orders)


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
