"""Small files of every format, made from nothing but the standard library."""

from __future__ import annotations

import io
import tarfile
import zipfile
from email.message import EmailMessage
from html import escape

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_S = f'xmlns="{SHEETS}"'
_ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
)
_MAIN = {
    "word/document.xml": "wordprocessingml.document",
    "ppt/presentation.xml": "presentationml.presentation",
    "xl/workbook.xml": "spreadsheetml.sheet",
}


def zipped(files, compression=zipfile.ZIP_DEFLATED):
    """A zip file of {name: bytes or text}, every date the same."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, compression)
    return out.getvalue()


def tarred(files, mode="w"):
    """A tar file of {name: bytes}."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def package(parts, kinds=()):
    """An Office package: its parts and the content types that its reader looks for."""
    kinds = [
        *kinds,
        *(
            (name, f"application/vnd.openxmlformats-officedocument.{kind}.main+xml")
            for name, kind in _MAIN.items()
            if name in parts
        ),
    ]
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in kinds)
    return zipped({"[Content_Types].xml": f"<Types>{overrides}</Types>", **parts})


def word_part(body, tag="document"):
    """A WordprocessingML part around this body."""
    return f"<?xml version='1.0' encoding='UTF-8'?><w:{tag} {_W}><w:body>{body}</w:body></w:{tag}>"


def docx(*paragraphs):
    """A Word file of plain paragraphs."""
    runs = (f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p>" for text in paragraphs)
    return package({"word/document.xml": word_part("".join(runs))})


def pptx(*slides):
    """Slides of one paragraph each."""
    parts = {
        f"ppt/slides/slide{number}.xml": f"<x {_A}><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></x>"
        for number, text in enumerate(slides, 1)
    }
    return package({"ppt/presentation.xml": "<x/>", **parts})


def xlsx(*rows):
    """One sheet: the first cell of each row is a shared string, the others stand in the row."""
    shared = "".join(f"<si><t>{escape(row[0])}</t></si>" for row in rows)
    lines = "".join(
        f'<row><c t="s"><v>{number}</v></c>'
        + "".join(f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>' for cell in row[1:])
        + "</row>"
        for number, row in enumerate(rows)
    )
    return package({
        "xl/workbook.xml": "<x/>",
        "xl/sharedStrings.xml": f"<sst {_S}>{shared}</sst>",
        "xl/worksheets/sheet1.xml": f"<worksheet {_S}><sheetData>{lines}</sheetData></worksheet>",
    })  # fmt: skip


def odf_content(body, root="document-content", mimetype="", kind="text", styles=""):
    """OpenDocument XML around this body."""
    extra = f' office:mimetype="{mimetype}"' if mimetype else ""
    before = f"<office:automatic-styles>{styles}</office:automatic-styles>" if styles else ""
    inside = f"{before}<office:body><office:{kind}>{body}</office:{kind}></office:body>"
    return f"<?xml version='1.0' encoding='UTF-8'?><office:{root} {_ODF}{extra}>{inside}</office:{root}>"


def odf(body, kind="text", styles=""):
    """An OpenDocument file with this body and styles of its own."""
    return zipped({
        "mimetype": f"application/vnd.oasis.opendocument.{'graphics' if kind == 'drawing' else kind}",
        "content.xml": odf_content(body, kind=kind, styles=styles),
    })  # fmt: skip


def odt(*paragraphs):
    """An OpenDocument text of plain paragraphs."""
    return odf("".join(f"<text:p>{escape(text)}</text:p>" for text in paragraphs))


def epub(*pages, nav=None):
    """A book of XHTML pages."""
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    }
    named = {f"p{number}.xhtml": page for number, page in enumerate(pages, 1)}
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in named)
    spine = "".join(f'<itemref idref="{name}"/>' for name in named)
    if nav is not None:
        named["nav.xhtml"] = nav
        items += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        spine = '<itemref idref="nav"/>' + spine
    files["OPS/book.opf"] = (
        f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{spine}</spine></package>'
    )
    return zipped({**files, **{f"OPS/{name}": page for name, page in named.items()}})


def rtf(*paragraphs):
    """Rich text of plain paragraphs; characters beyond ASCII as \\u escapes."""
    body = "\\par ".join("".join(c if " " <= c <= "~" else f"\\u{ord(c)}?" for c in text) for text in paragraphs)
    return ("{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Serif;}}\\f0 " + body + "\\par}").encode("ascii")


PICTURE = "q 595 0 0 842 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q "
STAMP = "q 60 0 0 60 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q "


def pdf(*pages, extra=""):
    """A PDF of pages, each a list of lines in Helvetica or what draws it; ``extra`` goes into the trailer."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for page in pages:
        lines = [] if isinstance(page, str) else page
        shown = " T* ".join("({}) Tj".format(line.translate({40: "\\(", 41: "\\)", 92: "\\\\"})) for line in lines)
        stream = f"BT /F1 10 Tf 50 780 Td 14 TL {shown} ET" if lines else "".join(page)
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects) + 2} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    return pdf_of(objects, extra)


def pdf_of(objects, extra=""):
    """A PDF of these objects, numbered from 1, the catalogue; ``extra`` goes into the trailer."""
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R {extra} >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)


def mail(subject, text, *, html=None, attachments=()):
    """One message; attachments are (name, bytes)."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", subject
    message["Date"], message["Message-ID"] = "Sat, 21 Nov 2026 08:00:00 +0000", "<1@example.org>"
    message.set_content(text)
    if html is not None:
        message.add_alternative(html, subtype="html")
    for name, content in attachments:
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def mailbox(*messages):
    """A mailbox of messages as bytes."""
    parts = (
        b"From a@example.org Sat Nov 21 08:00:00 2026\n" + one.replace(b"\nFrom ", b"\n>From ") for one in messages
    )
    return b"\n".join(part + (b"" if part.endswith(b"\n") else b"\n") for part in parts)
