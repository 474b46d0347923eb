"""Names of what is found inside a file, each once, so that a path leads to one document."""

from __future__ import annotations

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
