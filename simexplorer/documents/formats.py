"""The registry of formats: what a file's name says, and the first bytes of a text."""

from __future__ import annotations

import re

from msgspec import Struct

PLAIN = "text/plain"
HTML = "text/html"
XHTML = "application/xhtml+xml"
MARKDOWN = "text/markdown"
TROFF = "text/troff"
PDF = "application/pdf"
RTF = "application/rtf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DOC, XLS, PPT = "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"
MSG = "application/vnd.ms-outlook"
COMPOUND = "application/x-ole-storage"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
ODT = "application/vnd.oasis.opendocument.text"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ODP = "application/vnd.oasis.opendocument.presentation"
ODG = "application/vnd.oasis.opendocument.graphics"
OPEN_DOCUMENTS = frozenset({ODT, ODS, ODP, ODG})
EPUB = "application/epub+zip"
MAIL = "message/rfc822"
MAILBOX = "application/mbox"
ZIP = "application/zip"
TAR = "application/x-tar"
GZIP, BZIP2, XZ = "application/gzip", "application/x-bzip2", "application/x-xz"
ZSTANDARD = "application/zstd"
CSV, TSV, JSON_LINES, PARQUET = (
    "text/csv",
    "text/tab-separated-values",
    "application/jsonl",
    "application/vnd.apache.parquet",
)
JSON = "application/json"
NOTEBOOK = "application/x-ipynb+json"
FICTION_BOOK, DOCBOOK = "application/x-fictionbook+xml", "application/docbook+xml"
DIFF = "text/x-diff"
BINARY = "application/octet-stream"
MOCK = "application/x-simexplorer-mock"
HEAD = 1 << 13  # bytes that tell what a file is


class Format(Struct, frozen=True):
    """One format: its media type, the endings of its names, whether its files are read as the plain text they are."""

    media_type: str
    suffixes: str
    plain: bool = True


# The order is part of every saved row's format number within a run; PLAIN stays first.
FORMATS = (
    Format(PLAIN, "txt text log me 1st asc nfo"),
    Format(MARKDOWN, "md markdown mdown mkd mdx rmd qmd"),
    Format("text/x-rst", "rst rest"),
    Format("text/x-tex", "tex latex ltx sty cls bib dtx"),
    Format("text/asciidoc", "adoc asciidoc"),
    Format("text/x-org", "org"),
    Format(TROFF, "roff man ms mm 1 2 3 4 5 6 7 8"),
    Format("text/css", "css scss less"),
    Format("application/xml", "xml xsl xslt xsd svg rng rdf"),
    Format(JSON, "json geojson"),
    Format("application/yaml", "yaml yml"),
    Format("application/toml", "toml"),
    Format("text/x-ini", "ini cfg conf"),
    Format("text/x-python", "py pyi pyx"),
    Format("text/javascript", "js mjs cjs jsx"),
    Format("text/x-typescript", "ts tsx"),
    Format("text/x-c", "c h"),
    Format("text/x-c++", "cc cpp cxx hpp hh hxx"),
    Format("text/x-java", "java"),
    Format("text/x-csharp", "cs"),
    Format("text/x-go", "go"),
    Format("text/x-rust", "rs"),
    Format("text/x-ruby", "rb"),
    Format("text/x-perl", "pl pm"),
    Format("text/x-php", "php"),
    Format("text/x-shellscript", "sh bash zsh ksh fish"),
    Format("text/x-sql", "sql"),
    Format("text/x-r", "r"),
    Format("text/x-haskell", "hs lhs"),
    Format("text/x-scala", "scala"),
    Format("text/x-kotlin", "kt kts"),
    Format("text/x-swift", "swift"),
    Format("text/x-lua", "lua"),
    Format("text/x-lisp", "lisp el scm clj"),
    Format("text/x-fortran", "f f90 f95"),
    Format(DIFF, "diff patch"),
    Format("text/x-gettext", "po pot"),
    Format("text/vtt", "vtt srt"),
    Format(CSV, "csv"),
    Format(TSV, "tsv tab"),
    Format(JSON_LINES, "jsonl ndjson"),
    Format(HTML, "html htm shtml", plain=False),
    Format(XHTML, "xhtml xht", plain=False),
    Format(PDF, "pdf", plain=False),
    Format(RTF, "rtf", plain=False),
    Format(DOCX, "docx docm dotx dotm", plain=False),
    Format(XLSX, "xlsx xlsm", plain=False),
    Format(PPTX, "pptx pptm ppsx", plain=False),
    Format(DOC, "doc", plain=False),
    Format(XLS, "xls", plain=False),
    Format(PPT, "ppt pps", plain=False),
    Format(MSG, "", plain=False),
    Format(ODT, "odt ott fodt", plain=False),
    Format(ODS, "ods fods", plain=False),
    Format(ODP, "odp fodp", plain=False),
    Format(ODG, "odg fodg", plain=False),
    Format(EPUB, "epub", plain=False),
    Format(MAIL, "eml emlx mht mhtml", plain=False),
    Format(MAILBOX, "mbox", plain=False),
    Format(ZIP, "zip", plain=False),
    Format(TAR, "tar tgz tbz tbz2 txz tzst", plain=False),
    Format(GZIP, "gz", plain=False),
    Format(BZIP2, "bz2", plain=False),
    Format(XZ, "xz", plain=False),
    Format(PARQUET, "parquet", plain=False),
    Format(BINARY, "", plain=False),
    Format(MOCK, "mock", plain=False),
    Format(ZSTANDARD, "zst zstd", plain=False),
    Format(NOTEBOOK, "ipynb", plain=False),
    Format(FICTION_BOOK, "fb2", plain=False),
    Format(DOCBOOK, "docbook dbk", plain=False),
)
MEDIA_TYPES = tuple(format_.media_type for format_ in FORMATS)
NUMBER_OF = {media_type: number for number, media_type in enumerate(MEDIA_TYPES)}
SUFFIXES = {suffix.encode(): number for number, format_ in enumerate(FORMATS) for suffix in format_.suffixes.split()}
CONTAINERS = frozenset({MAILBOX, ZIP, TAR})
LINE_TABLES = frozenset({CSV, TSV, JSON_LINES})
SHEETS = frozenset({XLSX, XLS, ODS})
PACKED = frozenset({GZIP, BZIP2, XZ, ZSTANDARD})
TABLES = LINE_TABLES | {PARQUET} | SHEETS
HOLD_ROWS = TABLES | {JSON}  # JSON where it is opened: else it is a text


