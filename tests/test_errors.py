"""What is told of a value that cannot work reads as a person would write it."""

from __future__ import annotations

import pytest

from simexplorer.errors import ParameterError


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.1 + 0.2, "got 0.3."), (1.5, "got 1.5."), (7, "got 7."), ("abc", "got 'abc'."), (None, "it was not given.")],
)
def test_a_number_is_told_without_the_rest_of_its_last_bits(value: object, told: str) -> None:
    assert str(ParameterError("gap", value, "more than 0.5")) == f"gap must be more than 0.5; {told}"


def test_a_long_value_is_told_by_its_beginning_and_its_end() -> None:
    told = str(ParameterError("h(x)", "a" * 9000 + "z" * 9000, "typed like 3x + 1"))
    assert told == f"h(x) must be typed like 3x + 1; got '{'a' * 29}…{'z' * 29}'."
