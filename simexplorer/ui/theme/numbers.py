"""Numbers as a person reads them: separators of the locale, never more digits than are known."""

from __future__ import annotations

import math
import unicodedata
from functools import cache

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont

from simexplorer import counted_nouns
from simexplorer.pipeline.measure_words import percent_words, told_number

UNKNOWN = "–"
_ALMOST = 1.0 - 2.0**-53  # the largest number below 1
_ARABIC_POINT = "\u066b"


def use_plain_digits() -> None:
    """Write numbers as English does where the locale has digits of its own: they stand among English words.

    Else fields alone would have its digits, and would swallow the point of ``0.5``.
    """
    if QLocale().zeroDigit() != "0":
        QLocale.setDefault(QLocale(QLocale.Language.English))


def plain_digits(text: str) -> str:
    """Typed text with the digits 0 to 9 and a point in place of those of other scripts."""
    if text.isascii():
        return text
    digits = (str(unicodedata.decimal(character, character)) for character in text)
    return "".join(digits).replace(_ARABIC_POINT, ".")


@cache
def _separators() -> tuple[str, str]:
    locale = QLocale()
    return locale.groupSeparator() or "\u202f", locale.decimalPoint()


def count(number: int) -> str:
    """``37169`` as ``37,169``, with the separator of the locale."""
    return f"{number:,}".replace(",", _separators()[0]).replace("-", "−")


def counted(number: int, one: str, many: str = "") -> str:
    """``1 document``, ``37,169 documents``."""
    return counted_nouns.counted(number, one, many, count)


def decimal(value: float, digits: int) -> str:
    """A number of so many decimals; a dash where there is none."""
    if math.isnan(value):
        return UNKNOWN
    text = f"{value:z.{digits}f}".replace("-", "−")  # none before a zero
    point = _separators()[1]
    return text if point == "." else text.replace(".", point)


def similarity(value: float, limit: float = math.nan) -> str:
    """Three decimals, told as reports tell them: never rounded up to a 1.000 that it is not, nor past a ``limit``."""
    return decimal(*told_number(value, 3, limit))


def estimate(value: float, error: float) -> str:
    """``0.914 ± 0.031``, ``0.996 ± 0.004``: as exact values are written, so that all line up; ``± <0.001`` below."""
    if 0.0 < error < 0.0005:
        return f"{similarity(value)} ± <{decimal(0.001, 3)}"
    return f"{similarity(value)} ± {decimal(error, 3)}"


def deviations(value: float) -> str:
    """An error in standard deviations, signed: ``+1.2 σ``."""
    if math.isnan(value):
        return UNKNOWN
    sign = "" if abs(value) < 0.05 else "−" if value < 0 else "+"
    return f"{sign}{decimal(abs(value), 1)} σ"


def percent(fraction: float) -> str:
    """A share in per cent, told as reports tell it; a dash where there is none."""
    return UNKNOWN if math.isnan(fraction) else percent_words(fraction, decimal)


def likely(value: float, certain: bool) -> str:
    """A chance in per cent: 100 % only where it is ``certain``, not where floating point rounds it to that."""
    return percent(1.0 if certain else min(value, _ALMOST))


def chance(value: float, certain: bool = False, digits: int = 3) -> str:
    """So many decimals, four where the last would round up to 1; a 1 or a 0 only where it is ``certain``.

    What is not certain reads ``> 0.9999`` and ``< 0.001`` there, also where floating point rounds it to 1 or 0.
    """
    if value >= 0.99995 and not certain:
        return f"> {decimal(0.9999, 4)}"
    least = 10.0**-digits
    if value < 0.5 * least and not certain:
        return f"< {decimal(least, digits)}"
    return decimal(value, max(4, digits) if 1.0 - least <= value < 1.0 else digits)


def about(value: float) -> str:
    """An expected number, three digits of it at most: ``0.13``, ``4.2``, ``812``, ``12,300``."""
    if math.isnan(value):
        return UNKNOWN
    if value <= 0:
        return "0"
    if value < 0.01:
        return f"< {decimal(0.01, 2)}"
    if value < 10:
        return decimal(value, 2 if value < 1 else 1)
    scale = 10 ** max(0, int(math.log10(value)) - 2)
    return count(int(round(value / scale) * scale))


def seconds(value: float) -> str:
    """``40 ms``, ``0.9 s``, ``12 s``, ``3 min 20 s``, ``2 h 5 min``; 0 s only for nothing."""
    if value <= 0:
        return "0 s"
    if value < 0.0995:
        return f"{max(1, round(value * 1000))} ms"
    if value < 10:
        return f"{decimal(value, 1)} s"
    whole = int(value + 0.5)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def size(number_of_bytes: int) -> str:
    """``41 MB``, ``3.2 kB``: powers of 1000, as disks are sold and file managers show."""
    value = float(number_of_bytes)
    if value == 1:
        return "1 byte"
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if round(value) < 1000 or unit == "TB":
            return f"{decimal(value, 1) if value < 10 and unit != 'bytes' else count(round(value))} {unit}"
        value /= 1000
    raise AssertionError


def tabular(font: QFont) -> QFont:
    """The font with digits of equal width, so that columns of numbers line up."""
    copy = QFont(font)
    copy.setFeature(QFont.Tag("tnum"), 1)
    return copy
