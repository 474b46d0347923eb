"""Spreadsheets: whole as one text, or every row of every sheet a document."""

from __future__ import annotations

import gzip
import io
import random
import struct
import zipfile
from itertools import groupby
from pathlib import Path

import pytest
import xlrd

from simexplorer.documents import formats
from simexplorer.documents.decode import to_utf8
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, READ, SKIPPED, Extracted, Job
from simexplorer.documents.previews import TablePreview, documents_of, table_preview
from simexplorer.documents.readers import old_sheets, zip_parts
from tests.documents import made_files as made

_OLD = Path(__file__).parents[1] / "old_office" / "table.xls"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
Rows = list[list[str]]
PEOPLE: Rows = [["id", "", "name", "note"], ["a1", "", "ann", "first"], ["", "", "", ""], ["b2", "", "bob", "second"]]
TOWNS: Rows = [["id", "town"], ["x", "perth"]]


def xlsx(**sheets: Rows) -> bytes:
    """A workbook of sheets by name, in this order; empty cells are not written, and no empty row.

    A sheet whose name begins with ``hidden`` is.
    """
    parts, names, targets = {}, "", ""
    for number, (name, rows) in enumerate(sheets.items(), 1):
        lines = "".join(
            f'<row r="{line}">'
            + "".join(
                f'<c r="{chr(65 + at)}{line}" t="inlineStr"><is><t>{cell}</t></is></c>'
                for at, cell in enumerate(row)
                if cell
            )
            + "</row>"
            for line, row in enumerate(rows, 1)
            if any(row)
        )
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{made.SHEETS}"><sheetData>{lines}</sheetData></worksheet>'
        )
        state = ' state="veryHidden"' * name.startswith("hidden")
        names += f'<sheet name="{name}" sheetId="{number}"{state} r:id="rId{number}"/>'
        targets += f'<Relationship Id="rId{number}" Target="worksheets/sheet{number}.xml"/>'
    spaces = f'xmlns="{made.SHEETS}" xmlns:r="{_RELATIONS}"'
    return made.package({
        "xl/workbook.xml": f"<workbook {spaces}><sheets>{names}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships>{targets}</Relationships>",
        **parts,
    })  # fmt: skip


def ods(**sheets: Rows) -> bytes:
    """The same as an OpenDocument file: empty rows that repeat are written once."""
    styles = "".join(
        f'<style:style style:name="{name}" style:family="table"><style:table-properties table:display="{shown}"/>'
        "</style:style>"
        for name, shown in (("ta1", "true"), ("ta2", "false"))
    )
    body = ""
    for name, rows in sheets.items():
        body += f'<table:table table:name="{name}" table:style-name="ta{1 + name.startswith("hidden")}">'
        for row, again in groupby(rows):
            for cells in again if any(row) else ():
                body += "<table:table-row>" + "".join(map(_cell, cells)) + "</table:table-row>"
            if not any(row):
                body += f'<table:table-row table:number-rows-repeated="{len(list(again))}"><table:table-cell/>'
                body += "</table:table-row>"
        body += '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
        body += "</table:table>"
    return made.odf(body, "spreadsheet", styles)


def _cell(words: str) -> str:
    return f"<table:table-cell><text:p>{words}</text:p></table:table-cell>" if words else "<table:table-cell/>"


def read(content: bytes, **options: object) -> list[Extracted]:
    job = Job(name=b"book", size=len(content), **options)  # type: ignore[arg-type]
    return list(extract(io.BytesIO(content), job))


def texts(content: bytes, **options: object) -> dict[bytes, bytes]:
    return {one.member: one.text for one in read(content, **options) if one.member}


@pytest.mark.parametrize("make", [xlsx, ods])
def test_every_row_of_every_sheet_is_a_document(make) -> None:
    book = make(People=PEOPLE, Nothing=[], Friends=[["id", "name"], ["a1", "cat"]])
    assert texts(book, text_column="name") == {b"People/2": b"ann", b"People/4": b"bob", b"Friends/2": b"cat"}
    assert texts(book, text_column="name", id_column="id") == {
        b"People/a1": b"ann",
        b"People/b2": b"bob",
        b"Friends/a1": b"cat",
    }


