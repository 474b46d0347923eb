"""A run as the command that repeats it: folder, recipe, nothing left to guess."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from typing import Any

from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.recipe_file import json_text

# fields whose values an option of their name takes; others are given with --set
OPTIONS = (
    "include", "exclude", "text_column", "id_column", "reference", "bag", "normalise", "scheme", "hashes", "seed",
    "measure", "threshold", "max_distance", "bands", "rows", "recall", "linkage",
)  # fmt: skip


def option_of(field: str) -> str:
    """The option that bears a field's name."""
    return "--" + field.replace("_", "-")


def command_line(recipe: Recipe, sources: Sequence[bytes]) -> str:
    """One line for a POSIX shell that repeats a run: only what differs from the defaults is said.

    Paths that are not UTF-8 are spelled with ``$'...'``, which bash and zsh read.
    """
    plain, usual = recipe.to_json(), Recipe().to_json()
    changed = {name: value for name, value in plain.items() if value != usual[name]}
    # a scheme picks a measure and a measure a scheme unless both are said
    for name, other in (("scheme", "measure"), ("measure", "scheme")):
        if name in changed:
            changed.setdefault(other, plain[other])
    words = ["simexplorer", "scan", *(_quoted_path(source) for source in sources)]
    if "shingle_kind" in changed or "shingle_size" in changed:
        changed.pop("shingle_kind", None)
        changed.pop("shingle_size", None)
        words.append(f"--shingle {plain['shingle_kind']}:{plain['shingle_size']}")
    if changed.pop("bag", False):
        words.append("--bag")
    if (switches := changed.pop("normalise", None)) is not None:
        words.append(f"--normalise {','.join(switches) or 'none'}")
    for name, value in changed.items():
        if name in OPTIONS and isinstance(value, list):
            words += [f"{option_of(name)}={_quoted(os.fsencode(glob))}" for glob in value]
        elif name in OPTIONS and value is not None:
            spelled = _spelled(value)
            between = "=" if spelled.startswith("-") else " "  # what begins with a dash is else taken for an option
            words.append(f"{option_of(name)}{between}{_quoted(os.fsencode(spelled))}")
        else:
            words.append("--set " + shlex.quote(f"{name}={json_text(value)}"))
    return " ".join(words)


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _quoted_path(path: bytes) -> str:
    """A path as one word; one that begins with a dash is made to look like a path."""
    return _quoted(b"./" + path if path.startswith(b"-") else path)


def _quoted(word: bytes) -> str:
    try:
        text = word.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text and text.isprintable():
        return shlex.quote(text)
    escaped = "".join(chr(b) if 32 <= b < 127 and b not in b"'\\" else f"\\x{b:02x}" for b in word)
    return f"$'{escaped}'"
