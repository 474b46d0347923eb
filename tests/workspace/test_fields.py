"""Structs as named arrays and plain values, and back: also where a type is spelled as newer libraries spell it."""

from __future__ import annotations

import json
import types
from typing import Any, TypeVar, get_type_hints

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.result import Pairs
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.workspace import fields
from simexplorer.workspace.columns import DamagedError
from simexplorer.workspace.fields import flatten, rebuild
from simexplorer.workspace.soundness import require_sound
from tests.reports.results import small

Scalar = TypeVar("Scalar", bound=np.generic)


class _Alias:
    """A stand-in for what ``type NDArray[Scalar] = ...`` makes, which Python has from 3.12 on."""

    __value__ = np.ndarray[Any, np.dtype[Scalar]]


class _Told(Struct, frozen=True):
    share: float = 0.0
    interval: tuple[float, float] | None = None
    words: tuple[str, ...] = ()
    seconds: dict[str, float] = {}
    columns: NDArray[np.int64] | ToldColumn | None = None


class _Found(Struct, frozen=True):
    counts: NDArray[np.int64]
    names: bytes
    shares: NDArray[np.float64] | None = None


@pytest.mark.parametrize("named", [False, True])
def test_arrays_come_back_as_they_were_and_of_no_other_type(named: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if named:
        hints = get_type_hints(_Found) | {"counts": types.GenericAlias(_Alias(), (np.int64,))}  # type: ignore[arg-type]
        monkeypatch.setattr(fields, "get_type_hints", lambda _kind: hints)
    arrays, plain = flatten(_Found(np.array([3, 1]), b"ab", np.array([0.5])))
    again = rebuild(_Found, arrays, plain)
    assert again.counts.tolist() == [3, 1]
    assert again.names == b"ab"
    assert again.shares is not None
    assert again.shares.tolist() == [0.5]
    assert rebuild(_Found, *flatten(_Found(np.array([3]), b""))).shares is None
    with pytest.raises(DamagedError, match="The column counts holds float64, which it cannot"):
        rebuild(_Found, arrays | {"counts": np.array([0.5])}, plain)


def test_plain_values_come_back_as_they_were_through_json_too() -> None:
    told = _Told(np.float64(0.5), (0, np.float32(0.5)), ("a", "\udc80"), {"reading": 2}, None)  # type: ignore[arg-type]
    arrays, plain = flatten(told)
    assert arrays == {}
    assert rebuild(_Told, {}, json.loads(json.dumps(plain))) == _Told(
        0.5, (0.0, 0.5), ("a", "\udc80"), {"reading": 2.0}
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("share", "0.5"),
        ("share", True),
        ("share", None),
        pytest.param("share", 10**400, id="share-more than a float holds"),
        ("interval", [0.1]),
        ("interval", [0.1, "b"]),
        ("words", "ab"),
        ("words", [1]),
        ("seconds", {"reading": "long"}),
        ("seconds", [1.0]),
        ("columns", [1, 2]),
    ],
)
def test_a_plain_value_of_another_type_than_its_field_is_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises(DamagedError, match=f"The field outer.{field} holds a value that it cannot"):
        rebuild(_Told, {}, {f"outer.{field}": value}, "outer.")


def test_standard_errors_of_pairs_are_kept_where_they_are_stated_and_looked_for_nowhere_else() -> None:
    pairs = small().pairs
    told = ToldColumn(len(pairs), np.float64, lambda at: pairs.jaccard[at] / 16.0)
    arrays, plain = flatten(replace(pairs, spread=told))
    kept = rebuild(Pairs, {name: np.asarray(column) for name, column in arrays.items()}, plain)
    assert kept.spread is not None
    assert kept.spread[:].tolist() == (pairs.jaccard / 16.0).tolist()
    # files of earlier versions name no such column
    before = {name: np.asarray(column) for name, column in arrays.items() if name != "spread"}
    assert rebuild(Pairs, before, plain).spread is None
    with pytest.raises(DamagedError, match="A column has the shape"):
        require_sound(replace(small(), pairs=replace(pairs, spread=np.zeros(len(pairs) + 1))))
