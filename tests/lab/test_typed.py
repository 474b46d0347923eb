"""What a person types as a worked example of their own: read where it is plain, refused in words where it is not."""

from __future__ import annotations

import pytest

from simexplorer.errors import ParameterError
from simexplorer.lab.fingerprint_tables import worked_walk
from simexplorer.lab.typed import features, fingerprints, linear_functions, permutation


def test_functions_features_fingerprints_and_permutations_are_read() -> None:
    assert linear_functions("x + 1, 3x+10 ,x, 0x + 2,") == ((1, 1), (3, 10), (1, 0), (0, 2))
    assert features("0101 1.5, 0111") == (("0101", 1.5), ("0111", 1.0))
    prints, bits = fingerprints("0110, 0010,1001")
    assert (prints.tolist(), bits) == ([6, 2, 9], 4)
    assert fingerprints("1" * 64)[0].tolist() == [2**64 - 1]
    assert permutation("2 4, 3 1") == (1, 3, 2, 0)


def test_nothing_typed_is_nothing() -> None:
    assert linear_functions(" ") == features("") == permutation(" ") == ()
    prints, bits = fingerprints("")
    assert (prints.size, bits) == (0, 0)


@pytest.mark.parametrize(
    ("read", "text", "told"),
    [
        (linear_functions, "x + 1, 3y", "3x \\+ 1, with commas.*'3y'"),
        (linear_functions, ", ".join(["x"] * 13), "at most 12"),
        (features, "0101 heavy", "zeros and ones.*'0101 heavy'"),
        (features, "01, 011", "as many in each as in the first, 2; got '011'"),
        (fingerprints, "0110, 2", "zeros and ones.*'2'"),
        (fingerprints, "1" * 65, "up to 64"),
        (fingerprints, "0110, 011", "as in the first, 4"),
        (fingerprints, ", ".join(["01"] * 25), "at most 24"),
        (permutation, "2 4 x 1", "a number.*'x'"),
    ],
)
def test_what_cannot_be_read_is_told(read, text: str, told: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ParameterError, match=told):
        read(text)


def test_a_permutation_by_hand_names_every_bit_once() -> None:
    # 110 and 011 under 3 1 2: the first bit goes last, the others one forward: 101 and 110
    walk = worked_walk((0b110, 0b011), 3, (2, 0, 1))
    assert walk.permuted.tolist() == [0b101, 0b110]
    for order in ((0, 1), (0, 0, 1), (0, 1, 3)):
        with pytest.raises(ParameterError, match="from 1 to 3, each once"):
            worked_walk((0b110,), 3, order)
