"""No value of a recipe is taken and then ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simexplorer.errors import ParameterError, UsageError
from simexplorer.pipeline.known_values import require_known
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.recipe_file import read_recipe

UNKNOWN: list[dict[str, Any]] = [
    {"language": "xx"},
    {"language": ""},
    {"language": "ja", "stemming": True},
    {"language": "sr", "stop_words": True},
    {"text_column": ""},
    {"text_column": " , "},
    {"id_column": ""},
    {"reference": ""},
    {"include": ("*.txt", "")},
    {"exclude": ("/",)},
]


@pytest.mark.parametrize("fields", UNKNOWN, ids=str)
def test_a_value_that_nothing_would_be_done_with_is_refused_by_name(fields: dict[str, Any], tmp_path: Path) -> None:
    field = next(iter(fields))
    with pytest.raises(ParameterError, match=rf"^{field} must be .+; got .+\.$") as refused:
        require_known(Recipe(**fields))
    assert refused.value.field == field
    (tmp_path / "recipe.json").write_text(json.dumps(fields))
    with pytest.raises(ParameterError):
        read_recipe(str(tmp_path / "recipe.json"))


@pytest.mark.parametrize(
    "fields",
    [
        {"encoding": ""},
        {"encoding": "klingon"},
        {"encodings": ("cp1252 a.txt", "klingon b.txt")},
        {"encodings": ("a.txt",)},
    ],
    ids=str,
)
def test_an_encoding_that_there_is_not_is_a_wrong_value_as_well(fields: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="encoding"):
        require_known(Recipe(**fields))
    (tmp_path / "recipe.json").write_text(json.dumps(fields))
    with pytest.raises(UsageError, match="encoding"):
        read_recipe(str(tmp_path / "recipe.json"))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"encoding": "cp1252", "encodings": ("koi8-r a%20b.txt",)},
        {"language": "ja"},
        {"language": "sr"},
        {"language": "sr", "stemming": True},
        {"language": "de", "stemming": True, "stop_words": True},
        {"text_column": "*", "id_column": "name", "reference": "/old", "include": ("*.txt",), "exclude": ("a/",)},
    ],
    ids=str,
)
def test_what_is_known_is_taken(fields: dict[str, Any]) -> None:
    assert require_known(Recipe(**fields)) == Recipe(**fields)
