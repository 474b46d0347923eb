"""Structs as named arrays and plain values, and back: what a run found, ready for a file.

Driven by the fields and their types, so that a field added to a result is kept without a word here. Nothing that is
read back decides what is run: the types come from the program, the file gives numbers and texts.
"""

from __future__ import annotations

import types
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from msgspec import Struct, StructMeta
from msgspec.structs import fields
from numpy.typing import NDArray

from simexplorer.errors import SimExplorerError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.workspace.columns import DamagedError, NewerError

Arrays = dict[str, NDArray[Any]]
Columns = dict[str, NDArray[Any] | ToldColumn]
Plain = dict[str, Any]
T = TypeVar("T")


def flatten(value: Any, prefix: str = "") -> tuple[Columns, Plain]:
    """(arrays, plain values) of a struct and those inside it, named ``outer.inner.field``."""
    arrays: Columns = {}
    plain: Plain = {}
    for field in value.__struct_fields__:
        name, held = prefix + field, getattr(value, field)
        if isinstance(held, np.ndarray | ToldColumn):
            arrays[name] = held
        elif isinstance(held, bytes):
            arrays[name] = np.frombuffer(held, np.uint8)
        elif isinstance(held, Recipe):
            plain[name] = held.to_json()
        elif isinstance(held, Struct):
            inner_arrays, inner_plain = flatten(held, name + ".")
            arrays |= inner_arrays
            plain |= inner_plain
        else:
            plain[name] = msgspec.to_builtins(held, str_keys=True, enc_hook=np.generic.item)
    return arrays, plain


def rebuild(kind: type[T], arrays: Arrays, plain: Plain, prefix: str = "") -> T:
    """The struct that ``flatten`` took apart; a field that was not there then gets its default.

    Raises DamagedError where a value is missing or of another type than the field's.
    """
    values: dict[str, Any] = {}
    hints = get_type_hints(kind)
    for field in fields(kind):  # type: ignore[arg-type]
        name, hint = prefix + field.name, hints[field.name]
        whole = next((part for part in _alternatives(hint) if isinstance(part, StructMeta)), None)
        if name in arrays:
            values[field.name] = _array(arrays[name], hint, name)
        elif name in plain:
            values[field.name] = _value(plain[name], hint, name)
        elif whole is not None and whole is not Recipe:
            values[field.name] = rebuild(whole, arrays, plain, name + ".")  # type: ignore[arg-type]
        elif field.required:
            raise DamagedError(f"The field {name} is missing.")
    return kind(**values)


def _alternatives(hint: Any) -> tuple[Any, ...]:
    """What a field may hold: the parts of ``A | B``, or the type itself."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _unfolded(hint: Any) -> Any:
    """What ``NDArray[...]`` stands for where it is a name of its own (PEP 695), as in NumPy 2.5 and later."""
    meaning = getattr(get_origin(hint), "__value__", None)
    return hint if meaning is None else meaning[get_args(hint)]


def _array(array: NDArray[Any], hint: Any, name: str) -> Any:
    """The array (or its bytes) if it has the dtype that the field's type names."""
    for part in _alternatives(hint):
        if part is bytes and array.dtype == np.uint8:
            return array.tobytes()
        part = _unfolded(part)
        if get_origin(part) is np.ndarray:
            scalar = get_args(get_args(part)[1])[0]
            if scalar is Any or array.dtype == np.dtype(scalar):
                return array
    raise DamagedError(f"The column {name} holds {array.dtype}, which it cannot.")


def recipe_of(kept: Any) -> Recipe:
    """The recipe that was kept as JSON; NewerError where it has fields that this version does not know."""
    if not isinstance(kept, dict):
        raise DamagedError("The recipe of a run is missing.")
    if unknown := sorted(kept.keys() - set(Recipe.__struct_fields__)):
        raise NewerError(
            "A newer version of Similarity Explorer saved this run: its recipe has "
            f"{', '.join(map(repr, unknown))}, which this version does not know. Update the program to see it."
        )
    try:
        return Recipe.from_json(kept)
    except SimExplorerError as error:
        raise DamagedError(f"The recipe cannot be used: {error}") from error


def _value(value: Any, hint: Any, name: str) -> Any:
    """A plain value as one of the types that the field may have."""
    if hint is Recipe:
        return recipe_of(value)
    if value is None and type(None) in _alternatives(hint):  # of an array that is not there, too
        return None
    try:
        return msgspec.convert(value, hint)
    except (msgspec.ValidationError, TypeError) as error:  # TypeError: only an array would do
        raise DamagedError(f"The field {name} holds a value that it cannot.") from error
