"""A recipe from JSON means what the same words mean on the command line."""

from __future__ import annotations

import pytest

from simexplorer.errors import ParameterError
from simexplorer.pipeline import recipe as recipe_module
from simexplorer.pipeline.recipe import Recipe, setting_of


@pytest.mark.parametrize("value", ["none", ["none"], []])
def test_nothing_made_equal_is_spelled_as_a_word_or_as_a_list(value: object) -> None:
    assert Recipe.from_json({"normalise": value}).normalise == ()


@pytest.mark.parametrize("value", ["", " ", ",", "none,case", "case,none", ["none", "case"], ["none", "none"], [""]])
def test_nothing_made_equal_stands_alone_and_is_spelled_out(value: object) -> None:
    with pytest.raises(ParameterError, match="none alone"):
        Recipe.from_json({"normalise": value})


@pytest.mark.parametrize("value", ["none", ["none"]])
def test_a_glob_may_be_called_none(value: object) -> None:
    assert Recipe.from_json({"include": value}).include == ("none",)


def test_nothing_less_than_nothing_is_nothing():
    assert str(Recipe.from_json({"threshold": -0.0}).threshold) == "0.0"


def test_an_unknown_switch_is_refused() -> None:
    with pytest.raises(ParameterError, match="got 'loud'"):
        Recipe.from_json({"normalise": ["loud"]})


@pytest.mark.parametrize(
    ("words", "value"),
    [("threshold=.3", 0.3), ("boilerplate=+0.5", 0.5), ("max-distance=2.", 2.0), ("text_column=.3", ".3")],
)
def test_a_setting_that_is_a_number_may_be_written_as_other_options_take_it(words: str, value: object) -> None:
    field, setting = setting_of(words)
    assert getattr(Recipe.from_json({field: setting}), field) == value


def test_a_setting_nested_beyond_all_depth_is_refused_by_name() -> None:
    with pytest.raises(ParameterError, match="threshold"):
        Recipe.from_json(dict([setting_of("threshold=" + "[" * 100_000)]))


def test_types_of_fields_are_worked_out_once(monkeypatch):
    Recipe.from_json({})
    monkeypatch.setattr(recipe_module, "get_type_hints", lambda *_: pytest.fail("they were worked out again"))
    assert Recipe.from_json(Recipe(threshold=0.7).to_json()) == Recipe(threshold=0.7)
