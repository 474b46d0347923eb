"""One file to its text, or to the documents inside it: by content first, by name second.

Readers are imported where they are needed: a process for one odd text starts in half the time.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from simexplorer.documents import formats, magic
from simexplorer.documents.decode import decode, decode_as, is_binary, laid_out_utf8, to_utf8, without_cut_character
from simexplorer.documents.extracted import (
    EMPTY,
    EMPTY_FILE,
    SKIPPED,
    WANTS_COLUMN,
    BrokenXml,
    Extracted,
    Found,
    Job,
    Refusal,
    cut_words,
    document,
    one_by_one,
    read_up_to,
)
from simexplorer.documents.options import MOCK_SWITCH

if TYPE_CHECKING:
    from simexplorer.documents.readers.sheets import Sheet
    from simexplorer.documents.readers.zip_parts import ZipParts

_ZIPPED = formats.OPEN_DOCUMENTS | {formats.ZIP, formats.DOCX, formats.XLSX, formats.PPTX, formats.EPUB}
_WITHIN_A_TEXT = frozenset({formats.NOTEBOOK, formats.FICTION_BOOK, formats.DOCBOOK})
_ZIP_ENTRY = b"PK\x03\x04"
NOT_TEXT = "not text, and no format that can be read"
_EMPTY_ARRAY = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\]\s*")
_TOO_DEEP = "documents inside of it are nested too deeply"
_ONLY_NAVIGATION = "no text but navigation, head and foot of the page, which are left out"


def extract(stream: BinaryIO, job: Job) -> Iterator[Extracted]:
    """The documents in a file; the last one, without a member name, is the file itself."""
    return one_by_one(extract_joined(stream, job))


def extract_joined(stream: BinaryIO, job: Job) -> Iterator[Found]:
    """The same, many rows of a table in one."""
    head = stream.read(formats.HEAD) or b""  # None where a file of the system has nothing to say now
    stream.seek(0)
    try:
        media_type = _mock(job) or magic.magic_type(head)
        if media_type == formats.MOCK:
            from simexplorer.documents.readers.mock import read_mock

            yield from read_mock(stream, job)
        elif media_type in formats.PACKED or media_type == formats.TAR:
            from simexplorer.documents.readers.archives import read_packed, read_tar

            tar = media_type == formats.TAR
            yield from read_tar(stream, job, extract) if tar else read_packed(stream, job, extract_joined, media_type)
        elif media_type == formats.ZIP:
            yield from _zip(stream, job)
        elif media_type == formats.COMPOUND:
            yield from _compound(stream, job)
        elif media_type == formats.PARQUET:
            yield from _table(stream, job, formats.PARQUET)
        elif media_type is not None:
            yield _parsed(stream, job, media_type)
        elif not head:
            kind = formats.text_type(head, formats.named_type(job.name))
            yield Extracted(status=EMPTY, reason=EMPTY_FILE, media_type=kind)
        else:
            yield from _text(stream, job, head)
    except Refusal as refusal:
        yield Extracted(status=SKIPPED, reason=str(refusal), media_type=refusal.media_type)


def _mock(job: Job) -> str | None:
    """The tests' own format, where their environment switched it on."""
    on = job.mock_format and MOCK_SWITCH in os.environ
    return formats.MOCK if on and formats.named_type(job.name) == formats.MOCK else None


