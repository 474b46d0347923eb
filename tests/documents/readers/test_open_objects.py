"""Formulas and charts in OpenDocument files, which are parts of their own."""

from __future__ import annotations

import io

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, Extracted, Job
from tests.documents import made_files as made

FORMULA = """<?xml version="1.0"?>
<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd">
<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:semantics><math:mrow><!-- hidden -->
 <math:msup><math:mi>a</math:mi><math:mn>2</math:mn></math:msup><math:mo>=</math:mo><math:mi>b</math:mi></math:mrow>
 <math:annotation math:encoding="StarMath 5.0">a^2 = b</math:annotation></math:semantics></math:math>"""
CHART = made.odf_content(
    "<chart:chart xmlns:chart='urn:c'><chart:title><text:p>Apples sold</text:p></chart:title>"
    "<table:table><table:table-row><table:table-cell><text:p>7</text:p></table:table-cell></table:table-row>"
    "</table:table></chart:chart>",
    kind="chart",
)
FRAME = (
    "<draw:frame xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'>"
    "<draw:object xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='{}'/></draw:frame>"
)


def read(body: str, objects: dict[str, str], kind: str = "text") -> Extracted:
    files = {"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": made.odf_content(body, kind=kind)}
    content = made.zipped(files | objects)
    (found,) = extract(io.BytesIO(content), Job(name=b"a.odt", size=len(content)))
    assert isinstance(found, Extracted)
    assert (found.status, found.reason) == (READ, "")
    return found


def test_a_formula_stands_where_it_is_shown_without_its_source() -> None:
    found = read(f"<text:p>if {FRAME.format('./Object 1')} holds</text:p>", {"Object 1/content.xml": FORMULA})
    assert found.text.decode() == "if a2=b holds"


def test_the_title_of_a_chart_is_read_and_its_numbers_are_not() -> None:
    objects = {"Object 1/content.xml": CHART}
    assert read(f"<text:p>text</text:p>{FRAME.format('./Object 1')}", objects).text.decode() == "text\nApples sold"
    sheet = f"<table:table><table:shapes>{FRAME.format('./Object 1')}</table:shapes></table:table><text:p>end</text:p>"
    assert read(sheet, objects, "spreadsheet").text.decode() == "Apples sold\nend"


@pytest.mark.parametrize("address", ["./Object 2", "../Object 1", "", ".", "./Broken", "./Sheet", "http://x/Object 1"])
def test_an_object_that_says_nothing_costs_no_word_of_the_text(address: str) -> None:
    objects = {"Object 1/content.xml": FORMULA, "Broken/content.xml": "<a>", "Sheet/content.xml": made.odf_content("")}
    found = read(f"<text:p>be{FRAME.format(address)}fore</text:p><text:p>behind</text:p>", objects)
    assert found.text.decode().split() == ["before", "behind"]
