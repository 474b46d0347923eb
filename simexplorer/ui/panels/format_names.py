"""Formats as people call them, by media type."""

from __future__ import annotations

_NAMES = {
    "text/plain": "text",
    "text/markdown": "Markdown",
    "text/x-rst": "reStructuredText",
    "text/x-tex": "LaTeX",
    "text/asciidoc": "AsciiDoc",
    "text/x-org": "Org",
    "text/troff": "man pages",
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
    "text/x-diff": "diff",
    "text/vtt": "subtitles",
    "text/tab-separated-values": "TSV",
    "application/xhtml+xml": "XHTML",
    "application/jsonl": "JSON lines",
    "application/vnd.apache.parquet": "Parquet",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
    "application/msword": "old Word",
    "application/vnd.ms-excel": "old Excel",
    "application/vnd.ms-powerpoint": "old PowerPoint",
    "application/vnd.ms-outlook": "Outlook messages",
    "application/vnd.oasis.opendocument.text": "OpenDocument",
    "application/vnd.oasis.opendocument.spreadsheet": "OpenDocument sheets",
    "application/vnd.oasis.opendocument.presentation": "OpenDocument slides",
    "application/vnd.oasis.opendocument.graphics": "drawings",
    "application/epub+zip": "EPUB",
    "application/mbox": "mailboxes",
    "message/rfc822": "mail",
    "application/zip": "zip archives",
    "application/x-tar": "tar archives",
    "application/gzip": "packed files",
    "application/x-bzip2": "packed files",
    "application/x-xz": "packed files",
    "application/zstd": "packed files",
    "application/octet-stream": "binary",
    "": "unknown",
}


_MANY = ("man pages", "Outlook messages", "drawings", "packed files", "zip archives", "tar archives")
_OF_ONE = {"mailboxes": "mailbox"} | {name: name.removesuffix("s") for name in _MANY}


def format_name(media_type: str, count: int = 2) -> str:
    """A word or two, of one file in the singular; short kinds without a name of their own in capitals, as HTML."""
    kind = media_type.rpartition("/")[2].removeprefix("x-")
    name = _NAMES.get(media_type) or (kind.upper() if len(kind) <= 4 else kind.capitalize())
    return _OF_ONE.get(name, name) if count == 1 else name
