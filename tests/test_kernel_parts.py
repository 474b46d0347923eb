"""What kernels alone call runs inside of them and has no machine code of its own; nobody else calls it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.test_source_tree import ROOT

_MARKED = re.compile(r"^@(kernel_part|inlined)$", re.MULTILINE)
_KERNELS, _PARTS = {"kernel", "lean_kernel"}, {"kernel_part", "inlined"}
_COMPILES = """
import types
import numpy as np
from simexplorer.compiled import inlined, kernel, kernel_part, lean_kernel, load_compiler

@inlined
def twice(x):
    return x + x

@kernel_part
def least(values):
    lowest = values[0]
    for value in values:
        lowest = min(lowest, twice(value))
    return lowest

@lean_kernel
def called(values):
    return least(values) + twice(values[1])

@kernel
def made(values):
    return np.full(3, least(values))

values = np.array([5, 2, 9])
assert called(values) == 4 + 4 and called(values.astype(np.float32)) == 8.0
assert made(values).tolist() == [4, 4, 4]
libraries = lambda function: [each.library for each in function.overloads.values()]
assert len(libraries(least)) == 2, "one for each type"
assert not any(library._finalized for library in libraries(least) + libraries(twice)), "no machine code"
assert all(library._finalized for library in libraries(called) + libraries(made))

from numba.core.registry import cpu_target
try:
    cpu_target.target_context.codegen().set_env("part", types.SimpleNamespace(consts=["text"]))
except ValueError as error:
    print(error)
"""


_COMPILES_ALIKE = """
import re
import sys
import numpy as np
from numba import njit

if sys.argv[1] == "quickly":
    from simexplorer import kernel_parts
    kernel_parts.remember_calls()
    kernel_parts.follow_variables_late()

@njit
def steps(first, least=1):
    while first > least:
        first = first // 2 if first % 2 == 0 else 3 * first + 1
        yield first

@njit
def mixed(values, words, scale):
    made = np.zeros(shape=values.size, dtype=np.float64)
    pairs = [(p, value * scale) for p, value in enumerate(values) if value > 0 or words[p] & np.uint64(1)]
    for p, value in pairs:
        made[p] += value if p % 2 else -value
        words[p] = (words[p] << np.uint64(3)) ^ np.uint64(p)
        while made[p] > 100.0:
            made[p] /= 2
    total = 0
    for step in steps(27, least=2):
        total += step
    return made, min(values[0], 7), max(made[0], scale), total

for kind in (np.int64, np.float32):
    words = np.arange(5, dtype=np.uint64)
    made, *others = mixed(np.array([5, -2, 900, 0, 77], kind), words, 1.5)
    print(made.tolist(), others, words.tolist())
code = [*mixed.inspect_asm().values(), *steps.inspect_asm().values()]
print(re.sub(r"B\\d+v\\d+|0x[0-9a-f]{6,}", "", "".join(code)))  # versions and addresses in names
"""


_WIDENS = """
import numpy as np
from simexplorer.compiled import kernel, load_compiler

@kernel
def multiply(values):
    for place in range(values.size):
        values[place] *= 12345

load_compiler()
values = np.arange(70)
multiply(values)
assert values.tolist() == [12345 * place for place in range(70)]
from numba.core.codegen import get_host_cpu_features
assembly = next(iter(multiply.inspect_asm().values()))
print("+avx512vbmi" in get_host_cpu_features().split(","), "zmm" in assembly)
"""


def test_vectors_are_as_wide_as_the_processor_has_them_for_nothing(tmp_path: Path):
    script = tmp_path / "widens.py"
    script.write_text(_WIDENS, "utf-8")
    chosen = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
    environment = {name: value for name, value in os.environ.items() if name not in chosen}
    environment |= {"SIMEXPLORER_KERNEL_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout in ("True True\n", "False False\n")
    kept = {**environment, "NUMBA_CPU_FEATURES": "+avx2"}
    code = (
        "import simexplorer.search.verify; from simexplorer.compiled import load_compiler; load_compiler();"
        "from numba import config; print(config.CPU_FEATURES)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=kept, capture_output=True, text=True, check=False)
    assert done.stdout == "+avx2\n"


@pytest.mark.slow
def test_numba_makes_the_same_machine_code_when_it_is_made_quicker(tmp_path: Path):
    script = tmp_path / "compiles.py"
    script.write_text(_COMPILES_ALIKE, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    codes = []
    for how in ("quickly", "as it is"):
        command = [sys.executable, script, how]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        codes.append(done.stdout)
    assert codes[0] == codes[1]
    assert codes[0].count("mixed") > 1


def test_a_part_runs_inside_the_kernels_and_has_no_code_of_its_own(tmp_path: Path):
    script = tmp_path / "compiles.py"
    script.write_text(_COMPILES, "utf-8")
    environment = {**os.environ, "SIMEXPLORER_KERNEL_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "part: what only kernels call must not use Python's objects.\n"


def test_parts_are_called_by_kernels_only():
    sources = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text("utf-8")
        for folder in ("simexplorer", "tests")
        for path in (ROOT / folder).rglob("*.py")
    }
    owners = {module: ast.parse(source) for module, source in sources.items() if _MARKED.search(source)}
    parts = {(module, node.name) for module, tree in owners.items() for node in tree.body if _under(node, _PARTS)}
    assert len(parts) > 50
    # to read a tree takes long, a text does not: who calls a part names the file it stands in
    of_file = re.compile(rf"\b({'|'.join({owner.rpartition('.')[2] for owner, _ in parts})})\b")
    named = re.compile(rf"\b({'|'.join({name for _, name in parts})})\b")
    others = {m: source for m, source in sources.items() if m not in owners and of_file.search(source)}
    trees = owners | {module: ast.parse(source) for module, source in others.items() if named.search(source)}
    assert [where for module, tree in trees.items() for where in _calls(module, tree, parts)] == []


def _under(node: ast.stmt, decorators: set[str]) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(each, ast.Name) and each.id in decorators for each in node.decorator_list
    )


def _calls(module: str, tree: ast.Module, parts: set[tuple[str, str]]) -> Iterator[str]:
    """Where this module means one of these functions outside of kernels."""
    known = {name for owner, name in parts if owner == module}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            known |= {each.asname or each.name for each in node.names if (node.module, each.name) in parts}
    of_modules = {(owner.rpartition(".")[2], name) for owner, name in parts}
    for statement in tree.body:
        for node in [] if _under(statement, _KERNELS | _PARTS) else ast.walk(statement):
            if isinstance(node, ast.Name) and node.id in known:
                yield f"{module}:{node.lineno} {node.id}"
            elif isinstance(node, ast.Attribute) and (getattr(node.value, "id", ""), node.attr) in of_modules:
                yield f"{module}:{node.lineno} {node.attr}"
