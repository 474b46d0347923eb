"""Where an extrapolation starts, and what the page of scale shows as grids and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from simexplorer.search.scurve import pairs_among
from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.material import LabCollection
    from simexplorer.lab.scale import Counted, Extrapolated

_DAY, _YEAR = 86_400, 365.25 * 86_400
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Start(Struct, frozen=True):
    """A collection whose candidates are known: those of so many ``documents``, ``similar`` of the candidates alike.

    verified : candidates that were compared exactly, 0 where this was not counted; noun : what documents are called
    values : of a signature, each of ``value_bytes``
    cut : in what its signatures were cut, in words; empty where that is what the fields say
    gaps : whether positions of the signatures hold no value, so that no S-curve tells how many meet
    instead : how pairs were found where none had to meet in a band; across : whether only those between two sides count
    """

    title: str
    documents: int
    candidates: int
    similar: int
    pairs: int
    by_jaccard: bool
    values: int
    value_bytes: int = 4
    cut: str = ""
    verified: int = 0
    noun: str = "documents"
    gaps: bool = False
    instead: str = ""
    across: bool = False

    @classmethod
    def of_counted(cls, counted: Counted) -> Start:
        """The made collection at its largest."""
        return cls(
            "the made collection",
            int(counted.sizes[-1]),
            int(counted.candidates[-1]),
            int(counted.found[-1]),
            int(counted.pairs[-1]),
            True,
            counted.bands * counted.rows,
        )

    @classmethod
    def of_collection(cls, collection: LabCollection) -> Start:
        """The collection that is open, with the candidates its run met."""
        n = collection.documents
        pairs = pairs_among(n)
        bands, rows = numbers.counted(collection.bands, "band"), numbers.counted(collection.rows, "row")
        cut = "" if collection.instead else f" in its {bands} of {rows}"
        return cls(
            "the open collection",
            n,
            collection.candidates,
            collection.pairs,
            pairs,
            collection.by_jaccard and not collection.across and not collection.instead,
            collection.values,
            collection.value_bytes,
            cut,
            collection.verified,
            "different texts",
            collection.gaps > 0.0,
            collection.instead,
            collection.across,
        )

    @property
    def tells(self) -> bool:
        """Whether there is a pair that met in a band: from none at all nothing can be extrapolated."""
        return self.candidates > 0 and not self.instead

    def at(self, documents: int) -> tuple[float, float]:
        """Least and most comparisons at another size."""
        from simexplorer.lab.scale import extrapolate

        grown = extrapolate(self.documents, self.candidates, self.similar, documents)
        return grown.least, grown.most

    def words(self, predicted: float | None) -> str:
        """How many of its pairs were compared."""
        pairs = numbers.count(self.pairs)
        text = f"{self.title.capitalize()}: {numbers.count(self.documents)} {self.noun} have {pairs} pairs; "
        if self.instead:
            return text + self._without_bands()
        text += self._met()
        if predicted is not None:
            text += f" The S-curve over its similarities expects {numbers.about(predicted)}."
        elif self.gaps:
            text += " What the S-curve expects is not known: its signatures have gaps, positions that hold no value."
        return text

    def _met(self) -> str:
        """Of pairs that had to meet in a band."""
        if not self.tells:
            return "none met in a band, and from none nothing can be extrapolated."
        met = f"{numbers.count(self.candidates)} met in a band, one in {numbers.about(self.pairs / self.candidates)}."
        sides = "lie between the reference and the rest and " if self.across else ""
        if self.verified:
            met += f" {numbers.count(self.verified)} of them {sides}agreed in enough positions to be compared exactly."
        similar = min(self.similar, self.candidates)
        of = "those" if sides and self.verified else "those that met"
        met += f" Of {of} {numbers.count(similar)} {'is' if similar == 1 else 'are'} similar."
        if similar == self.candidates:
            met += " None met by chance; how many of more documents would is not known, and both limits leave them out."
        return met

    def _without_bands(self) -> str:
        """Of pairs that did not have to: no index counted what it compares."""
        from simexplorer.pipeline.result import JOINED

        compared, within = numbers.counted(self.verified, "pair"), numbers.count(min(self.similar, self.verified))
        came = f"That gave {compared}"
        if self.instead != JOINED:
            came = f"{compared} agreed in enough positions to be compared exactly"
        return (
            f"none had to meet in a band, as {self.instead}. {came}, {within} of them within the limit of the run. "
            "What an index compares was not counted, and nothing can be extrapolated."
        )


def power(exponent: float) -> str:
    """``6`` as ``10⁶``."""
    return f"10{str(int(exponent)).translate(_RAISED)}"


def duration(seconds: float) -> str:
    """Seconds, minutes, hours, then days and years."""
    if seconds < 0.1:
        return "< 0.1 s"
    if seconds < _DAY:
        return numbers.seconds(seconds)
    if seconds < 2 * _YEAR:
        return f"{numbers.decimal(seconds / _DAY, 1)} days"
    return f"{numbers.about(seconds / _YEAR)} years"


def counted_words(counted: Counted, step: int) -> str:
    """What was counted at one size."""
    columns = (counted.sizes, counted.candidates, counted.pairs, counted.found, counted.similar)
    documents, met, pairs, found, similar = (numbers.count(int(column[step])) for column in columns)
    return (
        f"{documents} made documents: {met} of {pairs} pairs met in a band and are compared; {found} of the {similar} "
        f"pairs with a similarity of {numbers.decimal(counted.threshold, 2)} and more are among them."
    )


def counted_grid(counted: Counted, step: int) -> Grid:
    """A row for every size."""
    cells, tints = [], []
    for place in range(counted.sizes.size):
        pairs, met = int(counted.pairs[place]), int(counted.candidates[place])
        cells.append(
            [
                numbers.count(pairs),
                numbers.count(met),
                numbers.about(float(counted.expected[place])),
                f"{numbers.count(int(counted.found[place]))} of {numbers.count(int(counted.similar[place]))}",
                f"1 in {numbers.about(pairs / met)}" if met else numbers.UNKNOWN,
                f"{numbers.decimal(1e3 * float(counted.seconds[place]), 1)} ms",
            ]
        )
        tints.append([Tint.NONE if place <= step else Tint.FAINT] * 6)
    return Grid(
        cells=cells,
        columns=("all pairs", "compared", "S-curve expects", "similar ones found", "of all pairs", "time of one core"),
        rows=[numbers.count(size) for size in counted.sizes.tolist()],
        tints=tints,
        current=step if step < counted.sizes.size else -1,
    )


def compared_words(row: Extrapolated, rate: float, tells: bool) -> tuple[str, str, str]:
    """Comparisons at least and at most, and how long they take; unknown where no count ``tells`` of them."""
    if not tells:
        return numbers.UNKNOWN, numbers.UNKNOWN, numbers.UNKNOWN
    times = from_to(duration(row.least / rate), duration(row.most / rate))
    return numbers.about(row.least), numbers.about(row.most), times


def from_to(least: str, most: str) -> str:
    """Two limits in words, and one where they read the same."""
    return least if least == most else f"{least} to {most}"


def grown_grid(grown: Sequence[Extrapolated], asked: Extrapolated, rate: float, tells: bool = True) -> Grid:
    """A row for every power of ten and for the size that was asked for; tells : whether candidates were counted."""
    cells = [
        [
            numbers.count(row.pairs),
            duration(row.pairs / rate),
            *compared_words(row, rate, tells),
            numbers.size(row.signature_bytes),
        ]
        for row in grown
    ]
    columns = ("all pairs", "comparing all", "compared, at least", "at most", "comparing these", "signatures")
    return Grid(
        cells=cells, columns=columns, rows=[numbers.count(row.documents) for row in grown], current=grown.index(asked)
    )
