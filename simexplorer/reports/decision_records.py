"""What a person decided, as the part of the JSON report that holds it: only what something was decided about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simexplorer.pipeline.result import Result
from simexplorer.reports.decision_columns import MARKS, Decisions
from simexplorer.search.finding import place_of_pair

Records = list[dict[str, Any]]


def decision_records(result: Result, decisions: Decisions, name: Callable[[int], str]) -> dict[str, Records]:
    """Decided documents, pairs and clusters in the order of the report; empty where nothing is decided.

    name : of a row, its path as the report spells it. Pairs below the threshold stand here too, those that are left out
    of the result, and behind them two documents that the run did not find as a pair.
    """
    parts = {
        "documents": _documents(decisions, name),
        "pairs": _pairs(decisions.whole or decisions, name, leaves_out=decisions.whole is not None),
        "clusters": _clusters(result, decisions, name),
    }
    return parts if any(parts.values()) else {}


def _documents(decisions: Decisions, name: Callable[[int], str]) -> Records:
    marks = decisions.marks
    rows = sorted({*np.flatnonzero(marks).tolist(), *decisions.notes})
    return [
        {"path": name(row), "decision": MARKS[int(marks[row])] or None, "note": decisions.notes.get(row)}
        for row in rows
    ]


def _pairs(decisions: Decisions, name: Callable[[int], str], leaves_out: bool) -> Records:
    i, j = decisions.result.pairs.i, decisions.result.pairs.j
    noted = decisions.pair_notes
    decided = np.flatnonzero(decisions.apart | decisions.pairs_reviewed).tolist()
    places = {(int(i[place]), int(j[place])): place for place in decided}
    said = {two: (bool(decisions.apart[at]), bool(decisions.pairs_reviewed[at])) for two, at in places.items()}
    for two, flags in decisions.decided_twos().items():
        if two not in said:
            place, said[two] = place_of_pair(i, j, *two), flags
            places[two] = i.size if place is None else place
    return [
        {
            "a": name(two[0]),
            "b": name(two[1]),
            "not_duplicates": said[two][0],
            "left_out": leaves_out and said[two][0] and places[two] < i.size,
            "reviewed": said[two][1],
            "note": noted.get(two),
        }
        for two in sorted(said, key=lambda two: (places[two], two))
    ]


def _clusters(result: Result, decisions: Decisions, name: Callable[[int], str]) -> Records:
    reviewed, notes = decisions.clusters_reviewed, decisions.cluster_notes
    return [
        {
            "representative": name(int(result.clusters.representative[cluster])),
            "reviewed": bool(reviewed[cluster]),
            "note": notes.get(cluster),
        }
        for cluster in sorted({*np.flatnonzero(reviewed).tolist(), *notes})
    ]
