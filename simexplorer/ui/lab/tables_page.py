"""Page 8: fingerprint tables, their probes step by step, and the designer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QSignalBlocker

from simexplorer.pipeline.progress import Progress
from simexplorer.ui.lab.bit_table import BitTable
from simexplorer.ui.lab.design_grids import (
    SEARCHES,
    SORTED,
    bit_rows,
    design_grid,
    size_facts,
    steps_grid,
    tables_grid,
    words,
)
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import choice, field_row, typed_line, whole
from simexplorer.ui.lab.formula import line, over, up
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.long_texts import beginnings, limit_words
from simexplorer.ui.lab.short_titles import short_titles
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.lab.cutting import Cutting
    from simexplorer.lab.fingerprint_tables import DesignSheet, TableWalk
    from simexplorer.lab.material import LabText

_PRINTS, _BITS = 24, 16
_DRAWN, _LECTURE = 0, 1
_MEMORY = {2**31: "2 GB", 2**34: "16 GB", 2**36: "64 GB", 2**38: "256 GB", 2**40: "1 TB", 2**42: "4 TB"}
_DESIGNS = (
    "Met by a probe: the run of a table with the fewest leading bits. Looked at in all: for every probe d rows of its "
    "binary search, and the run it meets; tables with more leading bits have shorter ones."
)
_THEIRS = " These are the fingerprints by which the main window tells Hamming distances: of the shingles of a document."
_TYPED = "Fingerprints of your own, zeros and ones of one length; empty: drawn ones, or those of the lecture."
_PERMUTATION = "Where each bit goes, the first one named first; empty: as in the lecture."


class Tables(Struct, frozen=True):
    """A walk through one table, whose fingerprints they are, and the sheet of the designer."""

    walk: TableWalk
    names: tuple[str, ...]
    sheet_key: object
    sheet: DesignSheet


class TablesPage(LabPage[Tables]):
    """Blocks, permutation, sorting, search, run; below, what a design costs."""

    name = "tables"
    title = "Fingerprint tables"
    explanation = (
        "Which of very many fingerprints, 2<sup>d</sup> of them, differ from a given one in at most k bits? Cut the f "
        "bits into m blocks. If at most k bits differ, at least m − k blocks are untouched. So for each choice of m − "
        "k blocks keep <b>one table</b>, t in all: these blocks moved to the front, all fingerprints sorted. In at "
        "least one a match shares the leading p bits exactly: search for the first that does, <b>walk the run</b>, "
        "count differing bits. More tables mean longer p and shorter runs, and more memory."
    )
    formula = (
        line("tables  t = ", over("m!", "k! (m − k)!"), ",  p ≈ ", over("f (m − k)", "m")),
        line("matches per probe ≈ 2", up("d − p"), "  of 2", up("d"), " fingerprints"),
        line("probing instead: ", over("f!", "k! (f − k)!"), " look-ups at k bits"),
    )
    source = (
        "Manku, Jain, Das Sarma 2007, Detecting near-duplicates for web crawling, section 3; Gakhov 2016, "
        "Probabilistic data structures, part 4: similarity."
    )
    examples = (f"{_PRINTS} drawn fingerprints of {_BITS} bits", "a lecture: five fingerprints of 4 bits")
    own_texts = _PRINTS
    symbols = (("hamming_radius", "k"), ("simhash_bits", "f"), ("blocks", "m"))

    def build(self) -> None:
        """Fields, bits, searches, designer."""
        self.search = choice("labSearch_tables", "Search", SEARCHES, self._on_search)
        self.radius = whole("labRadius_tables", "k: bits that may differ", 0, 4, 2, self.recompute)
        self.blocks = whole("labBlocks_tables", "m: blocks", 1, 12, 4, self.recompute)
        self.table = whole("labTable_tables", "Table that is shown", 1, 6, 5, self.recompute)
        self.query = whole("labQuery_tables", "Fingerprint that is looked for", 0, 1, 0, self.recompute)
        for title, field in (
            ("k", self.radius),
            ("Blocks m", self.blocks),
            ("Table", self.table),
            ("Looked for", self.query),
            ("Search", self.search),
        ):
            self.add_field(title, field)
        self.typed = typed_line(
            "labTyped_tables", "Fingerprints of your own", "like 0110, 0010", self.recompute, _TYPED
        )
        self.order = typed_line(
            "labPermutation_tables", "Permutation of your own", "like 2 4 3 1", self.recompute, _PERMUTATION
        )
        self._typed_cell = self.add_field("Fingerprints", self.typed)
        self._order_cell = self.add_field("Permutation", self.order)
        self.says = self.note("tables")
        self.add(self.says)
        self.bits = BitTable("labBits_tables", "Fingerprints bit by bit")
        self.steps = GridView("labGrid_steps", "Steps of both searches")
        self.per_table = GridView("labGrid_tables", "What each table finds")
        self.add_row(self.bits, self.titled("", self.steps, self.per_table))
        self.facts = Facts()
        self.add(self.facts)
        self.add_section("Designer: how many tables for f bits, k of them different, and 2ᵈ fingerprints?")
        self._build_designer()

    def _build_designer(self) -> None:
        self.design_bits = whole("labDesignBits_tables", "f: bits of a fingerprint", 8, 128, 64, self.recompute)
        self.design_radius = whole("labDesignRadius_tables", "k: bits that may differ", 0, 8, 3, self.recompute)
        self.exponent = whole("labExponent_tables", "d: there are 2 to the d fingerprints", 1, 44, 34, self.recompute)
        self.wanted = whole("labWanted_tables", "Tables, about", 1, 500, 10, self.recompute)
        self.memory = choice("labMemory_tables", "Memory there is", _MEMORY, self.recompute)
        self.memory.setCurrentIndex(len(_MEMORY) - 1)
        row = field_row(
            ("f", self.design_bits),
            ("k", self.design_radius),
            ("d", self.exponent),
            ("Tables", self.wanted),
            ("Memory", self.memory),
        )
        self.add(row)
        self.sizes = Facts()
        self.add(self.sizes)
        self.designs = GridView("labGrid_designs", "Designs and what they cost")
        self.add_row(self.designs)
        self.add(self.note("designs", _DESIGNS))

    # fields ----------------------------------------------------------------------------------------------------------
    def choose(self) -> None:
        """What the choice leaves free."""
        lecture = self.chosen_example == _LECTURE
        self._typed_cell.setVisible(not self.own)
        self._order_cell.setVisible(lecture)
        self.typed.clear()
        self.order.clear()
        for field in (self.radius, self.blocks, self.table, self.query):
            field.setEnabled(not lecture)
        self.blocks.setMinimum(1)
        for field, value in ((self.radius, 1 if lecture else 2), (self.blocks, 2 if lecture else 4)):
            field.setValue(value)
        self.table.setMaximum(1 if lecture else 6)
        self.table.setValue(1 if lecture else 5)
        self.seed.setEnabled(self.chosen_example == _DRAWN)
        self.query.setMinimum(0 if self.chosen_example == _DRAWN else 1)

    def _on_search(self) -> None:
        if self.result is not None:
            self.show_result(self.result)

    def work(self) -> Callable[[Progress], Tables]:
        """The walk of the present table; the sheet only where its fields differ from those at hand."""
        example, own, seed = self.chosen_example, self.own, self.seed_value
        at_first = "the first" if self.typed.text() else "drawn"
        self.query.setSpecialValueText(at_first if example == _DRAWN else "")
        radius, table, asked = self.radius.value(), self.table.value() - 1, self.query.value() - 1
        with QSignalBlocker(self.blocks):
            self.blocks.setMinimum(radius + 1)
        blocks = self.blocks.value()
        design = (self.design_bits.value(), self.design_radius.value(), 2 ** self.exponent.value())
        key = (*design, self.wanted.value(), int(self.memory.value()))
        before, cutting, typed = self.result, self.cutting, (self.typed.text(), self.order.text())

        def compute(_progress: Progress) -> Tables:
            from simexplorer.lab.fingerprint_tables import design_sheet

            walk, names = _walk(example, own, cutting, seed, (radius, blocks, table, asked), typed)
            if before is not None and before.sheet_key == key:
                return Tables(walk, names, key, before.sheet)
            sheet = design_sheet(*design, tables=key[3], max_bytes=key[4])
            return Tables(walk, names, key, sheet)

        return compute

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: Tables) -> None:
        """Blocks, permutation, sorting, every step of the search, the run, the bits that differ."""
        self._limit(result.walk)
        last = 4 + len(result.walk.steps(self.search.value()))
        self.player.set_steps(last, at=last if self.player.step >= self.player.last else None)
        self.sizes.show_facts(size_facts(result.sheet))
        self.designs.show_grid(design_grid(result.sheet))

    def _limit(self, walk: TableWalk) -> None:
        for field, most in ((self.table, walk.tables), (self.query, walk.fingerprints.size)):
            with QSignalBlocker(field):
                field.setMaximum(most)

    def show_step(self, result: Tables, step: int) -> None:
        """The table at this step."""
        walk, search = result.walk, self.search.value()
        self.bits.show_rows(bit_rows(walk, result.names, search, step))
        theirs = _THEIRS if self.own else ""
        beside = theirs + self._empty_words(result) + limit_words(self.own) + self._erratum(step)
        self.says.setText(words(walk, search, step) + beside)
        self.steps.show_grid(steps_grid(walk, search, step))
        self.per_table.show_grid(tables_grid(walk))
        bits = numbers.counted(walk.radius, "bit")
        together = "this one table" if walk.tables == 1 else f"all {walk.tables} tables together"
        self.facts.show_facts(
            [
                Fact("binary", numbers.count(len(walk.binary.steps)), "steps of the binary search"),
                Fact(
                    "interpolation", numbers.count(len(walk.interpolation.steps)), "steps of the interpolation search"
                ),
                Fact(
                    "run",
                    numbers.count(walk.binary.last - walk.binary.first),
                    f"share the leading {numbers.counted(walk.leading, 'bit')}",
                ),
                Fact("here", numbers.count(walk.binary.rows.size), f"of them within {bits}"),
                Fact("all", numbers.count(walk.answer.size), f"found by {together}"),
                Fact("scan", numbers.count(walk.scanned.size), "found by looking at every fingerprint"),
            ]
        )

    def _erratum(self, step: int) -> str:
        """Where the slides print another table than is shown, in a sentence; "" elsewhere."""
        from simexplorer.lab.fingerprint_tables import WORKED_ERRATUM

        theirs = self.chosen_example == _LECTURE and not (self.typed.text() or self.order.text())
        return f" {WORKED_ERRATUM}" if theirs and step >= SORTED else ""

    def _empty_words(self, result: Tables) -> str:
        """How many of a person's documents have no fingerprint, in a sentence; "" where all have one."""
        empty = len(self.own) - len(result.names) if self.own else 0
        if empty <= 0:
            return ""
        of = "document without a shingle has no fingerprint and is", "documents without a shingle have none and are"
        return f" {numbers.counted(empty, *of)} left out."

    def twins(self, result: Tables) -> Sequence[Twin]:
        """Bits, steps, tables, designs."""
        walk, search, step = result.walk, self.search.value(), self.player.step
        rows = bit_rows(walk, result.names, search, step)
        lines = ["".join("1" if bit else "0" for bit in row) for row in rows.bits.tolist()]
        notes = list(rows.notes) or [""] * len(lines)
        marks = ["found" if row in rows.hits else "" if row in rows.live else "out" for row in range(len(lines))]
        return [
            Twin(
                words(walk, search, step),
                ("Fingerprint", "Bits", "Distance", ""),
                list(zip(rows.heads, lines, notes, marks, strict=True)),
            ),
            steps_grid(walk, search, step).twin("Steps of both searches", "Step"),
            tables_grid(walk).twin("What each table finds", "Table"),
            design_grid(result.sheet).twin("Designs", "Way"),
        ]


