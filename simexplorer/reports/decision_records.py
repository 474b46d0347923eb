"""What a person decided, as the part of the JSON report that holds it: only what something was decided about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simexplorer.pipeline.result import Result
from simexplorer.reports.decision_columns import MARKS, Decisions
from simexplorer.search.finding import place_of_pair

Records = list[dict[str, Any]]


def decision_records(result: Result, decisions: Decisions, names: Sequence[str]) -> dict[str, Records]:
    """Decided documents, pairs and clusters in the order of the report; empty where nothing is decided.

    names : (n,) paths as the report spells them. Pairs below the threshold stand here too, as far as the run kept them,
    and those that are left out of the result.
    """
    parts = {
        "documents": _documents(decisions, names),
        "pairs": _pairs(decisions.whole or decisions, names, leaves_out=decisions.whole is not None),
        "clusters": _clusters(result, decisions, names),
    }
    return parts if any(parts.values()) else {}


def _documents(decisions: Decisions, names: Sequence[str]) -> Records:
    marks = decisions.marks
    rows = sorted({*np.flatnonzero(marks).tolist(), *decisions.notes})
    return [
        {"path": names[row], "decision": MARKS[int(marks[row])] or None, "note": decisions.notes.get(row)}
        for row in rows
    ]


def _pairs(decisions: Decisions, names: Sequence[str], leaves_out: bool) -> Records:
    i, j = decisions.result.pairs.i, decisions.result.pairs.j
    noted = dict(decisions.pair_notes)
    decided = np.flatnonzero(decisions.apart | decisions.pairs_reviewed).tolist()
    places = {(int(i[place]), int(j[place])): place for place in decided}
    for pair in noted.keys() - places.keys():
        place = place_of_pair(i, j, *pair)
        if place is not None:
            places[pair] = place
    return [
        {
            "a": names[a],
            "b": names[b],
            "not_duplicates": bool(decisions.apart[place]),
            "left_out": leaves_out and bool(decisions.apart[place]),
            "reviewed": bool(decisions.pairs_reviewed[place]),
            "note": noted.get((a, b)),
        }
        for (a, b), place in sorted(places.items(), key=lambda item: item[1])
    ]


def _clusters(result: Result, decisions: Decisions, names: Sequence[str]) -> Records:
    reviewed, notes = decisions.clusters_reviewed, decisions.cluster_notes
    return [
        {
            "representative": names[int(result.clusters.representative[cluster])],
            "reviewed": bool(reviewed[cluster]),
            "note": notes.get(cluster),
        }
        for cluster in sorted({*np.flatnonzero(reviewed).tolist(), *notes})
    ]
