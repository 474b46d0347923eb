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


def _slide(inside: str) -> str:
    spaces = f'xmlns:a="{_DRAWING}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    return f'<x {spaces} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">{inside}</x>'


def _said(words: str) -> str:
    return f"<a:p><a:r><a:t>{words}</a:t></a:r></a:p>"


def _diagram(part: str) -> dict[str, str]:
    """The drawing of boxes that a part relates to, with the parts that go with it."""
    folder, _, name = part.rpartition("/")
    related = f'<Relationship Id="d1" Type="{_KINDS}/diagramData" Target="../diagrams/data1.xml"/>'
    related += f'<Relationship Id="d2" Type="{_KINDS}/diagramColors" Target="../diagrams/colors1.xml"/>'
    related += f'<Relationship Id="d3" Type="{_KINDS}/diagramData" Target="../diagrams/gone.xml"/>'
    return {
        f"{folder}/_rels/{name}.rels": f"<Relationships>{related}</Relationships>",
        f"{folder.rpartition('/')[0]}/diagrams/data1.xml".lstrip("/"): _slide(_said("first box") + _said("second box")),
    }


def test_slides_stand_in_the_order_of_the_presentation_and_those_it_does_not_name_are_not_shown() -> None:
    listed = "".join(f'<p:sldId id="{n}" r:id="r{n}"/>' for n in (3, 1))
    named = "".join(f'<Relationship Id="r{n}" Target="slides/slide{n}.xml"/>' for n in (1, 2, 3))
    content = made.package({
        "ppt/presentation.xml": f'<p:presentation xmlns:p="{_SLIDES}" xmlns:r="{_RELATIONS}">{listed}</p:presentation>',
        "ppt/_rels/presentation.xml.rels": f"<Relationships>{named}</Relationships>",
        **{f"ppt/slides/slide{n}.xml": _slide(_said(f"slide {n}")) for n in (1, 2, 3)},
    })  # fmt: skip
    assert _read(content).text.split() == b"slide 3 slide 1".split()


def test_boxes_and_arrows_are_read_behind_their_slide() -> None:
    slides = {f"ppt/slides/slide{n}.xml": _slide(_said(f"slide {n}")) for n in (1, 2)}
    content = made.package({"ppt/presentation.xml": "<x/>", **slides, **_diagram("ppt/slides/slide1.xml")})
    assert _read(content).text.split(b"\n") == [b"slide 1", b"", b"first box", b"second box", b"", b"slide 2", b""]


def test_titles_of_charts_are_read_and_their_figures_are_not() -> None:
    chart = f"<c:title xmlns:c='c'>{_said('Sales by town')}</c:title><c:v xmlns:c='c'>East</c:v>"
    content = made.package({
        "ppt/presentation.xml": "<x/>",
        "ppt/slides/slide1.xml": _slide(_said("slide")),
        "ppt/slides/_rels/slide1.xml.rels": "<Relationships>"
        f'<Relationship Id="c" Type="{_KINDS}/chart" Target="../charts/chart1.xml"/></Relationships>',
        "ppt/charts/chart1.xml": _slide(chart),
    })  # fmt: skip
    assert _read(content).text.split() == b"slide Sales by town".split()


def test_what_a_slide_says_for_older_programs_is_said_once_and_formulas_are_read() -> None:
    choice = "<a:p><m:r><m:t>a+b</m:t></m:r><a:r><a:t>=c</a:t></a:r></a:p>"
    body = f"<mc:AlternateContent><mc:Choice>{choice}</mc:Choice><mc:Fallback>{_said('=c')}</mc:Fallback>"
    content = made.package({
        "ppt/presentation.xml": "<x/>",
        "ppt/slides/slide1.xml": _slide(f"{body}</mc:AlternateContent>{_said('end')}"),
    })  # fmt: skip
    assert _read(content).text.split() == [b"a+b=c", b"end"]


def _word(body: str, **parts: str) -> Extracted:
    return _read(made.package({"word/document.xml": made.word_part(body), **parts}))