@pytest.mark.parametrize("make", [xlsx, ods])
def test_cells_keep_their_places_behind_empty_ones(make) -> None:
    book = make(People=PEOPLE)
    assert texts(book, text_column="4,3") == {
        b"People/1": b"note name",
        b"People/2": b"first ann",
        b"People/4": b"second bob",
    }
    assert texts(book, text_column="*", table_header=True)[b"People/4"] == b"b2 bob second"
    assert texts(book, items=True, table_header=True)[b"People/2"] == b"a1\0ann\0first\0"


@pytest.mark.parametrize("make", [xlsx, ods])
def test_sheets_without_the_column_are_told(make) -> None:
    *rows, whole = read(make(People=PEOPLE, Towns=TOWNS), text_column="town")
    assert [row.member for row in rows] == [b"Towns/2"]
    assert (whole.status, whole.reason) == (READ, "read without sheets that lack these columns: People")
    (whole,) = read(make(People=PEOPLE, Towns=TOWNS), text_column="body")
    assert (whole.status, whole.reason) == (SKIPPED, "it has no column 'body'; its first row is id, , name, note")
    for empty in (make(Nothing=[]), make(Heading=[["body"]])):
        (whole,) = read(empty, text_column="body")
        assert (whole.status, whole.reason) == (EMPTY, "the table holds no rows")


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_preview_shows_the_first_sheet_that_holds_anything(make) -> None:
    (found,) = read(make(Nothing=[], Towns=TOWNS, People=PEOPLE), preview_rows=5)
    assert table_preview(found) == TablePreview(("id", "town"), (("x", "perth"),), numbers=(1, 2))


def test_the_whole_is_one_text_where_no_rows_are_wanted() -> None:
    (whole,) = read(xlsx(People=PEOPLE, Towns=TOWNS))
    assert whole.text == b"id\tname\tnote\na1\tann\tfirst\nb2\tbob\tsecond\nid\ttown\nx\tperth"


def test_sheets_stand_in_the_order_of_the_workbook_whatever_their_parts_are_called() -> None:
    row = "<sheetData><row><c t='str'><v>{}</v></c></row></sheetData>"
    content = made.package({
        "xl/workbook.xml": f'<workbook xmlns="{made.SHEETS}" xmlns:r="{_RELATIONS}"><sheets>'
        '<sheet name="B" r:id="x2"/><sheet name="gone" r:id="x3"/><sheet name="A" r:id="x1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="x1" Target="worksheets/sheet1.xml"/>'
        '<Relationship Id="x2" Target="/xl/worksheets/Sheet.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{made.SHEETS}">{row.format("of A")}</worksheet>',
        "xl/worksheets/Sheet.xml": f'<worksheet xmlns="{made.SHEETS}">{row.format("of B")}</worksheet>',
    })  # fmt: skip
    assert read(content)[0].text == b"of B\nof A"
    assert texts(content, items=True) == {b"B/1": b"of B\0", b"A/1": b"of A\0"}


def _without(book: bytes, *gone: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(book)) as whole:
        return made.zipped({name: whole.read(name) for name in whole.namelist() if name not in gone})


def test_sheets_that_a_workbook_names_and_lacks_are_told() -> None:
    first, second = (f"xl/worksheets/sheet{number}.xml" for number in (1, 2))
    book = xlsx(People=PEOPLE, Towns=TOWNS)
    (whole,) = read(_without(book, first))
    assert (whole.text, whole.status, whole.truncated) == (b"id\ttown\nx\tperth", READ, True)
    assert whole.reason == "damaged: sheets of it are missing: 1"
    *rows, whole = read(_without(book, first), text_column="town")
    assert [row.text for row in rows] == [b"perth"]
    assert (whole.reason, whole.truncated) == ("damaged: sheets of it are missing: 1", True)
    (whole,) = read(_without(book, first, second))
    assert (whole.status, whole.reason) == (SKIPPED, "damaged: its sheets are missing")


def test_texts_that_cells_name_and_a_workbook_lacks_are_told() -> None:
    book = _without(made.xlsx(("one", "x"), ("two",)), "xl/sharedStrings.xml")
    (whole,) = read(book)
    assert (whole.text.split(), whole.truncated) == ([b"x"], True)
    assert whole.reason == "damaged: texts of its cells are missing: 2"
    assert read(book, text_column="*")[-1].reason == "damaged: texts of its cells are missing: 2"
    (whole,) = read(_without(made.xlsx(("one",)), "xl/sharedStrings.xml"))
    assert (whole.status, whole.reason) == (EMPTY, "damaged: texts of its cells are missing: 1; it holds no text")


