"""Lines that a page has wrapped where no blank stands: Chinese and Japanese, put together again."""

from __future__ import annotations

import re
from itertools import pairwise

_LEAST = 12  # characters of a line; shorter ones are names, cells and verses
_SHARE = 0.9  # of the next line: one that is shorter has ended by itself, as headings do
_LETTERS = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_GOES_ON = re.compile(f"[{_LETTERS}，、；：（「『《〈【]")  # at the end of a line; not behind a sentence
_FOLLOWS = re.compile(f"[{_LETTERS}，、；：（「『《〈【。！？）」』》〉】]")


def unwrapped(text: str) -> str:
    """The text without line ends that stand between characters of one Chinese or Japanese sentence.

    A line end counts as a blank, and of a page of forty characters a line each spoils nine shingles of nine.
    """
    lines = text.split("\n")
    parts = [lines[0]]
    for line, following in pairwise(lines):
        parts += [following] if _is_wrapped(line, following) else ["\n", following]
    return "".join(parts)


def _is_wrapped(line: str, following: str) -> bool:
    """Whether a line goes on in the one below it."""
    if not following or len(line) < max(_LEAST, _SHARE * len(following)):
        return False
    return _GOES_ON.match(line, len(line) - 1) is not None and _FOLLOWS.match(following) is not None
