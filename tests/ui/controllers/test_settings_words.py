"""What two settings differ in, in words."""

from __future__ import annotations

import os

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.settings_controller import changed_words


def test_names_that_are_no_utf_8_are_said_as_names_are() -> None:
    odd = os.fsdecode(b"alt\xe4")
    said = changed_words(Recipe(), Recipe(reference=odd, exclude=("old", odd), threshold=0.7))
    assert [words.partition(" → ")[2] for words in said] == ["0.7", r"old+alt\xe4", r"alt\xe4"]
