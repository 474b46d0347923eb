"""What the page of fingerprint tables shows at each step, and the rows of its designer, as grids and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simexplorer.ui.lab.bit_table import BitRows
from simexplorer.ui.lab.facts import Fact
from simexplorer.ui.lab.grid_view import Grid
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.fingerprint_tables import DesignSheet, TableWalk
    from simexplorer.search.fingerprint_design import DesignRow

SEARCHES = {"binary": "binary", "interpolation": "interpolation"}
AS_THEY_ARE, PERMUTED, SORTED, SEARCHED = range(4)
_MOST_TABLES, _MOST_DESIGNS = 12, 9
_PROBED = 64, 3  # bits of a fingerprint, and how many of them differ
_LECTURE = {2**34: ": the lecture's eight billion pages, which it counts as 2³⁴"}


def _columns(walk: TableWalk) -> NDArray[np.int64]:
    """(f,) block of each position; where a permutation was given by hand, whether it comes to the front."""
    if walk.widths:
        return np.repeat(np.arange(len(walk.widths)), walk.widths)
    groups = np.full(walk.bits, -1)
    groups[list(walk.front)] = np.arange(len(walk.front))
    return groups


def bit_rows(walk: TableWalk, names: tuple[str, ...], search: str, step: int) -> BitRows:
    """The fingerprints at a step: as they are, permuted, sorted, searched, the run, the bits that differ."""
    from simexplorer.lab.fingerprint_tables import bit_matrix

    everything, before = range(walk.fingerprints.size), _columns(walk)
    if step == AS_THEY_ARE:
        bits, key = bit_matrix(walk.fingerprints, walk.bits), bit_matrix(_one(walk.query), walk.bits)[0]
        return BitRows(bits=bits, groups=before, heads=names, key=key, key_head="looked for", live=everything)
    after = np.empty_like(before)
    after[list(walk.goes_to)] = before
    key = bit_matrix(_one(walk.key), walk.bits)[0]
    if step == PERMUTED:
        bits = bit_matrix(walk.permuted, walk.bits)
        return BitRows(
            bits=bits, groups=after, heads=names, key=key, key_head="looked for", front=walk.leading, live=everything
        )
    steps = walk.steps(search)
    at, live, found = -1, everything, step - SEARCHED - len(steps)
    if SEARCHED <= step < SEARCHED + len(steps):
        low, high, at = steps[step - SEARCHED].tolist()
        live = range(low, high)
    elif found >= 0:
        live = range(walk.binary.first, walk.binary.last)
    near = {row for row in live if walk.distances[row] <= walk.radius} if found >= 1 else set()
    apart = [numbers.counted(distance, "bit differs", "bits differ") for distance in walk.distances.tolist()]
    return BitRows(
        bits=bit_matrix(walk.values, walk.bits),
        groups=after,
        heads=[names[row] for row in walk.rows.tolist()],
        notes=[apart[row] if row in live and found >= 1 else "" for row in everything],
        key=key,
        key_head="looked for",
        front=walk.leading,
        live=live,
        looked_at=at,
        hits=frozenset(near),
        differ=found >= 1,
    )


def _one(value: int) -> NDArray[np.uint64]:
    return np.array([value], np.uint64)


def words(walk: TableWalk, search: str, step: int) -> str:
    """What happens at this step."""
    steps = walk.steps(search)
    table = f"Table {walk.table + 1} of {walk.tables}: " if walk.tables > 1 else ""
    if step == AS_THEY_ARE:
        cut = "as they come"
        if walk.widths:
            each = "bit" if walk.widths == (1,) else "bits"
            cut = f"cut into {numbers.counted(len(walk.widths), 'block')} of {_list(walk.widths)} {each}"
        return f"The fingerprints, {cut}, and above them the one that is looked for."
    if step == PERMUTED:
        moved = "bits change places"
        if walk.widths:
            front = dict.fromkeys(int(_columns(walk)[position]) + 1 for position in walk.front)
            which, move = ("block", "moves") if len(front) == 1 else ("blocks", "move")
            moved = f"{which} {' and '.join(map(str, front))} {move} to the front"
        leads = numbers.counted(walk.leading, "bit leads", "bits lead")
        return _sentence(f"{table}{moved}, in all fingerprints alike; {leads} now.")
    if step == SORTED:
        return _sentence(f"{table}sorted, so that equal leading bits stand together.")
    if step < SEARCHED + len(steps):
        low, high, place = steps[step - SEARCHED].tolist()
        return (
            f"{search.capitalize()} search, step {step - SEARCHED + 1} of {len(steps)}: the first row with these "
            f"leading bits may be one of {low + 1} to {high}; row {place + 1} is looked at, "
            f"{_why_there(search, step - SEARCHED)}."
        )
    run = walk.binary.last - walk.binary.first
    if step == SEARCHED + len(steps):
        if run == 0:
            return f"No fingerprint of this table shares the leading {numbers.counted(walk.leading, 'bit')}."
        return f"The run: {numbers.counted(run, 'fingerprint')} from row {walk.binary.first + 1} on share these bits."
    found, missed = walk.binary.rows.size, walk.scanned.size - walk.answer.size
    bits = numbers.counted(walk.radius, "bit")
    text = f"Counting bits: {numbers.counted(found, 'fingerprint')} of the run within {bits}."
    if missed:
        text += f" Not found here: {missed} within {bits} whose leading bits differ; tables with other ones find such."
    return text


def _sentence(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _why_there(search: str, step: int) -> str:
    """Why a search looks at this row."""
    if search == "binary":
        return "the middle"
    if step % 2:
        return "the middle: every second step halves what is left, so that no fingerprints make the search slow"
    return "where these bits would stand if the rows between were evenly spread"


def _list(widths: tuple[int, ...]) -> str:
    return ", ".join(map(str, widths))


def steps_grid(walk: TableWalk, search: str, step: int) -> Grid:
    """Both searches side by side: interval and place of every step."""
    both = {name: walk.steps(name).tolist() for name in SEARCHES}
    count = max(len(steps) for steps in both.values())
    cells: list[list[str]] = []
    for place in range(count):
        row: list[str] = []
        for steps in both.values():
            row += (
                [f"{steps[place][0] + 1} to {steps[place][1]}", str(steps[place][2] + 1)]
                if place < len(steps)
                else ["", ""]
            )
        cells.append(row)
    now = step - SEARCHED
    return Grid(
        cells=cells,
        columns=("binary", "row", "interpolation", "row"),
        rows=[str(place + 1) for place in range(count)],
        current=now if 0 <= now < len(both[search]) else -1,
    )


def tables_grid(walk: TableWalk) -> Grid:
    """What a probe of each table meets and finds."""
    shown = range(min(walk.tables, _MOST_TABLES))
    rows = [f"table {place + 1}" for place in shown]
    cells = [[numbers.count(int(walk.runs[place])), numbers.count(int(walk.found[place]))] for place in shown]
    if walk.tables > _MOST_TABLES:
        rows.append(f"{walk.tables - _MOST_TABLES} more")
        cells.append([numbers.count(int(column[_MOST_TABLES:].sum())) for column in (walk.runs, walk.found)])
    return Grid(cells=cells, columns=("run", "found"), rows=rows, current=walk.table if walk.table in shown else -1)


def size_facts(sheet: DesignSheet) -> list[Fact]:
    """The chosen design in large letters."""
    row = sheet.rows[sheet.chosen]
    blocks = " then ".join(numbers.counted(blocks, "block") for blocks in sheet.design.levels)
    values, tables = np.unique(sheet.leading, return_counts=True)
    low, high = int(values[0]), int(values[-1])
    each = ", ".join(f"{p} in {count}" for p, count in zip(values.tolist(), tables.tolist(), strict=True))
    span = str(low) if low == high else f"{low} or {high}" if values.size == 2 else f"{low} to {high}"
    return [
        Fact("tables", numbers.count(row.tables), f"tables: {blocks}; first cut {_list(sheet.widths)} bits"),
        Fact("leading", span, f"leading bits p that a match shares; {each} of the tables"),
        Fact("matches", numbers.about(max(sheet.matches)), "fingerprints that one probe meets on average, at most"),
        Fact("bytes", numbers.size(sheet.bytes), f"of memory for all tables, {_row_words(sheet)}"),
        Fact(
            "probes",
            numbers.count(sheet.exactly),
            f"look-ups that probing takes at {numbers.counted(sheet.radius, 'bit')} alone{_within(sheet)}",
        ),
        Fact("prints", numbers.count(sheet.fingerprints), f"fingerprints{_LECTURE.get(sheet.fingerprints, '')}"),
    ]


def _within(sheet: DesignSheet) -> str:
    """What fewer bits add to these, which the lecture leaves out; "" where there are no fewer."""
    probes = next(row.probes for row in sheet.rows if row.way == "probing")
    if probes == sheet.exactly:
        return ""
    whose = ", as the lecture counts" if (sheet.bits, sheet.radius) == _PROBED else ""
    return f"{whose}; {numbers.count(probes)} with those at fewer bits"


def _row_words(sheet: DesignSheet) -> str:
    """How a document is named beside each fingerprint, and what compression could save."""
    words = f"each row number in {sheet.row_bytes} bytes"
    least = numbers.decimal(sheet.design.compressed_bits(sheet.fingerprints), 1)
    return f"{words}; compressed, {least} of the {sheet.bits} bits of a fingerprint would do"


def _way(row: DesignRow) -> str:
    if row.way == "tables":
        return " then ".join(numbers.counted(blocks, "block") for blocks in row.levels)
    return "probing one table" if row.way == "probing" else "looking at all"


def design_grid(sheet: DesignSheet) -> Grid:
    """A row for every design of few tables, for the chosen one, and for doing without."""
    last = len(sheet.rows) - 2
    mark = "least work of tables" if sheet.fits else "least memory: no tables fit"
    kept = sorted({*range(min(_MOST_DESIGNS, last)), sheet.chosen, sheet.recommended, last, last + 1})
    cells, tints = [], []
    for place in kept:
        row = sheet.rows[place]
        low, high = row.leading_bits
        cells.append(
            [
                numbers.count(row.tables),
                str(low) if low == high else f"{low} to {high}",
                numbers.about(row.matches),
                numbers.count(row.probes),
                numbers.about(row.looked_at),
                numbers.size(row.bytes),
                mark if place == sheet.recommended else "",
            ]
        )
        tints.append([Tint.SELECTED if place == sheet.recommended else Tint.NONE] * 7)
    return Grid(
        cells=cells,
        columns=("tables", "p", "met by a probe", "probes", "looked at in all", "memory", ""),
        rows=[_way(sheet.rows[place]) for place in kept],
        tints=tints,
        current=kept.index(sheet.chosen),
        gaps=frozenset({len(kept) - 2}),
    )