def _zip(stream: BinaryIO, job: Job) -> Iterator[Extracted]:
    """An office document, a book, or an archive."""
    from simexplorer.documents.readers import archives, epub, office, open_document, open_objects
    from simexplorer.documents.readers.sheets import Lacking
    from simexplorer.documents.readers.zip_parts import LARGEST_TABLE, ZipParts

    parts, lacking = ZipParts(stream), Lacking()
    media_type = office.office_type(parts) or open_document.open_document_type(parts)
    if media_type is None and epub.is_epub(parts):
        media_type = formats.EPUB
    if media_type is None:
        yield from archives.read_zip(parts, job, extract)
        return
    if job.part > 0:  # it is no archive: the first process reads it
        yield Extracted(media_type=media_type)
        return
    _refuse_large(job, media_type)
    if media_type in formats.SHEETS and job.wants_rows:
        parts.most_bytes = LARGEST_TABLE
    cut = ""
    try:
        if media_type == formats.EPUB:
            text, cut = epub.epub_text(parts, strip_navigation=job.strip_navigation)
        elif media_type == formats.DOCX:
            text, cut = _word(parts, job)
        elif media_type == formats.PPTX:
            text, cut = office.slides_text(parts)
        elif media_type == formats.XLSX:
            from simexplorer.documents.readers import excel

            yield from _sheets(excel.sheets(parts, lacking), job, media_type, lacking.words)
            return
        elif media_type == formats.ODS and job.wants_rows:
            from simexplorer.documents.readers import open_sheets

            yield from _sheets(open_sheets.packed_sheets(parts, lacking), job, media_type, lacking.words)
            return
        else:
            text, cut = _open_text(open_document.packed_content(parts), open_objects.words_of_objects(parts))
    except Refusal as refusal:
        raise Refusal(str(refusal), media_type) from refusal
    yield document(text, media_type, cut=cut)


def _word(parts: ZipParts, job: Job) -> tuple[bytes, str]:
    """The text of a Word file and of whole documents in it that have another format, such as HTML; what is missing."""
    from simexplorer.documents.readers import office

    texts, missing = [laid_out_utf8(office.word_text(parts, strip_page_furniture=job.strip_page_furniture))], ""
    for name in office.inserted_parts(parts):
        content = parts.read(name)
        whole = Job(
            name=name.encode(), size=len(content), max_bytes=job.max_bytes, archives=False, depth=job.depth - 1,
            strip_navigation=job.strip_navigation, strip_page_furniture=job.strip_page_furniture,
        )  # fmt: skip
        too_deep = Extracted(status=SKIPPED, reason=_TOO_DEEP)
        *_, found = extract(io.BytesIO(content), whole) if job.depth > 0 else [too_deep]
        texts.append(found.text)
        if found.status == SKIPPED or found.truncated:
            missing = missing or found.reason
    return b"\n".join(texts), missing


def _open_text(content: bytes, objects: Callable[[str], str] | None = None) -> tuple[bytes, str]:
    """The text of the XML of an OpenDocument file with what ``objects`` say, and what was left out, in words."""
    from simexplorer.documents.readers.open_document import document_text
    from simexplorer.documents.readers.sheets import Lacking

    lacking = Lacking()
    return laid_out_utf8(document_text(content, lacking, objects)), lacking.words()


def _sheets(sheets: Iterator[Sheet], job: Job, media_type: str, lacking: Callable[[], str]) -> Iterator[Extracted]:
    """A spreadsheet: its rows, where they are wanted, else all of it as one text.

    lacking : what of it was not read once all was, in words
    """
    from simexplorer.documents.readers.sheets import whole_text

    if not job.wants_rows:
        text, more = whole_text(sheets, job.max_bytes)
        yield document(text, media_type, cut=cut_words(job.max_bytes) if more else lacking())
        return
    from simexplorer.documents.readers import tables

    yield from tables.read_sheets(sheets, replace(job, part=0, parts=1), media_type, lacking)


def _compound(stream: BinaryIO, job: Job) -> Iterator[Extracted]:
    """An office document of before 2007, or a message of Outlook."""
    from simexplorer.documents.readers.compound import CompoundFile

    file = CompoundFile(stream)
    media_type = file.media_type
    if media_type is None:
        raise Refusal("not text: a compound file of a kind that cannot be read")
    _refuse_large(job, media_type)
    try:
        if media_type == formats.MSG:
            from simexplorer.documents.readers.outlook import read_outlook

            yield from read_outlook(file, job, extract)
            return
        if media_type == formats.DOC:
            from simexplorer.documents.readers import old_word

            text = old_word.word_text(file, strip_page_furniture=job.strip_page_furniture)
        elif media_type == formats.PPT:
            from simexplorer.documents.readers import old_slides

            text = old_slides.slides_text(file)
        else:
            from simexplorer.documents.readers import old_sheets
            from simexplorer.documents.readers.sheets import Lacking

            lacking = Lacking()
            yield from _sheets(old_sheets.sheets(file, lacking), job, media_type, lacking.words)
            return
    except Refusal as refusal:
        raise Refusal(str(refusal), media_type) from refusal
    yield document(laid_out_utf8(text), media_type)


