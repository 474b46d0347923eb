"""Raw bytes to UTF-8: what encoding they are in, and whether that is known or guessed."""

from __future__ import annotations

import codecs
import re

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.documents.wide_text import wide_encoding
from simexplorer.errors import InputError

_SAMPLE = 1 << 16
_ERROR = "\ufffd".encode()
_TELLING, _LITTLE, _LONG_LINE = 1 << 14, 1 << 10, 1 << 12
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_PADDING, _BEYOND_A_HEAD = bytes(4), 64
PADDED = "it ends in zero bytes, as after a crash: its end may be lost"
_SURE = 1 << 10  # bytes by which a binary file has shown itself
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ANY_MARK = tuple(mark for mark, _ in _MARKS)
_ISO_2022 = ((b"\x1b$)C", "iso2022_kr"), (b"\x1b$", "iso2022_jp_2"), (b"\x1b(J", "iso2022_jp_2"))
_META_CHARSET = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
# PEP 263 and, in any comment, the file variables of Emacs; Vim's "fileencoding=" is the former, too
_SOURCE_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]{2,40})")
_EMACS_CODING = re.compile(rb"-\*-(?:.*?[ \t;])?coding:[ \t]*([-\w.]{2,40}).*?-\*-")
_COMMENT = re.compile(rb"[ \t\f]*(?:#|$)")
_LINE_ENDS = re.compile(r"-(?:unix|dos|mac)$")
_HEAD = 1 << 10  # bytes in which the first two lines of a source stand
_ASCII = bytes(range(128))
# by these many bytes beyond ASCII that are UTF-8 a text is no other by chance: of most letters and signs of one byte,
# and of others, in which two or three Chinese characters may look so
_LETTERS, _FEWEST_OF_LETTERS, _FEWEST = ("cp125", "iso8859"), 2, 16
# control characters that text does not use; BEL, BS, tab, line ends, page feed, SO, SI, SUB, ESC and RS it may
_ODD = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 14, 15, 26, 27, 30})


