"""What only lays a text out is no part of it: hyphens between syllables, places to break a word, hidden letters."""

from __future__ import annotations

import io

import pytest

from simexplorer.documents import formats
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from tests.documents import made_files as made

SHY, WHOLE = "hy\u00adphen\u00adation of non\u2011breaking words", "hyphenation of non-breaking words"
_STYLE = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'

_FLAT = made.odf_content(f"<text:p>{SHY}</text:p>", root="document", mimetype=formats.ODT)


def text_of(content: bytes, name: str = "f") -> str:
    (found,) = extract(io.BytesIO(content), Job(name=name.encode(), size=len(content)))
    assert found.reason == ""
    return found.text.decode().strip()


@pytest.mark.parametrize(
    ("content", "name"),
    [
        pytest.param(f"<html><body><p>{SHY}</p></body></html>".encode(), "a.html", id="html"),
        pytest.param(made.odf(f"<text:p>{SHY}</text:p>"), "a.odt", id="odt"),
        pytest.param(_FLAT.encode(), "a.fodt", id="fodt"),
        pytest.param(made.docx(SHY), "a.docx", id="docx"),
        pytest.param(made.pptx(SHY), "a.pptx", id="pptx"),
        pytest.param(rb"{\rtf1 hy\-phen\u173?ation of non\_breaking words}", "a.rtf", id="rtf"),
    ],
)
def test_hyphens_that_only_end_lines_are_none(content: bytes, name: str) -> None:
    assert text_of(content, name) == WHOLE


def test_a_plain_text_is_what_its_bytes_say() -> None:
    assert text_of(SHY.encode(), "a.txt") == SHY


def test_places_where_a_word_may_be_broken_leave_it_whole() -> None:
    assert text_of(b"<html><body><p>very<wbr>long<wbr/>name</p></body></html>") == "verylongname"


def test_hidden_letters_of_open_documents_are_left_out() -> None:
    body = (
        '<text:p>seen <text:span text:style-name="T1">hidden <text:span text:style-name="T2">also</text:span>'
        '</text:span><text:span text:style-name="T2">too</text:span></text:p>'
    )
    styles = (
        f'<office:automatic-styles {_STYLE}><style:style style:name="T1" style:family="text">'
        '<style:text-properties text:display="none"/></style:style>'
        '<style:style style:name="T2" style:family="text"><style:text-properties/></style:style>'
        "</office:automatic-styles>"
    )
    content = made.odf_content(body).replace("<office:body>", styles + "<office:body>")
    packed = made.zipped({"mimetype": formats.ODT, "content.xml": content})
    assert text_of(packed) == "seen too"


def test_pictures_of_open_documents_give_neither_their_names_nor_their_bytes() -> None:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
        for name, space in (("draw", "drawing"), ("svg", "svg-compatible"))
    )
    picture = (
        f"<draw:frame {spaces}><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image>"
        "<svg:title>a name</svg:title><svg:desc>what it shows</svg:desc></draw:frame>"
    )
    script = '<text:script script:language="JavaScript" xmlns:script="s">alert(1)</text:script>'
    body = f"<text:p>be{picture}fore{script} and behind</text:p>"
    flat = made.odf_content(body, root="document", mimetype=formats.ODT).encode()
    assert text_of(flat, "a.fodt") == text_of(made.odf(body)) == "before and behind"


def test_pages_heads_of_flat_documents_are_left_out_as_of_packed_ones() -> None:
    head = "<office:master-styles><text:p>head</text:p></office:master-styles>"
    content = made.odf_content("<text:p>words</text:p>", root="document", mimetype=formats.ODT)
    assert text_of(content.replace("<office:body>", head + "<office:body>").encode(), "a.fodt") == "words"


def test_notes_of_the_speaker_are_not_on_the_slide() -> None:
    space = 'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"'
    body = f"<text:p>slide</text:p><presentation:notes {space}><text:p>notes</text:p></presentation:notes>"
    assert text_of(made.odf(body, "presentation")) == "slide"