def test_rows_of_old_workbooks() -> None:
    content = _OLD.read_bytes()
    (whole,) = read(content)
    rows = texts(content, text_column="*")
    assert whole.media_type == formats.XLS
    lines = [line for line in whole.text.decode().split("\n") if line.strip()]
    assert [" ".join(line.split("\t")) for line in lines] == [text.decode() for text in rows.values()]
    assert len(rows) > 1


def test_a_workbook_in_which_a_sheet_is_not_named_calls_it_by_its_number() -> None:
    assert texts(made.xlsx(["id", "text"], ["1", "words"]), text_column="text") == {b"sheet1/2": b"words"}


def test_references_that_are_none_or_lead_back_or_too_far_are_cells_that_follow() -> None:
    cells = "".join(f'<c r="{at}" t="str"><v>{at or "none"}</v></c>' for at in ("C1", "A1", "", "ZZZ1", "77", "H1"))
    part = f'<worksheet xmlns="{made.SHEETS}"><sheetData><row>{cells}</row></sheetData></worksheet>'
    book = made.package({"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": part})
    for column, words in {"3": b"C1", "4": b"A1", "5": b"none", "6": b"ZZZ1", "7": b"77", "8": b"H1", "1": b""}.items():
        assert texts(book, text_column=column) == {b"sheet1/1": words}


def test_rows_and_cells_that_repeat_are_as_many_as_they_say() -> None:
    row = '<table:table-row table:number-rows-repeated="3">{}</table:table-row>'
    cell = '<table:table-cell table:number-columns-repeated="2"><text:p>a</text:p><text:p>b</text:p></table:table-cell>'
    remark = "<table:covered-table-cell/><table:table-cell><office:annotation><text:p>no</text:p></office:annotation>"
    body = f"<table:table>{row.format(cell + remark + '<text:p>c</text:p></table:table-cell>')}</table:table>"
    assert texts(made.odf(body, "spreadsheet"), items=True) == dict.fromkeys(
        (b"sheet1/1", b"sheet1/2", b"sheet1/3"), b"a\nb\0a\nb\0c\0"
    )


TITLED: Rows = [["Report 2024"], [""], ["id", "note"], ["a", "first"], ["b", "second"], ["", ""], ["c", "third"]]


@pytest.mark.parametrize("make", [xlsx, ods])
def test_rows_have_the_numbers_that_a_person_sees(make) -> None:
    gaps = [["text"], *([[""]] * 5), ["seventh"], ["eighth"], [""], ["tenth"]]
    assert texts(make(Gaps=gaps), text_column="text") == {
        b"Gaps/7": b"seventh",
        b"Gaps/8": b"eighth",
        b"Gaps/10": b"tenth",
    }
    (found,) = read(make(Gaps=gaps), preview_rows=2)
    preview = table_preview(found)
    assert preview is not None
    assert [one.name for one in documents_of(preview, "text", None, items=False)] == ["7", "8"]
    assert [one.name for one in documents_of(preview, "1", None, items=False, header=False)] == ["1", "7", "8"]


def test_rows_whose_numbers_go_back_or_are_none_are_counted_on() -> None:
    rows = "".join(f'<row {at}><c t="str"><v>text</v></c></row>' for at in ('r="3"', 'r="2"', "", 'r="x"', 'r="9"'))
    part = f'<worksheet xmlns="{made.SHEETS}"><sheetData>{rows}</sheetData></worksheet>'
    book = made.package({"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": part})
    assert list(texts(book, text_column="1")) == [b"sheet1/%d" % number for number in (3, 4, 5, 6, 9)]


