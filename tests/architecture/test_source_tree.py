"""What no linter watches: file sizes, forbidden names, nothing that runs data, threads where they belong."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "simexplorer"
MODULES = sorted(PACKAGE.rglob("*.py"))
WRITTEN = sorted(
    path
    for folder in ("simexplorer", "tests", "scripts", "resources")
    for ending in ("*.py", "*.sh", "*.js", "*.css", "*.jinja")
    for path in (ROOT / folder).rglob(ending)
    if "resources/sample" not in path.as_posix()
)

RUN_DATA_MODULES = {
    "pickle",
    "cPickle",
    "_pickle",
    "shelve",
    "marshal",
    "dill",
    "cloudpickle",
    "joblib",
    "yaml",
    "code",
}
RUN_DATA_CALLS = {"eval", "exec", "compile", "__import__"}
THREAD_STARTERS = {
    "Thread",
    "Timer",
    "ThreadPoolExecutor",
    "ProcessPoolExecutor",
    "Process",
    "Pool",
    "QThread",
    "QThreadPool",
    "QRunnable",
}
# what one loop does character by character, and calls inside of it would cost time
LONG_KERNELS = {"normalise_utf8"}
THREAD_HOLDERS = ("pipeline/engine.py", "documents/", "ui/jobs.py")


tree_of = cache(ast.parse)  # most of the time these tests take


@pytest.fixture(scope="module", autouse=True)
def trees_forgotten() -> Iterator[None]:
    """Millions of nodes would slow every collection of garbage that follows."""
    yield
    tree_of.cache_clear()


def _where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def _imported(tree: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    """Every import of a tree: node, module, name imported from it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node, node.module or "", alias.name


def run_data(path: Path, source: str) -> list[str]:
    """Places where a module could run what it reads."""
    tree = tree_of(source)
    found = [_where(path, node) for node, module, _ in _imported(tree) if module.split(".")[0] in RUN_DATA_MODULES]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            unsafe = [k for k in node.keywords if k.arg == "allow_pickle" and getattr(k.value, "value", True)]
            if name in RUN_DATA_CALLS or unsafe:
                found.append(_where(path, node))
    return found


def start_threads(path: Path, source: str) -> list[str]:
    """Places where a module names something that starts a thread or process."""
    return [
        _where(path, node)
        for node in ast.walk(tree_of(source))
        if (isinstance(node, ast.Attribute) and node.attr in THREAD_STARTERS and _is_module(node.value))
        or (isinstance(node, ast.ImportFrom) and any(alias.name in THREAD_STARTERS for alias in node.names))
    ]


def _is_module(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in {"threading", "multiprocessing", "futures", "concurrent", "QtCore"}


def test_no_file_is_longer_than_400_lines() -> None:
    long = {str(path.relative_to(ROOT)): lines for path in WRITTEN if (lines := path.read_text().count("\n")) > 400}
    assert long == {}


def lines_of_functions(source: str) -> Iterator[tuple[str, int, bool]]:
    """Name, lines of the body without the docstring, and whether it is a kernel, of every function."""
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            yield node.name, lines, any("kernel" in ast.unparse(decorator) for decorator in node.decorator_list)


def test_no_function_is_longer_than_40_lines_and_no_kernel_than_60() -> None:
    long = {
        name: lines
        for path in MODULES
        for name, lines, is_kernel in lines_of_functions(path.read_text())
        if lines > (60 if is_kernel else 40) and name not in LONG_KERNELS
    }
    assert long == {}


def test_the_search_for_long_functions_finds_planted_ones() -> None:
    def written(lines: int) -> str:
        return "def f():\n    'About it.'\n" + "    x = 1\n" * lines

    found = [next(lines_of_functions(source)) for source in (written(41), "@lean_kernel\n" + written(61), written(0))]
    assert found == [("f", 41, False), ("f", 61, True), ("f", 0, False)]


def test_no_module_has_a_name_that_says_nothing() -> None:
    empty_words = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}
    assert [path.name for path in MODULES if empty_words & set(path.stem.split("_"))] == []


def test_values_that_are_set_together_are_structs_not_dataclasses() -> None:
    found = [
        _where(path, node)
        for path in MODULES
        for node, module, _ in _imported(tree_of(path.read_text()))
        if module == "dataclasses"
    ]
    assert not found, "each dataclass is compiled at every start, in half a millisecond; msgspec.Struct is not"


def test_nothing_in_the_package_runs_what_it_reads() -> None:
    assert [place for path in MODULES for place in run_data(path, path.read_text())] == []


def test_threads_and_processes_start_in_three_places_only() -> None:
    elsewhere = [path for path in MODULES if not path.relative_to(PACKAGE).as_posix().startswith(THREAD_HOLDERS)]
    assert [place for path in elsewhere for place in start_threads(path, path.read_text())] == []


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "def f():\n    from pickle import loads",
        "import yaml; yaml.load(x)",
        "import shelve",
        "eval('1')",
        "exec(text)",
        "compile(text, '', 'exec')",
        "np.load(path, allow_pickle=True)",
        "np.load(path, allow_pickle=flag)",
    ],
)
def test_the_search_for_run_data_finds_planted_faults(source: str) -> None:
    assert run_data(ROOT / "planted.py", source)


@pytest.mark.parametrize(
    "source", ["dialog.exec()", "re.compile('a')", "np.load(p, allow_pickle=False)", "import json"]
)
def test_the_search_for_run_data_passes_what_is_harmless(source: str) -> None:
    assert not run_data(ROOT / "planted.py", source)


@pytest.mark.parametrize(
    "source",
    [
        "import threading\nthreading.Thread(target=f).start()",
        "from concurrent.futures import ThreadPoolExecutor",
        "from PySide6.QtCore import QThread",
        "import multiprocessing\nmultiprocessing.Pool(2)",
    ],
)
def test_the_search_for_threads_finds_planted_faults(source: str) -> None:
    assert start_threads(ROOT / "planted.py", source)
