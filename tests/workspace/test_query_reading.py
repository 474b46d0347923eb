"""What a question leaves undone: nothing is read that its answer does not need, and nothing twice."""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import InputError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import incomplete
from simexplorer.search.index import BandIndex
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.query import Answer, as_text, query_text
from tests.workspace.collected import BASE, TEXTS, scanned, write


def kept(folder: Path, path: Path, **fields: object) -> Path:
    """A workspace that holds a scan of this folder, with what was verified."""
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        result = analysis.run(Recipe(**fields), Progress())  # type: ignore[arg-type]
        with closing(open_workspace(path, create=True)) as workspace:
            workspace.save_result(result, known=analysis.known_overlaps())
    return path


def asked(path: Path, text: str, **options: float) -> Answer:
    with closing(open_workspace(path)) as workspace:
        (answer,) = query_text(workspace, text.encode(), **options).answers  # type: ignore[arg-type]
        return answer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The small collection."""
    made = tmp_path / "collection"
    made.mkdir()
    write(made)
    return made


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """How often each document was read since."""
    counted: Counter[bytes] = Counter()
    whole = Corpus.read

    def counting(self: Corpus, rows: NDArray[np.int64], buffer: TextBuffer, *, put_off: bool = False) -> None:
        counted.update(self.paths.raw(row) for row in rows.tolist())
        whole(self, rows, buffer, put_off=put_off)

    monkeypatch.setattr(Corpus, "read", counting)
    return counted


def test_pairs_clusters_and_what_was_verified_are_not_read(folder: Path, tmp_path: Path) -> None:
    path = kept(folder, tmp_path / "w.simx")
    before = asked(path, BASE)
    with closing(open_workspace(path)) as workspace:
        columns = workspace.runs[-1].columns
        outside = {name for name in columns if name.startswith(("pairs.", "clusters.", "groups.", "known."))}
        needed = {part.digest for name in columns if name not in outside for part in columns[name].parts}
        unneeded = {part.digest for name in outside for part in columns[name].parts} - needed
    assert any(name.startswith("known.") for name in outside)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("DELETE FROM part WHERE sha256 = ?", [(digest,) for digest in unneeded])
    assert list(asked(path, BASE).lines()) == list(before.lines())


def test_a_result_is_there_where_only_what_was_verified_is_lost(folder: Path, tmp_path: Path) -> None:
    path = kept(folder, tmp_path / "w.simx")
    with closing(open_workspace(path)) as workspace:
        columns = workspace.runs[-1].columns
        kinds = {
            known: {p.digest for name in columns if name.startswith("known.") == known for p in columns[name].parts}
            for known in (True, False)
        }
        with closing(sqlite3.connect(path)) as connection, connection:
            lost = [(digest,) for digest in kinds[True] - kinds[False]]
            connection.executemany("DELETE FROM part WHERE sha256 = ?", lost)
        assert lost
        assert len(workspace.result().pairs) > 0


def test_no_index_is_built_for_a_question(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(folder, tmp_path / "w.simx")

    def refused(*_arguments: object) -> None:
        raise AssertionError("an index was built")

    monkeypatch.setattr(BandIndex, "build", refused)
    assert len(asked(path, BASE).rows) == 5


def test_each_document_is_read_once(folder: Path, tmp_path: Path, read: Counter[bytes]) -> None:
    write(folder, {"keep/half.txt": TEXTS["keep/ledger.txt"][: len(BASE) // 2]}, archive=False)
    path = kept(folder, tmp_path / "w.simx", measure="containment", threshold=0.8)
    read.clear()
    answer = asked(path, BASE[:200])
    assert {line["value"] for line in answer.lines()} == {1.0}
    assert len(read) == len(TEXTS) + 4  # half a ledger, the archive and what it holds, and the question
    assert set(read.values()) == {1}


def test_of_contained_documents_all_that_were_read_were_compared(tmp_path: Path) -> None:
    draw = random.Random(3)
    words = [f"{draw.randrange(10**6):x}" for _ in range(400)]
    texts = {f"{number}.txt": " ".join(draw.choices(words, k=80)) for number in range(60)}
    write(tmp_path / "many", texts, archive=False)
    with closing(open_workspace(tmp_path / "w.simx", create=True)) as workspace:
        workspace.save_result(scanned(tmp_path / "many", measure="containment", threshold=0.9))
        query = query_text(workspace, texts["7.txt"].encode())
        (answer,) = query.answers
    assert answer.found.more == 0
    assert len(answer.found) == 1  # others agree in some position, but were read and do not hold it
    assert list(as_text(query.answers)) == [" 1.000  7.txt  (identical)"]


def test_documents_that_a_stopped_run_had_not_read_are_told(folder: Path, tmp_path: Path) -> None:
    result = scanned(folder)
    status = result.documents.status.copy()
    status[:2] = Status.PENDING
    stopped = incomplete(replace(result, documents=replace(result.documents, status=status)))
    with closing(open_workspace(tmp_path / "w.simx", create=True)) as workspace:
        workspace.save_result(stopped)
        told = "the run was stopped before it had read 2 documents of the collection, which nothing is compared with"
        assert query_text(workspace, BASE.encode()).notice == told
        workspace.save_result(result)
        workspace.save_result(stopped)
        assert query_text(workspace, BASE.encode()).notice == ""  # a whole run answers


def test_standard_input_is_a_table_where_baskets_are_compared(tmp_path: Path) -> None:
    (tmp_path / "baskets.csv").write_text("milk,bread,eggs,jam\nmilk,bread,eggs,tea\nsalt,oil,rice,soap\n")
    with closing(open_workspace(tmp_path / "w.simx", create=True)) as workspace:
        workspace.save_result(scanned(tmp_path, shingle_kind="item", threshold=0.5))
        found = query_text(workspace, b"milk,bread,eggs,jam\nsalt,oil,rice,lamp\n", 0.6).answers
    assert [[(line["path"], line["value"]) for line in answer.lines()] for answer in found] == [
        [("baskets.csv!1", 1.0), ("baskets.csv!2", 0.6)],
        [("baskets.csv!3", 0.6)],
    ]
    assert [answer.name for answer in found] == ["standard input!1", "standard input!2"]


@pytest.mark.parametrize(
    "data",
    [
        b'{"id": "x", "a": "milk", "b": "bread", "c": "eggs"}\n',
        b'[{"id": "x", "a": "milk", "b": "bread", "c": "eggs"}]',
        b'\xef\xbb\xbf \n[{"id": "x", "a": "milk", "b": "bread", "c": "eggs"}]',
        b"id,a,b,c\nx,milk,bread,eggs\n",
        b"id\ta\tb\tc\nx\tmilk\tbread\teggs\n",
    ],
)
def test_baskets_are_asked_for_in_every_form_of_a_table(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "baskets.csv").write_text("id,a,b,c\n1,milk,bread,eggs\n2,milk,bread,tea\n3,salt,oil,rice\n")
    recipe = {"shingle_kind": "item", "threshold": 0.3, "text_column": "*", "id_column": "id"}
    with closing(open_workspace(tmp_path / "w.simx", create=True)) as workspace:
        workspace.save_result(scanned(tmp_path, **recipe))
        answers = query_text(workspace, data, 0.4).answers
        with pytest.raises(InputError, match=r"^standard input: nothing to look for: it has no column"):
            query_text(workspace, b'[{"name": ')
    assert [answer.name for answer in answers] == ["standard input!x"]
    assert [line["path"] for line in answers[0].lines()] == ["baskets.csv!1", "baskets.csv!2"]


@pytest.mark.parametrize(("measure", "asks"), [("containment", True), ("jaccard", True), ("cosine", False)])
def test_weights_keep_only_measures_that_know_them_from_being_asked(folder, tmp_path, measure, asks):
    scheme = "hyperplane" if measure == "cosine" else "fss"
    path = kept(folder, tmp_path / "kept.simx", measure=measure, scheme=scheme, weights="tfidf")
    if asks:
        plain = kept(folder, tmp_path / "plain.simx", measure=measure, scheme=scheme)
        assert list(as_text([asked(path, BASE)])) == list(as_text([asked(plain, BASE)])) != ["no similar document"]
    else:
        with pytest.raises(InputError, match="tf-idf"):
            asked(path, BASE)