@pytest.mark.parametrize("make", [xlsx, ods])
def test_the_names_of_columns_are_found_below_a_title(make) -> None:
    for options in ({"text_column": "note"}, {"text_column": "note", "table_header": True}):
        *rows, whole = read(make(Titled=TITLED, Plain=TITLED[2:]), **options)
        assert [(row.member, row.text) for row in rows] == [
            (b"Titled/4", b"first"),
            (b"Titled/5", b"second"),
            (b"Titled/7", b"third"),
            (b"Plain/2", b"first"),
            (b"Plain/3", b"second"),
            (b"Plain/5", b"third"),
        ]
        assert (whole.status, whole.reason) == (READ, "rows above the names of its columns were left out: 1")
    assert list(texts(make(Titled=TITLED), text_column="note", id_column="id")) == [
        b"Titled/a",
        b"Titled/b",
        b"Titled/c",
    ]
    (found,) = read(make(Titled=TITLED), preview_rows=2)
    shown = TablePreview(("id", "note"), (("a", "first"), ("b", "second")), numbers=(3, 4, 5))
    assert table_preview(found) == shown
    assert texts(make(Titled=TITLED), text_column="2", table_header=True)[b"Titled/4"] == b"first"


@pytest.mark.parametrize("make", [xlsx, ods])
def test_words_that_stand_among_the_data_are_no_names_of_columns(make) -> None:
    data = [["a", "first"], ["b", "note"], ["c", "third"]]
    (whole,) = read(make(Data=data), text_column="note")
    assert (whole.status, whole.reason) == (SKIPPED, "it has no column 'note'; its first row is a, first")
    single = [["text"], ["a", "remark"], ["b"], ["c"]]
    assert table_preview(read(make(Data=single), preview_rows=5)[0]).columns == ("text",)  # type: ignore[union-attr]
    assert len(texts(make(Titled=TITLED), text_column="*", table_header=False)) == 5


@pytest.mark.parametrize("make", [xlsx, ods])
@pytest.mark.parametrize("options", [{}, {"text_column": "town"}])
def test_hidden_sheets_are_left_out_and_told(make, options) -> None:
    *rows, whole = read(make(hidden1=PEOPLE, Towns=TOWNS, hidden2=TOWNS), **options)
    assert b"perth" in b"".join(row.text for row in [*rows, whole])
    assert len(rows) == len(options)
    assert b"ann" not in whole.text
    assert (whole.truncated, whole.reason) == (True, "hidden sheets of it were left out: hidden1, hidden2")


def test_a_workbook_that_shows_no_sheet_is_read_all_the_same() -> None:
    (whole,) = read(xlsx(hidden=TOWNS))
    assert (whole.text, whole.reason) == (b"id\ttown\nx\tperth", "")


def test_hidden_sheets_of_old_workbooks_are_left_out_and_told() -> None:
    content = _OLD.read_bytes()
    at = content.index(b"\x85\x00")  # the record of the first sheet; its flags stand behind its place
    hidden = content[: at + 8] + b"\x01" + content[at + 9 :]
    (before,), (after,) = read(content), read(hidden)
    assert (after.truncated, after.reason) == (True, "hidden sheets of it were left out: A")
    assert before.text.endswith(after.text)
    assert 0 < len(after.text) < len(before.text)


def test_what_repeats_beyond_all_bounds_is_refused() -> None:
    words = "w" * 1000
    row = f'<table:table-row table:number-rows-repeated="1000000">{_cell(words)}</table:table-row>'
    (whole,) = read(made.odf(f"<table:table>{row}</table:table>", "spreadsheet"), text_column="1")
    assert (whole.status, whole.reason) == (SKIPPED, "its repeated rows hold more than 256 MB")


def test_a_packed_workbook_is_read_by_rows_too() -> None:
    found = read(gzip.compress(xlsx(Towns=TOWNS)), text_column="town")
    assert [one.text for one in found if one.member] == [b"perth"]


def test_cells_are_read_where_styles_and_names_are_damaged() -> None:
    content = made.package({
        "xl/workbook.xml": "<workbook",
        "xl/_rels/workbook.xml.rels": "<Relationships",
        "xl/styles.xml": "<styleSheet",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{made.SHEETS}"><row><c s="1"><v>5</v></c></row></worksheet>',
    })  # fmt: skip
    (whole,) = read(content)
    assert (whole.text, whole.status) == (b"5", READ)


