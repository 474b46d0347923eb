"""A folder of files that want to harm whoever reads them, beside ordinary ones in odd dress."""

from __future__ import annotations

import gzip
import io
import os
import pickle
import socket
import struct
import tarfile
import unicodedata
import zipfile
import zlib

from tests.documents import made_files as made
from tests.hostile.case import JAPANESE, PLAIN, RUSSIAN, TEXT, Case
from tests.hostile.more_cases import charsets, more_formats


def _encodings():
    for name, raw in {
        "utf-8": TEXT.encode(),
        "utf-8-mark": TEXT.encode("utf-8-sig"),
        "utf-16-mark": TEXT.encode("utf-16"),
        "utf-16-le": TEXT.encode("utf-16-le"),
        "utf-16-be": TEXT.encode("utf-16-be"),
        "utf-32-mark": TEXT.encode("utf-32"),
        "utf-32-be": TEXT.encode("utf-32-be"),
        "latin-1": TEXT.encode("latin-1"),
        "cp1252": TEXT.encode("cp1252"),
        "mac": TEXT.encode("mac-roman"),
        "nfd": unicodedata.normalize("NFD", TEXT).encode(),
        "dos-lines": TEXT.replace("; ", ";\r\n").encode(),
        "old-mac-lines": TEXT.replace("; ", ";\r").encode(),
    }.items():
        yield Case(f"encodings/{name}.txt".encode(), raw, text=None if name == "mac" else TEXT)
    for codec in ("cp1251", "koi8-r", "cp866", "iso8859-5"):
        yield Case(f"encodings/russian-{codec}.txt".encode(), RUSSIAN.encode(codec), text=RUSSIAN)
    for codec in ("shift_jis", "euc_jp", "iso2022_jp"):
        yield Case(f"encodings/japanese-{codec}.txt".encode(), JAPANESE.encode(codec), text=JAPANESE)
    yield Case(b"encodings/bad-bytes.txt", TEXT.encode() + b"\xff\xfe\xff" + TEXT.encode())
    yield Case(b"encodings/cut-character.txt", TEXT.encode() + "ü".encode()[:1])
    yield Case(b"encodings/surrogates.txt", b"lone \xed\xa0\x80 half " * 20)
    yield Case(b"encodings/only-mark.txt", b"\xef\xbb\xbf", "empty", reason="empty")
    yield Case(b"encodings/nul-inside.txt", PLAIN.encode() + b"\0" + PLAIN.encode())
    yield Case(b"encodings/colours.log", b"\x1b[31mred\x1b[0m " * 50)


def _shapes():
    yield Case(b"shapes/empty.txt", b"", "empty", reason="the file is empty")
    yield Case(b"shapes/blank.txt", b" \n\t" * 1000, "empty", reason="white space")
    yield Case(b"shapes/one-line.txt", b"word " * 400_000)
    yield Case(b"shapes/one-word.txt", b"na" * 500_000)
    yield Case(b"shapes/equal-lines.txt", b"the same line again\n" * 20_000)
    yield Case(b"shapes/blanks-then-dot.txt", b" " * 800_000 + b".")
    yield Case(b"shapes/deep.json", b"[" * 200_000 + b"]" * 200_000)
    yield Case(b"shapes/deep.html", b"<html><body>" + b"<div>" * 3000 + b"bottom", text="bottom")
    yield Case(b"shapes/attributes.html", b"<html><p " + b'a="b" ' * 50_000 + b">seen", text="seen")
    yield Case(b"shapes/unclosed.html", b"<html><title>never closed <body><p>text " * 200)
    yield Case(b"shapes/comment.html", b"<html><!-- " + b"-- " * 100_000, "any")
    yield Case(b"shapes/entities.html", b"<html><p>" + b"&lt;&#x41;&#xD800;&bogus;" * 5000)
    yield Case(b"shapes/nested-nav.html", b"<html>" + b"<nav>" * 2000 + b"x" + b"<main>kept", "any")
    yield Case(b"shapes/frames.html", b"<html><frameset><frame src=x></frameset></html>", "empty", reason="no text")
    yield Case(b"shapes/brackets.md", b"[" * 50_000)
    yield Case(b"shapes/groups.rtf", b"{\\rtf1 " + b"{" * 50_000 + b"deep" + b"}" * 50_000 + b"}", "any")
    yield Case(b"shapes/unicode.rtf", b"{\\rtf1 \\u-10179?\\u-8704? half \\u-10179? x}")


