"""Names of what is found inside a file, each once, so that a path leads to one document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simexplorer.documents.decode import to_utf8


class MemberNames:
    """Tells apart members of one name: the second ``a.txt`` of an archive is ``a.txt#2``."""

    def __init__(self) -> None:
        self._count: dict[bytes, int] = {}

    def unique(self, name: str) -> bytes:
        """The name as bytes, unlike all before."""
        return self.told_apart(to_utf8(name) or b"unnamed")

    def told_apart(self, name: bytes) -> bytes:
        """The name itself, or with the first number behind it that makes it a new one."""
        count = self._count.get(name, 0)
        own = name
        while own in self._count:
            count += 1
            own = b"%s#%d" % (name, count)
        if own is not name:
            self._count[name] = count
        self._count[own] = 1
        return own


def namesakes(columns: Sequence[str], wanted: Iterable[str]) -> str:
    """What is told of a table in which several columns have a name that is wanted; empty where none do."""
    for name in wanted:
        places = [str(number) for number, column in enumerate(columns, 1) if column == name]
        if len(places) > 1:
            return (
                f"its columns {', '.join(places)} are all called {name!r}: the first of them was taken; "
                "give the number of another one to take that"
            )
    return ""
