"""What Word, Excel and PowerPoint save as XML in one file: read as what they pack."""

from __future__ import annotations

import base64
import io
import os
import zipfile

import numpy as np
import pytest

from simexplorer.documents import formats
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, SKIPPED, Extracted, Job
from simexplorer.documents.formats import PLAIN, text_type
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from tests.documents import made_files as made

SAYS = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<?mso-application progid="{}"?>\n'
WORD_SPACES = 'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="http://schemas.microsoft.com/aml/2001/core"'
EXCEL = 'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"'


def word(body: str, says: str = SAYS.format("Word.Document")) -> bytes:
    body = f"<w:body>{body}</w:body>"
    return f'{says}<w:wordDocument {WORD_SPACES} w:macrosPresent="no">{body}</w:wordDocument>'.encode()


def said(words: str, more: str = "") -> str:
    return f"<w:p>{more}<w:r><w:t>{words}</w:t></w:r></w:p>"


def excel(sheets: str, says: str = SAYS.format("Excel.Sheet")) -> bytes:
    styles = '<Styles><Style ss:ID="Default"><Font ss:Size="11"/></Style></Styles>'
    return f"{says}<Workbook {EXCEL}>{styles}{sheets}</Workbook>".encode()


def sheet(name: str, rows: str, visible: str = "SheetVisible") -> str:
    options = f'<WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>{visible}</Visible>'
    return f'<Worksheet ss:Name="{name}"><Table>{rows}</Table>{options}</WorksheetOptions></Worksheet>'


def cell(words: str) -> str:
    return f'<Cell><Data ss:Type="String">{words}</Data></Cell>'


def read(content: bytes, name: bytes = b"file.xml", **options: object) -> list[Extracted]:
    return list(extract(io.BytesIO(content), Job(name=name, size=len(content), **options)))  # type: ignore[arg-type]


def test_the_words_of_a_document_are_read_with_its_notes_behind_them() -> None:
    note = f"<w:r><w:footnote>{said('the note')}</w:footnote></w:r>"
    comment = (
        f'<aml:annotation aml:id="1" w:type="Word.Comment"><aml:content>{said("remark")}</aml:content></aml:annotation>'
    )
    gone = '<aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>gone</w:delText></w:r></aml:content>'
    added = f'{gone}</aml:annotation><aml:annotation w:type="Word.Insertion"><aml:content><w:r><w:t>new</w:t></w:r>'
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r>"
    tabs = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs></w:pPr>'
    head = f'<w:sectPr><w:hdr w:type="odd">{said("head")}</w:hdr></w:sectPr>'
    body = (
        said("first &amp; second", note + comment)
        + f"<w:p>{tabs}<w:r><w:t>left</w:t><w:tab/><w:t>right</w:t></w:r>{hidden}</w:p>"
        + f"<w:p>{added}</aml:content></aml:annotation></w:p>{head}"
    )
    (found,) = read(word(body))
    assert (found.status, found.media_type) == (READ, formats.DOC)
    assert found.text.decode().rstrip() == "first & second\nleft\tright\nnew\nthe note"
    (found,) = read(word(body), strip_page_furniture=False)
    assert b"head" in found.text


def test_how_characters_sound_is_no_part_of_a_document() -> None:
    sound = "<w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase>"
    (found,) = read(word(said("字", f"<w:r><w:ruby>{sound}</w:ruby></w:r>")))
    assert found.text.decode() == "漢字\n"


PEOPLE = """
<Row><Cell><Data ss:Type="String">id</Data></Cell><Cell><Data ss:Type="String">note</Data></Cell></Row>
<Row ss:Index="4"><Cell><Data ss:Type="Number">7.50</Data></Cell>
  <Cell ss:MergeAcross="1"><Data ss:Type="String">ann</Data></Cell><Cell><Data ss:Type="Boolean">1</Data></Cell></Row>
<Row><Cell ss:Index="2"><Data ss:Type="String">bob</Data></Cell>
  <Cell><Data ss:Type="DateTime">2024-05-06T00:00:00.000</Data></Cell></Row>
<Row><Cell><Data ss:Type="Number">8</Data></Cell>
  <Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>b</B>old</ss:Data>
    <Comment><ss:Data>remark</ss:Data></Comment></Cell>
  <Cell><Data ss:Type="DateTime">1899-12-31T10:30:00.000</Data></Cell></Row>
"""
BOOK = excel(sheet("People", PEOPLE) + sheet("Old", "<Row>" + cell("note") + "</Row>", "SheetHidden"))


def test_cells_are_read_as_they_are_shown_and_hidden_sheets_are_told() -> None:
    (found,) = read(BOOK)
    assert (found.media_type, found.reason) == (formats.XLS, "hidden sheets of it were left out: Old")
    assert found.text.decode().split("\n") == [
        *("id\tnote", "7.5\tann\tTRUE", "bob\t2024-05-06", "8\tbold\t10:30:00"),
    ]


