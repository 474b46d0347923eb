"""What no linter watches: file sizes, forbidden names, nothing that runs data, threads where they belong."""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Iterator
from functools import cache, partial
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
PROCESS_STARTERS = {"Popen", "run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"}
# what one loop does character by character, and calls inside of it would cost time
LONG_KERNELS = {"normalise_utf8"}
THREAD_HOLDERS = ("pipeline/engine.py", "documents/", "ui/jobs.py")
PROCESS_HOLDERS = ("pipeline/engine.py", "documents/", "pipeline/warming.py", "ui/controllers/file_controller.py")


# a letter and a number at the head of a docstring, as "E2: ...", or a letter at the head of a file, as "B: ..."
CODE = re.compile(r'^ *"""[A-Z]\d+[a-z]?\b|\A"""[A-Z]:', re.MULTILINE)
LOOKED_AT = (ast.Import, ast.ImportFrom, ast.Call, ast.Attribute, ast.FunctionDef)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """The nodes of these kinds; to parse and walk the package is most of the time these tests take, and done once."""
    return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, LOOKED_AT))


@cache
def text_of(path: Path) -> str:
    return path.read_text()


@pytest.fixture(scope="module", autouse=True)
def trees_forgotten() -> Iterator[None]:
    """Millions of nodes would slow every collection of garbage, here by half and then in all that follows."""
    gc.disable()
    yield
    nodes_of.cache_clear()
    gc.enable()


def _where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def _imported(source: str) -> Iterator[tuple[ast.AST, str, str]]:
    """Every import of a module: node, module, name imported from it."""
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node, node.module or "", alias.name


def run_data(path: Path, source: str) -> list[str]:
    """Places where a module could run what it reads."""
    found = [_where(path, node) for node, module, _ in _imported(source) if module.split(".")[0] in RUN_DATA_MODULES]
    for node in nodes_of(source):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            unsafe = [k for k in node.keywords if k.arg == "allow_pickle" and getattr(k.value, "value", True)]
            if name in RUN_DATA_CALLS or unsafe:
                found.append(_where(path, node))
    return found


def start(names: set[str], modules: set[str], path: Path, source: str) -> list[str]:
    """Places where a module names one of ``names`` of one of ``modules``."""
    return [
        _where(path, node)
        for node in nodes_of(source)
        if (
            isinstance(node, ast.Attribute)
            and node.attr in names
            and isinstance(node.value, ast.Name)
            and node.value.id in modules
        )
        or (
            isinstance(node, ast.ImportFrom)
            and (node.module or "").split(".")[-1] in modules
            and any(alias.name in names for alias in node.names)
        )
    ]


start_threads = partial(start, THREAD_STARTERS, {"threading", "multiprocessing", "futures", "concurrent", "QtCore"})
start_processes = partial(start, PROCESS_STARTERS, {"subprocess"})


def modules_outside(holders: tuple[str, ...]) -> list[Path]:
    return [path for path in MODULES if not path.relative_to(PACKAGE).as_posix().startswith(holders)]


def test_no_file_is_longer_than_400_lines() -> None:
    long = {str(path.relative_to(ROOT)): lines for path in WRITTEN if (lines := text_of(path).count("\n")) > 400}
    assert long == {}


def lines_of_functions(source: str) -> Iterator[tuple[str, int, bool]]:
    """Name, lines of the body without the docstring, and whether it is a kernel, of every function."""
    for node in nodes_of(source):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            yield node.name, lines, any("kernel" in ast.unparse(decorator) for decorator in node.decorator_list)


def test_no_function_is_longer_than_40_lines_and_no_kernel_than_60() -> None:
    long = {
        name: lines
        for path in MODULES
        for name, lines, is_kernel in lines_of_functions(text_of(path))
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


def test_no_docstring_begins_with_a_code_that_nothing_explains() -> None:
    assert [str(path) for path in WRITTEN if path.suffix == ".py" and CODE.search(text_of(path))] == []


@pytest.mark.parametrize(
    "planted", ['"""E2: a chance."""', 'def f():\n    """C3a against numbers."""', '"""B: measures."""']
)
def test_the_search_for_codes_finds_planted_ones(planted: str) -> None:
    assert CODE.search(planted)


@pytest.mark.parametrize(
    "source", ['"""A chance."""', 'def f():\n    """J: the similarity itself."""', 'x = """E2: no."""']
)
def test_the_search_for_codes_passes_what_is_harmless(source: str) -> None:
    assert not CODE.search(source)


def test_values_that_are_set_together_are_structs_not_dataclasses() -> None:
    found = [
        _where(path, node)
        for path in MODULES
        for node, module, _ in _imported(text_of(path))
        if module == "dataclasses"
    ]
    assert not found, "each dataclass is compiled at every start, in half a millisecond; msgspec.Struct is not"


def test_nothing_in_the_package_runs_what_it_reads() -> None:
    assert [place for path in MODULES for place in run_data(path, text_of(path))] == []


def test_threads_start_in_three_places_only() -> None:
    elsewhere = modules_outside(THREAD_HOLDERS)
    assert [place for path in elsewhere for place in start_threads(path, text_of(path))] == []


def test_processes_start_in_four_places_only() -> None:
    elsewhere = modules_outside(PROCESS_HOLDERS)
    assert [place for path in elsewhere for place in start_processes(path, text_of(path))] == []


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


@pytest.mark.parametrize("source", ["import subprocess\nsubprocess.Popen(['a'])", "from subprocess import run"])
def test_the_search_for_processes_finds_planted_faults(source: str) -> None:
    assert start_processes(ROOT / "planted.py", source)


# `)` under `*+`, `++`, `?+` or `{2,3}+`: Python before 3.11.5 may lose its place where one more round fails (CPython's
# issue 106052); Debian 12 has 3.11.2. An atomic group, or a single character, is safe.
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]+\})\+")


@pytest.mark.parametrize(
    ("pattern", "is_one"),
    [
        ("(?:ab)*+", True),
        ("(?:ab)++c", True),
        ("(a){2,3}+", True),
        ("(?>ab)*c", False),
        (r"\)++", False),
        ("a*+", False),
    ],
)
def test_a_possessive_group_is_seen(pattern: str, is_one: bool) -> None:
    assert bool(POSSESSIVE_GROUP.search(pattern)) is is_one


def test_no_group_of_a_pattern_is_possessive() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        for node in ast.walk(ast.parse(text_of(path)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        and POSSESSIVE_GROUP.search(node.value if isinstance(node.value, str) else node.value.decode("latin-1"))
    ]  # fmt: skip
    assert found == []
