"""What a person types as a worked example of their own: read where it is plain, refused in words where it is not."""

from __future__ import annotations

from functools import partial

import pytest

from simexplorer.errors import ParameterError
from simexplorer.lab.fingerprint_tables import worked_walk
from simexplorer.lab.typed import features, fingerprints, linear_functions, permutation, row_orders, small_sets


def test_functions_features_fingerprints_and_permutations_are_read() -> None:
    assert linear_functions("x + 1, 3x+10 ,x, 0x + 2,") == (((1, 1), (3, 10), (1, 0), (0, 2)), 0)
    assert linear_functions("(x + 1) mod 7, (3x + 1) mod 7") == (((1, 1), (3, 1)), 7)  # as the page shows them
    assert linear_functions("2x+1, 5x + 2 % 6") == (((2, 1), (5, 2)), 6)
    assert features("0101 1.5, 0111") == (("0101", 1.5), ("0111", 1.0))
    prints, bits = fingerprints("0110, 0010,1001")
    assert (prints.tolist(), bits) == ([6, 2, 9], 4)
    assert fingerprints("1" * 64)[0].tolist() == [2**64 - 1]
    assert permutation("2 4, 3 1") == (1, 3, 2, 0)


def test_sets_are_read_as_columns_letters_or_words() -> None:
    columns = small_sets("0110, 1010")
    assert columns is not None
    assert (columns.rows, columns.ones, columns.columns) == (tuple("abcd"), ("01", "10", "11", "00"), ("S1", "S2"))
    letters = small_sets("abdfxy, xzwdap")
    assert letters is not None
    assert letters.rows == tuple("abdfpwxyz")
    assert letters.ones == ("11", "10", "11", "10", "01", "01", "11", "10", "01")  # 3 of 9 in both
    words = small_sets("to be, or, not to be")
    assert words is not None
    assert (words.rows, words.ones) == (("be", "not", "or", "to"), ("101", "001", "010", "101"))
    assert small_sets("S1 = {to, be}, S2={or}, {be, to,not }") == words  # as books print them
    empty = small_sets("{0}, {}")
    assert empty is not None
    assert (empty.rows, empty.ones) == (("0",), ("10",))


def test_permutations_of_rows_are_read_as_places_or_names() -> None:
    # the places 2 3 1 of a, b and c put c first, then a, then b
    assert row_orders("2 3 1, 231, cab, c a b", tuple("abc")) == ((2, 0, 1),) * 4


def test_nothing_typed_is_nothing() -> None:
    assert features("") == permutation(" ") == row_orders(" ", ("a", "b")) == ()
    assert linear_functions(" ") == ((), 0)
    assert small_sets(" ,") is None
    prints, bits = fingerprints("")
    assert (prints.size, bits) == (0, 0)


@pytest.mark.parametrize(
    ("read", "text", "told"),
    [
        (linear_functions, "x + 1, 3y", "3x \\+ 1 mod 7, with commas.*'3y'"),
        (linear_functions, ", ".join(["x"] * 13), "at most 12"),
        (features, "0101 heavy", "zeros and ones.*'0101 heavy'"),
        (features, "01, 011", "as many in each as in the first, 2; got '011'"),
        (fingerprints, "0110, 2", "zeros and ones.*'2'"),
        (fingerprints, "1" * 65, "up to 64"),
        (fingerprints, "0110, 011", "as in the first, 4"),
        (fingerprints, ", ".join(["01"] * 25), "at most 24"),
        (linear_functions, "x mod 7, x + 1 mod 5", "after mod must be the same for all functions, as 5; got 7"),
        (small_sets, "abc", "from 2 to 6.*got 1"),
        (small_sets, "a, b, c, d, e, f, g", "from 2 to 6.*got 7"),
        (small_sets, "{a, b}, {b, c", "between { and }"),
        (small_sets, "011, 01", "as in the first, 3"),
        (small_sets, f"{'01' * 14}, {'10' * 14}", "from 1 to 26 in all sets together; got 28"),
        (small_sets, "{}, {}", "from 1 to 26.*got 0"),
        (partial(row_orders, names=("a", "b", "c")), "1 2", "from 1 to 3.*'1 2'"),
        (partial(row_orders, names=("a", "b", "c")), "cab, abd", "from 1 to 3.*'abd'"),
        (partial(row_orders, names=("a", "b", "c")), "112", "from 1 to 3.*'112'"),
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
