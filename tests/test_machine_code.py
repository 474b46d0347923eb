"""Code that LLVM made here, put into memory by hand and called."""

from __future__ import annotations

import ctypes
import functools
import math

import numpy as np
import pytest

from simexplorer import machine_code
from simexplorer.machine_code import Block, LoadedBlock
from simexplorer.machine_code_making import BlockMaker
from tests.test_kernel_image import only_where_code_is_kept

pytestmark = only_where_code_is_kept

_SOURCE = """
target triple = "{triple}"
@table = private unnamed_addr constant [4 x double] [double 3.0, double 5.0, double 7.0, double 11.0]
@_ZN08NumbaEnv4test = common global ptr null
@other = {other}
declare double @pow(double, double)
define private double @look(i64 %at) noinline {{
  %place = getelementptr [4 x double], ptr @table, i64 0, i64 %at
  %value = load double, ptr %place
  ret double %value
}}
define double @raised(i64 %at, double %power) {{
  %base = call double @look(i64 %at)
  %result = call double @pow(double %base, double %power)
  ret double %result
}}
define ptr @environment() {{
  %value = load ptr, ptr @_ZN08NumbaEnv4test
  ret ptr %value
}}
"""


@functools.cache
def _object_file(other: str = "constant i64 0", model: str = "large") -> bytes:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(reloc="static", codemodel=model)
    module = llvm.parse_assembly(_SOURCE.format(triple=llvm.get_default_triple(), other=other))
    return bytes(target.emit_object(module))


def _called(block: Block, place: int, result: type, *arguments: type) -> tuple[LoadedBlock, ctypes._CFuncPtr]:
    loaded = LoadedBlock(block)
    return loaded, ctypes.CFUNCTYPE(result, *arguments)(loaded._begin + place)


def test_code_finds_its_constants_its_functions_and_those_outside():
    maker = BlockMaker()
    place = maker.add(_object_file(), "raised")
    block = maker.block()
    assert set(block.outer) == {"pow"}
    _loaded, raised = _called(block, place, ctypes.c_double, ctypes.c_int64, ctypes.c_double)
    assert [raised(at, 2.0) for at in range(4)] == [9.0, 25.0, 49.0, 121.0]
    assert raised(1, 0.5) == math.sqrt(5)


def test_a_block_grows_and_what_it_held_stays_where_it_was():
    maker = BlockMaker()
    first = maker.add(_object_file(), "raised")
    grown = BlockMaker(maker.block())
    second = grown.add(_object_file(), "raised")
    assert second > first
    for place in (first, second):
        _loaded, raised = _called(grown.block(), place, ctypes.c_double, ctypes.c_int64, ctypes.c_double)
        assert raised(3, 2.0) == 121.0


def test_all_environments_are_one():
    maker = BlockMaker()
    places = [maker.add(_object_file(), "environment") for _ in range(2)]
    loaded = LoadedBlock(maker.block())
    found = {ctypes.CFUNCTYPE(ctypes.c_void_p)(loaded._begin + place)() for place in places}
    assert found == {id(loaded._environment)}


def test_loaded_code_cannot_be_written():
    maker = BlockMaker()
    maker.add(_object_file(), "raised")
    loaded = LoadedBlock(maker.block())
    with open("/proc/self/maps", encoding="utf-8") as file:
        rights = [line.split()[1] for line in file if line.startswith(f"{loaded._begin:x}-")]
    assert rights == ["r-xp"]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (b"", "no object file"),
        (b"\x7fELF\x02\x01\x01" + bytes(100), "no object file"),
        (lambda: _object_file("global i64 5"), "can be written"),
        (lambda: _object_file("external global i64", "small"), "no whole words"),
    ],
)
def test_files_of_another_kind_are_refused_and_add_nothing(file: object, words: str):
    maker = BlockMaker()
    with pytest.raises(ValueError, match=words):
        maker.add(file() if callable(file) else file, "raised")
    assert maker.block().data == bytes(64)


def test_a_file_without_the_wanted_function_is_refused_and_adds_nothing():
    maker = BlockMaker()
    with pytest.raises(ValueError, match="has no lowered"):
        maker.add(_object_file(), "lowered")
    assert maker.block().data == bytes(64)


def test_a_missing_function_is_refused():
    block = Block(bytes(64), np.empty(0, np.int64), {"no_such_function_anywhere": np.array([8])})
    with pytest.raises(ValueError, match="no_such_function_anywhere"):
        LoadedBlock(block)


def test_addresses_are_added_at_any_place():
    memory = np.arange(40, dtype=np.uint8)
    expected = bytearray(memory)
    for place in (3, 17, 32):
        word = int.from_bytes(expected[place : place + 8], "little") + 2**40 + 255
        expected[place : place + 8] = (word % 2**64).to_bytes(8, "little")
    machine_code._add(memory, np.array([3, 17, 32]), 2**40 + 255)
    assert memory.tobytes() == bytes(expected)
