"""The page's own search takes for the same what the window's does: run by Qt's JavaScript, in no browser."""

from __future__ import annotations

import re
import unicodedata

import pytest

from simexplorer.features.search_spelling import as_sought
from simexplorer.reports.html_report import own_file

QtQml = pytest.importorskip("PySide6.QtQml")
SPELLED = re.search(r"function spelled\(text\) \{.*?\n\}", own_file("report.js"), re.DOTALL)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Résumé", unicodedata.normalize("NFD", "résumé")),
        ("최종 보고서", unicodedata.normalize("NFD", "최종 보고서")),
        ("Отчёт", "отчёт"),
        ("ΟΔΟΣ οδός", "οδος οδόσ"),
        ("Straße", "STRASSE"),
        ("İZMİR", "izmir"),
        ("Iğdır", "IĞDIR"),
        ("i\u0307ki", "İKİ"),
        ("é", "e"),
        ("か", "が"),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_a_page_searches_as_the_window_does(one: str, other: str) -> None:
    assert SPELLED is not None
    engine = QtQml.QJSEngine()
    spelled = engine.evaluate(f"({SPELLED.group()})")
    first, second = (spelled.call([engine.toScriptValue(text)]).toString() for text in (one, other))
    assert (first == second) == (as_sought(one) == as_sought(other))
    assert first
