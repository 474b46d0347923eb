"""Characters that one cannot see, or that turn the writing round, as signs: a figure shows what is there."""

from __future__ import annotations

_TURNING = (0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SIGNS = {point: 0x2400 + point for point in range(32)} | {0x7F: 0x2421, 0x85: 0x2424}
_SIGNS |= dict.fromkeys((0x2028, 0x2029), 0x2424) | dict.fromkeys((*_TURNING, 0x200B, 0xFEFF), 0x2022)
_SIGNS |= {0x09: 0x21E5, 0x0A: 0x23CE}
_BLANKS = {0x20: 0x2423, 0xA0: 0x237D}


def visible(text: str, blanks: bool = True) -> str:
    """As long as ``text``: controls as their pictures, marks of direction as dots, blanks as signs if asked for."""
    return text.translate(_SIGNS | _BLANKS if blanks else _SIGNS)
