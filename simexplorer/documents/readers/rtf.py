"""Rich Text Format (specification 1.9.1) to text: what stands on the page, footnotes behind it."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.documents.decode import known_codec, laid_out_utf8

_TOKEN = re.compile(
    rb"\\(?:'(?P<hex>[0-9a-fA-F]{2})|(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})? ?|(?P<sign>[^a-zA-Z]))"
    rb"|(?P<brace>[{}])|[\r\n\x00]+|(?P<text>[^\\{}\r\n\x00]+)|\\$"
)
_SIGNS = {b"~": " ", b"_": "-", b"-": "", b"\n": "\n", b"\r": "\n", b"\t": "\t", b"\\": "\\", b"{": "{", b"}": "}"}
_WORDS = {
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "column": "\n", "row": "\n", "nestrow": "\n",
    "softline": "\n", "tab": "\t", "cell": "\t", "nestcell": "\t", "emdash": "—", "endash": "–", "bullet": "•",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
# groups whose text does not stand on the page; list numbers do, but no other format gives them
_UNSEEN = frozenset({
    "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr", "headerf",
    "footer", "footerl", "footerr", "footerf", "fldinst", "listtable", "listoverridetable", "listtext", "pntext",
    "pntxta", "pntxtb", "rsidtbl", "generator", "themedata", "colorschememapping", "filetbl", "revtbl", "annotation",
    "atnid", "atnauthor", "atntime", "atnref", "atrfstart", "atrfend", "nonshppict", "bkmkstart", "bkmkend", "xe",
    "tc", "datafield", "upr", "private", "sp",
})  # fmt: skip
_SEEN_THOUGH_STARRED = frozenset({"ud", "shptxt", "shpinst", "nesttableprops", "footnote", "shprslt"})
_CHARSETS = {
    0: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip


class _Group(Struct):
    """What holds until the group ends: nothing is shown; hidden by its style; which codec; fallbacks of ``\\u``."""

    unseen: bool = False
    hidden: bool = False
    codec: str = "cp1252"
    fallbacks: int = 1
    note: bool = False
    fonts: bool = False


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content = content
        self._groups: list[_Group] = []
        self._now = _Group()
        self._body: list[str] = []
        self._notes: list[str] = []
        self._raw = bytearray()  # of characters that may take two bytes each
        self._to_skip = 0
        self._starred = False
        self._default = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = 0

    def text(self) -> str:
        """All that is seen."""
        place, end = 0, len(self._content)
        while place < end:
            token = _TOKEN.match(self._content, place)
            if token is None:
                place += 1
                continue
            place = token.end() + self._take(token)
        self._flush()
        return "".join(self._body) + ("\n" + "".join(self._notes) if self._notes else "")

    @property
    def within(self) -> bool:
        """Whether groups are open still."""
        return bool(self._groups)

    def _take(self, token: re.Match[bytes]) -> int:
        """Act on one token; bytes of raw data to jump over behind it."""
        kind = token.lastgroup
        if kind == "text":
            self._add_raw(token.group())
        elif kind == "hex":
            self._add_raw(bytes.fromhex(token.group("hex").decode()))
        elif kind == "brace":
            self._flush()
            self._to_skip = 0
            if token.group() == b"{":
                self._groups.append(self._now)
                self._now = replace(self._now)
            else:
                self._end_group()
        elif kind == "sign":
            self._sign(token.group("sign"))
        elif kind in ("word", "number"):
            return self._word(token.group("word").decode(), token.group("number"))
        return 0

    def _end_group(self) -> None:
        note = self._now.note
        if self._groups:
            self._now = self._groups.pop()
        self._starred = False
        if note and not self._now.note:
            self._notes.append("\n")

    def _sign(self, sign: bytes) -> None:
        if sign == b"*":
            self._starred = True
        elif self._to_skip:
            self._to_skip -= 1
        elif sign in _SIGNS:
            self._add(_SIGNS[sign])

    def _word(self, word: str, digits: bytes | None) -> int:
        number = int(digits) if digits else None
        starred, self._starred = self._starred, False
        if word in _UNSEEN or (starred and word not in _SEEN_THOUGH_STARRED):
            self._flush()
            self._now.unseen = True
            self._now.fonts = word == "fonttbl"
        elif word in ("ud", "footnote"):
            self._now.unseen, self._now.note = word != "ud" and self._now.unseen, word == "footnote"
        elif word in _WORDS:
            self._add(_WORDS[word])
        elif word == "u" and number is not None:
            self._add(chr(number % 0x10000))
            self._to_skip = self._now.fallbacks
        elif word == "bin" and number is not None:
            return max(0, number)
        else:
            self._set(word, number)
        return 0

    def _set(self, word: str, number: int | None) -> None:
        """Words that change how what follows is read."""
        now = self._now
        if word in ("v", "deleted"):
            self._flush()
            now.hidden = number != 0
        elif word == "plain":
            self._flush()
            now.hidden = False
        elif word == "uc" and number is not None:
            now.fallbacks = max(0, min(number, 100))
        elif word == "f" and number is not None:
            self._flush()
            self._font = number
            now.codec = self._fonts.get(number, self._default)
        elif word == "fcharset" and now.fonts and number is not None:
            self._fonts[self._font] = _CHARSETS.get(number, self._default)
        elif word in ("ansicpg", "mac", "pc", "pca"):
            name = {"mac": "mac-roman", "pc": "cp437", "pca": "cp850"}.get(word, f"cp{number}")
            self._default = now.codec = known_codec(name) or self._default

    def _add_raw(self, raw: bytes) -> None:
        if self._to_skip:
            skipped = min(self._to_skip, len(raw))
            self._to_skip -= skipped
            raw = raw[skipped:]
        if raw and not (self._now.unseen or self._now.hidden):
            self._raw += raw

    def _flush(self) -> None:
        if self._raw:
            text = self._raw.decode(self._now.codec, "replace")
            self._raw.clear()
            (self._notes if self._now.note else self._body).append(text)

    def _add(self, text: str) -> None:
        self._flush()
        if not (self._now.unseen or self._now.hidden):
            (self._notes if self._now.note else self._body).append(text)


class RtfText(NamedTuple):
    """The text in UTF-8, a tab behind each cell of a table; and that the file is cut off, in words, where it is."""

    text: bytes
    cut: str


def rtf_text(content: bytes) -> RtfText:
    """The text of an RTF file."""
    reader = _Reader(content)
    text = laid_out_utf8(reader.text())
    return RtfText(text, "damaged: it breaks off before its end" if reader.within else "")