# codecs of Python that no text is kept in
_NO_CODECS_OF_FILES = frozenset(
    {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs", "oem"}
)
_MEANT = {
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252",
    "iso-8859-9": "cp1254", "iso-8859-11": "cp874", "windows-874": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "shift-jis": "cp932", "x-sjis": "cp932",
    "x-euc-jp": "euc_jp", "euc-kr": "cp949", "ks-c-5601-1987": "cp949", "big5": "big5hkscs", "x-mac-roman": "mac-roman",
    "iso-8859-8-i": "iso8859-8", "unicode-1-1-utf-7": "utf-7", "x-user-defined": "cp1252",
}  # fmt: skip


class Decoded(Struct, frozen=True):
    """A text in UTF-8, the encoding it came in, whether that is a guess, and in words why some of it may be missing."""

    text: bytes
    encoding: str
    guessed: bool = False
    cut: str = ""


def to_utf8(text: str) -> bytes:
    """UTF-8 of a text that may hold lone surrogates: pairs are joined, single ones become U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode("utf-8")


def whole_characters(text: str) -> str:
    """A text that may hold lone surrogates as one that can be written down."""
    return to_utf8(text).decode()


def laid_out_utf8(text: str) -> bytes:
    """UTF-8 of a text that came with its layout: hyphens that may only end a line go, one that may not is a hyphen."""
    return to_utf8(text.replace("\u00ad", "").replace("\u2011", "-"))


def known_codec(name: str) -> str | None:
    """The codec of this name if Python has one that decodes text; None otherwise."""
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        return None
    return codec.name if getattr(codec, "_is_text_encoding", True) and codec.name not in _NO_CODECS_OF_FILES else None


def require_codec(name: str | None) -> None:
    """Raise InputError for the name of an encoding that there is not; None is the one that is found out."""
    if name is not None and known_codec(name) is None:
        raise InputError(f"There is no encoding {name!r}. Names such as utf-8, cp1252 or shift_jis are known.")


def declared_codec(name: str) -> str | None:
    """The codec of a name that a text declares of itself, as its writers meant it; None where it means nothing.

    Much that calls itself ISO-8859-1, GB2312, Shift_JIS or EUC-KR is what Windows made of them, which holds more
    (WHATWG Encoding Standard, section 4.2).
    """
    plain = name.strip().lower().replace("_", "-")
    return known_codec(_MEANT.get(plain, plain))


def decode_declared(raw: bytes, name: str, *, markup: bool = False) -> Decoded | None:
    """The text in the encoding that it declares; where its bytes are nothing of the kind, what they most likely are.

    UTF-8 is UTF-8 whatever it says of itself: programs that declare another are many.
    """
    codec = declared_codec(name)
    if codec is None or codec == "ascii" or _is_utf8_not(codec, raw):
        return decode(raw, markup=markup)
    try:
        return Decoded(to_utf8(raw.decode(codec).removeprefix("\ufeff")), codec)
    except UnicodeError:
        # cp1252 and its kin leave some bytes undefined, and mail is cut anywhere: what fits is kept
        likely = decode(raw, markup=markup) if codec.startswith("utf") else None
        return likely or decode_as(raw, codec)


def _is_utf8_not(codec: str, raw: bytes) -> bool:
    """Whether bytes that should be those of a codec are UTF-8, and enough of them that this is no chance."""
    beyond = 0 if raw.isascii() or codec.startswith("utf") else len(raw.translate(None, _ASCII))
    return beyond >= (_FEWEST_OF_LETTERS if codec.startswith(_LETTERS) else _FEWEST) and is_utf8(raw)


def is_utf8(raw: bytes) -> bool:
    """Whether bytes are text in UTF-8."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def decode_as(raw: bytes, encoding: str, *, guessed: bool = False) -> Decoded:
    """The text read in a given encoding; what does not fit becomes U+FFFD."""
    text = raw.decode(encoding, "replace").removeprefix("\ufeff")
    return Decoded(to_utf8(text), encoding, guessed)


def declared_encoding(raw: bytes) -> str | None:
    """What an HTML or XML text says of itself in its first 4 KB; None where it says nothing that is known."""
    found = _XML_ENCODING.match(raw[:4096]) or _META_CHARSET.search(raw[:4096])
    name = declared_codec(found.group(1).decode("ascii")) if found else None
    # a declaration that could be read byte by byte was not written in UTF-16
    return None if name is None or name.startswith(("utf-16", "utf-32")) else name


def declared_in_source(raw: bytes) -> str | None:
    """What a source says of itself in a comment of its first two lines; None where it says nothing that is known."""
    for line in raw[:_HEAD].splitlines()[:2]:
        found = _SOURCE_CODING.match(line) or _EMACS_CODING.search(line)
        if found:
            return declared_codec(_LINE_ENDS.sub("", found.group(1).decode("latin-1").lower()))
        if not _COMMENT.match(line):  # the second line counts below a comment or an empty one
            return None
    return None


def decode(raw: bytes, encoding: str | None = None, *, markup: bool = False) -> Decoded | None:
    """The text of raw bytes, or None where they are no text, in the given encoding if there is one.

    Without one, in this order: byte order mark, UTF-16 and 32 where NUL or control characters stand, ESC (ISO-2022),
    strict UTF-8, CESU-8, UTF-8 that is cut or has a few bad bytes, what markup or the comment of a source declares,
    detection, UTF-16 again. Padding is left out.
    """
    bare = without_padding(raw)
    if len(bare) < len(raw):
        narrow = not bare.startswith(_ANY_MARK) and b"\0" not in bare
        whole = bare if narrow else bare + bytes(-len(bare) % 4)  # its last character may end in zero bytes
        decoded = decode(whole, encoding, markup=markup)
        return None if decoded is None else replace(decoded, text=decoded.text.rstrip(b"\0"), cut=PADDED)
    if encoding is not None:
        decoded = decode_as(raw, encoding)
        return decoded if _is_text(decoded.text) else None
    marked = [codec for mark, codec in _MARKS if raw.startswith(mark)]
    for codec in marked:
        decoded = decode_as(raw, codec)
        # the mark of UTF-32 begins with that of UTF-16, whose text is nothing but errors as the other
        amiss = codec == "utf-32-le" and decoded.text.count(_ERROR) * 20 > len(decoded.text) + 60
        if codec == "utf-8" or (_is_text(decoded.text) and not amiss):
            return decoded
    if marked:
        return None
    odd = _is_odd(raw)
    if odd or b"\x00" in raw[:_SAMPLE]:
        wide = _wide(raw)
        if wide is not None:
            return wide
    if odd:
        return None
    if b"\x1b" in raw:
        escaped = _iso_2022(raw)
        if escaped is not None:
            return escaped
    return Decoded(raw, "utf-8") if is_utf8(raw) else _other_encoding(raw, markup=markup)


def without_cut_character(raw: bytes) -> bytes:
    """The beginning of a text without the character of UTF-8 in which it was cut; other bytes as they are."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return raw[: error.start]
    return raw


def without_padding(raw: bytes) -> bytes:
    """A text without the zero bytes behind it, which a crash leaves or a program that makes room ahead.

    Less than four may be of a character, and little before them is the head of a binary file: both stay as they are.
    """
    bare = raw.rstrip(b"\0") if raw.endswith(_PADDING) else raw
    return bare if len(bare) >= _BEYOND_A_HEAD else raw


def is_utf8_as_it_is(raw: bytes) -> bool:
    """Whether ``decode`` leaves these bytes as they are, and nothing had to be guessed; False also where it is rare."""
    if raw.startswith(_ANY_MARK) or b"\x00" in raw:
        return False
    if b"\x1b" in raw and any(sign in raw for sign, _ in _ISO_2022):  # one byte is looked for ten times as fast
        return False
    return not _is_odd(raw) and is_utf8(raw)


def is_binary(head: bytes) -> bool:
    """Whether a file that begins with these bytes (some KB) is no text in any encoding."""
    if head.startswith(_ANY_MARK):
        return False
    head = without_padding(head)
    head = head[: len(head) // 4 * 4]
    return len(head) >= _SURE and _is_odd(head) and wide_encoding(head) is None


def _is_odd(raw: bytes) -> bool:
    """Whether more than one in a hundred of the first 64 KB are control characters that no text has.

    A short text may have one or two, as a slip.
    """
    sample = raw[:_SAMPLE]
    return len(sample) - len(sample.translate(None, _ODD)) > max(len(sample) / 100, min(2, len(sample) / 10))


def _iso_2022(raw: bytes) -> Decoded | None:
    for sign, encoding in _ISO_2022:
        if sign in raw:
            try:
                return Decoded(
                    to_utf8(raw.decode(encoding)), encoding.replace("iso2022_", "iso-2022-").replace("_", "-")
                )
            except UnicodeDecodeError:
                continue
    return None


def _wide(raw: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 without a mark, where that gives text and not another script's noise."""
    encoding = wide_encoding(raw)
    return None if encoding is None else decode_as(raw, encoding, guessed=True)


def _is_text(text: bytes) -> bool:
    return not _is_odd(text)


def _telling(raw: bytes) -> bytes:
    """What tells an encoding: lines with bytes beyond ASCII, up to a limit; where that is little, the beginning too.

    Nothing stands behind bytes that may end inside a character: with its second half amiss, all that follow are others.
    """
    if len(raw) <= _LITTLE:
        return raw
    lines: list[bytes] = []
    size, end = 0, 0
    while size < _TELLING and (found := _BEYOND_ASCII.search(raw, end)):
        start = max(raw.rfind(b"\n", end, found.start()) + 1, end, found.start() - _LONG_LINE)
        end = raw.find(b"\n", found.start(), found.start() + _LONG_LINE) + 1 or found.start() + _LONG_LINE
        lines.append(raw[start:end])
        size += len(lines[-1])
    wanted = max(0, _LITTLE - size)
    beginning = raw[: raw.find(b"\n", wanted, wanted + _LONG_LINE) + 1 or wanted] if wanted else b""
    return b"".join([beginning, *lines])


def _other_encoding(raw: bytes, *, markup: bool) -> Decoded | None:
    """Bytes that are no strict UTF-8."""
    halves = _with_halves(raw)
    if halves is not None:
        return halves
    whole = without_cut_character(raw)
    if len(whole) < len(raw) and not whole.isascii():
        return decode_as(raw, "utf-8", guessed=True)
    told = _telling(raw)
    loose = told.decode("utf-8", "replace")
    bad = loose.count("\ufffd")
    good = len(loose) - len(loose.encode("ascii", "ignore")) - bad
    declared = declared_encoding(raw) if markup else None
    if bad * 20 <= good or (declared == "utf-8" and bad < good):
        return decode_as(raw, "utf-8", guessed=True)
    if declared is not None and declared != "utf-8":
        return decode_as(raw, declared)
    return _as_source(raw) or _detected(raw, told)


def _with_halves(raw: bytes) -> Decoded | None:
    """CESU-8, which Java and databases write: of characters beyond 16 bits each half by itself; else None."""
    try:
        return Decoded(to_utf8(raw.decode("utf-8", "surrogatepass")), "utf-8", guessed=True)
    except UnicodeDecodeError:
        return None


def _as_source(raw: bytes) -> Decoded | None:
    """As its own comment says, where every byte fits."""
    codec = declared_in_source(raw)
    if codec is None:
        return None
    try:
        decoded = Decoded(to_utf8(raw.decode(codec)), codec)
    except UnicodeError:
        return None
    return decoded if _is_text(decoded.text) else None


def _detected(raw: bytes, told: bytes) -> Decoded | None:
    import chardet

    head = raw[:4096]
    high = len(head.translate(None, _ASCII)) / len(head)
    # the letters of EBCDIC all lie in the upper half: a text that has a few bytes there is none
    era = chardet.EncodingEra.ALL if high > 0.5 else chardet.EncodingEra.ALL & ~chardet.EncodingEra.MAINFRAME
    guess = chardet.detect(told, encoding_era=era)
    name = known_codec(str(guess["encoding"])) if guess["encoding"] else None
    if name is None:
        if high > 0.3:
            return _wide(raw)
        name = "cp1252"
    decoded = decode_as(raw, name, guessed=True)
    return decoded if _is_text(decoded.text) else None
