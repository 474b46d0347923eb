"""What a reading process is reading, in numbers that another process sees: after its death they tell what it died of.

Readers announce a member before any parser is let loose on it, and leave out what was found to end a process.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from simexplorer.documents.extracted import Refusal

_FILE, _PLACE = range(2)
_MOST_MEMBERS = 2**32
SHOWN_BYTES = 16


def do_nothing() -> None:
    """For a program that reads without limits."""


class LeftOut(Refusal):
    """A member that ended the process which read it, and why."""


class UnderWay:
    """Where this process is; in one that nobody looks at it is kept all the same.

    A file that holds others has items, numbered from 0, and each item members: those within it at any depth, numbered
    from 1 as their reading begins. Member 0 is the item itself, item -1 the file.

    item : that is read
    left_out : by item and member, why it is not to be read
    unread : items behind the last one that is to be read
    go_on : called from time to time by who passes over many items
    """

    def __init__(self) -> None:
        self._shown = memoryview(bytearray(SHOWN_BYTES)).cast("q")
        self._member, self._members = 0, 0
        self.item = -1
        self.left_out: dict[tuple[int, int], str] = {}
        self.unread = 0
        self.go_on: Callable[[], None] = do_nothing

    def show_in(self, shared: mmap.mmap) -> None:
        """Write to this memory from now on."""
        self._shown = memoryview(shared).cast("q")

    def begin_file(self, left_out: Iterable[tuple[int, int, str]]) -> None:
        """The next file is read."""
        self.left_out = {(item, member): reason for item, member, reason in left_out}
        self.unread = 0
        self.begin_item(-1)
        self._shown[_FILE] += 1

    def begin_item(self, number: int) -> None:
        """The item with this number is read."""
        self.item, self._member, self._members = number, 0, 0
        self._shown[_PLACE] = number * _MOST_MEMBERS

    def begin_whole(self) -> None:
        """A file or member that is an item by itself is read; LeftOut where it is to be left out."""
        if self.item < 0:
            self.begin_item(0)
        self.refuse_left_out()

    def begin_member(self) -> None:
        """The next member within the item is read."""
        self._members += 1
        self._show(self.item, self._members)

    def _show(self, item: int, member: int) -> None:
        self.item, self._member = item, member
        self._shown[_PLACE] = item * _MOST_MEMBERS + member

    @contextmanager
    def within(self) -> Iterator[None]:
        """What is begun until the end is over then, and whatever was under way before goes on; not after a fault."""
        around = self.item, self._member
        yield
        self._show(*around)

    def refuse_left_out(self) -> None:
        """Raise LeftOut where what was begun is to be left out."""
        reason = self.left_out and self.left_out.get((self.item, self._member))
        if reason:
            raise LeftOut(reason)


def place_shown(shared: mmap.mmap) -> tuple[int, int, int]:
    """(files begun so far, item, member) that a process shows in this memory."""
    file, place = memoryview(bytes(shared)).cast("q")
    return file, *divmod(place, _MOST_MEMBERS)


under_way = UnderWay()