def named_type(name: bytes) -> str:
    """The media type that a name's ending promises; PLAIN where it promises nothing."""
    base = name.rsplit(b"/", 1)[-1]
    stem, dot, suffix = base.rpartition(b".")
    return MEDIA_TYPES[SUFFIXES.get(suffix.lower(), 0)] if dot and stem else PLAIN


def name_within(name: bytes) -> bytes:
    """What the document in a packed file of this name is called."""
    stem = name.rpartition(b".")[0]
    return stem + b".tar" if stem and named_type(name) == TAR else stem or name


def promises_table(name: bytes) -> bool:
    """Whether a name's ending promises a table, packed or not."""
    named = named_type(name)
    return named_type(name_within(name)) in LINE_TABLES if named in PACKED else named in TABLES


_OBJECTS_IN_ARRAY = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{")
_GOES_ON_BEHIND_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[(?:[ \t]*\{|[^\n]*,)?[ \t]*\r?\n")


def holds_rows(head: bytes, named: str) -> bool:
    """Whether a file of this named type that begins so is JSON of many objects, which may be the rows of a table.

    Where JSON Lines are promised it is, too, if the array does not end with the line: such a line holds no value.
    """
    if named == JSON_LINES and _GOES_ON_BEHIND_LINE.match(head) is None:
        return False
    return named in (JSON, JSON_LINES) and _OBJECTS_IN_ARRAY.match(head) is not None


# nothing that has matched is tried at another length: comments on end would be, in all their combinations
_HTML_START = re.compile(
    rb"\s*+(?>(?:<\?xml[^>]*>\s*)?)(?>(?:(?><!--.*?-->)\s*)*)<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])",
    re.IGNORECASE | re.DOTALL,
)
# what programs on the web give the name of a Word or Excel file, which open it
_PART_OF_PAGE = re.compile(
    rb"\s*+(?>(?:(?><!--.*?-->)\s*)*)<(?:table|meta|style|div|p|b|font|center|h[1-6])[\s>]", re.IGNORECASE | re.DOTALL
)
_OPEN_DOCUMENT = re.compile(rb"<office:document\s[^>]{0,8000}office:mimetype=\"([^\"]{1,80})\"", re.DOTALL)
# what Word, Excel and PowerPoint save as XML in one file: the program, which some leave out, and the root
_OFFICE_XML = re.compile(
    rb"\s*+(?>(?:<\?xml[^>]*>\s*)?(<\?mso-application\s[^>]*>\s*)?)"
    rb"(?>(?:(?><!--.*?-->|<\?.*?\?>)\s*)*)"
    rb"<(w:wordDocument|pkg:package|(?:\w+:)?Workbook)\s[^>]*+>",
    re.DOTALL,
)
OFFICE_XML = frozenset({DOC, DOCX, XLS})
"""What a text can be for which ``text_type`` tells one of them."""
_OFFICE_ROOTS = {b"w:wordDocument": DOC, b"pkg:package": DOCX}
_MAILBOX_START = re.compile(rb"From \S++.{0,80}\d\d:\d\d.{0,40}\r?\n(?:>?[A-Za-z][A-Za-z0-9-]*:|\s)")
MAIL_HEADERS = (
    *(b"from", b"to", b"date", b"subject", b"received"),
    *(b"message-id", b"mime-version", b"return-path", b"delivered-to"),
)
FEWEST_HEADERS = 3
"""Different ones of these that begin a mail; where the name promises one, a single header is enough."""
_HEADER = re.compile(rb"^(" + b"|".join(MAIL_HEADERS) + rb"):", re.IGNORECASE | re.MULTILINE)
_PROMISED_HEADER = re.compile(
    rb"^(" + b"|".join((*MAIL_HEADERS, b"content-[a-z-]+", b"reply-to", b"sender", b"cc", b"bcc")) + rb"):",
    re.IGNORECASE | re.MULTILINE,
)
# a page with all it needs in one file, as Word and browsers save it
_WEB_PAGE = re.compile(
    rb"^mime-version:(?:[^\n]*+\n)+?content-type:\s*+multipart/related", re.IGNORECASE | re.MULTILINE
)
_HEADER_LINE = re.compile(rb"(?:[A-Za-z][A-Za-z0-9-]*:|[ \t])")
_PAGE_START = re.compile(rb"(?:[ \t]*\r?\n)*[.'\\]")  # a request, or a comment
_APPLE_MAIL = re.compile(rb"([0-9]{1,10}) *\n(?=[A-Za-z][A-Za-z0-9-]*+:)")


def text_type(head: bytes, named: str) -> str:
    """The media type of a text that begins with these ASCII-compatible bytes and whose name promises ``named``."""
    if _HTML_START.match(head):
        return XHTML if named == XHTML else HTML
    if named in (DOC, XLS) and _PART_OF_PAGE.match(head):
        return HTML
    flat = _OPEN_DOCUMENT.search(head) if b"<office:document" in head[:4000] and head.lstrip()[:1] == b"<" else None
    if flat is not None and flat.group(1).decode("latin-1") in OPEN_DOCUMENTS:
        return flat.group(1).decode("latin-1")
    office = _OFFICE_XML.match(head)
    if office is not None and (office[1] or named in (DOC, XLS)):
        return _OFFICE_ROOTS.get(office[2], XLS)
    if named == DIFF:  # Git writes patches as mail
        return DIFF
    if _MAILBOX_START.match(head):
        return MAILBOX
    if _is_mail(head, promised=named == MAIL):
        return MAIL
    if named in (HTML, XHTML) and b"<" in head:
        return named
    if named == TROFF and not begins_as_page(head):
        return PLAIN
    return named if FORMATS[NUMBER_OF[named]].plain else PLAIN


def begins_as_page(head: bytes) -> bool:
    """Whether a text begins as the page of a manual does; a version number at the end of a name looks like one."""
    return _PAGE_START.match(head) is not None


def bare_mail(raw: bytes) -> bytes:
    """A message without a byte order mark, and without what Apple's program writes around it: its length, its flags."""
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    length = _APPLE_MAIL.match(raw)
    return raw[length.end() : length.end() + int(length[1])] if length else raw


def _is_mail(head: bytes, *, promised: bool) -> bool:
    """Whether the head begins with a header block of mail; ``promised``: the name of the file says so."""
    if b"\n" not in head:  # lines end as on a Macintosh of old
        head = head.replace(b"\r", b"\n")
    if promised:
        head = bare_mail(head)
    head = head.lstrip(b"\r\n")
    if head[:1].isspace() or not _HEADER_LINE.match(head):
        return False
    ends = [end for end in (head.find(b"\n\n"), head.find(b"\n\r\n")) if end >= 0]
    block = head[: min(ends)] if ends else head
    if not all(_HEADER_LINE.match(line) for line in block.splitlines()[:20]):
        return False
    if promised:
        return _PROMISED_HEADER.search(block) is not None
    if _WEB_PAGE.search(block):
        return True
    return len({found.group(1).lower() for found in _HEADER.finditer(block)}) >= FEWEST_HEADERS
