"""How likely a pair of known similarity is to be found by signatures and bands, and how far estimates of it vary."""

from __future__ import annotations

from msgspec import Struct

from simexplorer.search.filtering import pass_probability
from simexplorer.search.scurve import collision_probability
from simexplorer.search.tuning import Banding
from simexplorer.signatures.family import Family
from simexplorer.signatures.known_union import KnownPair


class Prospects(Struct, frozen=True):
    """One pair under one family.

    truth : of the family's measure; known : the sizes behind it where the family is one for sets, else None
    """

    family: Family
    truth: float
    known: KnownPair | None

    @classmethod
    def of(cls, family: Family, truth: float, shared: int, alone: int) -> Prospects:
        """A pair that shares so many distinct shingles (bags: occurrences) and has so many in one document only."""
        return cls(family, truth, KnownPair(family, shared, shared + alone) if family.measure == "jaccard" else None)

    def standard_error(self) -> float:
        """Standard deviation of the estimate."""
        return self.known.standard_error() if self.known else float(self.family.standard_error(self.truth))

    def meets(self, choice: Banding) -> float:
        """The chance to share a bucket."""
        if self.known:
            return self.known.candidate_probability(choice.bands, choice.rows)
        collision = self.family.collision_probability
        return float(collision_probability(self.truth, choice.bands, choice.rows, collision))

    def passes(self, needed: int) -> float:
        """The chance to agree in enough positions to be verified."""
        chance = self.known.position_probability() if self.known else self.family.collision_probability(self.truth)
        return float(pass_probability(self.family.length, needed, chance))
