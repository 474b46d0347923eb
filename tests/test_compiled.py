"""Kernels are called through their machine code; numba is loaded where there is none, and leaves some for next time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_CALL = """
import sys
import simexplorer.pipeline.analysis
from simexplorer.search import components
assert "numba" not in sys.modules, "numba takes half a second of every start"
import numpy as np
early = components.find_root
parent = np.array([0, 0, 1], np.{dtype})
assert early(parent, 2) == 0
print("numba" in sys.modules)
"""
_REPLACED = """
assert components.find_root.py_func.__name__ == "find_root"
assert type(early) is not type(components.find_root)
assert early(np.array([0, 0], np.int32), 1) == 0
assert early.py_func is components.find_root.py_func
"""


def _says(code: str, cache: Path, **more: str) -> str:
    environment = {**os.environ, "SIMEXPLORER_KERNEL_CACHE": str(cache), **more}
    done = subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache where one process has compiled ``find_root`` of 4-byte parents."""
    cache = tmp_path_factory.mktemp("kernels")
    assert _says(_CALL.format(dtype="int32") + _REPLACED, cache) == "True", "where there is no code it is compiled"
    return cache


def test_a_second_process_calls_the_machine_code_of_the_first(cache: Path):
    assert _says(_CALL.format(dtype="int32"), cache) == "False"
    assert _says(_CALL.format(dtype="int32") + _REPLACED, cache) == "False", "what only numba knows loads it later"


def test_a_damaged_image_costs_time_and_nothing_else(cache: Path):
    image = cache / "machine-code"
    whole = image.read_bytes()
    for data in (b"", whole[:100], whole[:-1] + bytes([whole[-1] ^ 1])):
        image.write_bytes(data)
        assert _says(_CALL.format(dtype="int32"), cache) == "True"
        assert image.read_bytes() == whole, "what numba had kept is put into an image again"


@pytest.mark.parametrize(("ending", "share"), [("nbi", 0), ("nbc", 0.5)])
def test_cut_files_of_the_compiler_cost_time_and_nothing_else(cache: Path, tmp_path: Path, ending: str, share: float):
    own = shutil.copytree(cache, tmp_path / "own")
    for path in own.glob(f"*/*.{ending}"):
        os.truncate(path, int(path.stat().st_size * share))
    (own / "machine-code").unlink()
    assert _says(_CALL.format(dtype="int32"), own) == "True"
    assert _says(_CALL.format(dtype="int32"), own) == "False", "it is kept again"


def test_code_that_cannot_be_kept_is_used(tmp_path: Path):
    full = """
import numba.core.caching as caching
def no_room(self, *_):
    raise OSError(28, "No space left on device")
caching.IndexDataCacheFile.save = no_room
"""
    code = _CALL.format(dtype="int32").replace("import numpy", f"{full}import numpy")
    assert _says(code, tmp_path) == "True"


def test_that_it_compiles_is_told_once_and_only_where_it_does(cache: Path):
    telling = "from simexplorer.compiled import when_compiling; when_compiling(lambda: print('told'))"
    twice = "early(np.array([0, 0], np.int8), 1)"
    assert _says(f"{telling}\n{_CALL.format(dtype='int16')}{twice}", cache) == "told\nTrue"
    assert _says(f"{telling}\n{_CALL.format(dtype='int16')}", cache) == "False"


def test_kernels_run_in_python_for_who_asks_numba_for_it(cache: Path):
    assert _says(_CALL.format(dtype="int32"), cache, NUMBA_DISABLE_JIT="1") == "True"


def test_other_types_are_compiled_once(cache: Path):
    assert [_says(_CALL.format(dtype="int64"), cache) for _ in range(2)] == ["True", "False"]
    assert _says(_CALL.format(dtype="int32"), cache) == "False", "the earlier code is still there"


_RACE = """
import sys, time
from pathlib import Path
import numpy as np
from numba.core.caching import IndexDataCacheFile as File
from simexplorer.search import components
folder, dtype, before_index, before_data = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
load, index, data = File._load_index, File._save_index, File._save_data

def loads(self):
    found = load(self)
    (folder / dtype).touch()
    until = time.monotonic() + 2
    while len(list(folder.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    return found

def enters(self, overloads):
    time.sleep(before_index)
    index(self, overloads)

def writes(self, name, code):
    time.sleep(before_data)
    data(self, name, code)

def save(self, key, code, whole=File.save):
    if "find_root" in self._index_name:
        File._load_index, File._save_index, File._save_data = loads, enters, writes
    whole(self, key, code)
    File._load_index, File._save_index, File._save_data = load, index, data

File.save = save
assert components.find_root(np.array([0, 0, 1, 2], dtype), 3) == 0
"""
_BOTH = """
import numpy as np
from simexplorer.search import components
print(*(components.find_root(np.array([3, 0, 1, 3], dtype), 2) for dtype in ("int32", "int64")))
"""


def test_processes_that_compile_a_kernel_for_unlike_types_at_once_keep_the_right_code(tmp_path: Path):
    cache, signs = tmp_path / "cache", tmp_path / "signs"
    signs.mkdir()
    environment = {**os.environ, "SIMEXPLORER_KERNEL_CACHE": str(cache)}
    arguments = (("int32", "0", "0.6"), ("int64", "0.3", "0"))  # the one enters its file last, the other writes last
    racers = [subprocess.Popen([sys.executable, "-c", _RACE, str(signs), *one], env=environment) for one in arguments]
    assert [racer.wait() for racer in racers] == [0, 0]
    (cache / "machine-code").unlink(missing_ok=True)  # this one is made of both
    assert _says(_BOTH, cache) == "3 3"


def test_numba_keeps_kernels_where_they_belong_even_if_it_was_there_first(tmp_path: Path):
    code = "import numba\nfrom simexplorer.search import components\nprint(numba.config.CACHE_DIR)"
    assert _says(code, tmp_path) == str(tmp_path)


_WINDOW = """
import sys
import simexplorer.ui.app
assert "numba" not in sys.modules
"""


def test_the_window_opens_without_the_compiler():
    subprocess.run([sys.executable, "-c", _WINDOW], check=True)
