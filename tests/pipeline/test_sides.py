"""Which pairs a comparison of a reference with the rest is about."""

from __future__ import annotations

import itertools
import os
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import InputError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sides import Sides, of_reference
from tests.workspace.made import paths_of


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=12))
def test_the_pairs_that_count_are_those_that_cross(stands):
    inside, outside = (np.array([stand[side] for stand in stands], np.bool_) for side in (0, 1))
    sides, members = Sides(inside, outside), np.arange(len(stands))
    pairs = np.array(list(itertools.combinations(range(len(stands)), 2)), np.int64).reshape(-1, 2)
    crossing = sides.crossing(pairs[:, 0], pairs[:, 1])
    wanted = [any(stands[a][0] and stands[b][1] for a, b in (pair, pair[::-1])) for pair in pairs.tolist()]
    assert crossing.tolist() == wanted
    # documents stand somewhere
    if all(any(stand) for stand in stands):
        assert sides.pairs(members) == sum(wanted)
    assert Sides().pairs(members) == len(pairs)


def test_a_reference_is_found_by_the_path_that_the_others_are_named_by(tmp_path):
    for name in ("known", "new"):
        (tmp_path / "files" / name).mkdir(parents=True)
        (tmp_path / "files" / name / "one.txt").write_text(f"The board of the harbour meets on Monday, {name}.")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "files")
    sources = [os.fsencode(link / name) for name in ("known", "new")]
    with closing(Analysis(sources, workers=1)) as analysis:
        result = analysis.run(Recipe(threshold=0.3, reference=os.fspath(link / "known")), Progress())
    assert len(result.pairs) == 1
    assert result.capped[0].startswith("Only pairs between the reference and the rest were looked for")
    assert "a pair names the first of them by path, which may lie on the other side" in result.capped[0]
    assert (result.audit.sampled_pairs, result.sampled_all) == (1, True)


def test_a_file_is_a_reference_with_all_that_lies_inside_of_it(tmp_path):
    real, link = tmp_path.resolve() / "files", tmp_path / "link"
    link.symlink_to(real)
    names = [b"a/b.csv", b"a/b.csv!1", b"a/b.csv!x/b.csv", b"a/c.csv", b"a/c.csv!1", b"b.csv"]
    paths = paths_of(names, os.fsencode(real))
    assert of_reference(paths, f"{real}/a/b.csv").tolist() == [True, True, True, False, False, False]
    assert of_reference(paths, f"{real}/b.csv").tolist() == [False] * 5 + [True]
    assert of_reference(paths, f"{link}/a/c.csv").tolist() == [False] * 3 + [True, True, False]
    for other in (f"{real}/a/b.csv!1", f"{real}/a/d.csv", "/b.csv"):
        with pytest.raises(InputError, match="none of the documents lies in this reference"):
            of_reference(paths, other)


def test_a_table_is_a_reference_for_the_tables_beside_it(tmp_path):
    rows = {"crm": ["the red lamp", "a red lamp", "blue chair"], "shop": ["the red lamps", "blue chairs", "green bed"]}
    for name, texts in rows.items():
        (tmp_path / f"{name}.csv").write_text("text\n" + "\n".join(texts))

    def shingles(text):
        return {text[at : at + 3] for at in range(len(text) - 2)}

    def likeness(one, other):
        return len(shingles(one) & shingles(other)) / len(shingles(one) | shingles(other))

    across = itertools.product(enumerate(rows["crm"], 1), enumerate(rows["shop"], 1))
    wanted = {(f"crm.csv!{n}", f"shop.csv!{m}") for (n, one), (m, other) in across if likeness(one, other) >= 0.5}
    recipe = Recipe(threshold=0.5, shingle_size=3, text_column="text", reference=os.fspath(tmp_path / "crm.csv"))
    for sources in ([tmp_path], [tmp_path / "crm.csv", tmp_path / "shop.csv"]):
        with closing(Analysis(list(map(os.fsencode, sources)), workers=1)) as analysis:
            result = analysis.run(recipe, Progress())
        named = result.documents.paths.display
        found = zip(result.pairs.i[: result.at_threshold], result.pairs.j[: result.at_threshold], strict=True)
        assert {tuple(map(named, pair)) for pair in found} == wanted
    assert len(wanted) == 3


def test_partial_results_of_a_run_know_nothing_of_the_sides_of_the_run_before(tmp_path, monkeypatch):
    monkeypatch.setattr("simexplorer.pipeline.timing.PARTIAL_SECONDS", 0.0)
    for name in ("known", "new", "new/.hidden"):
        (tmp_path / name).mkdir()
        for number in range(3):
            (tmp_path / name / f"{number}.txt").write_text(f"The board of the harbour meets on Monday, {number}.")
    partial = []
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        recipe = Recipe(threshold=0.3, reference=os.fspath(tmp_path / "known"), hidden_files=False)
        analysis.run(recipe, Progress(), on_partial=partial.append)
        partial.clear()
        analysis.run(recipe.replace(hidden_files=True), Progress(), on_partial=partial.append)
    assert {len(result.documents) for result in partial} == {9}
