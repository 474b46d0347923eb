"""Words on screen: one term for one thing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from simexplorer import ui

# of identical texts, of hash functions, and what Qt calls so
OTHER_GROUPS = re.compile(r"group\w* of (identical|equal)|identical|K groups|into K|leave groups|without a one")


def _shown(path: Path) -> Iterator[tuple[int, str]]:
    """Texts of a file that are no docstrings, no names and no arguments called ``group``."""
    tree = ast.parse(path.read_text())
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        if isinstance(node, ast.keyword) and node.arg in ("group", "name"):
            silent.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def test_near_duplicates_that_belong_together_are_called_clusters_everywhere() -> None:
    called_groups = [
        f"{path.name}:{line}: {text}"
        for path in sorted(Path(ui.__file__).parent.rglob("*.py"))
        if path.parent.name != "lab"
        for line, text in _shown(path)
        if re.search(r"\b[Gg]roup(s|ed)?\b", text) and not OTHER_GROUPS.search(text)
    ]
    # cards tell of groups of identical texts by the same word
    assert [entry for entry in called_groups if not entry.startswith("overview_figures.py")] == []
