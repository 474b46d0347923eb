"""One run as a workspace keeps it: a header that names every column, and who may be dropped when newer runs come."""

from __future__ import annotations

import base64
import functools
import json
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.columns import MISREAD, Column, DamagedError
from simexplorer.workspace.fields import recipe_of

SIGNATURES = "signatures.values"
KNOWN = "known."  # before the names of all columns of verified overlaps


def is_heavy(name: str) -> bool:
    """Whether a column is large and of use for the newest run only."""
    return name == SIGNATURES or name.startswith(KNOWN)


class RunRecord(Struct, frozen=True, kw_only=True, dict=True):
    """What stands in the file about one run; the columns' contents stand in their parts.

    saved : when, ISO 8601 in UTC; sources : folders and files as bytes
    plain : every value of the result that is no array; dropped : columns that are gone
    """

    number: int
    saved: str
    program: str
    sources: tuple[bytes, ...]
    plain: dict[str, Any]
    columns: dict[str, Column]
    dropped: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether the run was stopped or was still under way."""
        return bool(self.plain.get("partial"))

    @property
    def documents(self) -> int:
        """Number of documents."""
        return self.columns["shingles"].shape[0]

    @property
    def pairs(self) -> int:
        """Number of pairs at the threshold."""
        return int(self.plain["at_threshold"])

    @property
    def clusters(self) -> int:
        """Number of clusters."""
        return self.columns["clusters.representative"].shape[0]

    @functools.cached_property
    def recipe(self) -> Recipe:
        """The recipe of the run; NewerError where this version does not know all of it."""
        return recipe_of(self.plain.get("recipe"))

    def without(self, names: Sequence[str]) -> RunRecord:
        """The same without these columns."""
        gone = tuple(name for name in names if name in self.columns)
        kept = {name: column for name, column in self.columns.items() if name not in gone}
        return replace(self, columns=kept, dropped=(*self.dropped, *gone))

    def digests(self) -> set[bytes]:
        """Digests of all parts that this run needs."""
        return {part.digest for column in self.columns.values() for part in column.parts}

    def encoded(self) -> bytes:
        """The header as JSON."""
        body = {
            "number": self.number,
            "saved": self.saved,
            "program": self.program,
            "sources": [base64.b64encode(source).decode("ascii") for source in self.sources],
            "plain": self.plain,
            "columns": {name: column.to_json() for name, column in self.columns.items()},
            "dropped": list(self.dropped),
        }
        return json.dumps(body).encode()

    @classmethod
    def decoded(cls, body: bytes) -> RunRecord:
        """What ``encoded`` wrote; DamagedError for anything else."""
        try:
            told: dict[str, Any] = json.loads(body)
            record = cls(
                number=int(told["number"]),
                saved=str(told["saved"]),
                program=str(told["program"]),
                sources=tuple(base64.b64decode(source, validate=True) for source in told["sources"]),
                plain=dict(told["plain"]),
                columns={str(name): Column.from_json(column) for name, column in told["columns"].items()},
                dropped=tuple(str(name) for name in told["dropped"]),
            )
            _ = (record.documents, record.pairs, record.clusters)
        except MISREAD as error:
            raise DamagedError("The description of a run cannot be read.") from error
        return record
