"""The page tells each number as Markdown, the window and the summary do. No browser: Qt runs its script."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from simexplorer.reports.html_report import own_file
from simexplorer.reports.page_data import _rounded
from simexplorer.reports.table import DECIMALS, Column

QtQml = pytest.importorskip("PySide6.QtQml")


def values_of(kind: str) -> np.ndarray:
    """Those just between two numbers, those a little off that, and others."""
    steps = 10 ** DECIMALS[kind]
    halves = (np.arange(steps) + 0.5) / steps
    near = np.concatenate([halves, halves + 3e-7, halves - 3e-7, halves + 2e-10, halves - 2e-10])
    values = np.concatenate([np.arange(1, 1024) / 1024, near, np.random.default_rng(1).random(2000), [0.0, 1.0]])
    return values if kind == "share" else np.concatenate([values * 20, -values * 20])


@pytest.mark.parametrize("kind", ["share", "number"])
@pytest.mark.parametrize("limit", [None, 0.8, 0.8125])
@pytest.mark.usefixtures("qapp")
def test_a_page_rounds_as_every_other_report(kind: str, limit: float | None) -> None:
    values = values_of(kind)
    column = Column("name", "Title", kind, values, limit=np.nan if limit is None else limit)
    functions = re.findall(r"^function (?:rounded|told)\(.*?^\}", own_file("report.js"), re.DOTALL | re.MULTILINE)
    head = {"kind": kind} if limit is None else {"kind": kind, "limit": limit}
    numbers = json.dumps(_rounded(values, DECIMALS[kind], column.limit).tolist())
    call = f"{numbers}.map((value) => told({json.dumps(head)}, value, {DECIMALS[kind]}))"
    engine = QtQml.QJSEngine()
    told = engine.evaluate("\n".join([*functions, call])).toVariant()
    assert told == [column.told(value) for value in values.tolist()]