def _names():
    for number, name in enumerate((
        b"\xff\xfe\x80.txt", b"line\nbreak.txt", b"<img src=x onerror=alert(1)>.txt", b"=cmd|' 'A1.txt", b"-rf",
        b"$(touch x).txt", "\u202etxt.exe".encode(), b"Case.txt", b"case.txt", b"n" * 251 + b".txt", b" ", b"...",
        "\u00e9.txt".encode(), "e\u0301.txt".encode(), b"bang!inside.txt", b"tab\tquote\"'.txt",
        "\ufeffmark.txt".encode(),
    )):  # fmt: skip
        content = f"{PLAIN} {number}"
        yield Case(b"names/" + name, content.encode(), text=content)
    yield Case(b"d/" * 400 + b"deep.txt", PLAIN.encode(), text=PLAIN)


def _wrong_types():
    yield Case(b"wrong/text.pdf", PLAIN.encode(), text=PLAIN)
    yield Case(b"wrong/text.docx", PLAIN.encode(), text=PLAIN)
    yield Case(b"wrong/page.docx", b"<!DOCTYPE html><p>page", text="page")
    yield Case(b"wrong/document.txt", made.docx(PLAIN), text=PLAIN)
    yield Case(b"wrong/picture.txt", b"\x89PNG\r\n\x1a\n" + os.urandom(5000), "skipped", reason="PNG")
    yield Case(b"wrong/program.html", b"\x7fELF\x02\x01\x01" + bytes(5000), "skipped", reason="program")
    yield Case(b"wrong/noise.txt", bytes(i * i % 251 for i in range(9000)), "skipped", reason="not text")
    yield Case(b"wrong/old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(3000), "skipped", reason="damaged")
    yield Case(b"wrong/packed.txt", gzip.compress(PLAIN.encode()), text=PLAIN)
    yield Case(b"wrong/empty.docx", made.zipped({}), "empty", reason="holds no files")
    yield Case(b"wrong/nulls.txt", bytes(5000), "skipped", reason="not text")


def _lying_zip():
    """An entry that declares 10 bytes and holds 3 MB."""
    raw = bytearray(made.zipped({"small.txt": b"x" * 3_000_000}))
    for at in (22, raw.rindex(b"PK\x01\x02") + 24):
        raw[at : at + 4] = struct.pack("<I", 10)
    return bytes(raw)


def _overlapping_zip():
    """The second entry of the directory points at the first one's bytes."""
    raw = bytearray(made.zipped({"a": b"a" * 9999, "b": b"b" * 9999}))
    second = raw.rindex(b"PK\x01\x02")
    raw[second + 42 : second + 46] = struct.pack("<I", 0)
    return bytes(raw)


def _encrypted_zip():
    raw = bytearray(made.zipped({"a.txt": PLAIN}))
    raw[6] |= 1
    raw[raw.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(raw)


def _tar_of_links():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for kind, name in (
            (tarfile.SYMTYPE, "link"),
            (tarfile.LNKTYPE, "hard"),
            (tarfile.CHRTYPE, "dev"),
            (tarfile.FIFOTYPE, "p"),
        ):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "/etc/passwd"
            archive.addfile(entry)
        entry = tarfile.TarInfo("/abs/../../file.txt")
        entry.size = len(PLAIN)
        archive.addfile(entry, io.BytesIO(PLAIN.encode()))
    return out.getvalue()


def _archives():
    bomb = made.zipped({"zeros.txt": bytes(40_000_000)})
    yield Case(b"archives/bomb.zip", bomb)
    yield Case(b"archives/bomb.docx", made.package({"word/document.xml": b" " * 40_000_000}), "skipped", reason="bomb")
    yield Case(b"archives/bomb-in-bomb.zip", made.zipped({f"{i}.zip": bomb for i in range(5)}))
    yield Case(b"archives/bomb.gz", gzip.compress(bytes(40_000_000)), "skipped", reason="bomb")
    yield Case(b"archives/bomb.tar.gz", gzip.compress(made.tarred({"z": bytes(40_000_000)})), "any", reason="bomb")
    yield Case(b"archives/lie.zip", _lying_zip())
    yield Case(b"archives/overlap.zip", _overlapping_zip(), "skipped", reason="overlap")
    yield Case(b"archives/encrypted.zip", _encrypted_zip())
    yield Case(
        b"archives/slip.zip", made.zipped({"../../../tmp/slip.txt": PLAIN, "/etc/passwd": PLAIN, "C:\\x": PLAIN})
    )
    yield Case(b"archives/cut.zip", made.zipped({"a.txt": PLAIN * 100})[:-60], "skipped", reason="damaged")
    yield Case(b"archives/many.zip", made.zipped({f"{i}": b"" for i in range(10_050)}, zipfile.ZIP_STORED))
    nested = made.zipped({"core.txt": PLAIN})
    for _ in range(6):
        nested = made.zipped({"inner.zip": nested}, zipfile.ZIP_STORED)
    yield Case(b"archives/nested.zip", nested)
    yield Case(b"archives/links.tar", _tar_of_links())
    yield Case(
        b"archives/cut.tar",
        made.tarred({"a.txt": PLAIN.encode(), "b.txt": PLAIN.encode() * 50})[:3000],
        "any",
        reason="damaged",
    )
    yield Case(b"archives/cut.gz", gzip.compress(os.urandom(50_000))[:20_000], "skipped", reason="damaged")
    yield Case(
        b"archives/huge-header.tar", made.tarred({"a": b"x"})[:124] + b"77777777777" + bytes(377) + bytes(1024), "any"
    )
    yield Case(b"archives/self.gz", gzip.compress(gzip.compress(gzip.compress(PLAIN.encode()))), text=PLAIN)


_ENTITY = '<!DOCTYPE x [<!ENTITY e SYSTEM "file://%s">]>'
_LAUGHS = (
    "<!DOCTYPE x [<!ENTITY a0 'ha'>" + "".join(f"<!ENTITY a{i} '{f'&a{i - 1};' * 10}'>" for i in range(1, 10)) + "]>"
)


def _xml(secret):
    body = "<w:p><w:r><w:t>&e;</w:t></w:r></w:p>"
    outside = made.word_part(body).replace("?>", "?>" + _ENTITY % secret, 1)
    yield Case(b"xml/entity.docx", made.package({"word/document.xml": outside}), "skipped", reason="entities")
    laughs = made.word_part(body.replace("&e;", "&a9;")).replace("?>", "?>" + _LAUGHS, 1)
    yield Case(b"xml/laughs.docx", made.package({"word/document.xml": laughs}), "skipped", reason="entities")
    wide = made.package({"word/document.xml": laughs.replace("UTF-8", "UTF-16").encode("UTF-16")})
    yield Case(b"xml/wide.docx", wide, "skipped", reason="entities")
    flat = made.odf_content("<text:p>&a9;</text:p>", "document", "application/vnd.oasis.opendocument.text")
    yield Case(b"xml/laughs.fodt", flat.replace("?>", "?>" + _LAUGHS, 1).encode(), "skipped", reason="entities")
    yield Case(b"xml/laughs.xml", ("<?xml version='1.0'?>" + _LAUGHS + "<x>&a9;</x>").encode())
    yield Case(b"xml/laughs.html", ("<html>" + _LAUGHS + "<p>&a9;</p>").encode())
    deep = made.word_part("<w:tbl>" * 5000 + "<w:p/>" + "</w:tbl>" * 5000)
    yield Case(b"xml/deep.docx", made.package({"word/document.xml": deep}), "skipped", reason="deep")
    yield Case(
        b"xml/broken.docx", made.package({"word/document.xml": "<w:p><w:t>never closed"}), "skipped", reason="damaged"
    )
    yield Case(b"xml/missing.docx", made.package({"word/styles.xml": "<x/>", "word/document.xml": ""}), "skipped")
    yield Case(b"xml/blanks.odt", made.odf('<text:p><text:s text:c="999999999"/>x</text:p>' * 50), bound=60_000)
    opf = (
        '<package><manifest><item id="a" href="../../../../%s" media-type="text/html"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    container = '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>'
    slip = made.zipped({"META-INF/container.xml": container, "book.opf": opf % secret})
    yield Case(b"xml/outside.epub", slip, "skipped", reason="missing")
    lost = made.zipped({"META-INF/container.xml": "<container/>"})
    yield Case(b"xml/lost.epub", lost, "skipped", reason="damaged")
    row = '<row><c t="s"><v>99999999999</v></c></row>'
    sheet = f'<worksheet xmlns="{made.SHEETS}"><sheetData>{row}</sheetData></worksheet>'
    cells = made.package({"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": sheet})
    yield Case(b"xml/no-such-string.xlsx", cells, "empty", reason="no text")


def _pdf():
    good = made.pdf([PLAIN[:60]])
    yield Case(b"pdf/good.pdf", good, text=PLAIN[:60])
    yield Case(b"pdf/cut.pdf", good[: len(good) // 2], "any")
    yield Case(b"pdf/header-only.pdf", b"%PDF-1.7\n", "skipped", reason="damaged")
    yield Case(
        b"pdf/encrypted.pdf",
        made.pdf(
            [PLAIN[:60]],
            extra="/Encrypt << /Filter /Standard /V 1 /R 2 /O <"
            + "00" * 32
            + "> /U <"
            + "11" * 32
            + "> /P -4 >> /ID [<00> <00>]",
        ),
        "skipped",
        reason="password",
    )
    yield Case(b"pdf/cycle.pdf", good.replace(b"/Kids [4 0 R]", b"/Kids [2 0 R]"), "any")
    yield Case(b"pdf/count-lie.pdf", good.replace(b"/Count 1 ", b"/Count 99999999 "), "any")
    yield Case(b"pdf/pictures.pdf", made.pdf([], [], [], []), "empty", reason="pictures")
    yield Case(b"pdf/junk-before.pdf", b"junk\n" + good, "any")
    yield Case(
        b"pdf/script.pdf",
        good.replace(b"/Type /Catalog", b"/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>"),
        "any",
    )
    packed = zlib.compress(b"BT " + b" " * 60_000_000)
    bomb = made.pdf(["@"]).replace(b"stream\nBT /F1 10 Tf 50 780 Td 14 TL (@) Tj ET", b"stream\n" + packed)
    yield Case(
        b"pdf/bomb.pdf", bomb.replace(b"<< /Length 41", b"<< /Filter /FlateDecode /Length %d" % len(packed)), "any"
    )
    yield Case(b"pdf/loop.pdf", good.replace(b"startxref", b"startxref\n9\n") * 2, "any")


def _code():
    yield Case(b"code/object.pickle", pickle.dumps(print), "any")
    yield Case(
        b"code/tag.yaml",
        b"!!python/object/apply:os.system ['touch canary']\n",
        text="!!python/object/apply:os.system ['touch canary']",
    )
    yield Case(b"code/script.sh", b"#!/bin/sh\ntouch canary\n", text="#!/bin/sh touch canary")
    yield Case(b"code/x.desktop", b"[Desktop Entry]\nExec=touch canary\n", text="[Desktop Entry] Exec=touch canary")
    yield Case(b"code/lxml.py", b"open('canary', 'w')\n", text="open('canary', 'w')")


def _mail():
    head = b"From: a@b\nTo: c@d\nSubject: s\nDate: today\n"
    yield Case(b"mail/no-end.eml", head + b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\nbody without an end")
    part = b"body"
    for depth in range(200):
        part = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n%s\n--b%d--\n" % (depth, depth, part, depth)
    yield Case(b"mail/deep.eml", head + part, "any")
    yield Case(
        b"mail/parts.eml",
        head + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\npart\n" * 5000 + b"--x--\n",
    )
    yield Case(b"mail/base64.eml", head + b"Content-Transfer-Encoding: base64\n\n!!!! not base64 " + b"=" * 1000, "any")
    yield Case(b"mail/header.eml", head + b"X-Long: " + b"=?utf-8?q?a?= " * 20_000 + b"\n\nbody")
    yield Case(b"mail/subject.eml", b"Subject: =?utf-8?b?" + b"/" * 50_000 + b"?=\n" + head + b"\nbody")
    yield Case(b"mail/many.mbox", made.mailbox(*[b"From: a@b\nSubject: %d\n\nbody\n" % i for i in range(2000)]))
    yield from charsets(head)
    bad = made.mail("s", "body", attachments=[("../../etc/x.zip", made.zipped({"deep.txt": PLAIN})), ("", b"no name")])
    yield Case(b"mail/attached.eml", bad)


def cases(secret):
    """All files of the folder; ``secret`` is a path outside it that some of them try to read."""
    for group in (
        _encodings(),
        _shapes(),
        _names(),
        _wrong_types(),
        _archives(),
        _xml(secret),
        _pdf(),
        _code(),
        _mail(),
        more_formats(),
    ):
        yield from group


ENTRIES = {
    b"fs/link": ("skipped", "symbolic link"),
    b"fs/broken": ("skipped", "symbolic link"),
    b"fs/loop": ("skipped", "symbolic link"),
    b"fs/zero": ("skipped", "symbolic link"),
    b"fs/chain49": ("skipped", "symbolic link"),
    b"fs/pipe": ("skipped", "pipe"),
    b"fs/socket": ("skipped", "socket"),
    b"fs/sparse.txt": ("read", "only the first"),
    b"fs/old.txt": ("read", ""),
    b"fs/future.txt": ("read", ""),
}


def build(folder, secret):
    """Write everything below ``folder``; {path: Case} of the files that are more than an entry."""
    root = os.fsencode(folder)
    made_cases = {}
    for case in cases(secret):
        path = os.path.join(root, case.path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(case.content)
        made_cases[case.path] = case
    _build_entries(os.path.join(root, b"fs"))
    return made_cases


def _build_entries(folder):
    os.makedirs(folder)
    for name, target in (
        (b"link", b"old.txt"),
        (b"broken", b"nowhere"),
        (b"loop", b".."),
        (b"zero", b"/dev/zero"),
        (b"chain0", b"old.txt"),
    ):
        os.symlink(target, os.path.join(folder, name))
    for i in range(1, 50):
        os.symlink(b"chain%d" % (i - 1), os.path.join(folder, b"chain%d" % i))
    os.mkfifo(os.path.join(folder, b"pipe"))
    here = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    os.fchdir(here)
    os.close(here)
    with open(os.path.join(folder, b"sparse.txt"), "wb") as file:
        file.write(PLAIN.encode())
        file.truncate(5 * 2**30)
    for name, time in ((b"old.txt", -(10**9) * 10**9), (b"future.txt", 9 * 10**9 * 10**9)):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(PLAIN.encode() + name)
        os.utime(path, ns=(time, time))
