"""What is compiled for a recipe before it is run."""

from __future__ import annotations

import json

import pytest

from simexplorer.pipeline import own_kernels, warming
from simexplorer.pipeline.engine import KERNELS_READY, USUAL_KERNELS_READY
from simexplorer.pipeline.own_kernels import ensure_kernels_for
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.warming import compile_for


@pytest.fixture
def asked(monkeypatch):
    """(code, mark) of every wait for kernels; nothing is started."""
    waits = []

    def wait(_progress, code="usual", ready=KERNELS_READY):
        waits.append((code, ready))

    monkeypatch.setattr(own_kernels, "ensure_kernels", wait)
    return waits


def test_a_usual_run_waits_for_the_usual_kernels_alone(asked):
    ensure_kernels_for(Recipe(threshold=0.6, hashes=256, include=("*.txt",)), Progress())
    ensure_kernels_for(Recipe(shingle_kind="word", shingle_size=3), Progress())
    assert asked == [("usual", USUAL_KERNELS_READY), ("usual", KERNELS_READY)]


def test_every_choice_of_kernels_has_a_mark_of_its_own(asked):
    recipes = [
        Recipe(scheme="minhash"),
        Recipe(scheme="bbit"),
        Recipe(scheme="bbit", bits=2),
        Recipe(measure="containment"),
        Recipe(bag=True),
        Recipe(scheme="minhash", threshold=0.5, exclude=("*.tmp",)),
    ]
    for recipe in recipes:
        ensure_kernels_for(recipe, Progress())
    marks = [ready for code, ready in asked if code != "usual"]
    assert len(marks) == len(recipes)
    assert marks[-1] == marks[0], "thresholds and files choose no kernels"
    assert len(set(marks)) == len(recipes) - 1


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(scheme="minhash", bag=True),
        Recipe(measure="cosine", scheme="hyperplane", weights="tf", threshold=0.9),
        Recipe(measure="containment", threshold=0.7),
        Recipe(measure="hamming", scheme="bit-sampling", max_distance=3),
        Recipe(measure="euclidean", scheme="random-lines", max_distance=9.0, weights="tfidf"),
        Recipe(scheme="bbit", boilerplate=0.9),
    ],
    ids=lambda recipe: f"{recipe.measure}-{recipe.scheme}",
)
def test_what_the_child_runs_leaves_the_mark(asked, tmp_path, monkeypatch, recipe):
    monkeypatch.setattr(own_kernels, "KERNEL_CACHE", tmp_path)
    monkeypatch.setattr(warming, "_give_way", lambda: None)  # not in this process
    ensure_kernels_for(recipe, Progress())
    (_, (code, ready)) = asked
    assert not ready.exists()
    exec(code, {})  # the child's text, in this process: its kernels are compiled already
    assert ready.exists()


def test_a_recipe_that_fails_leaves_no_mark(tmp_path):
    with pytest.raises(Exception, match="no field"):
        compile_for('{"nonsense": 1}', str(tmp_path / "ready"))
    assert not (tmp_path / "ready").exists()


@pytest.mark.parametrize(
    "fields",
    [{"include": ("*.none",)}, {"exclude": ("*",)}, {"max_bytes": 1}, {"boilerplate": 0.01}, {"reference": "/none"}],
    ids=str,
)
def test_a_recipe_that_leaves_no_text_to_compile_for_compiles_all_the_same(fields, tmp_path, monkeypatch):
    monkeypatch.setattr(warming, "_give_way", lambda: None)  # not in this process
    compile_for(json.dumps(Recipe(**fields).to_json()), str(tmp_path / "ready"))
    assert (tmp_path / "ready").exists()
