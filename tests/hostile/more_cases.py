"""Mail in charsets of all kinds, and formats whose readers are given what no writer writes."""

from __future__ import annotations

import base64

from tests.documents import made_files as made
from tests.hostile.case import JAPANESE, PLAIN, RUSSIAN, TEXT, Case


def charsets(head):
    """Mail in one charset, in many, in none, and in one that it is not."""
    parts = {
        b"koi8-r": RUSSIAN.encode("koi8-r"),
        b"iso-2022-jp": JAPANESE.encode("iso2022_jp"),
        b"iso-8859-1": TEXT.encode("cp1252"),
        b"utf-16\nContent-Transfer-Encoding: base64": base64.encodebytes(TEXT.encode("utf-16")),
        b"no-such-charset": PLAIN.encode(),
    }
    declared = b"Content-Type: text/plain; charset="
    bodies = b"".join(b"--x\n" + declared + name + b"\n\n" + body + b"\n" for name, body in parts.items())
    mixed = head + b"Content-Type: multipart/mixed; boundary=x\n\n" + bodies + b"--x--\n"
    yield Case(b"mail/mixed.eml", mixed, text=f"s {RUSSIAN} {JAPANESE} {TEXT} {TEXT} {PLAIN}")
    lie = head + declared + b"utf-8\n\n"
    yield Case(b"mail/lie.eml", lie + RUSSIAN.encode("cp1251"), text="s " + RUSSIAN)
    yield Case(
        b"mail/raw-header.eml", b"From: a@b\nTo: c@d\nDate: x\nSubject: " + RUSSIAN[:90].encode("koi8-r") + b"\n\nx"
    )
    subjects = (f"=?{name}?b?{base64.b64encode(TEXT[:9].encode(name)).decode()}?=" for name in ("latin-1", "utf-8"))
    words = "From: a@b\nTo: c@d\nDate: x\nSubject: " + " ".join(subjects) + " =?x?y?z?=\n\nbody"
    yield Case(b"mail/words.eml", words.encode())
    for codec in ("undefined", "idna", "rot13", "zlib", "unicode_escape", "\0", "../../etc/passwd", "x" * 5000):
        name = f"mail/codec-{codec.replace('/', '-')[:12]}.eml".replace("\0", "nul")
        yield Case(name.encode(), head + declared + codec.encode() + b"\n\n" + PLAIN.encode(), text="s " + PLAIN)
    messages = (head.replace(b" s\n", b" %d\n" % i) + declared + name + b"\n\n" + body.replace(b"\nFrom ", b"\n>From ")
                for i, (name, body) in enumerate(list(parts.items())[:3]))  # fmt: skip
    yield Case(b"mail/charsets.mbox", made.mailbox(*messages))


def more_formats():
    """Formats whose readers are given what no writer writes."""
    yield Case(b"more/cut.parquet", b"PAR1" + PLAIN.encode(), "skipped", reason="name the column")
    yield Case(b"more/numbers.rtf", b"{\\rtf1\\uc99999999 a\\u99999999999 b\\bin-5 c\\f-1 d\\ansicpg0 e\\'zz f}")
    yield Case(b"more/stars.rtf", b"{\\rtf1 " + b"{\\*" * 30_000 + b" x", "any")
    yield Case(b"more/bin.rtf", b"{\\rtf1 seen\\bin2000000000 " + b"}" * 1000, text="seen")
    sheet = f'<worksheet xmlns="{made.SHEETS}"><sheetData>' + "<row>" * 2000 + "</sheetData></worksheet>"
    parts = {"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": sheet}
    yield Case(b"more/rows.xlsx", made.package(parts), "skipped", reason="deep")
    yield Case(b"more/slides.pptx", made.package({"ppt/presentation.xml": "<x/>"}), "empty", reason="no text")
    bomb = made.package({"ppt/presentation.xml": "<x/>", "ppt/slides/slide1.xml": b" " * 30_000_000})
    yield Case(b"more/bomb.pptx", bomb, "skipped", reason="bomb")
    yield Case(b"more/bomb.odt", made.odf(" " * 30_000_000), "skipped", reason="bomb")
    yield Case(b"more/sheet.ods", made.odf("<table:table/>" * 9000, kind="spreadsheet"), "empty", reason="no text")
    yield Case(b"more/flat.fods", b'<office:document office:mimetype="x" ' * 500, "any")
    yield Case(b"more/cut.epub", made.epub("<p>x</p>")[:200], "skipped", reason="damaged")
    loop = made.epub("<p>one</p>").replace(b"p1.xhtml", b"p2.xhtml")
    yield Case(b"more/loop.epub", loop, "any")
    for name, before in ((b"note.txt", b""), (b"page.html", b"<html><p>"), (b"mail.eml", b"Subject: s\n\n")):
        padded = before + PLAIN.encode() + bytes(9000)
        yield Case(b"more/padded-" + name, padded, text="s " * name.endswith(b".eml") + PLAIN, reason="zero bytes")
    yield Case(b"more/wide.csv", b"," * 300_000)
    yield Case(b"more/quotes.csv", b'"' * 99_999 + b"x")
    yield Case(b"more/objects.jsonl", b'{"a":' * 20_000)
    yield Case(b"more/cells.html", b"<html><table>" + b"<tr><td>c" * 20_000)
