"""The order of every column of every table, and the rows that a filter leaves: small tables, worked out by hand."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Documents, Status
from simexplorer.pipeline.boilerplate import ReadablePassages
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.result import Clusters, Pairs
from simexplorer.ui.models.across_table import AcrossTable
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.clusters_table import ClusterRows, ClustersTable
from simexplorer.ui.models.decided_listing import DecidedRows
from simexplorer.ui.models.documents_table import DocumentsTable, documents_listed
from simexplorer.ui.models.links_table import LinksTable, links_listed
from simexplorer.ui.models.listing_table import Field, Shape
from simexplorer.ui.models.map_table import MapListing, MapTable
from simexplorer.ui.models.merges_table import MergesTable, merges_listed
from simexplorer.ui.models.neighbours_table import NeighbourRows, NeighboursTable
from simexplorer.ui.models.pairs_table import PairRows, PairsTable
from simexplorer.ui.models.passages_table import PassageRows, PassagesTable
from simexplorer.ui.models.problems_table import ProblemRows, ProblemsTable
from simexplorer.ui.models.text_table import MarksTable, TextRows
from tests.ui.fakes import make_documents, make_paths

PATHS = make_paths([b"%d.txt" % row for row in range(7)])

_MARKS = (("12", "b", "keep", "later"), ("2", "a", "keep", "earlier"), ("3", "c", "duplicate", "now"))


class Case(NamedTuple):
    """A table, its data, and by the name of each column which of its rows come first to last by rising values.

    about : the documents of each row, where the table can be filtered by them
    last : rows that stand last either way, since nothing is known of them; equal : rows of one value, in their order
    """

    table: type[ArrayTable[Any]]
    data: Any
    rising: dict[str, list[int]]
    about: list[set[int]] | None = None
    last: dict[str, list[int]] = {}  # noqa: RUF012 - read only
    equal: dict[str, list[int]] = {}  # noqa: RUF012


def ints(*values: int, dtype: type = np.int32) -> NDArray[Any]:
    return np.array(values, dtype)


def floats(*values: float) -> NDArray[np.float64]:
    return np.array(values)


def problems() -> Documents:
    """Of seven documents the second was skipped, the fourth is empty, two were read by a guess, one was cut short."""
    documents = make_documents(PATHS)
    status = ints(Status.READ, Status.SKIPPED, Status.READ, Status.EMPTY, *[Status.READ] * 3, dtype=np.uint8)
    return replace(
        documents,
        status=status,
        reason=ints(0, 2, 0, 1, 0, 3, 0),
        reasons=("", "there is no text in it", "binary", "the end of it is damaged"),
        size=ints(9, 500, 40, 0, 30, 70, 9, dtype=np.int64),
        guessed=np.array([False, False, True, False, True, False, False]),
        truncated=np.array([False] * 5 + [True, False]),
        encodings=("utf-8", "koi8-r", "cp1251"),
        encoding=ints(0, 0, 1, 0, 2, 0, 0, dtype=np.uint8),
        characters=ints(9, 0, 44, 0, 33, 7, 8, dtype=np.int64),
    )


CASES = [
    Case(
        PairsTable,
        PairRows(
            Pairs(
                i=ints(1, 0, 0),
                j=ints(3, 2, 1),
                jaccard=floats(0.9, 0.8, 0.7),
                estimate=floats(0.7, 0.95, 0.8),
                error_sd=floats(-2.0, 1.5, 0.0),
                i_in_j=floats(0.92, 0.99, 0.85),
                j_in_i=floats(0.93, 0.81, 0.97),
                hamming=ints(5, 9, 2, dtype=np.int16),
            ),
            PATHS,
            count=3,
            hashes=128,
            threshold=0.7,
        ),
        {
            "first": [1, 2, 0],
            "second": [2, 1, 0],
            "measure": [2, 1, 0],
            "estimate": [0, 2, 1],
            "error_sd": [0, 2, 1],
            "i_in_j": [2, 0, 1],
            "j_in_i": [1, 0, 2],
            "hamming": [2, 0, 1],
            "decision": [0, 1, 2],
            "jaccard": [2, 1, 0],
        },
        about=[{1, 3}, {0, 2}, {0, 1}],
        equal={"first": [1, 2], "decision": [0, 1, 2]},
    ),
    Case(
        ClustersTable,
        ClusterRows(
            Clusters(
                offsets=ints(0, 2, 5, 7, dtype=np.int64),
                rows=ints(5, 6, 0, 2, 4, 1, 3),
                of=ints(1, 2, 1, 2, 1, 0, 0),
                representative=ints(5, 0, 1),
                min_jaccard=floats(0.6, 0.5, 0.9),
                mean_jaccard=floats(0.8, 0.9, 0.7),
                weakest_link=floats(0.95, 0.7, 0.8),
                to_representative=floats(1, 0.8, 1, 0.9, 0.9, 1, 0.7),
            ),
            PATHS,
            modified=ints(7, 40, 9, 20, 8, 30, 10, dtype=np.int64),  # of the clusters 30, 9 and 40
            threshold=0.7,
        ),
        {
            "document": [1, 2, 0],
            "size": [0, 2, 1],
            "similarity": [2, 0, 1],
            "lowest": [1, 0, 2],
            "weakest": [1, 2, 0],
            "decision": [0, 1, 2],
            "modified": [1, 0, 2],
        },
        about=[{5, 6}, {0, 2, 4}, {1, 3}],
        equal={"size": [0, 2], "decision": [0, 1, 2]},
    ),
    Case(
        ProblemsTable,
        ProblemRows.of(problems()),  # of the documents 1, 2, 3, 4 and 5
        {
            "document": [0, 1, 2, 3, 4],
            "status": [0, 2, 4, 1, 3],  # skipped, empty, cut short, guessed
            "reason": [0, 3, 1, 4, 2],  # binary, read as cp1251, read as koi8-r, the end …, there …
            "encoding": [0, 2, 3, 1, 4],  # none, cp1251, koi8-r, utf-8
            "size": [2, 3, 1, 4, 0],
        },
        about=[{1}, {2}, {3}, {4}, {5}],
        equal={"status": [1, 3], "encoding": [0, 2]},
    ),
    Case(
        DocumentsTable,
        documents_listed(problems()),
        {"document": [0, 1, 2, 3, 4, 5, 6], "characters": [1, 3, 5, 6, 0, 4, 2]},
        about=[{row} for row in range(7)],
        equal={"characters": [1, 3]},
    ),
    Case(
        AcrossTable,
        DecidedRows(
            PATHS,
            (
                Field(Shape.DOCUMENT, ints(4, 0, 2)),
                Field(Shape.DOCUMENT, ints(3, -1, 5)),
                Field(Shape.SIMILARITY, floats(0.9, np.nan, 0.8)),
                Field(Shape.WORDS, ints(1, 2, 0), ("known", "same text", "new")),
            ),
        ),
        {"outside": [1, 2, 0], "inside": [1, 0, 2], "similarity": [2, 0], "state": [2, 0, 1], "decision": [0, 1, 2]},
        about=[{4, 3}, {0}, {2, 5}],
        last={"similarity": [1]},
        equal={"decision": [0, 1, 2]},
    ),
    Case(
        MapTable,
        MapListing(
            PATHS,
            (
                Field(Shape.DOCUMENT, ints(5, 1, -1)),
                Field(Shape.WORDS, ints(0, 0, 2), ("cluster", "copies", "alone")),
                Field(Shape.COUNT, ints(2, 3, 1)),
                Field(Shape.COUNT, ints(70, 50, 60)),
                Field(Shape.SIMILARITY, floats(0.3, 0.5, 0.2)),
                Field(Shape.SIMILARITY, floats(0.9, 0.8, np.nan)),
                Field(Shape.SIMILARITY, floats(np.nan, 0.6, 0.7)),
                Field(Shape.WORDS, ints(1, 2, 0), ("a", "b", "c")),
                Field(Shape.COUNT, ints(2, 1, 3)),
            ),
            patch=ints(-1, 1, 1, 2, 1, 0, 0),
            leading=np.stack([ints(5, 1, -1), ints(6, 2, -1)]),
        ),
        {
            "document": [2, 1, 0],
            "kind": [0, 1, 2],
            "count": [2, 0, 1],
            "bytes": [1, 2, 0],
            "share": [2, 0, 1],
            "mean": [1, 0],
            "nearest": [1, 2],
            "folder": [2, 0, 1],
            "folders": [1, 0, 2],
        },
        about=[{5, 6}, {1, 2, 4}, {3}],
        last={"mean": [2], "nearest": [0]},
        equal={"kind": [0, 1]},
    ),
    Case(
        NeighboursTable,
        NeighbourRows(
            0,
            PATHS,
            rows=ints(5, 2, 3),
            hamming=ints(3, 4, 4, dtype=np.int16),
            jaccard=floats(0.7, np.nan, 0.9),
            estimate=floats(0.75, 0.2, 0.85),
            hamming_rank=ints(1, 2, 2),
            jaccard_rank=floats(2, np.nan, 1),
            found_by=ints(3, 0, 1, dtype=np.uint8),
            error=floats(0.01, 0.01, 0.01),
        ),
        {
            "document": [1, 2, 0],
            "hamming": [0, 1, 2],
            "hamming_rank": [0, 1, 2],
            "jaccard": [0, 2],
            "jaccard_rank": [2, 0],
            "estimate": [1, 0, 2],
            "found_by": [1, 2, 0],
        },
        last={"jaccard": [1], "jaccard_rank": [1]},
        equal={"hamming": [1, 2], "hamming_rank": [1, 2]},
    ),
    Case(
        LinksTable,
        links_listed(PATHS, ints(2, 0, 1), ints(3, 5, 4), floats(0.9, np.nan, 0.8), ints(2, 0, 1, dtype=np.uint8)),
        {"first": [1, 2, 0], "second": [0, 2, 1], "similarity": [2, 0], "stands": [1, 2, 0]},
        last={"similarity": [1]},
    ),
    Case(
        LinksTable,  # of distances the nearest have the lowest
        links_listed(
            PATHS, ints(2, 0, 1), ints(3, 5, 4), floats(0.9, 0.7, 0.8), ints(2, 0, 1), MeasureScale("hamming", 64)
        ),
        {"first": [1, 2, 0], "second": [0, 2, 1], "similarity": [0, 2, 1], "stands": [1, 2, 0]},
    ),
    Case(
        MergesTable,
        merges_listed(PATHS, floats(0.9, 0.8, 0.7), ints(2, 2, 4), ints(3, 0, 0), ints(4, 1, 3)),
        {"similarity": [2, 1, 0], "sizes": [0, 1, 2], "left": [1, 2, 0], "right": [1, 2, 0]},
        equal={"sizes": [0, 1], "left": [1, 2]},
    ),
    Case(
        PassagesTable,
        PassageRows(
            ReadablePassages(
                ("by hand", "and so on", "all rights"), ints(4, 0, 2), ints(9, 5, 3), ints(2, 8, 4), (), ints(0, 0, 0)
            ),
            10,
        ),
        {"share": [2, 1, 0], "documents": [2, 1, 0], "shingles": [0, 2, 1], "text": [2, 1, 0]},
    ),
    Case(
        MarksTable,
        TextRows(
            3,
            lambda row, column: _MARKS[row][column],
            np.array([[5, -1], [0, 3], [2, 4]]),
            {0: ints(12, 2, 3), 3: ints(30, 20, 40)},  # by number: by their texts 12 would come first
        ),
        {"group": [1, 2, 0], "file": [1, 0, 2], "mark": [2, 0, 1], "changed": [1, 0, 2]},
        equal={"mark": [0, 1]},
    ),
]


def named(case: Case) -> str:
    return case.table.__name__


@pytest.mark.parametrize("case", CASES, ids=named)
def test_every_column_sorts_by_what_it_shows(case: Case) -> None:
    assert list(case.rising) == [column.name for column in case.table.columns]
    for place, (name, rising) in enumerate(case.rising.items()):
        equal, last = case.equal.get(name, []), case.last.get(name, [])
        falling = rising[::-1]
        if equal:  # those keep the order that they have
            first = falling.index(equal[-1])
            falling[first : first + len(equal)] = equal
        for descending, wanted in ((False, rising), (True, falling)):
            order = case.table.order_for(case.data, place, descending, None)
            assert order is not None
            assert order.tolist() == [*wanted, *last], (name, descending)


@pytest.mark.parametrize("case", [case for case in CASES if case.about is not None], ids=named)
def test_a_filter_keeps_the_rows_of_the_documents_that_it_finds(case: Case) -> None:
    assert case.about is not None
    for marked in itertools.product([False, True], repeat=len(PATHS)):
        found = {row for row, is_marked in enumerate(marked) if is_marked}
        wanted = [row for row, about in enumerate(case.about) if about & found]
        order = case.table.order_for(case.data, -1, False, np.array(marked))
        assert order is not None
        assert order.tolist() == wanted, found
    # sorted as well: what is left keeps the order of all
    name, rising = next(iter(case.rising.items()))
    mask = np.arange(len(PATHS)) < 4
    kept = [row for row in rising if case.about[row] & {0, 1, 2, 3}]
    order = case.table.order_for(case.data, 0, False, mask)
    assert order is not None
    assert order.tolist() == kept, name
