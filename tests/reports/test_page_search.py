"""The page's own search takes for the same what the window's does; its paths break at signs. No browser: Qt runs it."""

from __future__ import annotations

import re
import unicodedata

import pytest

from simexplorer.features.search_spelling import as_sought
from simexplorer.reports.html_report import own_file

QtQml = pytest.importorskip("PySide6.QtQml")


def function_of_page(name: str) -> str:
    found = re.search(rf"function {name}\(\w+\) \{{.*?\n\}}", own_file("report.js"), re.DOTALL)
    assert found is not None
    return f"({found.group()})"


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
    engine = QtQml.QJSEngine()
    spelled = engine.evaluate(function_of_page("spelled"))
    first, second = (spelled.call([engine.toScriptValue(text)]).toString() for text in (one, other))
    assert (first == second) == (as_sought(one) == as_sought(other))
    assert first


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("a/b c.txt", ["a/", "b c.txt"]),
        ("../final_report-v2.tar.gz", ["../", "final_", "report-", "v2.tar.gz"]),
        ("_x__y/", ["_", "x__", "y/"]),
        ("wörter", ["wörter"]),
        ("", []),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_a_path_may_break_behind_each_of_its_signs_and_nothing_of_it_is_lost(path: str, parts: list[str]) -> None:
    engine = QtQml.QJSEngine()
    found = engine.evaluate(function_of_page("parts")).call([engine.toScriptValue(path)]).toVariant()
    assert found == parts
    assert "".join(found) == path