@pytest.mark.parametrize("name", [b"file.xml", b"file.xls"])
def test_rows_are_documents_with_their_numbers(name: bytes) -> None:
    *rows, whole = read(BOOK, name, text_column="note")
    assert [(row.member, row.text) for row in rows] == [
        *((b"People/4", b"ann"), (b"People/5", b"bob"), (b"People/6", b"bold")),
    ]
    assert whole.status == READ
    only_hidden = excel(sheet("Old", f"<Row>{cell('words')}</Row>", "SheetHidden"))
    assert read(only_hidden)[0].text == b"words"


def test_what_another_program_calls_a_workbook_needs_no_word_of_excel() -> None:
    bare = excel(sheet("a", f"<Row>{cell('words')}</Row>"), '<?xml version="1.0"?>\n<!-- by hand -->')
    assert read(bare, b"export.xls")[0].text == b"words"
    assert read(word(said("words"), '<?xml version="1.0"?>'), b"letter.doc")[0].text.strip() == b"words"
    assert read(bare)[0].text == bare
    assert text_type(b"<Workbook of words>", PLAIN) == PLAIN


def flat(packed: bytes) -> bytes:
    """The package as Word lays it flat."""
    with zipfile.ZipFile(io.BytesIO(packed)) as parts:
        contents = {name: parts.read(name).decode() for name in parts.namelist() if name != "[Content_Types].xml"}
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    laid = "".join(
        f'<pkg:part pkg:name="/{name}" pkg:contentType="{kind if name == "word/document.xml" else ""}"><pkg:xmlData>'
        f"{content.partition('?>')[2] if content.startswith('<?') else content}</pkg:xmlData></pkg:part>"
        for name, content in contents.items()
    )
    picture = base64.b64encode(b"\x89PNG").decode()
    laid += f'<pkg:part pkg:name="/word/a.png"><pkg:binaryData>{picture}</pkg:binaryData></pkg:part>'
    space = "http://schemas.microsoft.com/office/2006/xmlPackage"
    return f'{SAYS.format("Word.Document")}<pkg:package xmlns:pkg="{space}">{laid}</pkg:package>'.encode()


def test_a_package_that_is_laid_flat_is_read_as_the_packed_one() -> None:
    packed = made.docx("first & second", "third")
    (found,), (whole,) = read(flat(packed)), read(packed)
    assert (found.media_type, found.text) == (formats.DOCX, whole.text)


@pytest.mark.parametrize("make", [word, excel, lambda body: flat(made.docx()).replace(b"</pkg:package>", b"")])
def test_what_is_damaged_is_told(make) -> None:
    (found,) = read(make("<odd>"), b"file.doc")
    assert (found.status, found.reason) == (SKIPPED, "damaged: its XML cannot be read")
    (found,) = read(
        make("").replace(b"<w:body>", b"<!ENTITY a 'b'><w:body>").replace(b"<Sty", b"<!ENTITY a 'b'><Sty"), b"a.xls"
    )
    assert found.status == SKIPPED


def test_what_is_no_xml_for_it_makes_some_is_read_as_the_text_it_is() -> None:
    template = excel(sheet("a", "<#list rows as row><Row>${row.words}</Row></#list>"))
    for options in ({}, {"text_column": "words"}):
        (found,) = read(template, **options)
        assert (found.text, found.media_type, found.status) == (template, "application/xml", READ)


def test_a_workbook_without_the_column_is_not_read() -> None:
    (found,) = read(BOOK, text_column="town")
    assert (found.status, found.media_type) == (SKIPPED, formats.XLS)
    assert found.reason.startswith("it has no column 'town'")


def test_how_a_browser_shows_it_may_be_said_before_it() -> None:
    says = SAYS.format("Word.Document") + '<?xml-stylesheet type="text/xsl" href="a > b.xsl"?>\n'
    assert read(word(said("words"), says))[0].text.strip() == b"words"


def test_a_collection_reads_them_as_their_reader_does(tmp_path) -> None:
    (tmp_path / "a.xml").write_bytes(word(said("letter")))
    (tmp_path / "b.xml").write_bytes(excel(sheet("a", f"<Row>{cell('table')}</Row>")))
    (tmp_path / "c.xml").write_bytes(flat(made.docx("package")))
    (tmp_path / "d.xml").write_bytes(b"<?xml version='1.0'?>\n<a>any other</a>")
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    corpus.read(np.arange(4), TextBuffer())
    assert [corpus.text(row).strip() for row in range(3)] == ["letter", "table", "package"]
    assert "<a>" in corpus.text(3)
    corpus.close()
