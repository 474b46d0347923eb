"""PDF to text: words joined, heads and feet left out, pages that give no text told."""

from __future__ import annotations

import io

from pypdfium2 import PdfiumError, PdfPage

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, READ, Job
from tests.documents import made_files as made


def read(content, **options):
    return list(extract(io.BytesIO(content), Job(name=b"file", size=len(content), **options)))


def text_of(content, **options):
    (found,) = read(content, **options)
    return found.text.decode()


def test_pdf_joins_hyphens_and_drops_heads_and_leaders():
    pages = [["My Book", f"text of page {'abcdef'[i]} here", f"word {'uvwxyz'[i]}", str(i + 1)] for i in range(6)]
    pages[0].insert(1, "Chapter one . . . . . . . . . . 17")
    text = text_of(made.pdf(*pages))
    assert "My Book" not in text
    assert ". ." not in text
    assert "Chapter one" in text
    assert [text.count(f"page {letter} here") for letter in "abcdef"] == [1] * 6
    assert text_of(made.pdf(*pages), strip_page_furniture=False).count("My Book") == 6


def test_pdf_of_pictures_says_so():
    (found,) = read(made.pdf([], [], [], [], ["7"]))
    assert (found.status, found.text) == (EMPTY, b"")
    assert found.reason == "no text: its pages are pictures, or their letters have no meaning"


def test_pdf_of_nothing_but_lines_that_repeat_says_that_they_were_left_out():
    cards = made.pdf(*[["This is to certify that", f"bearer number {number} may pass"] for number in range(6)])
    (found,) = read(cards)
    assert (found.status, found.text) == (EMPTY, b"")
    assert found.reason == "no text but lines that repeat on its pages, which are left out as page heads and feet"
    assert text_of(cards, strip_page_furniture=False).count("may pass") == 6


def test_pdf_with_scanned_pages_among_written_ones_says_how_many():
    written = [f"What is written on a page with letters, line {line}" for line in range(5)]
    (found,) = read(made.pdf(written, made.PICTURE, [], written[::-1], made.PICTURE))
    assert (found.status, found.truncated) == (READ, True)
    assert found.reason == "2 of its 5 pages are pictures without text"
    (found,) = read(made.pdf(written, made.PICTURE))
    assert found.reason == "1 of its 2 pages is a picture without text"
    (found,) = read(made.pdf(written, [], made.STAMP))  # blank pages and small signs lack nothing
    assert (found.status, found.truncated, found.reason) == (READ, False, "")


def test_one_written_page_before_many_scanned_ones_is_a_text():
    written = [f"What is written on a page with letters, line {line}" for line in range(8)]
    (found,) = read(made.pdf(written, *[made.PICTURE] * 60))
    assert (found.status, found.truncated) == (READ, True)
    assert found.text.count(b"What is written") == 8
    assert found.reason == "60 of its 61 pages are pictures without text"


def test_pdf_page_that_cannot_be_read_is_told(monkeypatch):
    letters, broken = PdfPage.get_textpage, []

    def second_fails(page):
        broken.append(page)
        if len(broken) == 2:
            raise PdfiumError("no such page")
        return letters(page)

    monkeypatch.setattr(PdfPage, "get_textpage", second_fails)
    (found,) = read(made.pdf(["one page of words"], ["another page of words"], ["the last page of words"]))
    assert (found.status, found.truncated) == (READ, True)
    assert found.reason == "damaged: 1 of its 3 pages cannot be read"


def test_short_pdf_is_a_document():
    assert text_of(made.pdf(["Hi"])).strip() == "Hi"


def filled(annotation, form="", extra=()):
    """A PDF of one page with a text of its own and an annotation (object 6) whose appearance is object 7."""
    stream, shown = "BT /F1 10 Tf 50 780 Td (Name of the applicant) Tj ET", "BT /F1 10 Tf 2 2 Td (Ann Lee) Tj ET"
    fonts = "/Resources << /Font << /F1 3 0 R >> >>"
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {form} >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Annots [6 0 R] {fonts} >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        f"<< /Type /Annot /Rect [50 700 250 720] {annotation} >>",
        f"<< /Subtype /Form /BBox [0 0 200 20] {fonts} /Length {len(shown)} >>\nstream\n{shown}\nendstream",
        *extra,
    ]
    return made.pdf_of(objects)


_FORM = "/AcroForm << /Fields [6 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> {} >>"
_FIELD = "/Subtype /Widget /FT /Tx /T (name) /V (Ann Lee) /DA (/F1 10 Tf 0 g) /F 4"


def test_what_was_filled_into_a_form_or_written_beside_the_text_is_read():
    for annotation, form in (
        (f"{_FIELD} /AP << /N 7 0 R >>", _FORM.format("")),
        (_FIELD, _FORM.format("/NeedAppearances true")),
        ("/Subtype /FreeText /Contents (Ann Lee) /DA (/F1 10 Tf) /F 4 /AP << /N 7 0 R >>", ""),
    ):
        assert text_of(filled(annotation, form)).split() == ["Name", "of", "the", "applicant", "Ann", "Lee"], annotation


def test_what_is_hidden_on_a_page_or_stands_behind_a_sign_is_not():
    for annotation in (
        f"{_FIELD.replace('/F 4', '/F 2')} /AP << /N 7 0 R >>",
        "/Subtype /Text /Contents (Ann Lee) /F 4",
        "/Subtype /Link /Border [0 0 0] /A << /S /URI /URI (http://example.org) >>",
    ):
        assert text_of(filled(annotation, _FORM.format(""))).split() == ["Name", "of", "the", "applicant"], annotation


def test_a_form_of_xfa_is_told(caplog):
    form = _FORM.format("/XFA 8 0 R") + " /NeedsRendering true"
    (found,) = read(filled(_FIELD, form, ["<< /Length 6 >>\nstream\n<xdp/>\nendstream"]))
    assert not caplog.records
    assert (found.status, found.truncated) == (READ, True)
    assert found.reason == "its form is made of XFA, which cannot be read: what is in it may be missing"