def test_truth_is_told_as_it_is_shown() -> None:
    cells = '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>'
    part = f'<worksheet xmlns="{made.SHEETS}"><sheetData><row>{cells}</row></sheetData></worksheet>'
    (whole,) = read(made.package({"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": part}))
    assert whole.text == b"TRUE\tFALSE"
    old = [old_sheets._spelled(xlrd.sheet.Cell(xlrd.XL_CELL_BOOLEAN, value), 0) for value in (1, 0)]
    assert old == ["TRUE", "FALSE"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("one_x000D_\ntwo", "one\r\ntwo"),
        ("a_x0009_b_x00e4_", "a\tbä"),
        ("_x005F_x000D_", "_x000D_"),
        ("nothing_x0000__xD83D__xFFFE_", "nothing"),
        ("_x00D_ _X000D_ x000D", "_x00D_ _X000D_ x000D"),
    ],
)
def test_characters_that_xml_has_no_place_for_are_read_as_meant(written: str, meant: str) -> None:
    cells = f'<c t="s"><v>0</v></c><c t="inlineStr"><is><t>{written}</t></is></c><c t="str"><v>{written}</v></c>'
    shared = f'<sst xmlns="{made.SHEETS}"><si><t>{written}</t></si></sst>'
    part = f'<worksheet xmlns="{made.SHEETS}"><sheetData><row>{cells}</row></sheetData></worksheet>'
    parts = {"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": part, "xl/sharedStrings.xml": shared}
    (whole,) = read(made.package(parts))
    assert whole.text.decode() == "\t".join([meant] * 3)


def test_a_character_cut_where_a_record_goes_on_is_whole() -> None:
    # a shared text of one character beyond 16 bits, the second half of which stands in a record of its own
    assert old_sheets.sheets  # has told the library so
    text = "\N{GRINNING FACE}".encode("utf-16-le")
    record = struct.pack("<II", 1, 1) + struct.pack("<HB", 2, 1) + text[:2]
    shared, _ = xlrd.book.unpack_SST_table([record, b"\x01" + text[2:]], 1)
    assert to_utf8(shared[0]) == "\N{GRINNING FACE}".encode()


def test_digits_that_are_no_decimals_count_nothing() -> None:
    row = f"<row><c t='s'><v>\u00b2</v></c><c t='s'><v>{'1' * 5000}</v></c><c s='0'><v>\u00b2</v></c></row>"
    content = made.package({
        "xl/workbook.xml": "<x/>",
        "xl/styles.xml": f'<styleSheet xmlns="{made.SHEETS}"><cellXfs><xf numFmtId="\u00b2"/></cellXfs></styleSheet>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{made.SHEETS}">{row}</worksheet>',
    })  # fmt: skip
    assert read(content)[0].text == "\u00b2".encode()
    times = f'<table:table-row table:number-rows-repeated="\u00b2">{_cell("a")}</table:table-row>'
    sheet = made.odf(f"<table:table>{times}</table:table>", "spreadsheet")
    assert texts(sheet, items=True) == {b"sheet1/1": b"a\0"}


@pytest.mark.parametrize("make", [xlsx, ods])
def test_sheets_are_read_however_large_their_parts_are(make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_parts, "LARGEST_PART", 2_000)
    rows = [["text"], *([f"row {number} {random.Random(number).random()}"] for number in range(5_000))]
    found = texts(make(Long=rows), text_column="text")
    assert list(found.values()) == [row[0].encode() for row in rows[1:]]
    (whole,) = read(xlsx(Long=rows))
    assert whole.text.decode().split("\n") == [row[0] for row in rows]


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_workbook_that_unpacks_to_too_much_is_refused(make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_parts, "LARGEST_TABLE", 100_000)
    content = make(Long=[["text"], *([f"row {number}"] for number in range(5_000))])
    found = read(content, text_column="text")
    assert (found[-1].status, found[-1].reason) == (SKIPPED, "it unpacks to more than 0 MB")
    assert 100 < len(found) < 5_000


def test_a_whole_workbook_longer_than_the_limit_is_cut_and_says_so() -> None:
    rows = [[f"row {number}", "\u00e4" * 10] for number in range(10_000)]
    content = xlsx(Long=rows)
    (whole,) = read(content, max_bytes=200_000)
    assert 199_950 < len(whole.text) <= 200_000
    assert (whole.truncated, whole.reason) == (True, "only the first 200,000 bytes were read")
    assert whole.text.decode() == "\n".join(map("\t".join, rows))[: len(whole.text.decode())]
