"""One chapter in eight formats, converted by other programs: one text to everyone who reads it.

Converted from ``chapter.html`` with pandoc 2.17 (``pandoc -s -f html``; plain text wrapped at 72 columns) and printed
to PDF by Chromium 156; ``chapter.doc`` is ``chapter.odt`` saved by LibreOffice 7.4.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from tests.texts import text_of

FOLDER = Path(__file__).parent.parent / "documents" / "converted"
FORMATS = {"doc", "docx", "epub", "html", "odt", "pdf", "rtf", "txt"}


@pytest.fixture(scope="module")
def result() -> Iterator[tuple[Analysis, Result]]:
    analysis = Analysis([os.fsencode(FOLDER)])
    yield analysis, analysis.run(Recipe(threshold=0.8), Progress())
    analysis.close()


def test_all_formats_fall_into_one_cluster_at_the_default_threshold(result: tuple[Analysis, Result]) -> None:
    _, found = result
    paths = found.documents.paths
    assert {paths.display(row).rpartition(".")[2] for row in found.clusters.rows} == FORMATS
    assert len(found.clusters) == 1
    assert float(found.clusters.min_jaccard[0]) >= 0.8, "even the least alike two of them"


@pytest.mark.parametrize("words", ["drawn a small fish", "Lowest", "the sandbank has moved", "ministry; fog", "412"])
def test_every_format_keeps_paragraphs_tables_and_quotes(result: tuple[Analysis, Result], words: str) -> None:
    analysis, found = result
    for row in range(len(found.documents)):
        text = " ".join(text_of(analysis, row).split()).replace("“", '"').replace("”", '"')
        assert words in text, found.documents.paths.display(row)
