"""UTF-16 and UTF-32 without a mark: told from other bytes by what their units are as characters.

Nothing in such bytes says what they are, so what is found here is a guess and called one. The wrong byte order, and the
numbers in a binary file, give ideographs and signs of all kinds that nobody writes beside each other.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

_SAMPLE = 1 << 16
_LOOKED_AT = 2000  # characters
_LIKELY = 0.7
_BY_SCRIPT = 0.8  # in place of 1: where the other byte order has blanks, it is the right one
_FEWEST = 6  # characters by which a script can be known
_NEVER = frozenset({"Cc", "Cn", "Co", "Cs"})
_PENALTY = 20
_CONTROL_OR_PRIVATE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ue000-\uf8ff]")  # most of what nobody writes
_GAPS = frozenset(" \n\t,.\u3000\u3001\u3002\uff0c\u060c\u0964\u1361\u0f0b\u0f0d\u104a\u104b\u17d4")
_EAST_ASIAN = ((0x3000, 0x3100), (0x3400, 0xA000), (0xAC00, 0xD7A4), (0xFF00, 0xFFF0))
# (codec, first and last lead byte) of the ideographs and syllables that a standard lists as the common ones: level 1 of
# GB 2312, Big5 and JIS X 0208, and KS X 1001; 11 to 26 % of all that a random unit can be
_COMMON = (("gb2312", 0xB0, 0xD7), ("big5", 0xA4, 0xC6), ("euc_jp", 0xB0, 0xCF), ("euc_kr", 0xB0, 0xC8))


def wide_encoding(raw: bytes) -> str | None:
    """The codec of UTF-16 or UTF-32 that makes a text of these bytes; None where none does.

    With blanks, line ends or stops in it, a text may hold any characters that are assigned; without them it takes a
    script that holds together.
    """
    best: tuple[float, str] = (0.0, "")
    for encoding, unit in (("utf-32-le", 4), ("utf-32-be", 4), ("utf-16-le", 2), ("utf-16-be", 2)):
        if unit == 4 and b"\x00" not in raw[:unit]:
            continue
        sample = raw[: min(len(raw), _SAMPLE) // unit * unit]
        try:
            text = codecs.getincrementaldecoder(encoding)("strict").decode(sample)
        except UnicodeDecodeError:
            continue
        best = max(best, (_likeliness(text), encoding))
    return best[1] if best[0] > _LIKELY else None


def _likeliness(text: str) -> float:
    """How much a text looks like one, in [0, 1]: what nobody writes counts against it."""
    sample = text if len(text) <= _LOOKED_AT else text[: _LOOKED_AT // 2] + text[-_LOOKED_AT // 2 :]
    # enough of them end it before each character is looked up: the numbers in a binary file are full of them
    if not sample or _PENALTY * len(_CONTROL_OR_PRIVATE.findall(sample)) > (1.0 - _LIKELY) * len(sample):
        return 0.0
    never = sum(unicodedata.category(character) in _NEVER and character not in "\t\n\r\f" for character in sample)
    ascii_share = sum(" " <= character < "\u007f" or character in "\t\n\r" for character in sample) / len(sample)
    gaps = sum(character in _GAPS for character in sample) / len(sample)
    told_by_script = ascii_share < 0.8 and gaps < 0.01
    if ascii_share < 0.8 and not (_is_of_one_script(sample) if told_by_script else _may_be_written(sample)):
        return 0.0
    return max(0.0, (_BY_SCRIPT if told_by_script else 1.0) - _PENALTY * never / len(sample))


def _is_of_one_script(sample: str) -> bool:
    """Whether characters beyond ASCII are varied and come from one place, as those of a language do."""
    foreign = [character for character in sample if character > "\u007f" and not "\u2000" <= character < "\u2070"]
    if len(foreign) < max(_FEWEST, len(sample) // 2):
        return False
    counts = Counter(foreign)
    if len(counts) < min(5, len(foreign) // 2) or counts.most_common(1)[0][1] > 0.4 * len(foreign):
        return False
    if _steps(foreign) > 0.4 * len(foreign):
        return False
    eastern = _east_asian(foreign)
    if len(eastern) >= 0.9 * len(foreign):
        return _are_common(eastern, 0.85)
    # marks and letters of Latin stand beside those of ASCII, never alone
    scripts = Counter(unicodedata.name(character, "").split(" ")[0] for character in foreign if character > "\u036f")
    return scripts.most_common(1)[0][1] >= 0.9 * len(foreign) if scripts else False


def _may_be_written(sample: str) -> bool:
    """Whether ideographs and syllables, where a text has them above all, are not rare ones for the most part."""
    eastern = _east_asian(sample)
    return len(eastern) < 0.5 * len(sample) or _are_common(eastern, 0.5)


def _steps(characters: list[str]) -> int:
    """How many characters repeat the one before or count on from it, as tables of numbers do."""
    codes = [ord(character) for character in characters]
    return sum(0 <= after - before <= 1 for before, after in pairwise(codes))


def _east_asian(characters: Iterable[str]) -> list[str]:
    return [one for one in characters if any(first <= ord(one) < end for first, end in _EAST_ASIAN)]


def _are_common(characters: list[str], share: float) -> bool:
    """Whether so many of the ideographs and syllables are among the common ones of one language."""
    rare = [character for character in characters if not ("\u3000" <= character < "\u3100" or character >= "\uff00")]
    return not rare or any(
        sum(_is_listed(character, *standard) for character in rare) >= share * len(rare) for standard in _COMMON
    )


def _is_listed(character: str, codec: str, first: int, last: int) -> bool:
    try:
        coded = character.encode(codec)
    except UnicodeEncodeError:
        return False
    return len(coded) == 2 and first <= coded[0] <= last
