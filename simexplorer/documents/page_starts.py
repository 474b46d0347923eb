"""What a text begins with, told in its bytes by compiled calls: words, and the start of a page or a mail."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel_part
from simexplorer.documents.formats import FEWEST_HEADERS, MAIL_HEADERS

SAID_WITHIN = 1 << 13
"""Bytes among which a page or a mail may say that it is one."""
_OFFICE_WITHIN = 4000 + 16
_LONGEST_HEADER = max(map(len, MAIL_HEADERS)) + 1

_LESS, _MORE, _DASH, _COLON = 60, 62, 45, 58  # < > - :
_RETURN, _LINE_FEED = 13, 10
_XML = np.array(list(b"<?xml"), np.uint8)
_COMMENT = np.array(list(b"<!--"), np.uint8)
_DOCTYPE = np.array(list(b"<!doctype"), np.uint8)
_HTML = np.array(list(b"html"), np.uint8)
_OFFICE = np.array(list(b"<office:document"), np.uint8)
_PROGRAM = np.array(list(b"<?mso-application"), np.uint8)
_ROOTS = np.array([list(b"<html"), list(b"<head"), list(b"<body")], np.uint8)
_VERSION = np.array(list(b"mime-version:"), np.uint8)
_HEADERS = np.array([list((name + b":").ljust(_LONGEST_HEADER, b"\0")) for name in MAIL_HEADERS], np.uint8)


@kernel_part
def begins_with(data: NDArray[np.uint8], start: Int, end: Int, wanted: NDArray[np.uint8]) -> bool:
    """Whether ``data[start:end]`` begins with the lower-case letters ``wanted`` (up to its first 0), in any case."""
    for t in range(wanted.size):
        if wanted[t] == 0:
            break
        letter = data[start + t] if start + t < end else np.uint8(0)
        if letter != wanted[t] and not (letter >= 65 and letter <= 90 and letter + 32 == wanted[t]):
            return False
    return True


@kernel_part
def first_word(data: NDArray[np.uint8], start: Int, end: Int) -> Int:
    """Where something other than white space stands; ``end`` if nowhere."""
    i = start
    while i < end and (data[i] == 32 or (data[i] >= 9 and data[i] <= 13)):
        i += 1
    return i


@kernel_part
def _behind_comment(data: NDArray[np.uint8], start: Int, end: Int) -> Int:
    """What follows the comment that opens at ``start``; ``end`` if it is not closed."""
    i = start + 6
    while i < end and not (data[i] == _MORE and data[i - 1] == _DASH and data[i - 2] == _DASH):
        i += 1
    return min(i + 1, end)


@kernel_part
def may_be_page(data: NDArray[np.uint8], start: Int, end: Int) -> bool:
    """Whether a text that begins with ``<`` at ``start`` may be HTML or a flat office document; other XML is text.

    True for all that ``formats.text_type`` takes for one of them, and for little else.
    """
    for i in range(start, min(end, start + _OFFICE_WITHIN)):
        if data[i] == _LESS and begins_with(data, i, end, _OFFICE):
            return True
    end = min(end, start + SAID_WITHIN)
    i = start
    if begins_with(data, i, end, _XML):
        while i < end and data[i] != _MORE:
            i += 1
        i = first_word(data, i + 1, end)
    if begins_with(data, i, end, _PROGRAM):
        return True
    while begins_with(data, i, end, _COMMENT):
        i = first_word(data, _behind_comment(data, i, end), end)
    if begins_with(data, i, end, _DOCTYPE):
        i = first_word(data, i + _DOCTYPE.size, end)
        return begins_with(data, i, end, _HTML)
    root = False
    for t in range(_ROOTS.shape[0]):
        root = root or begins_with(data, i, end, _ROOTS[t])
    return root


@kernel_part
def may_be_mail(data: NDArray[np.uint8], start: Int, end: Int) -> bool:
    """Whether a text may begin with the headers of a mail: True for all that ``formats.text_type`` takes for one."""
    end = min(end, start + SAID_WITHIN)
    i = start
    while i < end and data[i] > 32 and data[i] < 128 and data[i] != _COLON:
        i += 1
    if i == end or data[i] != _COLON:
        return False
    known, page = 0, False
    i = start
    while i < end and data[i] != _LINE_FEED and not (data[i] == _RETURN and i + 1 < end and data[i + 1] == _LINE_FEED):
        for t in range(_HEADERS.shape[0]):
            known += int(begins_with(data, i, end, _HEADERS[t]))
        page = page or begins_with(data, i, end, _VERSION)  # that may be a web page with all it needs
        while i < end and data[i] != _LINE_FEED:
            i += 1
        i += 1
    return page or known >= FEWEST_HEADERS
