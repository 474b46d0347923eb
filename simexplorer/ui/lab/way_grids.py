"""What the page of the whole way shows, as grids and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simexplorer.pipeline.measure_words import NAMES
from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.whole_way import WholeWay

_IN_ROW = 15  # positions, about; a row holds whole bands
_EQUAL = 2
_FEW = 0.1  # of the unlike pairs: the others are nearly all
_ITS_OWN = "its own answer on this pair stands in the main window."
_VERDICTS = {
    (True, True): ("found", "They met, were compared, and are as alike as was asked for: the pair is in the answer."),
    (False, True): (
        "needless",
        "They met by chance: a false positive, which the exact comparison finds and drops. It cost time, and no more.",
    ),
    (True, False): (
        "missed",
        "They are as alike as was asked for, and never met: a false negative. More bands or fewer rows help.",
    ),
    (False, False): ("spared", "They are less alike than was asked for and never met: the comparison was spared."),
}


def signature_grid(result: WholeWay) -> Grid:
    """Position by position what both keep, equal ones tinted; the last four hexadecimal digits of each number."""
    rows, length = result.settings.rows, result.equal.size
    step = rows * max(1, _IN_ROW // rows)
    cells: list[list[str]] = []
    tints: list[list[Tint | int]] = []
    heads: list[str] = []
    gaps: set[int] = set()
    for first in range(0, length, step):
        last = min(length, first + step)
        gaps.add(len(cells))
        for which in range(2):
            cells.append([f"{value & 0xFFFF:04x}" for value in result.values[which, first:last].tolist()])
            tints.append([_EQUAL if same else Tint.NONE for same in result.equal[first:last].tolist()])
            places = f"positions {first + 1} to {last}" if last - first > 1 else f"position {last}"
            heads.append(f"{'AB'[which]}, {places}")
    return Grid(cells=cells, rows=heads, tints=tints, gaps=frozenset(gaps - {0}))


def band_grid(result: WholeWay) -> Grid:
    """Band by band how many rows agree and which bucket each document falls into."""
    rows = result.settings.rows
    agree = result.equal.reshape(-1, rows).sum(axis=1).tolist()
    cells = [
        [f"{agree[band]} of {rows}", f"{a:08x}", f"{b:08x}", "yes" if met else "no"]
        for band, (a, b, met) in enumerate(
            zip(result.keys[0].tolist(), result.keys[1].tolist(), result.met.tolist(), strict=True)
        )
    ]
    return Grid(
        cells=cells,
        columns=("equal rows", "bucket of A", "bucket of B", "same bucket"),
        rows=[f"band {band + 1}" for band in range(len(cells))],
        tints=[[_EQUAL if met else Tint.NONE] * 4 for met in result.met.tolist()],
    )


def outcome_facts(result: WholeWay) -> list[tuple[str, str, str]]:
    """Key, number and meaning of what comes out in the end."""
    wanted, exact = numbers.decimal(result.settings.threshold, 3), numbers.similarity(result.exact)
    if exact == wanted and result.exact != result.settings.threshold:
        exact = numbers.decimal(result.exact, 6)  # in fewer decimals they read the same
    verdict = "no pair" if result.empty else _VERDICTS[_is_wanted(result), result.compared][0]
    return [
        ("way_exact", exact, f"exact similarity; {wanted} or more was asked for"),
        ("way_estimate", _estimate(result), "told by the signatures"),
        ("way_chance", _chance(result), "chance of such documents to meet in a band"),
        ("way_verdict", verdict, "what became of the pair"),
    ]


def step_words(result: WholeWay, run_cut: str = "") -> list[str]:
    """Of every step what it did with these two documents; ``run_cut``: how their run cut, where that was otherwise."""
    settings, length = result.settings, result.equal.size
    if result.empty:
        nothing = "One of the two has no shingle at all: it is like nothing, and has no part in what follows."
        return [nothing, "", "", ""]
    common, either = numbers.count(result.common), numbers.count(result.either)
    met, equal = int(result.met.sum()), numbers.count(int(result.equal.sum()))
    exact, unlike = numbers.similarity(result.exact), numbers.percent(result.chance_of_unlike)
    stand = "stands" if result.common == 1 else "stand"
    cut = (
        f"A has {_shingles(result, 0)}, B has {numbers.count(result.sizes[1])}. {common} {stand} in both (green), "
        f"{either} in either: their Jaccard similarity J is {common} / {either} = {exact}."
    )
    signed = (
        f"{numbers.counted(length, 'position')}: for each all shingles are put in another random order, "
        f"and a document keeps the one that comes first (below: the end of its number). Equal (green): {equal} of "
        f"{numbers.counted(length, 'position')}, an estimate of {_estimate(result)}, where {exact} is exact. "
        f"However long a document is, its signature has {numbers.counted(length, 'number')}. A run usually signs in "
        "another, faster way: its estimate differs from this one, within the error."
    )
    became = (
        f"{numbers.count(met)} of them {'is' if met == 1 else 'are'} equal in every row: the two meet in a bucket "
        "and are candidates."
        if met
        else "None is equal in every row: the two never meet."
    )
    only = "only " if result.unlike < result.exact and result.chance_of_unlike < 0.5 else ""
    banded = (
        f"{numbers.counted(settings.bands, 'band')} of {numbers.counted(settings.rows, 'row')}; each is hashed to a "
        f"bucket. {became} Of documents as alike as these {_chance(result)} meet, of unlike ones "
        f"(J = {numbers.similarity(result.unlike)}) {only}{unlike}."
    )
    its_own = f"Your run had {run_cut}: {_ITS_OWN} " if run_cut else ""
    return [cut, signed, banded, f"{its_own}{_compared_words(result)}"]


def _shingles(result: WholeWay, which: int) -> str:
    """How many shingles one of the two has, with their noun."""
    size = result.sizes[which]
    if result.bag:
        return f"{numbers.counted(size, 'shingle')}, each counted as often as it occurs"
    return numbers.counted(size, "different shingle")


def _compared_words(result: WholeWay) -> str:
    """Whether the candidates' signatures let them through to the documents, and what came out."""
    wanted, other = _is_wanted(result), _other_measure(result)
    if not result.met.any():
        others = not wanted and result.chance_of_unlike < _FEW
        return f"{other}{_VERDICTS[wanted, False][1]}{' So are nearly all others.' if others else ''}"
    sigmas = f"{result.sigmas:g}"
    if result.needed < 1:
        check = (
            f"At this threshold and with so few positions, none are dropped by the sketch filter ({sigmas} standard "
            "errors)."
        )
    else:
        check = (
            f"To be compared, candidates need {numbers.counted(result.needed, 'equal position')}: what the threshold "
            f"lets expect, less {sigmas} standard errors (the sketch filter). These have {int(result.equal.sum())}."
        )
    if result.compared:
        return f"{other}{check} {_VERDICTS[wanted, True][1]}"
    return f"{other}{check} So they are not compared: {'a false negative' if wanted else 'time is spared'}."


def _other_measure(result: WholeWay) -> str:
    """That the run these documents are from may have answered otherwise, in a sentence; "" where it may not."""
    if result.measure == "jaccard":
        return ""
    return (
        f"Your collection was not compared by Jaccard similarity but by {NAMES[result.measure][2]}: {_ITS_OWN} What "
        "follows is by Jaccard similarity. "
    )


def _is_wanted(result: WholeWay) -> bool:
    return result.exact >= result.settings.threshold


def _chance(result: WholeWay) -> str:
    """That documents as alike as these meet in a band, in per cent."""
    return numbers.likely(result.chance, result.exact >= 1.0)


def _estimate(result: WholeWay) -> str:
    return numbers.UNKNOWN if result.empty else numbers.estimate(result.estimate, result.error)
