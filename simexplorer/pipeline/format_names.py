"""Formats as people call them, by media type."""

from __future__ import annotations

from simexplorer.documents import formats

_NAMES = {
    formats.PLAIN: "text",
    formats.MARKDOWN: "Markdown",
    "text/x-rst": "reStructuredText",
    "text/x-tex": "LaTeX",
    "text/asciidoc": "AsciiDoc",
    "text/x-org": "Org",
    formats.TROFF: "man pages",
    "text/javascript": "JavaScript",
    "text/x-typescript": "TypeScript",
    "text/x-python": "Python",
    "text/x-shellscript": "shell",
    "text/x-csharp": "C#",
    "text/x-java": "Java",
    "text/x-go": "Go",
    "text/x-rust": "Rust",
    "text/x-ruby": "Ruby",
    "text/x-perl": "Perl",
    "text/x-lua": "Lua",
    "text/x-lisp": "Lisp",
    formats.DIFF: "diff",
    "text/vtt": "subtitles",
    formats.TSV: "TSV",
    formats.XHTML: "XHTML",
    formats.JSON_LINES: "JSON lines",
    formats.NOTEBOOK: "notebooks",
    formats.FICTION_BOOK: "FictionBook",
    formats.DOCBOOK: "DocBook",
    formats.PARQUET: "Parquet",
    formats.DOCX: "Word",
    formats.XLSX: "Excel",
    formats.PPTX: "PowerPoint",
    formats.DOC: "old Word",
    formats.XLS: "old Excel",
    formats.PPT: "old PowerPoint",
    formats.MSG: "Outlook messages",
    formats.ODT: "OpenDocument",
    formats.ODS: "OpenDocument sheets",
    formats.ODP: "OpenDocument slides",
    formats.ODG: "drawings",
    formats.EPUB: "EPUB",
    formats.MAILBOX: "mailboxes",
    formats.MAIL: "mail",
    formats.ZIP: "zip archives",
    formats.TAR: "tar archives",
    **dict.fromkeys(formats.PACKED, "packed files"),
    formats.BINARY: "binary",
    "": "unknown",
}


_MANY = ("man pages", "notebooks", "Outlook messages", "drawings", "packed files", "zip archives", "tar archives")
_OF_ONE = {"mailboxes": "mailbox"} | {name: name.removesuffix("s") for name in _MANY}


def format_name(media_type: str, count: int = 2) -> str:
    """A word or two, of one file in the singular; short kinds without a name of their own in capitals, as HTML."""
    kind = media_type.rpartition("/")[2].removeprefix("x-")
    name = _NAMES.get(media_type) or (kind.upper() if len(kind) <= 4 else kind.capitalize())
    return _OF_ONE.get(name, name) if count == 1 else name
