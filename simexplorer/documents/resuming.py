"""A file whose reading process died over a member is read on by another: that member is left out, and says why."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from simexplorer.documents.extracted import Job
from simexplorer.documents.workers import WorkerDied

MOST_LEFT_OUT = 10
"""Members of one file that may end their process: it may take a member 10 s to do so."""


class Resumption(Struct):
    """How far the processes came that read one file, and what they died of.

    reached : by part of the file, (item that came last, how many members came of it)
    left_out : (item, member) to the reason why it is not read, see ``under_way``
    tried : those that ended a process once, perhaps for no fault of theirs, and are tried again
    end : the item from which on nothing is read any more, as too many were left out
    lasting : whether what was left out would be the same another time
    """

    reached: dict[int, tuple[int, int]] = field(default_factory=dict)
    left_out: dict[tuple[int, int], str] = field(default_factory=dict)
    tried: set[tuple[int, int]] = field(default_factory=set)
    end: int | None = None
    lasting: bool = True

    @property
    def begun(self) -> bool:
        """Whether anything came, or was in the way."""
        return bool(self.reached or self.tried)

    @property
    def given_up(self) -> bool:
        """Whether the rest of the file is no longer read."""
        return self.end is not None

    def heed(self, part: int, told: dict[str, Any]) -> None:
        """An answer came of a part of the file, and told this."""
        self.reached[part] = told.get("item", -1), told.get("of_item", 0)

    def rest(self, job: Job) -> Job:
        """The job that reads on where this one ended: the item that came last is read anew, as some may be missing."""
        if not self.begun:
            return job
        start, _ = self.reached.get(job.part, (0, 0))
        left_out = [(*place, reason) for place, reason in self.left_out.items()]
        return replace(job, start=max(start, 0), end=self.end, left_out=left_out)

    def goes_on_after(self, death: WorkerDied, part: int) -> bool:
        """Whether to read on after this, and if so without what is to blame for it."""
        item, member = death.place or (-1, 0)
        came_as_a_whole = item < 0 and part in self.reached
        if death.place is None or came_as_a_whole:
            return False
        if not death.lasting and (item, member) not in self.tried:
            self.tried.add((item, member))
            return True
        if item < 0 or self.given_up:
            return False
        if (item, member) in self.left_out:
            member = 0  # the item itself, then
        if (item, member) in self.left_out:
            return False
        if len(self.left_out) == MOST_LEFT_OUT:
            self.end = item
        else:
            self.left_out[item, member] = str(death)
            self.lasting = self.lasting and death.lasting
        return True

    def forget_item(self, part: int) -> int:
        """How many members came of the item that is now read anew."""
        item, of_it = self.reached.get(part, (0, 0))
        self.reached[part] = item, 0
        return of_it