def _parsed(stream: BinaryIO, job: Job, media_type: str) -> Extracted:
    """PDF or RTF."""
    from simexplorer.documents.readers import pdf, rtf

    _refuse_large(job, media_type)
    content = stream.read()
    try:
        if media_type == formats.RTF:
            rich = rtf.rtf_text(content)
            return document(rich.text, media_type, cut=rich.cut)
        found = pdf.pdf_text(content, strip_page_furniture=job.strip_page_furniture)
    except Refusal as refusal:
        raise Refusal(str(refusal), media_type) from refusal
    if found.only_furniture:
        reason = "no text but lines that repeat on its pages, which are left out as page heads and feet"
        return Extracted(status=EMPTY, reason=reason, media_type=media_type)
    if found.empty:
        reason = "no text: its pages are pictures, or their letters have no meaning"
        return Extracted(status=EMPTY, reason=reason, media_type=media_type)
    return document(to_utf8(found.text), media_type, cut=found.cut)


def _refuse_large(job: Job, media_type: str) -> None:
    if job.size > job.max_bytes:
        raise Refusal(f"larger than the limit of {job.max_bytes:,} bytes", media_type)


def _table(stream: BinaryIO, job: Job, media_type: str) -> Iterator[Found]:
    from simexplorer.documents.readers import tables

    try:
        if not job.wants_rows:
            raise Refusal(WANTS_COLUMN)
        yield from tables.read_table(stream, job, media_type)
    except Refusal as refusal:
        raise type(refusal)(str(refusal), media_type) from refusal


def refusal_of(head: bytes) -> Refusal | None:
    """Why a file that begins with these bytes is not read, where it is of a known binary format; None otherwise."""
    words = magic.binary_words(head)
    return None if words is None else Refusal(f"not text: {words}")


def _promised(stream: BinaryIO, job: Job, head: bytes, named: str) -> Iterator[Found] | None:
    """The documents of a binary file whose name says what its first bytes leave open; None of any other."""
    if named == formats.PDF and b"%PDF-" in head[: magic.PDF_WITHIN]:
        return iter([_parsed(stream, job, formats.PDF)])
    if named == formats.PARQUET and head.startswith(magic.PARQUET_START):
        return _table(stream, job, formats.PARQUET)
    if named == formats.TAR and not head.strip(b"\0"):  # what ends an archive, and nothing before it
        from simexplorer.documents.readers.archives import read_tar

        return read_tar(stream, job, extract)
    if named in _ZIPPED and (is_binary(head) or _ZIP_ENTRY in head):  # behind something, such as what unpacks it
        return _zip(stream, job)
    return None


def _text(stream: BinaryIO, job: Job, head: bytes) -> Iterator[Found]:
    """A file that is text in any encoding, perhaps mail, a table or markup."""
    refusal = refusal_of(head)
    if refusal is not None:
        raise refusal
    named = formats.named_type(job.name)
    promised = _promised(stream, job, head, named)
    if promised is not None:
        yield from promised
        return
    if job.encoding is None and is_binary(head):
        raise Refusal(NOT_TEXT)
    bare = head.removeprefix(b"\xef\xbb\xbf")
    begins = _in_utf8(head) if named in (formats.JSON, formats.JSON_LINES) else head
    if named in formats.TABLES - formats.SHEETS and job.wants_rows:
        blank = not bare.strip() and len(head) < formats.HEAD and not job.preview_rows
        rows = formats.JSON if formats.holds_rows(begins, named) else named
        yield from [document(bare, named)] if blank else _table(stream, job, rows)
        return
    if named == formats.JSON and job.wants_rows and _EMPTY_ARRAY.fullmatch(begins):
        from simexplorer.documents.readers.tables import NO_ROWS

        yield Extracted(status=EMPTY, reason=NO_ROWS, media_type=formats.JSON)
        return
    if formats.holds_rows(begins, named) and job.wants_rows:
        from simexplorer.documents.readers.row_cutter import MissingColumn

        try:
            yield from _table(stream, job, formats.JSON)
            return
        except MissingColumn:  # before its first row: it is no table of what is asked for
            stream.seek(0)
    kind = formats.text_type(bare, named)
    if kind in (formats.MAIL, formats.MAILBOX):
        from simexplorer.documents.readers import mail

        read = mail.read_message if kind == formats.MAIL else mail.read_mailbox
        yield from read(stream, job, extract)
    elif kind in formats.OFFICE_XML or (kind == formats.ODS and job.wants_rows):
        yield from _office_xml(stream, job, named, kind)
    else:
        yield _plain_or_markup(stream, job, named)


