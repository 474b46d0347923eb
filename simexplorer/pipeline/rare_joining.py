"""Candidates by the rare shingles of all documents, in place of the index: for long texts that have most in common."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import CapacityError
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.memory_room import require_memory
from simexplorer.pipeline.narrowing import Narrowing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.sets_in_memory import all_sets, read_in_parts
from simexplorer.pipeline.sought import Sought
from simexplorer.search.agreement import NO_VALUE
from simexplorer.search.banding import MAX_CHECKS, MAX_PAIRS, Candidates, SketchCheck
from simexplorer.search.found_pairs import Found, Room, Sieve, all_pairs
from simexplorer.search.rare_join import RareFirst, RareJoin

MOST_WORDS, _BYTES_A_WORD = 60_000_000, 20
_BEGINNING_TAKES, _SHINGLE_TAKES, _MEETING_TAKES = 1e8, 40.0, 8.0  # ns of processor time
_SAMPLE = 4_000_000  # shingles
_LEAST_SAMPLE = 1000  # documents
_MANY = 16  # pairs a document: to compare as many exactly takes longer than sketches


class RareJoining:
    """Joins the documents of a run by shingles of which each pair within the floor shares one, if a sample likes it.

    needed : equal positions of signatures below which a pair is dropped, as the index drops it; narrowing : of the run
    """

    def __init__(self, sought: Sought, needed: int, narrowing: Narrowing, engine: Engine, progress: Progress) -> None:
        self._sought, self._needed, self._progress = sought, needed, progress
        self._shingles = sought.signed.texts.shingles
        self._each, self._narrowing = engine.stoppable(progress), narrowing

    def found(self, spared: float) -> Candidates | None:
        """The pairs, where that takes at most ``spared`` ns; None where it does not, or has no room for them."""
        members, reader = self._sought.members, self._sought.reader
        total = int(self._shingles[members].sum())
        if self._takes_long(total, 0, spared) or not total:
            return None
        self._progress.begin("Joining all documents by rare shingles", 0)
        try:
            sample = members[:: max(1, min(total // _SAMPLE, members.size // _LEAST_SAMPLE))]
            order, words, meetings = self._sampled(sample)
            require_memory(int(words * _BYTES_A_WORD), "Joining by rare shingles", "The index stands in for it.")
        except CapacityError:
            return None
        if words > MOST_WORDS or self._takes_long(total, meetings, spared):
            return None
        read = read_in_parts(lambda rows: order.words(reader.sets(rows), rows), members, self._shingles, self._each)
        sizes = np.zeros(self._shingles.size, np.int64)
        sizes[members] = np.concatenate([part for _, part in read])
        parts = [part for part, _ in read]
        del read
        signed = self._sought.signed
        missing = signed.missing(members)
        infinite = NO_VALUE if missing is None else np.int64(missing)
        join = RareJoin(parts, sizes, signed.texts.values, infinite, self._each)
        return None if self._takes_long(total, join.meetings, spared) else self._joined(join)

    @staticmethod
    def _takes_long(shingles: int, meetings: float, spared: float) -> bool:
        takes = _BEGINNING_TAKES + shingles * _SHINGLE_TAKES + meetings * _MEETING_TAKES
        return meetings > MAX_CHECKS or takes > spared

    def _sampled(self, sample: NDArray[np.int64]) -> tuple[RareFirst, float, float]:
        """The order of shingles, and how many words there are and how often they meet, as these members tell."""
        sets = all_sets(self._sought.reader, sample, self._shingles, self._each)
        order, share = RareFirst.of(sets, float(self._sought.floor)), self._sought.members.size / sample.size
        words, meetings = order.meetings(sets)
        return order, words * share, meetings * share**2

    def _joined(self, join: RareJoin) -> Candidates | None:
        """The pairs; of very many that seem near those that longer sketches do not rule out."""
        found = self._told(join, None, min(MAX_PAIRS, _MANY * self._sought.members.size))
        return self._told(join, self._sieve(), MAX_PAIRS) if found is None else found

    def _sieve(self) -> Sieve | None:
        """What looks closer at pairs of members, as far as it is worth while for more than there is room for."""
        counts, members = np.zeros(self._sought.signed.family.length + 1, np.int64), self._sought.members
        counts[self._needed] = MAX_PAIRS
        length = self._narrowing.worth(counts, members, strict=False)
        return self._narrowing.sieve(members, length, strict=False) if length else None

    def _told(self, join: RareJoin, sieve: Sieve | None, most: int) -> Candidates | None:
        """What the join finds and the sieve keeps; None where that is more than ``most``."""
        room = Room(most)

        def part(first: int) -> tuple[Found, bool]:
            if sieve is None:
                return join.part(first, self._needed, room), True
            own = Room(MAX_PAIRS)
            found = join.part(first, self._needed, own)
            near = [run[:, sieve.told(run[0], run[1]) >= sieve.needed] for run in found.pairs]
            ruled_out = sum(run.shape[1] for run in found.pairs) - sum(run.shape[1] for run in near)
            return Found([room.taken(run) for run in near], found.candidates, found.counts, ruled_out), own.is_left

        parts = self._each(part, join.jobs)
        if not (room.is_left and all(fits for _, fits in parts)):
            return None
        found = [one for one, _ in parts]
        met, ruled_out = sum(one.candidates for one in found), sum(one.ruled_out for one in found)
        sketch = None if sieve is None else SketchCheck.of(sieve)
        i, j, equal = all_pairs(found, self._each)
        told = {"needed": self._needed, "ruled_out": ruled_out, "sketch": sketch}
        return Candidates(i, j, equal, met, 0, 0, scanned=True, rare=True, **told)
