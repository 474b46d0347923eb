"""Files that are given to a reading process, and what came of them."""

from __future__ import annotations

import os
from collections import deque

from msgspec import Struct, field
from msgspec.structs import replace

from simexplorer.documents.extracted import READ, SKIPPED, Extracted
from simexplorer.documents.formats import named_type
from simexplorer.documents.members import FoundMembers
from simexplorer.documents.opening import File
from simexplorer.documents.resuming import Resumption
from simexplorer.documents.system_calls import modified_ns, noted_ns
from simexplorer.documents.workers import WorkerDied


class Outcome(Struct, frozen=True):
    """What a first reading made of one row; size and times of change as of then, -1 where it was not opened.

    ``lasting``: it would come out the same way again.
    """

    row: int
    document: Extracted
    size: int = -1
    modified_ns: int = -1
    noted_ns: int = -1
    members: FoundMembers | None = None
    lasting: bool = True

    @property
    def text(self) -> bytes:
        """What is compared: nothing where the document holds white space only."""
        return self.document.text if self.document.status == READ else b""


class Sent(Struct):
    """A file that a process is reading, and what came of it so far; about : what it was when it was opened first."""

    file: File
    about: os.stat_result
    members: FoundMembers | None = None
    resumption: Resumption = field(default_factory=Resumption)

    def outcome(self, found: Extracted) -> Outcome:
        """The outcome where this is the document."""
        about = self.about
        of_the_system = bool(found.text) and not about.st_size  # such files never change by what is listed of them
        lasting = self.resumption.lasting and not of_the_system
        times = modified_ns(about), noted_ns(about)
        return Outcome(self.file.row, found, about.st_size, *times, self.members, lasting=lasting)

    def blamed(self, death: WorkerDied) -> Outcome:
        """The outcome of a file whose process died; members that were read before stay."""
        partly = self.members is not None
        status, promised = READ if partly else SKIPPED, named_type(self.file.name)
        found = Extracted(status=status, reason=str(death), truncated=partly, media_type=promised)
        return replace(self.outcome(found), lasting=death.lasting)


class Queue:
    """Files on their way through one process.

    waiting : to be given to it, in this order; sent : to be answered by it, in this order
    begun : by row, files of which something came before their process died; they go alone, as no job is like theirs
    changed : rows of those that became other files while they were read, and are read once more
    """

    def __init__(self) -> None:
        self.waiting = deque[File]()
        self.sent = deque[Sent]()
        self.changed = set[int]()
        self.begun: dict[int, Sent] = {}

    def take_back(self, sent: deque[Sent]) -> None:
        """What was given to a process that is gone waits again."""
        self.begun |= {one.file.row: one for one in sent if one.resumption.begun}
        self.waiting.extendleft(one.file for one in reversed(sent))
        sent.clear()

    def died_over(self, death: WorkerDied) -> Sent | None:
        """The file that a process was reading when it died; None where it was in none of them."""
        at = len(self.sent) - 1 - death.behind if death.place is not None else 0
        return self.sent[at] if 0 <= at < len(self.sent) else None