def _walk(
    example: int,
    own: tuple[LabText, ...],
    cutting: Cutting,
    seed: int,
    wish: tuple[int, int, int, int],
    typed: tuple[str, str],
) -> tuple[TableWalk, tuple[str, ...]]:
    """The walk that the fields ask for, and names of its fingerprints."""
    from simexplorer.lab import fingerprint_tables as tables
    from simexplorer.lab.typed import fingerprints, permutation

    radius, blocks, table, asked = wish
    theirs, width = fingerprints(typed[0])
    names = tuple(f"F{row + 1}" for row in range(theirs.size or _PRINTS))
    if example == _LECTURE:
        order = permutation(typed[1]) or tables.WORKED_GOES_TO
        walk = tables.worked_walk(theirs.tolist() or tables.WORKED_PRINTS, width or tables.WORKED_BITS, order)
        return walk, names[: walk.fingerprints.size]
    if own:
        (prints, whose), bits = tables.text_fingerprints(beginnings(own), cutting), 64
        query = int(prints[min(max(asked, 0), prints.size - 1)])
        titles = short_titles([text.title for text in own], 14)
        names = tuple(titles[place] for place in whose)
    elif theirs.size:
        prints, bits, query = theirs, width, int(theirs[min(max(asked, 0), theirs.size - 1)])
    else:
        prints, query = tables.drawn_fingerprints(_PRINTS, _BITS, radius, seed)
        bits, query = _BITS, query if asked < 0 else int(prints[min(asked, prints.size - 1)])
    most = comb(blocks, radius)
    return tables.table_walk(np.asarray(prints, np.uint64), bits, radius, blocks, min(table, most - 1), query), names
