"""A run as one line of the shell that repeats it."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simexplorer.commands.scan_arguments import recipe_of, scan_parser
from simexplorer.errors import InputError
from simexplorer.pipeline.command_line import command_line
from simexplorer.pipeline.recipe import LINKAGES, NORMALISATIONS, Recipe
from simexplorer.pipeline.recipe_file import read_recipe, recipe_text


def reread(line: str) -> Recipe:
    """The recipe that the command line reads from its own line."""
    words = shlex.split(line)
    assert words[:2] == ["simexplorer", "scan"]
    recipe = recipe_of(scan_parser().parse_args(words[2:]))
    assert isinstance(recipe, Recipe)
    return recipe


def test_the_default_run_says_nothing_but_its_folder() -> None:
    assert command_line(Recipe(), [b"/data/my files"]) == "simexplorer scan '/data/my files'"


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(threshold=0.7, shingle_kind="word", shingle_size=3, bag=True),
        Recipe(normalise=(), include=("*.txt", "a b*"), exclude=("-x*", "$HOME")),
        Recipe(bands=20, rows=5, seed=2**40, hashes=100),
        Recipe(scheme="bit-sampling", measure="hamming", max_distance=3.0),
        Recipe(scheme="hyperplane", measure="cosine", weights="tfidf"),
        Recipe(shingle_kind="item", shingle_size=1, text_column="the text", max_bytes=500, recall=0.9),
        Recipe(shingle_kind="item", shingle_size=1, text_column="-note", id_column="--id", reference="-x y"),
        Recipe(strip_navigation=False, language="de", stop_words=True, boilerplate=0.25, linkage="average"),
    ],
)
def test_the_line_gives_the_same_recipe(recipe: Recipe) -> None:
    assert reread(command_line(recipe, [b"/data"])) == recipe


@settings(max_examples=40)
@given(
    st.builds(
        Recipe,
        threshold=st.floats(0, 1),
        recall=st.floats(0, 0.999),
        linkage=st.sampled_from(LINKAGES),
        normalise=st.lists(st.sampled_from(NORMALISATIONS), unique=True).map(tuple),
        encoding=st.none() | st.sampled_from(["utf-8", "cp1252", "Shift_JIS"]),
        text_column=st.none() | st.text("abc'\" $;&\\", min_size=1),
        seed=st.integers(0, 2**63 - 1),
    )
)
def test_every_recipe_comes_back_from_its_line(recipe: Recipe) -> None:
    assert reread(command_line(recipe, [b"/data"])) == recipe


def test_names_that_no_shell_spells_are_escaped() -> None:
    assert command_line(Recipe(), [b"/a\xff\n'b"]) == "simexplorer scan $'/a\\xff\\x0a\\x27b'"
    assert command_line(Recipe(), [b"-rf"]) == "simexplorer scan ./-rf"
    odd = os.fsdecode(b"a\xff")
    recipe = Recipe(reference=odd, include=(odd,), text_column=odd)
    assert command_line(recipe, [b"/a"]).split()[3:] == [
        r"--include=$'a\xff'", "--text-column", r"$'a\xff'", "--reference", r"$'a\xff'"
    ]  # fmt: skip


def test_a_recipe_file_holds_every_field_and_comes_back(tmp_path: Path) -> None:
    recipe = Recipe(threshold=0.66, include=("*.md", os.fsdecode(b"a\xff")), shingle_kind="word", shingle_size=4)
    path = tmp_path / "recipe.json"
    path.write_text(recipe_text(recipe), encoding="utf-8")
    assert read_recipe(str(path)) == recipe
    path.write_text('{"recipe": {"threshold": 0.5, "scheme_id": "fss-5"}}')
    assert read_recipe(str(path)) == Recipe(threshold=0.5)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_recipe_file_may_begin_with_a_byte_order_mark(tmp_path: Path, encoding: str) -> None:
    recipe = Recipe(include=("*.tèxt",), threshold=0.7)
    path = tmp_path / "recipe.json"
    path.write_text(recipe_text(recipe), encoding=encoding)
    assert read_recipe(str(path)) == recipe


@pytest.mark.parametrize("content", ["", "[1]", '{"recipe": 3}', "\0"])
def test_what_is_no_recipe_is_refused_with_a_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "recipe.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"recipe\.json"):
        read_recipe(str(path))


def test_where_a_recipe_stops_being_json_is_said(tmp_path: Path) -> None:
    path = tmp_path / "recipe.json"
    path.write_text('{\n "threshold": high\n}')
    with pytest.raises(InputError, match=r"it is not JSON \(from line 2, character 15 on\)\.$"):
        read_recipe(str(path))


def test_a_pipe_is_no_recipe_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "recipe.json")
    with pytest.raises(InputError, match="not a file"):
        read_recipe(str(tmp_path / "recipe.json"))
