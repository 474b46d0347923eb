"""Checks of raw bytes that run inside the reading kernel: is it UTF-8, how many characters, does it look odd?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, lean_kernel
from simexplorer.kernel_words import bytes_within, load64

_HIGH_BITS = 0x8080808080808080
_BYTES_AT_ONCE = U(128)
ASCII, ODD, VISIBLE = 1, 2, 4


@inlined
def survey(data: NDArray[np.uint8], start: Int, end: Int) -> Int:
    """ASCII, ODD and VISIBLE as far as they hold for ``data[start:end]``; 64 bytes beyond are readable.

    ODD: a NUL, an ESC or another control character that plain text does not use; VISIBLE: a byte above the blank.
    """
    first, rest = U(data.ctypes.data) + U(start), U(end - start)
    high, odd, visible = U(0), U(0), U(0)
    while rest > U(0):
        within = ~U(0) if rest >= U(64) else (U(1) << rest) - U(1)
        high |= bytes_within(first, U(128), U(128)) & within
        odd |= (
            bytes_within(first, U(0), U(32)) & ~bytes_within(first, U(9), U(5)) & within
        )  # but tab to carriage return
        visible |= bytes_within(first, U(33), U(223)) & within
        first, rest = first + U(64), rest - min(rest, U(64))
    found = 0
    if high == U(0):
        found |= ASCII
    if visible != U(0):
        found |= VISIBLE
    if odd != U(0):
        found |= ODD
    return found


@inlined
def _is_wrong(byte: Int, last: Int, second: Int, third: Int) -> Int:
    """1 where a byte of UTF-8 cannot stand behind the three before it, the ``last`` of them first."""
    follows = np.uint8((byte & np.uint8(0xC0)) == np.uint8(0x80))
    wanted = np.uint8(last >= np.uint8(0xC0)) | np.uint8(second >= np.uint8(0xE0)) | np.uint8(third >= np.uint8(0xF0))
    never = np.uint8(np.uint8(byte - np.uint8(0xC0)) < np.uint8(2)) | np.uint8(byte >= np.uint8(0xF5))
    low = (np.uint8(last == np.uint8(0xE0)) & np.uint8(byte < np.uint8(0xA0))) | (
        np.uint8(last == np.uint8(0xF0)) & np.uint8(byte < np.uint8(0x90))
    )
    high = (np.uint8(last == np.uint8(0xED)) & np.uint8(byte >= np.uint8(0xA0))) | (
        np.uint8(last == np.uint8(0xF4)) & np.uint8(byte >= np.uint8(0x90))
    )
    return np.uint8((follows ^ wanted) | never | low | high)


@lean_kernel
def count_characters(data: NDArray[np.uint8], start: Int, end: Int) -> Int:
    """Code points of ``data[start:end]`` if all of it is valid UTF-8, else -1; vector code, 0.25 ns a byte."""
    wrong, last, second, third = np.uint8(0), np.uint8(0), np.uint8(0), np.uint8(0)
    first, stop = U(start), U(end)
    head = min(first + U(3), stop)
    for i in range(first, head):
        wrong = max(wrong, _is_wrong(data[i], last, second, third))
        last, second, third = data[i], last, second
    for i in range(head, stop):
        wrong = max(wrong, _is_wrong(data[i], data[i - U(1)], data[i - U(2)], data[i - U(3)]))
    if stop >= first + U(3):
        last, second, third = data[stop - U(1)], data[stop - U(2)], data[stop - U(3)]
    if wrong != 0 or last >= 0xC0 or second >= 0xE0 or third >= 0xF0:  # no character is left unfinished
        return -1
    count, begin = U(0), first
    while begin < stop:
        some = np.uint8(0)  # a byte too: more than 255 are never counted at once
        upto = min(begin + _BYTES_AT_ONCE, stop)
        for i in range(begin, upto):
            some = np.uint8(some + np.uint8((data[i] & np.uint8(0xC0)) != np.uint8(0x80)))
        count += U(some)
        begin = upto
    return np.int64(count)


@lean_kernel
def utf8_prefix(data: NDArray[np.uint8], start: Int, end: Int) -> tuple[Int, Int]:
    """(end of the longest valid UTF-8 prefix of ``data[start:end]``, its code points).

    Strict as RFC 3629, section 4: no overlong forms, no surrogates, nothing above U+10FFFF.
    """
    base = U(data.ctypes.data)
    i = start
    characters = 0
    while i < end:
        if i + 8 <= end and (load64(base + U(i)) & U(_HIGH_BITS)) == U(0):
            i += 8
            characters += 8
            continue
        lead = data[i]
        if lead < 0x80:
            length = 1
        elif lead < 0xC2 or lead > 0xF4:
            break
        else:
            length = 2 + int(lead >= 0xE0) + int(lead >= 0xF0)
            low, high = 0x80, 0xBF
            if lead == 0xE0:
                low = 0xA0
            elif lead == 0xED:
                high = 0x9F
            elif lead == 0xF0:
                low = 0x90
            elif lead == 0xF4:
                high = 0x8F
            if i + length > end or data[i + 1] < low or data[i + 1] > high:
                break
            if length > 2 and (data[i + 2] & 0xC0) != 0x80:
                break
            if length > 3 and (data[i + 3] & 0xC0) != 0x80:
                break
        i += length
        characters += 1
    return i, characters


@lean_kernel
def unfinished(data: NDArray[np.uint8], start: Int, end: Int) -> bool:
    """Whether ``data[start:end]`` is the beginning of one UTF-8 character and nothing else: a text cut inside it."""
    size = end - start
    if size < 1 or size > 3:
        return False
    lead = data[start]
    if lead < 0xC2 or lead > 0xF4:
        return False
    wanted = 2 + int(lead >= 0xE0) + int(lead >= 0xF0)
    if size >= wanted:
        return False
    follow = 0
    for i in range(start + 1, end):
        follow += int((data[i] & 0xC0) == 0x80)
    return bool(follow == size - 1)
