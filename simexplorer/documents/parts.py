"""One large file read by several processes: they take turns, each reads a run of its members and leaves the next ones.

Every process goes through the whole file, which is quick, and parses its own members, which is not. It says where its
turn ends, so that whoever gathers what they send has the members in the file's order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, count, islice
from typing import TypeVar, cast

from simexplorer.documents import formats
from simexplorer.documents.extracted import Extracted, Job
from simexplorer.documents.magic import magic_type
from simexplorer.documents.under_way import under_way

Item = TypeVar("Item")

DIVIDED_FROM = 4 << 20  # bytes of a file; for less no second process is started
TURN_ENDS = Extracted(reason="the next process has its turn")
"""Stands among the documents of a part where the next part's turn begins."""


def divisible(head: bytes, job: Job) -> bool:
    """Whether a file that begins with these bytes may hold many documents that can be read apart."""
    binary = magic_type(head)
    if binary is not None:
        return binary == formats.ZIP and job.archives
    named = formats.named_type(job.name)
    if named in formats.LINE_TABLES and job.rows_are_documents:
        return job.id_column is None  # names are told apart by all that came before
    return formats.text_type(head, named) == formats.MAILBOX


def turns(items: Iterable[Item], job: Job, length: int) -> Iterator[tuple[int, Item] | None]:
    """(number from 1, item) of those that this part of a job reads; None where its turn of ``length`` items ends.

    Each is announced before it is given: as an item of the file that is under way, or as a member of such a one.
    """
    outermost = under_way.item < 0
    start = job.start if outermost else 0
    with under_way.within():
        for run in runs(items if job.end is None or not outermost else _until(job.end, items), job, length, start):
            if run is None:
                yield None
                continue
            for number, item in enumerate(run[1], run[0]):
                if not outermost:
                    under_way.begin_member()
                elif number > start:
                    under_way.begin_item(number - 1)
                else:
                    continue
                yield number, item


def _until(end: int, items: Iterable[Item]) -> Iterator[Item]:
    """The first ``end`` items; the others are counted."""
    rest = iter(items)
    yield from islice(rest, end)
    under_way.unread = sum(1 for _ in rest)


def runs(items: Iterable[Item], job: Job, length: int, start: int = 0) -> Iterator[tuple[int, Iterator[Item]] | None]:
    """The same, a turn at a time: (number of its first item, its items). They are to be gone through.

    start : the item, counted from 0, whose turn is the first to be given
    """
    rest, nothing = iter(items), object()
    first_turn = start // length
    for turn in count():
        run = islice(rest, length)
        first = next(run, nothing)
        if first is nothing:
            return
        if turn > first_turn and job.parts > 1 and (turn - 1) % job.parts == job.part:
            yield None
        if turn >= first_turn and turn % job.parts == job.part:
            yield turn * length + 1, chain([cast("Item", first)], run)
        else:
            deque(run, maxlen=0)
            under_way.go_on()
