"""PDF to text: words joined over line ends, page heads and feet left out, files of pictures said to be that."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from simexplorer.counted_nouns import counted
from simexplorer.documents.extracted import LOCKED, Refusal
from simexplorer.documents.readers.pdf_streams import broken_streams
from simexplorer.documents.readers.right_to_left import page_text, written_from_the_right
from simexplorer.documents.readers.wrapped_lines import unwrapped

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_MOST_PAGES = 5_000
_MOST_CHARACTERS = 20_000_000
_SECONDS = 7.0
# PDFium writes U+FFFE for a hyphen that a line end put there
_LINE_END_HYPHEN = re.compile("[\ufffe\u00ad]\r?\n?")
_LEADERS = re.compile(r"(?:[ \t]?[.\u2026\u00b7]){5,}")
_EDGE_LINES = 2
_LETTERS_OF_A_PAGE = 16
_LETTERS_OF_WRITING = 200
_FPDF_ERR_PASSWORD = 4
_FPDF_PAGEOBJ_IMAGE = 3
_FORMTYPE_XFA_FULL = 2
_FILLED_IN = (3, 20)  # kinds of annotations: FPDF_ANNOT_FREETEXT, FPDF_ANNOT_WIDGET
_MOST_ANNOTATIONS = 10_000  # of a page
_ONLY_XFA = "its form is made of XFA, which cannot be read: what is in it may be missing"


class PdfText(Struct, frozen=True):
    """The text, and what of the pages was not read, in words.

    empty : there is none to speak of
    only_furniture : as there is none but the lines that were left out
    """

    text: str
    cut: str = ""
    empty: bool = False
    only_furniture: bool = False


def pdf_text(content: bytes, *, strip_page_furniture: bool) -> PdfText:
    """The text of a PDF; Refusal where it is encrypted or damaged."""
    pages, cut = _pages(content)
    inside = without_furniture(pages) if strip_page_furniture else pages
    empty = _has_no_text(inside)
    return PdfText(_LEADERS.sub(" ", unwrapped("\n".join(inside))), cut, empty, empty and not _has_no_text(pages))


def _pages(content: bytes) -> tuple[list[str], str]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        locked = getattr(error, "err_code", None) == _FPDF_ERR_PASSWORD or "password" in str(error).lower()
        raise Refusal(LOCKED if locked else "damaged: it cannot be opened") from error
    logging.getLogger("pypdfium2").setLevel(logging.ERROR)  # it tells of XFA, as is done here
    with suppress(pypdfium2.PdfiumError):  # pages are read without
        document.init_forms()
    xfa = _ONLY_XFA if document.get_formtype() == _FORMTYPE_XFA_FULL else ""
    pages: list[str] = []
    size = pictures = lost = 0
    count = len(document)
    if not count:
        raise Refusal("damaged: no page of it can be found")
    began = time.process_time()
    for number in range(count):
        if number >= _MOST_PAGES or size > _MOST_CHARACTERS or time.process_time() - began > _SECONDS:
            return pages, f"only its first {number:,} of {count:,} pages were read"
        text = ""
        try:
            with closing(_filled_in(document, number)) as page, closing(page.get_textpage()) as letters:
                text = letters.get_text_range()
                if written_from_the_right(text):
                    text = page_text(letters)
                pictures += _is_picture(page, text)
        except (pypdfium2.PdfiumError, UnicodeDecodeError):
            lost += 1
        text = _LINE_END_HYPHEN.sub("", text).replace("\r\n", "\n")
        pages.append(text)
        size += len(text)
    lacking = _lacking(count, pictures, lost, 0 if lost else broken_streams(content))
    return pages, "; ".join(filter(None, [xfa, lacking]))


def _filled_in(document: PdfDocument, number: int) -> PdfPage:
    """A page with what was written on it beside its own text: in the fields of a form, in boxes of text."""
    from pypdfium2 import raw

    page = document[number]
    for at in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page, at)
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        raw.FPDFPage_CloseAnnot(annotation)
        if kind in _FILLED_IN:
            raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY)  # a part of the page, once it is loaded again
            page.close()
            return document[number]
    return page


def _lacking(count: int, pictures: int, lost: int, broken: int) -> str:
    """What the pages of a whole PDF do not give, in words; empty where they give all."""
    said = [f"damaged: {lost:,} of its {counted(count, 'page')} cannot be read"] if lost else []
    if broken:
        one, several = "holds what was packed into it", "hold what was packed into them"
        held = counted(broken, f"of its parts no longer {one}", f"of its parts no longer {several}")
        said.append(f"damaged: {held}; text may be missing")
    if pictures:
        are = "is a picture" if pictures == 1 else "are pictures"
        said.append(f"{pictures:,} of its {counted(count, 'page')} {are} without text")
    return "; ".join(said)


def _is_picture(page: PdfPage, text: str) -> bool:
    """Whether a page is a picture with next to no letters, as scanned ones are."""
    if len(text) > _LETTERS_OF_A_PAGE * 8 or sum(map(str.isalnum, text)) >= _LETTERS_OF_A_PAGE:
        return False
    whole = page.get_width() * page.get_height()
    for picture in page.get_objects(filter=(_FPDF_PAGEOBJ_IMAGE,)):
        left, bottom, right, top = picture.get_bounds()
        if (right - left) * (top - bottom) * 2 >= whole:
            return True
    return False


def without_furniture(pages: list[str]) -> list[str]:
    """Pages without the first and last lines that repeat, but for their numbers.

    A line is furniture where it stands on half of all pages, or on four with a page number at its edge: the head of a
    chapter.
    """
    if len(pages) < 4:
        return pages
    lines = [page.split("\n") for page in pages]
    seen = Counter(key for page in lines for key in set(_edges(page)))
    often = max(3, len(pages) // 2)
    furniture = {key for key, count in seen.items() if count >= often or (count >= 4 and "#" in (key[:1], key[-1:]))}
    return ["\n".join(_inner(page, furniture)) for page in lines]


def _key(line: str) -> str:
    return re.sub(r"\d+|\b[ivxlc]+\b", "#", line.strip())


def _edges(page: list[str]) -> list[str]:
    written = [line for line in page if line.strip()]
    return [_key(line) for line in written[:_EDGE_LINES] + written[-_EDGE_LINES:]]


def _inner(page: list[str], furniture: set[str]) -> list[str]:
    first, last = 0, len(page)
    for _ in range(_EDGE_LINES):
        while first < last and not page[first].strip():
            first += 1
        if first < last and _key(page[first]) in furniture:
            first += 1
        while last > first and not page[last - 1].strip():
            last -= 1
        if last > first and _key(page[last - 1]) in furniture:
            last -= 1
    return page[first:last]


def _has_no_text(pages: list[str]) -> bool:
    """Whether so few letters stand on the pages that these must be pictures, or letters without a meaning."""
    letters = 0
    for page in pages:
        of_page = sum(map(str.isalnum, page[: _LETTERS_OF_WRITING * 4]))
        if of_page >= _LETTERS_OF_WRITING:  # one written page before a hundred scanned ones is a text
            return False
        letters += of_page
    return letters == 0 if len(pages) < 4 else letters < _LETTERS_OF_A_PAGE * len(pages)
