"""Numbers and dates of spreadsheets as they are shown."""

from __future__ import annotations

import io

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from simexplorer.documents.readers.excel_numbers import date_words, is_date_format
from tests.documents import made_files as made


def text_of(content: bytes) -> str:
    (whole,) = extract(io.BytesIO(content), Job(name=b"book", size=len(content)))
    return whole.text.decode()


@pytest.mark.parametrize(
    ("days", "from_1904", "words"),
    [
        (45418, False, "2024-05-06"),
        (45418.5, False, "2024-05-06 12:00:00"),
        (45418 + 1 / 3, False, "2024-05-06 08:00:00"),
        (45418.999999, False, "2024-05-07"),
        (43956, True, "2024-05-06"),
        (0.75, False, "18:00:00"),
        (1, False, "1900-01-01"),
        (59, False, "1900-02-28"),
        (61, False, "1900-03-01"),
        (2958465, False, "9999-12-31"),
        (2957003, True, "9999-12-31"),
        (2958465.5, False, None),
        (-1, False, None),
    ],
)
def test_days_are_spelled_as_dates(days: float, from_1904: bool, words: str | None) -> None:
    assert date_words(days, from_1904) == words


@pytest.mark.parametrize(
    ("code", "shows"),
    [
        ("yyyy-mm-dd", True),
        ("dd.mm.yyyy", True),
        ("[$-409]d/m/yy h:mm AM/PM;@", True),
        ("mm:ss.0", True),
        ("General", False),
        ("0.00E+00", False),
        ("[h]:mm:ss", False),
        ('#,##0\\ "days"', False),
        ("[Red]0;\\d0", False),
        ("_(* #,##0_);_(* \\(#,##0\\)", False),
        ("@", False),
    ],
)
def test_formats_tell_dates_from_other_numbers(code: str, shows: bool) -> None:
    assert is_date_format(code) == shows


@pytest.mark.parametrize(("book", "day"), [("", "2024-05-06"), ('<workbookPr date1904="1"/>', "2028-05-07")])
def test_numbers_with_the_format_of_a_date_are_dates(book: str, day: str) -> None:
    formats_used = "".join(f'<xf numFmtId="{kind}"/>' for kind in (0, 14, 15, 164, 46))
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="d/m/yy"/><numFmt numFmtId="14" formatCode="0.0"/></numFmts>'
        f'<cellStyleXfs><xf numFmtId="22"/></cellStyleXfs><cellXfs>{formats_used}</cellXfs>'
    )
    cells = "".join(f'<c s="{style}"><v>45418</v></c>' for style in range(6))
    strange = '<c s="2"><v>-5</v></c><c s="2"><v>soon</v></c><c s="2" t="str"><v>7</v></c>'
    row = f"<sheetData><row>{cells}{strange}</row></sheetData>"
    content = made.package({
        "xl/workbook.xml": f'<workbook xmlns="{made.SHEETS}">{book}</workbook>',
        "xl/styles.xml": f'<styleSheet xmlns="{made.SHEETS}">{styles}</styleSheet>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{made.SHEETS}">{row}</worksheet>',
    })  # fmt: skip
    assert text_of(content).split("\t") == ["45418", "45418", day, day, "45418", "45418", "-5", "soon", "7"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("1.1000000000000001", "1.1"),
        ("0.30000000000000004", "0.3"),
        ("1E-3", "0.001"),
        ("-7.0", "-7"),
        ("12345678901234567890", "12345678901234567890"),
        ("1e300", "1e+300"),
        ("inf", "inf"),
        ("007", "007"),
        ("", ""),
    ],
)
def test_numbers_have_the_digits_that_are_shown(written: str, shown: str) -> None:
    rows = f'<row><c t="inlineStr"><is><t>n</t></is></c><c><v>{written}</v></c></row>'
    part = f'<worksheet xmlns="{made.SHEETS}"><sheetData>{rows}</sheetData></worksheet>'
    content = made.package({"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": part})
    assert text_of(content) == f"n\t{shown}".rstrip("\t")
