"""Every format through the one door: bytes and a name in, documents out."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import warnings
import zipfile

import pytest

from simexplorer.documents import formats
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, READ, SKIPPED, Job
from simexplorer.documents.formats import named_type
from simexplorer.documents.previews import TablePreview, table_preview
from tests.documents import made_files as made

WORDS = ("The quick brown fox", "jumps over 13 lazy dogs & cats", "grün – 日本語")
ASCII_WORDS = ("The quick brown fox", "jumps over 13 lazy dogs & cats")


def read(content, name="file", **options):
    job = Job(name=name.encode(), size=len(content), **options)
    return list(extract(io.BytesIO(content), job))


def text_of(content, name="file", **options):
    (found,) = read(content, name, **options)
    return found.text.decode()


@pytest.mark.parametrize(
    ("content", "media_type", "words"),
    [
        pytest.param(made.docx(*WORDS), formats.DOCX, WORDS, id="docx"),
        pytest.param(made.pptx(*WORDS), formats.PPTX, WORDS, id="pptx"),
        pytest.param(made.xlsx(*((word, "x") for word in WORDS)), formats.XLSX, [f"{w} x" for w in WORDS], id="xlsx"),
        pytest.param(made.odt(*WORDS), formats.ODT, WORDS, id="odt"),
        pytest.param(
            made.odf("<table:table><text:p>a</text:p></table:table>", "spreadsheet"), formats.ODS, "a", id="ods"
        ),
        pytest.param(made.odf("<text:p>a</text:p>", "presentation"), formats.ODP, "a", id="odp"),
        pytest.param(made.odf("<text:p>a</text:p>", "drawing"), formats.ODG, "a", id="odg"),
        pytest.param(
            made.odf_content("<text:p>a</text:p>", "document", formats.ODT).encode(), formats.ODT, "a", id="fodt"
        ),
        pytest.param(made.epub(*(f"<p>{w.replace('&', '&amp;')}</p>" for w in WORDS)), formats.EPUB, WORDS, id="epub"),
        pytest.param(made.rtf(*WORDS), formats.RTF, WORDS, id="rtf"),
        pytest.param(made.pdf(ASCII_WORDS), formats.PDF, ASCII_WORDS, id="pdf"),
        pytest.param(made.mail("Topic", "\n".join(WORDS)), formats.MAIL, ["Topic", *WORDS], id="eml"),
        pytest.param("\n".join(WORDS).encode(), formats.PLAIN, WORDS, id="txt"),
        pytest.param(f"<!DOCTYPE html><p>{WORDS[0]}<p>{WORDS[2]}".encode(), formats.HTML, WORDS[::2], id="html"),
        pytest.param(gzip.compress("\n".join(WORDS).encode()), formats.PLAIN, WORDS, id="gz"),
        pytest.param(bz2.compress("\n".join(WORDS).encode()), formats.PLAIN, WORDS, id="bz2"),
        pytest.param(lzma.compress("\n".join(WORDS).encode()), formats.PLAIN, WORDS, id="xz"),
        pytest.param(gzip.compress(made.pdf(ASCII_WORDS)), formats.PDF, ASCII_WORDS, id="pdf.gz"),
    ],
)
def test_content_decides_the_format_and_gives_its_words(content, media_type, words):
    for name in ("file", "wrong.txt", "wrong.pdf"):
        (found,) = read(content, name)
        assert (found.media_type, found.status, found.reason) == (media_type, READ, "")
        assert found.text.decode().split() == " ".join(words).split()


@pytest.mark.parametrize("suffix", ["md", "rst", "tex", "py", "c", "json", "csv", "xml", "log", "po"])
def test_text_keeps_the_type_that_its_name_promises(suffix):
    name = f"folder/file.{suffix.upper()}"
    (found,) = read(b"first line\nsecond line", name)
    assert found.media_type == named_type(name.encode())
    assert found.untouched
    assert found.text == b"first line\nsecond line"


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("application/vnd.ms-excel.sheet.binary.macroEnabled.main", "an Excel file in its binary form"),
        ("application/vnd.ms-visio.drawing.main+xml", "a drawing of Visio"),
    ],
)
def test_office_files_of_other_kinds_are_no_archives_of_their_parts(kind, reason):
    content = made.package({"a/part.xml": "<a>of no use</a>"}, [("a/part.xml", kind)])
    (found,) = extract(io.BytesIO(content), Job(name=b"x", size=len(content)))
    assert found.status == SKIPPED
    assert reason in found.reason


def test_word_leaves_out_what_is_not_written_on_the_page():
    body = (
        "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>kept</w:t></w:r><w:r><w:tab/><w:t>tab</w:t><w:br/>"
        "<w:t>non</w:t><w:noBreakHyphen/><w:t>stop</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>"
        "<w:instrText>FIELD</w:instrText></w:p>"
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        "<mc:Choice><w:p><w:t>box</w:t></w:p></mc:Choice><mc:Fallback><w:p><w:t>box</w:t></w:p></mc:Fallback>"
        "</mc:AlternateContent>"
    )
    notes = made.word_part("<w:p><w:t>note</w:t></w:p>", "footnotes")
    head = made.word_part("<w:p><w:t>head</w:t></w:p>", "hdr")
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml."
    content = made.package(
        {"word/document.xml": made.word_part(body), "word/n.xml": notes, "word/h.xml": head},
        [("word/n.xml", kind + "footnotes+xml"), ("word/h.xml", kind + "header+xml")],
    )
    assert text_of(content).strip() == "kept\ttab\nnon-stop\nbox\n\nnote"
    assert "head" in text_of(content, strip_page_furniture=False)


def test_word_leaves_out_what_is_formatted_as_hidden():
    runs = [
        f"<w:r>{properties}<w:t>{word} </w:t></w:r>"
        for word, properties in (
            ("plain", ""),
            ("hidden", "<w:rPr><w:b/><w:vanish/></w:rPr>"),
            ("bold", "<w:rPr><w:b/></w:rPr>"),
            ("shown", '<w:rPr><w:vanish w:val="0"/></w:rPr>'),
            ("gone", '<w:rPr><w:vanish w:val="true"/></w:rPr>'),
        )
    ]
    body = f"<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>{''.join(runs)}</w:p>"
    assert text_of(made.package({"word/document.xml": made.word_part(body)})).split() == ["plain", "bold", "shown"]


def test_word_says_moved_text_once_and_joins_a_drop_cap_to_its_word():
    cap = '<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr><w:r><w:t>D</w:t></w:r></w:p>'
    run = "<w:r><w:t>moved</w:t></w:r>"
    moved = f"<w:p><w:moveFrom>{run}</w:moveFrom><w:moveTo>{run}</w:moveTo></w:p>"
    body = cap + "<w:p><w:r><w:t>rop caps</w:t></w:r></w:p>" + moved
    assert text_of(made.package({"word/document.xml": made.word_part(body)})).split() == ["Drop", "caps", "moved"]


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16", "UTF-16-LE"])
def test_word_leaves_out_the_same_in_any_encoding(encoding):
    hidden = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:t>shown</w:t></w:r></w:p>"
    moved = "<w:p><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom></w:p>"
    part = made.word_part(hidden + moved).replace("UTF-8", encoding).encode(encoding)
    assert text_of(made.package({"word/document.xml": part})).split() == ["shown"]


def test_open_document_knows_its_blanks_notes_and_changes():
    body = (
        "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
        '<text:h>Head</text:h><text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d<text:span>e</text:span>f'
        "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body>"
        "</text:note>g<office:annotation><text:p>comment</text:p></office:annotation>h</text:p>"
        '<text:p><text:s text:c="999999999"/>x</text:p>'
    )
    assert text_of(made.odf(body)).split("\n")[:4] == ["Head", "note", "a   b\tc", "defgh"]
    assert len(text_of(made.odf(body))) < 2000


def test_pages_of_a_book_do_not_repeat_its_title():
    book = made.epub(*(f"<html><head><title>The Book</title></head><body><p>page {n}</p></body></html>" for n in "12"))
    assert text_of(book) == "page 1\n\npage 2"


def test_pages_that_a_book_lacks_cost_those_pages_alone():
    book = made.epub("<p>one</p>", "<p>two</p>", "<p>three</p>")
    for gone, left in (({"p2"}, ["one", "three"]), ({"p1", "p3"}, ["two"]), ({"p1", "p2", "p3"}, [])):
        with zipfile.ZipFile(io.BytesIO(book)) as whole:
            files = {name: whole.read(name) for name in whole.namelist() if name[4:6] not in gone}
        content = made.zipped(files)
        (found,) = extract(io.BytesIO(content), Job(name=b"b.epub", size=len(content)))
        assert (found.media_type, found.text.decode().split()) == (formats.EPUB, left)
        assert (found.status, found.truncated) == ((READ, True) if left else (SKIPPED, False))
        assert "missing" in found.reason


def test_book_without_its_table_of_contents():
    content = made.epub("<p>one</p>", "<p>two</p>", nav="<nav>contents</nav><p>list</p>")
    assert text_of(content).split() == ["one", "two"]
    assert text_of(content, strip_navigation=False).split() == ["contents", "list", "one", "two"]


@pytest.mark.parametrize("name", ["a.docx", "a.pdf", "a.html", "a.eml", "a.zip", "a.csv", "a"])
def test_a_file_of_no_bytes_is_said_to_be_that_whatever_its_name_promises(name):
    (found,) = read(b"", name)
    assert (found.status, found.reason) == (EMPTY, "the file is empty")


def test_message_takes_plain_over_html_and_decodes_its_parts():
    content = made.mail("Grüße aus Köln", "naïve text\n", html="<p>other words</p>")
    (found,) = read(content, "m.eml")
    assert found.text.decode().split() == ["Grüße", "aus", "Köln", "naïve", "text"]
    only_html = content.replace(b"text/plain", b"text/x-none")
    assert b"other words" in read(only_html, "m.eml")[-1].text


APPLES = (
    "Übermäßig größere Körbe süßer Äpfel fielen früh am Morgen vom Wagen; der Händler rief, die Kinder liefen herbei, "
    "und für eine Weile hörte man über den Dächern nichts als ihr Lachen."
)


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        (
            b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit",
            "Привет".encode("koi8-r"),
            "Привет",
        ),
        (b"Content-Type: text/plain; charset=iso-2022-jp", "日本".encode("iso2022_jp"), "日本"),
        (b"Content-Type: text/plain; charset=nonsense", "grün".encode(), "grün"),
        (b"Content-Type: text/plain\nContent-Transfer-Encoding: base64", b"aGFsbG8=", "hallo"),
        (b"Content-Transfer-Encoding: quoted-printable", b"gr=C3=BCn", "grün"),
        (b"Content-Type: text/html; charset=utf-8", b"<p>a<p>b", "a\nb"),
        (b"Content-Type: text/plain; charset=utf-8", APPLES.encode("latin-1"), APPLES),
        (b"Content-Type: text/plain; charset=iso-8859-1", "„so“ 5 €".encode("cp1252"), "„so“ 5 €"),
        (b"Content-Type: text/plain; charset=gb2312", "镕基".encode("gbk"), "镕基"),
        (b"Content-Type: text/plain; charset=iso-8859-8-i", "שלום".encode("iso8859-8"), "שלום"),
        (b"Content-Type: text/plain; charset=us-ascii", "grün".encode(), "grün"),
        (b"Content-Type: text/plain; charset=unicode-1-1-utf-7", "grün".encode("utf-7"), "grün"),
        (b"Content-Type: text/plain; charset=euc-kr", "똠방각하".encode("cp949"), "똠방각하"),
    ],
)
def test_mixed_charsets_of_mail(headers, body, expected):
    raw = b"From: a@b\nTo: c@d\nSubject: =?iso-8859-1?Q?F=FCr?= =?koi8-r?B?8NLJ18XU?=\n" + headers + b"\n\n" + body
    (found,) = read(raw, "x.eml")
    assert found.text.decode().split() == ["FürПривет", *expected.split()]


def test_attachments_are_documents_of_their_own():
    content = made.mail(
        "S", "body", attachments=[("report.docx", made.docx("inside")), ("p.png", b"\x89PNG\r\n\x1a\n")]
    )
    report, picture, message = read(content, "m.eml")
    assert (report.member, report.text.strip()) == (b"report.docx", b"inside")
    assert (picture.member, picture.status) == (b"p.png", SKIPPED)
    assert message.text.split() == [b"S", b"body"]
    assert len(read(content, "m.eml", archives=False)) == 1


def test_mailbox_is_read_message_by_message():
    content = made.mailbox(made.mail("One", "first\nFrom here on\n"), made.mail("Two", "second"))
    first, second, whole = read(content, "inbox")
    assert [first.member, second.member, whole.member] == [b"1", b"2", b""]
    assert first.text.split() == b"One first From here on".split()
    assert second.text.split() == [b"Two", b"second"]
    assert (whole.media_type, whole.text, whole.status) == (formats.MAILBOX, b"", READ)


def test_text_that_speaks_of_mail_is_no_mail():
    for text in (
        b"From time to time\nit rains",
        b"Subject: none\n\nDate: today",
        b"Received: with thanks\n\nFrom: me\n",
    ):
        (found,) = read(text)
        assert (found.media_type, found.text) == (formats.PLAIN, text)


ARCHIVED = {"b/two.txt": b"second", "a.html": b"<html><p>first</html>", "deep.zip": made.zipped({"c.txt": b"third"})}


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (made.zipped(ARCHIVED), formats.ZIP),
        (made.tarred(ARCHIVED), formats.TAR),
        (gzip.compress(made.tarred(ARCHIVED)), formats.TAR),
        (made.tarred(ARCHIVED, "w:xz"), formats.TAR),
    ],
)
def test_members_of_archives_are_documents(content, media_type):
    found = {one.member: one for one in read(content)}
    assert found[b"b/two.txt"].text == b"second"
    assert found[b"a.html"].text.strip() == b"first"
    assert found[b"deep.zip!c.txt"].text == b"third"
    assert found[b""].media_type == media_type
    (switched_off,) = read(content, archives=False)
    assert switched_off.status == SKIPPED
    assert "switched off" in switched_off.reason


def test_two_members_of_one_name_stay_two():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        archive.writestr("a", "one")
        archive.writestr("a", "two")
    found = {one.member: one.text for one in read(content.getvalue())}
    assert set(found) == {b"a", b"a#2", b""}


CSV = b'id,text,n\nx,"first, quoted\nline",1\ny,second,2\nx,,3\n'
LINES = b'{"id": "x", "text": "first"}\n{"id": 7, "text": ["a", "b"]}\nbroken\n{"text": null}\n'


def rows(content, name, **options):
    return {one.member: (one.text.decode(), one.reason) for one in read(content, name, **options)}


def test_rows_of_a_table_are_documents():
    assert rows(CSV, "t.csv", text_column="text", id_column="id") == {
        b"x": ("first, quoted\nline", ""),
        b"y": ("second", ""),
        b"x#3": ("", "this row holds nothing"),
        b"": ("", "rows with the id of a row above, told apart by their number: 1"),
    }
    assert set(rows(CSV, "t.csv", text_column="text")) == {b"1", b"2", b"3", b""}
    assert rows(CSV, "t.csv", text_column="2")[b"1"] == ("text", "")
    assert rows(CSV.replace(b",", b"\t"), "t.tsv", text_column="text")[b"2"] == ("second", "")
    assert rows(CSV.replace(b",", b";"), "t.csv", text_column="text")[b"2"] == ("second", "")


def test_lines_of_json_are_documents():
    got = rows(LINES, "t.jsonl", text_column="text", id_column="id")
    assert got[b"x"] == ("first", "")
    assert got[b"7"] == ('["a", "b"]', "")
    assert got[b"#3"] == ("", "damaged: this row is not JSON")
    assert got[b"#4"] == ("", "this row holds nothing")


def test_no_two_rows_of_a_table_have_one_name():
    lines = b'{"id": 2, "text": "a"}\nno json\n{"text": "b"}\n{"id": 3, "text": "c"}\n{"id": "2#2", "text": "d"}\n'
    found = [one.member for one in read(lines, "t.jsonl", text_column="text", id_column="id")]
    assert found == [b"2", b"#2", b"#3", b"3", b"2#2", b""]


def test_a_digit_that_is_no_decimal_is_no_column():
    (found,) = read(CSV, "t.csv", text_column="\u00b2")
    assert found.reason.startswith("it has no column")


def test_a_missing_column_is_named_with_those_there_are():
    (found,) = read(CSV, "t.csv", text_column="body")
    assert found.status == SKIPPED
    assert found.reason == "it has no column 'body'; its first row is id, text, n"
    (found,) = read(CSV, "t.csv", text_column="body", id_column="id")
    assert found.reason == "it has no column 'body'; its columns are id, text, n"


def test_rows_can_be_baskets_of_items():
    baskets = b"milk,bread,,eggs\nbeer\n"
    assert rows(baskets, "b.csv", items=True)[b"1"] == ("milk\0bread\0eggs\0", "")
    named = b"who,what\nann,milk; bread\nbob,beer\n"
    got = rows(named, "b.csv", items=True, text_column="what", id_column="who")
    assert (got[b"ann"], got[b"bob"]) == (("milk\0bread\0", ""), ("beer\0", ""))
    lines = b'["a b", "c"]\n{"k": ["d"]}\n'
    assert rows(lines, "b.jsonl", items=True)[b"1"] == ("a b\0c\0", "")


def test_tables_are_texts_unless_rows_are_wanted():
    assert text_of(CSV, "t.csv") == CSV.decode()


def test_preview_shows_columns_and_first_rows():
    (found,) = read(CSV, "t.csv", preview_rows=1)
    preview = table_preview(found)
    assert preview == TablePreview(("id", "text", "n"), (("x", "first, quoted\nline", "1"),))
    (found,) = read(LINES, "t.jsonl", preview_rows=2)
    preview = table_preview(found)
    assert preview == TablePreview(("id", "text"), (("x", "first"), ("7", ["a", "b"])), certain=True)


def test_the_first_row_names_the_columns_if_it_is_said_to():
    assert rows(CSV, "t.csv", text_column="2", table_header=True)[b"1"] == ("first, quoted\nline", "")
    got = rows(CSV, "t.csv", text_column="text", table_header=False)
    assert got[b""] == ("", "it has no column 'text'; its first row names none")
    baskets = rows(CSV, "t.csv", items=True, table_header=True)
    assert (len(baskets), baskets[b"2"][0]) == (4, "y\0second\x002\0")


def test_parquet_rows_are_documents():
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    out = io.BytesIO()
    parquet.write_table(pyarrow.table({"id": [1, 2], "text": ["one", None]}), out)
    got = rows(out.getvalue(), "t", text_column="text", id_column="id")
    assert got == {b"1": ("one", ""), b"2": ("", "this row holds nothing"), b"": ("", "")}
    assert read(out.getvalue())[0].reason == "a table: name the column that holds the text"


def test_a_long_text_is_cut_and_a_large_document_is_refused():
    (found,) = read("ü".encode("latin-1") * 100, max_bytes=30)
    assert found.truncated
    assert found.reason == "only the first 30 bytes were read"
    (found,) = read(made.docx("x"), max_bytes=30)
    assert (found.status, found.reason) == (SKIPPED, "larger than the limit of 30 bytes")


@pytest.mark.parametrize("claimed", [4096, 10**12])
def test_a_file_that_holds_less_than_its_size_says_is_read_whole(claimed):
    # as files of /sys do, and those that were emptied after they were opened
    job = Job(name=b"value.txt", size=claimed, max_bytes=1000)
    (found,) = extract(io.BytesIO(b"17 degrees\n"), job)
    assert (found.text, found.status, found.truncated, found.reason) == (b"17 degrees\n", READ, False, "")
    assert not found.untouched, "at its place in the file another reading would look for as much as was listed"


def test_a_file_that_grows_beyond_the_limit_while_it_is_read_is_cut_and_says_so():
    (found,) = extract(io.BytesIO(b"word " * 300), Job(name=b"log.txt", size=500, max_bytes=1000))
    assert found.truncated
    assert len(found.text) == 1000
