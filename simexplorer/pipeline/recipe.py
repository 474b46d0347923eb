"""Every parameter of a run in one frozen object, to and from JSON: a run is its recipe and its folder."""

from __future__ import annotations

import contextlib
import functools
import json
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict, replace

from simexplorer.documents.extracted import MOST_BYTES
from simexplorer.documents.globs import separate_globs
from simexplorer.errors import ParameterError, UsageError
from simexplorer.signatures.names import COMPONENTS, SCHEMES

SHINGLE_KINDS = ("char", "word", "item")
NORMALISATIONS = ("nfc", "nfkc", "case", "accents", "punctuation", "space", "nospace")
MEASURES = ("jaccard", "cosine", "hamming", "euclidean", "containment")
LINKAGES = ("component", "average", "complete", "star")
WEIGHTS = ("tf", "binary", "tfidf")

# Fields that act on what is already signed; all others need the documents again.
LIGHT_FIELDS = frozenset({"threshold", "max_distance", "bands", "rows", "recall", "hamming_radius", "linkage"})

# Fields that decide what a document that is read says, and with it the hash of its text.
_TEXT_FIELDS = (
    *("max_bytes", "strip_navigation", "strip_page_furniture", "encoding", "encodings", "text_column", "table_header"),
    *("normalise", "language", "stop_words", "stemming"),
)


class Recipe(Struct, frozen=True, kw_only=True):
    """All that decides an answer, apart from the documents themselves. Defaults are the recommended values."""

    # documents
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hidden_files: bool = True
    follow_links: bool = False
    max_bytes: int = MOST_BYTES
    strip_navigation: bool = True
    strip_page_furniture: bool = True
    archives: bool = True
    encoding: str | None = None
    encodings: tuple[str, ...] = ()
    text_column: str | None = None
    id_column: str | None = None
    table_header: bool | None = None
    reference: str | None = None
    # features
    shingle_kind: str = "char"
    shingle_size: int = 9
    bag: bool = False
    normalise: tuple[str, ...] = ("nfc", "case", "space")
    language: str | None = None
    stop_words: bool = False
    stemming: bool = False
    boilerplate: float = 1.0
    id_bits: int = 64
    # signatures
    scheme: str = "fss"
    hashes: int = 128
    seed: int = 1
    bits: int = 1
    first_rows: float = 1 / 16
    components: str = "normal"
    interval: float = 1.0
    simhash_bits: int = 64
    weights: str = "tf"
    # search
    measure: str = "jaccard"
    threshold: float = 0.8
    max_distance: float | None = None
    bands: int | None = None
    rows: int | None = None
    recall: float = 0.999
    sketch_sigmas: float = 4.0
    hamming_radius: int = 3
    linkage: str = "component"

    def __post_init__(self) -> None:
        for field, choices in _CHOICES.items():
            if getattr(self, field) not in choices:
                raise ParameterError(field, getattr(self, field), "one of " + ", ".join(map(str, choices)))
        for switch in self.normalise:
            if switch not in NORMALISATIONS:
                raise ParameterError("normalise", switch, _NORMALISE_RULE)
        for field, (low, high) in _RANGES.items():
            value = getattr(self, field)
            if value is not None and not low <= value <= high:  # as nothing is of NaN
                raise _out_of_range(field, value)
        if (self.bands is None) != (self.rows is None):
            raise ParameterError("bands", self.bands, "given together with rows, or both left to the wanted recall")
        if self.bands is not None and self.rows is not None and self.bands * self.rows > self.signature_length:
            what = "the bits of a fingerprint" if self.scheme == "simhash" else "hashes"
            raise ParameterError(
                "bands",
                self.bands,
                f"such that bands x rows ({self.bands * self.rows}) is at most {what} ({self.signature_length})",
            )
        if self.measure == "containment" and self.threshold == 0.0:
            raise ParameterError("threshold", 0.0, "above 0 for containment: at 0 every two documents are a pair")

    @property
    def signature_length(self) -> int:
        """Values in a signature: the bits of a SimHash fingerprint, else the hashes."""
        return self.simhash_bits if self.scheme == "simhash" else self.hashes

    def replace(self, **changes: Any) -> Recipe:
        """This recipe with some fields changed, checked again."""
        return replace(self, **changes)

    def heavy_key(self) -> tuple[Any, ...]:
        """The slice that the signatures depend on: equal keys mean nothing has to be read again."""
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name not in LIGHT_FIELDS)

    def text_key(self) -> tuple[Any, ...]:
        """The slice that the texts depend on: under equal keys two texts are the same where their hashes are."""
        return (self.shingle_kind == "item", *(getattr(self, name) for name in _TEXT_FIELDS))

    def to_json(self) -> dict[str, Any]:
        """A plain dictionary in the order of the fields."""
        plain = asdict(self)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Recipe:
        """A recipe from ``to_json``'s dictionary; unknown fields and wrong types are refused by name."""
        kinds = _kinds()
        values: dict[str, Any] = {}
        for name, value in fields.items():
            if name not in kinds:
                raise UsageError(f"The recipe has no field {name!r}; its fields are: {', '.join(kinds)}.")
            kind, optional = kinds[name]
            values[name] = None if optional and value is None else _coerce(name, value, kind)
        return cls(**values)