def _office_xml(stream: BinaryIO, job: Job, named: str, media_type: str) -> Iterator[Extracted]:
    """What an office program saved as XML; what such files are made from, which is none yet, is a text."""
    found = _of_office_xml(stream, job, media_type)
    if formats.FORMATS[formats.NUMBER_OF[named]].plain:
        try:
            found = iter(list(found))
        except BrokenXml:
            stream.seek(0)
            found = iter([_plain_or_markup(stream, job, named)])
    yield from found


def _of_office_xml(stream: BinaryIO, job: Job, media_type: str) -> Iterator[Extracted]:
    from simexplorer.documents.readers import office_xml, open_sheets
    from simexplorer.documents.readers.sheets import Lacking

    _refuse_large(job, media_type)
    content, lacking = stream.read(), Lacking()
    try:
        if media_type == formats.DOCX:
            yield from _zip(office_xml.package(content), job)
        elif media_type == formats.XLS:
            yield from _sheets(office_xml.sheets(content, lacking), job, media_type, lacking.words)
        elif media_type == formats.ODS:
            yield from _sheets(open_sheets.sheets(content, lacking), job, media_type, lacking.words)
        else:
            text = office_xml.word_text(content, strip_page_furniture=job.strip_page_furniture)
            yield document(laid_out_utf8(text), media_type)
    except Refusal as refusal:
        raise type(refusal)(str(refusal), media_type) from refusal


def _within(text: bytes, named: str) -> bytes | None:
    """What is written in the JSON of a notebook, or in the XML of a book; None where it is none."""
    if named == formats.NOTEBOOK:
        from simexplorer.documents.readers.notebook import notebook_text

        return notebook_text(text)
    from simexplorer.documents.readers.xml_text import xml_text

    return xml_text(text)


def _in_utf8(head: bytes) -> bytes:
    """The beginning of a text; that of UTF-16 and UTF-32 decoded."""
    decoded = decode(head[: len(head) // 4 * 4]) if b"\x00" in head else None
    return head if decoded is None else decoded.text


def _plain_or_markup(stream: BinaryIO, job: Job, named: str) -> Extracted:
    raw = read_up_to(stream, job.max_bytes, job.size)
    # files of the system, and those that shrank meanwhile, hold less than their size says: that is no cut
    cut = len(raw) == job.max_bytes and (job.size > len(raw) or bool(stream.read(1)))
    if cut:
        raw = without_cut_character(raw)
    markup = named in (formats.HTML, formats.XHTML) or b"<" in raw[: formats.HEAD].lstrip()[:200]
    own = job.encoding if job.encoding_is_own else None
    decoded = decode_as(raw, own) if own else decode(raw, job.encoding, markup=markup)
    if decoded is None:
        raise Refusal(f"not text in {job.encoding}, the encoding set for all files" if job.encoding else NOT_TEXT)
    text, unread = decoded.text, decoded.cut
    kind = formats.text_type(text[: formats.HEAD].removeprefix(b"\xef\xbb\xbf"), named)
    if kind in (formats.HTML, formats.XHTML):
        from simexplorer.documents.readers.html import html_text

        text = html_text(text, strip_navigation=job.strip_navigation)
        if job.strip_navigation and not text.strip() and html_text(decoded.text, strip_navigation=False).strip():
            return Extracted(status=EMPTY, reason=_ONLY_NAVIGATION, media_type=kind)
    elif kind in formats.OPEN_DOCUMENTS:
        text, unread = _open_text(raw)
    elif named in _WITHIN_A_TEXT:
        shown = _within(text, named)
        if shown is not None:
            text, kind = shown, named
    elif kind in formats.OFFICE_XML:
        kind = named
    return document(
        text, kind, cut=cut_words(job.max_bytes) if cut else unread,
        encoding=decoded.encoding, guessed=decoded.guessed, untouched=text is raw and len(raw) == job.size,
    )  # fmt: skip
