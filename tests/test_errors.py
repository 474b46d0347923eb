"""What is told of a value that cannot work reads as a person would write it."""

from __future__ import annotations

import errno

import pytest

from simexplorer.errors import InputError, ParameterError, reason_of


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.1 + 0.2, "got 0.3."), (1.5, "got 1.5."), (7, "got 7."), ("abc", "got 'abc'."), (None, "it was not given.")],
)
def test_a_number_is_told_without_the_rest_of_its_last_bits(value: object, told: str) -> None:
    assert str(ParameterError("gap", value, "more than 0.5")) == f"gap must be more than 0.5; {told}"


def test_a_long_value_is_told_by_its_beginning_and_its_end() -> None:
    told = str(ParameterError("h(x)", "a" * 9000 + "z" * 9000, "typed like 3x + 1"))
    assert told == f"h(x) must be typed like 3x + 1; got '{'a' * 29}…{'z' * 29}'."


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.EACCES, "Permission denied", "/a"), "permission denied"),
        (OSError(errno.EILSEQ, "its name is not UTF-8"), "its name is not UTF-8"),
        (OSError("Nothing was read"), "nothing was read"),  # which has neither number nor words of the system
        (InputError("The disk is full."), "the disk is full."),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_a_reason_is_told_whatever_the_error_knows_of_itself(error: Exception, told: str) -> None:
    assert reason_of(error) == told
