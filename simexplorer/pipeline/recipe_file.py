"""A recipe as a JSON file: written by itself, or found inside a JSON report."""

from __future__ import annotations

import json
import os
from typing import Any

from simexplorer.documents.listing import shown_path
from simexplorer.errors import InputError, reason_of
from simexplorer.pipeline.known_values import require_known
from simexplorer.pipeline.recipe import Recipe

_STATED_IN_ADDITION = ("bands_chosen", "scheme_id")  # by reports


def json_text(value: object, indent: int | None = None) -> str:
    """``value`` as JSON that is UTF-8; a byte of a name that is not becomes an escape that is read as this byte."""
    return json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8", "backslashreplace").decode()


def recipe_text(recipe: Recipe) -> str:
    """The file's content: every field, so that other defaults of another version change nothing."""
    return json_text(recipe.to_json(), indent=1) + "\n"


def recipe_fields_of(path: str | bytes) -> dict[str, Any]:
    """The fields in a recipe file or a JSON report; InputError with a sentence for anything else."""
    shown = shown_path(os.fsencode(path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"{shown}: the recipe cannot be read (it is a folder, a pipe or a device, not a file).")
    try:
        with open(path, "rb") as file:
            content = json.loads(file.read())  # as bytes: a byte order mark says how they are encoded
    except OSError as error:
        raise InputError(f"{shown}: the recipe cannot be read ({reason_of(error)}).") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno:,}, character {error.colno:,}"
        raise InputError(f"{shown}: the recipe cannot be read: it is not JSON (from {where} on).") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{shown}: the recipe cannot be read: it is not JSON.") from error
    fields = content.get("recipe", content) if isinstance(content, dict) else None
    if not isinstance(fields, dict):
        raise InputError(f"{shown}: a recipe is a JSON object of fields; this is {type(content).__name__}.")
    chosen = ("bands", "rows") if fields.get("bands_chosen") is True else ()  # the recall chooses them anew
    return {name: value for name, value in fields.items() if name not in (*_STATED_IN_ADDITION, *chosen)}


def read_recipe(path: str | bytes) -> Recipe:
    """The recipe in a file."""
    return require_known(Recipe.from_json(recipe_fields_of(path)))
