"""Every model obeys Qt's rules, says what its arrays hold, and keeps its promises on any order."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.models.across_table import AcrossTable, pairs_listed
from simexplorer.ui.models.array_table import SHADE_ROLE, ArrayTable
from simexplorer.ui.models.clusters_table import ClusterRows, ClustersTable
from simexplorer.ui.models.columns import Kind
from simexplorer.ui.models.folder_index import FolderIndex
from simexplorer.ui.models.folders_tree import FoldersTree
from simexplorer.ui.models.listing_table import Field, Listing, Shape
from simexplorer.ui.models.neighbours_table import NeighbourRows, NeighboursTable
from simexplorer.ui.models.pairs_table import PairRows, PairsTable
from simexplorer.ui.models.problems_table import ProblemRows, ProblemsTable
from simexplorer.ui.models.text_table import ApartTable, TextRows
from simexplorer.ui.panels.elided_path import elided_path
from tests.ui.fakes import FakeAnalysis


@pytest.fixture(scope="module")
def result() -> Result:
    return FakeAnalysis(documents=300, pairs=200).found(Recipe(), 1.0)


def filled(kind: type, result: Result) -> ArrayTable:
    model = kind()
    data = {
        PairsTable: PairRows.of(result),
        ClustersTable: ClusterRows.of(result),
        ProblemsTable: ProblemRows.of(result.documents),
        NeighboursTable: NeighbourRows.of(3, result.documents.paths, FakeAnalysis(documents=300).neighbours(3, 5)),
    }[kind]
    model.show(data)
    return model


TABLES = pytest.mark.parametrize("kind", [PairsTable, ClustersTable, ProblemsTable, NeighboursTable])


def test_the_documents_of_many_rows_are_read_from_arrays(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    paths, about = result.documents.paths, np.array([[3, -1], [7, 3], [-1, -1]])
    first, second = (Field(Shape.DOCUMENT, about[:, place]) for place in range(2))
    listing, texts = AcrossTable(), ApartTable()
    listing.show(Listing(paths, (first, second)))
    texts.show(TextRows(3, lambda row, column: "", about))
    for model, wanted in ((listing, [3, 7]), (texts, [3, 7]), (filled(ProblemsTable, result), None)):
        entries = np.arange(model.all_rows)
        each = sorted({row for entry in entries.tolist() for row in model.documents_of(entry)})
        monkeypatch.setattr(type(model), "documents_of", None)
        assert model.documents_of_all(entries).tolist() == each == (wanted or each)


@TABLES
def test_a_table_obeys_the_rules_of_qt(kind: type, result: Result, qtmodeltester: ModelTester) -> None:
    model = filled(kind, result)
    qtmodeltester.check(model, force_py=False)
    order = np.arange(model.all_rows, dtype=np.int32)[::-1].copy()
    model.rearrange(order)
    model.rearrange(order[: len(order) // 2])
    model.show(None)


def test_groups_open_and_close_by_the_rules_of_qt(result: Result, qtmodeltester: ModelTester) -> None:
    model = filled(ClustersTable, result)
    assert isinstance(model, ClustersTable)
    qtmodeltester.check(model, force_py=False)
    for entry in (~0, ~5, ~(len(result.clusters) - 1)):
        model.set_open(entry, True)
    model.rearrange(np.arange(len(result.clusters), dtype=np.int32)[::-1].copy())
    for entry in (~5, ~0):
        model.set_open(entry, False)
    model.set_all_open(True)
    model.set_all_open(False)


def test_the_tree_of_folders_obeys_the_rules_of_qt(result: Result, qtmodeltester: ModelTester) -> None:
    model = FoldersTree()
    qtmodeltester.check(model, force_py=False)
    model.show(FolderIndex(result.documents.paths), "all")
    top = model.index(0, 0)
    assert top.data() == "all"
    assert model.index(0, 1).data() == "300"
    assert model.rowCount(top) == 12
    child = model.index(1, 0, top)
    assert model.parent(child) == top
    assert model.path_of(top) == b""
    assert (model.span_of(child).first, model.span_of(child).last) == (25, 50)
    assert model.find(model.path_of(child)) == child
    assert not model.find(b"no such folder/").isValid()
    model.show(None)
    assert model.rowCount() == 0


@TABLES
def test_rows_and_their_documents_are_found_for_many_as_for_each(kind: type, result: Result) -> None:
    model = filled(kind, result)
    for order in (None, np.arange(model.all_rows, dtype=np.int32)[::-2].copy()):
        model.rearrange(order)
        rows = np.arange(model.rowCount())
        entries = model.entries(rows)
        assert entries.tolist() == [model.entry(row) for row in rows.tolist()]
        about = sorted({document for entry in entries.tolist() for document in model.documents_of(entry)})
        assert model.documents_of_all(entries).tolist() == about


@TABLES
def test_cells_have_text_alignment_and_a_meaning(kind: type, result: Result) -> None:
    model = filled(kind, result)
    for column, spec in enumerate(model.columns):
        assert len(spec.meaning) > 15 or spec.kind is Kind.PATH
        assert model.headerData(column, Qt.Orientation.Horizontal) == spec.title
        assert spec.meaning.split("\n")[0].split("<")[0][:20] in model.headerData(
            column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
        ).replace("&lt;", "<").replace("&#x27;", "'")
        index = model.index(0, column)
        assert isinstance(index.data(), str)
        right = bool(index.data(Qt.ItemDataRole.TextAlignmentRole) & int(Qt.AlignmentFlag.AlignRight))
        assert right is (spec.kind in (Kind.NUMBER, Kind.SIMILARITY))


def test_pairs_say_what_the_arrays_hold(result: Result) -> None:
    model = filled(PairsTable, result)
    pairs, paths = result.pairs, result.documents.paths
    assert model.rowCount() == result.at_threshold
    assert model.index(4, 0).data() == paths.display(int(pairs.i[4]))
    assert model.index(4, 2).data() == f"{int(pairs.jaccard[4] * 1000 + 0.5) / 1000:.3f}"
    assert model.index(4, 2).data(SHADE_ROLE) == pytest.approx(pairs.jaccard[4])
    assert model.index(4, 0).data(SHADE_ROLE) is None
    assert model.index(4, 7).data() == str(pairs.hamming[4])
    assert model.documents_of(4) == (pairs.i[4], pairs.j[4])
    assert model.find((int(pairs.j[4]), int(pairs.i[4]))) == 4
    assert model.find((0, 0)) is None


def test_figures_that_were_foreseen_are_those_of_the_rows_that_are_shown(result: Result) -> None:
    data = PairRows.of(result)
    fresh, model = PairsTable(), PairsTable()
    assert data.count > 40
    columns = range(len(PairsTable.columns))

    def texts(table: PairsTable, rows: PairRows, entries: range) -> list[str]:
        return [table.text(rows, entry, column) for entry in entries for column in columns]

    model.foresee(data, [*range(30, 10, -1)])
    assert texts(model, data, range(40)) == texts(fresh, data, range(40))
    turned = {name: np.asarray(getattr(result.pairs, name)[:])[::-1] for name in ("estimate", "error_sd", "hamming")}
    other = replace(data, pairs=replace(result.pairs, **turned))
    model.foresee(data, [5])
    assert texts(model, other, range(40)) == texts(PairsTable(), other, range(40)) != texts(fresh, data, range(40))
    held = sys.getrefcount(other.pairs)
    model.show(None)
    left = sys.getrefcount(other.pairs)
    assert left == held - 1  # of what is shown no more nothing is kept


def test_an_open_group_lists_its_members_below_it(result: Result) -> None:
    model = filled(ClustersTable, result)
    assert isinstance(model, ClustersTable)
    model.set_open(~1, True)
    members = [model.documents_of(model.entry(row))[0] for row in range(2, 7)]
    assert members == result.clusters.members(1).tolist()
    assert model.entry(7) == ~2
    assert model.is_representative(model.entry(2))
    assert not model.is_representative(model.entry(3))
    rows = ClusterRows.of(result)
    told, shades = ([ask(rows, model.entry(row), 2) for row in (1, 2, 3)] for ask in (model.text, model.shade))
    assert told[1] == "representative"
    assert [float(words) for words in (told[0], told[2])]
    assert [shade is None for shade in shades] == [False, True, False]
    assert model.find((members[3],)) == model.entry(5)
    assert model.heading_of(model.entry(5)) == ~1
    assert model.documents_of(model.entry(5)) == (members[3], members[0])
    assert model.documents_of(~1) == (members[0], members[1])


def test_a_member_is_told_from_its_representative_and_a_neighbour_from_what_it_is_near(result: Result) -> None:
    model, rows = filled(ClustersTable, result), ClusterRows.of(result)
    assert isinstance(model, ClustersTable)
    first, second = (result.documents.paths.display(int(row)) for row in rows.clusters.members(0)[:2])
    assert [model.told_from(rows, entry, 0) for entry in (~0, 0, 1)] == ["", second, first]
    near = filled(NeighboursTable, result)
    shown = [near.text(near.source, entry, 0) for entry in range(near.rowCount())]
    told = near.told_from(near.source, 0, 0)
    assert told in (result.documents.paths.display(3), *shown[1:])
    pairs = filled(PairsTable, result)
    assert pairs.told_from(pairs.source, 0, 0) == pairs.text(pairs.source, 0, 1)


@pytest.mark.parametrize("room", [110, 140, 180])
def test_neighbours_that_differ_from_one_another_look_different_where_they_are_cut(qtbot: QtBot, room: int) -> None:
    names = [f"{place}/reports-of-the-house/minutes-of-the-meeting.txt" for place in ("north/1", "south/2", "south/3")]
    model, found = NeighboursTable(), FakeAnalysis(documents=3).neighbours(0, 2)
    rows = NeighbourRows.of(0, _paths(names[0].replace("reports", "papers"), *names[1:]), found)
    model.show(rows)
    measured = QFontMetrics(QFont())
    shown = {
        elided_path(model.text(rows, entry, 0), model.told_from(rows, entry, 0), measured, room) for entry in (0, 1)
    }
    assert len(shown) == 2


def _paths(*names: str) -> Paths:
    offsets, zeros = np.cumsum([0, *map(len, names)]), np.zeros(len(names), np.uint32)
    return Paths("".join(names).encode(), offsets, (b"/docs",), zeros, zeros, zeros.astype(np.int32) - 1)


def test_a_chain_is_marked_when_the_lowest_pair_is_below_the_threshold(result: Result) -> None:
    model = filled(ClustersTable, result)
    assert isinstance(model, ClustersTable)
    lowest = result.clusters.min_jaccard
    assert [model.is_chain(~c) for c in range(len(lowest))] == (lowest < result.recipe.threshold).tolist()


def test_pairs_across_folders_are_told_in_the_units_of_the_run(result: Result) -> None:
    bits = np.array([0, 5])
    pair = SimpleNamespace(other=np.array([1, 2]), reference=np.array([3, 4]), pair=np.array([-1, 0]))
    pair.similarity = 1.0 - bits / 64.0
    model = AcrossTable()
    for measure, heading, cells in (
        ("jaccard", "Similarity", ["1.000", "0.922"]),
        ("hamming", "Bits apart", ["0", "5"]),
    ):
        recipe = Recipe(measure=measure, scheme="fss" if measure == "jaccard" else "bit-sampling")
        model.show(pairs_listed(pair, replace(result, recipe=recipe)))
        assert model.headerData(2, Qt.Orientation.Horizontal) == heading
        assert [model.index(row, 2).data() for row in range(2)] == cells
        assert [model.shade(model.source, row, 2) for row in range(2)] == pytest.approx(pair.similarity)


def test_problems_are_those_documents_that_were_not_read_whole(result: Result) -> None:
    model = filled(ProblemsTable, result)
    assert model.rowCount() == int((result.documents.status != 0).sum())
    assert {model.index(row, 2).data() for row in range(model.rowCount())} == set(result.documents.reasons[1:])


def test_a_neighbour_whose_similarity_is_not_known_has_no_rank_and_stands_last(result: Result) -> None:
    found = FakeAnalysis(documents=300).neighbours(3, 0)
    found.jaccard = np.array([0.5, np.nan, 0.9, 0.5, *[0.1] * (found.rows.size - 4)])
    model = NeighboursTable()
    model.show(NeighbourRows.of(3, result.documents.paths, found))
    assert [model.index(row, 4).data() for row in range(5)] == ["2.", "–", "1.", "2.", "4."]
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        model.sort(4, order)
        model.rearrange(model.order_for(model._data, 4, order == Qt.SortOrder.DescendingOrder, None))
        assert model.index(model.rowCount() - 1, 4).data() == "–"


def test_neighbours_that_one_method_misses_are_marked(result: Result) -> None:
    model = filled(NeighboursTable, result)
    assert isinstance(model, NeighboursTable)
    words = [model.index(row, 6).data() for row in range(model.rowCount())]
    assert [model.one_sided(row) for row in range(len(words))] == [w.endswith("only") for w in words]


def test_a_file_name_that_looks_like_html_is_escaped_in_tooltips(result: Result) -> None:
    from tests.ui.fakes import make_documents, make_paths

    documents = make_documents(make_paths([b"<b>bold</b>.txt"]))
    model = ProblemsTable()
    model.show(ProblemRows.of(documents))
    assert model.index(0, 0).data() == "<b>bold</b>.txt"
    assert "&lt;b&gt;bold" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_no_size_is_told_of_a_folder_not_looked_into_or_a_file_that_could_not_be_asked_about() -> None:
    from tests.ui.fakes import make_documents, make_paths

    model = ProblemsTable()
    documents = make_documents(make_paths([b".git/", b"a.bin", b"closed/b.txt"]))
    times, sizes = np.array([0, 1, 0]), np.array([0, 700, 0])
    model.show(ProblemRows.of(replace(documents, status=np.full(3, 2, np.uint8), size=sizes, modified_ns=times)))
    assert [model.index(row, 4).data() for row in range(3)] == ["", "700 bytes", ""]


def test_persistent_indexes_follow_their_entry(result: Result) -> None:
    model: QAbstractItemModel = filled(PairsTable, result)
    assert isinstance(model, PairsTable)
    held = QPersistentModelIndex(model.index(3, 1))
    selection = QItemSelectionModel(model)
    selection.select(
        model.index(3, 0), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    )
    order = np.arange(model.all_rows, dtype=np.int32)[::-1].copy()
    model.rearrange(order)
    assert model.entry(held.row()) == 3
    assert [model.entry(i.row()) for i in selection.selectedRows()] == [3]


def test_rows_of_the_same_pairs_at_the_same_limit_list_the_same(result: Result) -> None:
    rows = PairRows.of(result)
    assert PairRows.of(result).lists_as(rows)
    assert rows.is_of(result)
    assert not PairRows.of(result, rows.threshold + 0.01).lists_as(rows)
    assert not rows.lists_as(ClusterRows.of(result))
    other = FakeAnalysis(documents=300, pairs=200).found(Recipe(), 1.0)
    assert not PairRows.of(other).lists_as(rows)
    assert not rows.is_of(other)
    assert ClusterRows.of(result).is_of(result)
    assert not ClusterRows.of(result).is_of(other)


@TABLES
def test_contents_that_look_the_same_are_taken_without_painting(kind: type, result: Result, qtbot: QtBot) -> None:
    model = filled(kind, result)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.renew(model.source, silent=True)
    with qtbot.waitSignal(model.dataChanged):
        model.renew(model.source)
