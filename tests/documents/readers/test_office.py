"""Word and PowerPoint files that lack what they name."""

from __future__ import annotations

import io

from simexplorer.documents import formats
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, SKIPPED, Extracted, Job
from tests.documents import made_files as made

_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _read(content: bytes) -> Extracted:
    (found,) = extract(io.BytesIO(content), Job(name=b"file", size=len(content)))
    assert isinstance(found, Extracted)
    return found


def test_slides_that_a_presentation_names_and_lacks_are_told() -> None:
    slides = {
        f"ppt/slides/slide{n}.xml": f'<x xmlns:a="{_DRAWING}"><a:p><a:r><a:t>slide {n}</a:t></a:r></a:p></x>'
        for n in (1, 2)
    }
    listed = "".join(f'<p:sldId id="{n}" r:id="r{n}"/>' for n in (1, 2))
    named = "".join(f'<Relationship Id="r{n}" Target="slides/slide{n}.xml"/>' for n in (1, 2))
    book = {
        "ppt/presentation.xml": f'<p:presentation xmlns:p="{_SLIDES}" xmlns:r="{_RELATIONS}">{listed}</p:presentation>',
        "ppt/_rels/presentation.xml.rels": f"<Relationships>{named}</Relationships>",
    }
    found = _read(made.package({**book, **slides}))
    assert (found.text.split(), found.reason, found.truncated) == ([b"slide", b"1", b"slide", b"2"], "", False)
    found = _read(made.package({**book, "ppt/slides/slide2.xml": slides["ppt/slides/slide2.xml"]}))
    assert (found.text.split(), found.status, found.truncated) == ([b"slide", b"2"], READ, True)
    assert found.reason == "damaged: slides of it are missing: 1"
    found = _read(made.package(book))
    assert (found.status, found.reason) == (SKIPPED, "damaged: its slides are missing")


def test_notes_of_a_word_file_are_no_document_without_it() -> None:
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    kinds = [("word/document.xml", f"{kind}.document.main+xml"), ("word/footnotes.xml", f"{kind}.footnotes+xml")]
    notes = made.word_part("<w:p><w:r><w:t>a note</w:t></w:r></w:p>", "footnotes")
    found = _read(made.package({"word/footnotes.xml": notes}, kinds))
    assert (found.status, found.reason) == (SKIPPED, "damaged: it has no document part")


_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def test_a_package_may_tell_what_its_parts_are_by_their_endings() -> None:
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = (
        f'<Types><Default Extension="XML" ContentType="{kind}"/><Override PartName="/a.xml" ContentType="x"/></Types>'
    )
    text = made.word_part("<w:p><w:r><w:t>words</w:t></w:r></w:p>")
    found = _read(made.zipped({"[Content_Types].xml": types, "a.xml": "<a/>", "word/document.xml": text}))
    assert (found.text, found.media_type) == (b"words\n", formats.DOCX)


def test_parts_are_found_by_names_that_differ_in_their_letters_case() -> None:
    sheets = f'xmlns="{made.SHEETS}"'
    content = made.package({
        "xl/workbook.xml": "<x/>",
        "xl/SharedStrings.xml": f"<sst {sheets}><si><t>words</t></si></sst>",
        "xl/Worksheets/Sheet1.xml": f'<worksheet {sheets}><row><c t="s"><v>0</v></c></row></worksheet>',
    })  # fmt: skip
    assert _read(content).text == b"words"
    content = made.package({
        "xl/workbook.xml": f'<workbook {sheets} xmlns:r="{_RELATIONS}"><sheet name="A" r:id="a"/></workbook>',
        "xl/_rels/workbook.xml.rels": "<Relationships>"
        '<Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/SharedStrings.xml": f"<sst {sheets}><si><t>words</t></si></sst>",
        "xl/Worksheets/Sheet1.xml": f'<worksheet {sheets}><row><c t="s"><v>0</v></c></row></worksheet>',
    })  # fmt: skip
    found = _read(content)
    assert (found.text, found.reason) == (b"words", "")


def test_a_workbook_is_found_whatever_its_parts_are_called() -> None:
    sheets = f'xmlns="{made.SHEETS}"'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    rich = "<si><r><t>wor</t></r><r><t>ds</t></r><rPh><t>sound</t></rPh></si>"
    cell = '<c t="s"><v>0</v></c><c t="inlineStr"><is><t>more</t><rPh><t>sound</t></rPh></is></c>'
    found = _read(
        made.package(
            {
                "book.xml": f'<workbook {sheets} xmlns:r="{_RELATIONS}"><sheet name="A" r:id="a"/></workbook>',
                "_rels/book.xml.rels": "<Relationships>"
                f'<Relationship Id="a" Type="{_KINDS}/worksheet" Target="one.xml"/>'
                f'<Relationship Id="b" Type="{_KINDS}/sharedStrings" Target="texts.xml"/></Relationships>',
                "texts.xml": f"<sst {sheets}>{rich}</sst>",
                "one.xml": f"<worksheet {sheets}><row>{cell}</row></worksheet>",
            },
            [("book.xml", kind)],
        )
    )
    assert (found.text, found.reason) == (b"words\tmore", "")