@functools.cache
def _kinds() -> dict[str, tuple[type, bool]]:
    """The type of every field, and whether it may be None: 4 ms to work out."""
    kinds = {}
    for name, hint in get_type_hints(Recipe).items():
        kind, *rest = get_args(hint) if get_origin(hint) is UnionType else (hint,)
        kinds[name] = get_origin(kind) or kind, bool(rest)
    return kinds


def setting_of(words: str) -> tuple[str, Any]:
    """The field and the value that ``FIELD=VALUE`` names, the value read as JSON or else as text.

    A field of numbers takes them as the options of their own do: ``.3`` is no JSON. Raises UsageError where there is no
    ``=``.
    """
    name, separator, text = words.partition("=")
    if not separator:
        raise UsageError(f"--set takes FIELD=VALUE; got {words!r}.")
    field = name.strip().replace("-", "_")
    try:
        return field, json.loads(text)
    except (ValueError, RecursionError):
        pass
    if _kinds().get(field, (str,))[0] is float:
        with contextlib.suppress(ValueError):
            return field, float(text)
    return field, text


_CHOICES: dict[str, tuple[str, ...] | tuple[int, ...]] = {
    "shingle_kind": SHINGLE_KINDS,
    "scheme": SCHEMES,
    "measure": MEASURES,
    "linkage": LINKAGES,
    "weights": WEIGHTS,
    "components": COMPONENTS,
    "bits": (1, 2, 4, 8, 16),
    "id_bits": (32, 64),
    "simhash_bits": (32, 64, 128),
}
_NORMALISE_RULE = "made of " + ", ".join(NORMALISATIONS) + ", or none alone"
_RANGES: dict[str, tuple[float, float]] = {
    "max_bytes": (1, 2**40),
    "shingle_size": (1, 1000),
    "boilerplate": (0.0, 1.0),
    "hashes": (1, 65_536),
    "seed": (0, 2**63 - 1),
    "first_rows": (2**-16, 1.0),
    "interval": (1e-9, 1e9),
    "threshold": (0.0, 1.0),
    "max_distance": (0.0, 1e18),
    "bands": (1, 65_536),
    "rows": (1, 65_536),
    "recall": (0.0, 0.999999),
    "sketch_sigmas": (0.0, 100.0),
    "hamming_radius": (0, 128),
}


def range_of(field: str) -> tuple[float, float]:
    """The least and the greatest value that a recipe takes in a field of numbers."""
    return _RANGES[field]


def _out_of_range(field: str, value: float) -> ParameterError:
    low, high = _RANGES[field]
    return ParameterError(field, value, f"between {low:,} and {high:,}")


def _coerce(name: str, value: Any, kind: type) -> Any:
    """``value`` as the field's type, or ParameterError; JSON knows no tuples and writes 1 for 1.0."""
    if kind is tuple:
        parts = separate_globs(value) if isinstance(value, str) else value
        if not (isinstance(parts, list | tuple) and all(isinstance(part, str) for part in parts)):
            raise ParameterError(name, value, "a list of texts")
        if name == "normalise" and not parts and parts is not value:  # a text that names nothing may be a slip
            raise ParameterError(name, value, _NORMALISE_RULE)
        return () if name == "normalise" and list(parts) == ["none"] else tuple(parts)
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int and _is_whole(value):
        return int(value)
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(value) + 0.0  # which -0 is not
        except OverflowError:
            raise _out_of_range(name, value) from None
    if kind is str and isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    rules = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    raise ParameterError(name, value, rules[kind])


def _is_whole(value: Any) -> bool:
    """Whether JSON's ``value`` is a whole number: 3 and 3.0, but not true, NaN or Infinity."""
    return not isinstance(value, bool) and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))