def test_boxes_and_arrows_are_read_behind_the_text() -> None:
    diagram = {name.replace("../", ""): part for name, part in _diagram("word/document.xml").items()}
    diagram = {name: part.replace("../", "/") for name, part in diagram.items()}
    assert _word("<w:p><w:r><w:t>text</w:t></w:r></w:p>", **diagram).text.split(b"\n") == [
        b"text", b"", b"first box", b"second box", b"",
    ]  # fmt: skip


def test_boxes_that_lie_over_a_sheet_are_read_behind_its_rows() -> None:
    sheets, rels = f'xmlns="{made.SHEETS}"', "<Relationships>{}</Relationships>"
    row = f'<worksheet {sheets}><row><c t="str"><v>{{}}</v></c></row></worksheet>'
    drawing = f'<Relationship Id="d" Type="{_KINDS}/drawing" Target="../drawings/drawing1.xml"/>'
    chart = f'<Relationship Id="c" Type="{_KINDS}/chart" Target="../charts/chart1.xml"/>'
    book = {
        "xl/workbook.xml": "<x/>",
        "xl/worksheets/sheet1.xml": row.format("one"),
        "xl/worksheets/sheet2.xml": row.format("two"),
        "xl/worksheets/_rels/sheet1.xml.rels": rels.format(drawing),
        "xl/drawings/drawing1.xml": _slide(_said("in a box") + _said("of two lines")),
        "xl/drawings/_rels/drawing1.xml.rels": rels.format(drawing + chart),
        "xl/charts/chart1.xml": _slide(_said("a title")),
    }
    assert _read(made.package(book)).text == b"one\nin a box\nof two lines\na title\ntwo"


def test_a_box_of_text_is_no_part_of_the_word_it_hangs_on() -> None:
    box = "<w:r><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></w:r>"
    body = f"<w:p><w:r><w:t>before</w:t></w:r>{box}<w:r><w:t>after</w:t><w:ptab/><w:t>more</w:t></w:r></w:p>"
    assert _word(body).text.split() == b"before in a box after more".split()


def test_how_characters_sound_is_no_part_of_the_words_they_are_in() -> None:
    sound = "<w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase>"
    body = f"<w:p><w:r><w:ruby>{sound}</w:ruby></w:r><w:r><w:t>字</w:t></w:r></w:p>"
    assert _word(body).text.decode() == "漢字\n"


def _taking_in(chunks: dict[str, bytes]) -> bytes:
    named = "".join(
        f'<Relationship Id="c{at}" Type="{_KINDS}/aFChunk" Target="/word/{name}"/>' for at, name in enumerate(chunks)
    )
    return made.package(
        {
            "word/document.xml": made.word_part("<w:p><w:r><w:t>text</w:t></w:r></w:p>"),
            "word/_rels/document.xml.rels": f"<Relationships>{named}</Relationships>",
            **{f"word/{name}": content for name, content in chunks.items()},
        }
    )


def test_documents_that_a_word_file_takes_in_as_a_whole_are_read() -> None:
    chunks = {
        "a.mht": made.mail("", "none", html="<p>from a page of mail</p>").replace(b"none", b""),
        "b.html": b"<html><title>name</title><p>from a page</p></html>",
        "c.docx": made.docx("from another file"),
        "d.bin": bytes(2000),
    }
    found = _read(_taking_in(chunks))
    assert found.text.split() == b"text from a page of mail name from a page from another file".split()
    assert (found.truncated, found.reason) == (True, "not text, and no format that can be read")


def test_what_is_read_of_a_page_in_a_word_file_is_as_asked_for_pages() -> None:
    file = _taking_in({"a.html": b"<html><nav>menu</nav><p>words</p></html>"})
    for strips, words in ((True, b"text words"), (False, b"text menu words")):
        job = Job(name=b"file", size=len(file), strip_navigation=strips)
        (found,) = extract(io.BytesIO(file), job)
        assert found.text.split() == words.split()


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
