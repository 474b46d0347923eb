"""Titles of documents, and words of theirs, where there is little room: without folders, cut in the middle."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_LONGEST = 60  # characters of a path


def whole_title(title: str) -> str:
    """The path where there is room for it, else the short title."""
    return title if len(title) <= _LONGEST else short_title(title, _LONGEST)


def short_title(title: str, most: int = 24) -> str:
    """The last part of a path in at most so many characters."""
    return shortened(title.rsplit("/", 1)[-1], most)


def shortened(text: str, most: int) -> str:
    """A text in at most so many characters; beginnings are often alike, so the end keeps more.

    Accents and Korean syllables that are taken apart are put together: they count as seen, and are not cut.
    """
    text = unicodedata.normalize("NFC", text)
    if len(text) <= most:
        return text
    ending = (most - 1) * 3 // 5
    return f"{text[: most - 1 - ending]}…{text[len(text) - ending :]}"


def short_titles(titles: Sequence[str], most: int = 24) -> list[str]:
    """The same of several documents; unlike ones whose names would look alike get more room, at last their folders."""
    shown = {title: short_title(title, most) for title in titles}
    for room in range(most + 2, _LONGEST, 2):
        seen = list(shown.values())
        shown |= {title: short_title(title, room) for title, short in shown.items() if seen.count(short) > 1}
    seen = list(shown.values())
    return [shown[title] if seen.count(shown[title]) < 2 else title for title in titles]


def told_apart(titles: Sequence[str], around: int = 0) -> list[str]:
    """What is left of titles without the beginning and the end that all of them share; at least a character of each.

    around : characters of what they share that are kept on each side; then what is left out has a sign in its place
    """
    names = [unicodedata.normalize("NFC", title.rsplit("/", 1)[-1]) for title in titles]
    if len(set(names)) < len(set(titles)):
        names = list(titles)
    if len(set(names)) < 2:
        return names
    start = _shared(names)
    end = _shared([name[start:][::-1] for name in names])
    if start + end in map(len, names):
        start = max(0, start - 1)
    start, end = max(0, start - around), max(0, end - around)
    before, after = "…" if start and around else "", "…" if end and around else ""
    return [f"{before}{name[start : len(name) - end]}{after}" for name in names]


def _shared(names: Sequence[str]) -> int:
    """How many characters all of them begin with."""
    return next(
        (at for at, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1), min(map(len, names))
    )
