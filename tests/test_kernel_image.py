"""What machine code is found by, and what an image that does not fit is worth."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from simexplorer import kernel_image, kernel_image_making
from simexplorer.compiled import load_compiler
from simexplorer.kernel_image import KernelImage, as_types, image_bytes, types_of
from simexplorer.machine_code import Block, machine

NOTHING = Block(bytes(64), np.empty(0, np.int64), {})


def _kept() -> bool:
    try:
        return bool(machine())
    except OSError:
        return False


only_where_code_is_kept = pytest.mark.skipif(not _kept(), reason="machine code is kept on Linux with x86-64 alone")


class Point(NamedTuple):
    x: object
    y: object


def test_types_of_arguments():
    array = np.zeros((2, 3), np.uint16)
    still = array.copy()
    still.flags.writeable = False
    assert types_of((array, array.T, array[:, 1:], still)) == (
        (np.dtype("<u2"), 2, 1 | 2 | 0x400),
        (np.dtype("<u2"), 2, 2 | 0x400),
        (np.dtype("<u2"), 2, 0x400),
        (np.dtype("<u2"), 2, 1 | 2),
    )
    assert types_of((7, 2**63, True, 0.5, np.int32(1), np.bool_(True))) == (
        "int64",
        "uint64",
        "bool",
        "float64",
        "int32",
        "bool",
    )
    assert types_of((Point(1, array), (1, 2))) == (
        (f"{__name__}.Point", "int64", (np.dtype("<u2"), 2, 0x403)),
        ("builtins.tuple", "int64", "int64"),
    )


@pytest.mark.parametrize(
    "value", ["text", None, {}, np.zeros(3, "S4")[0], np.frombuffer(bytes(9), np.uint8)[1:].view("<u8"), (1, "a")]
)
def test_types_that_only_the_compiler_can_tell(value: object):
    assert types_of((1, value)) is None


def test_arrays_of_texts_and_dates_find_no_code():
    assert types_of((np.zeros(2, "S4"),)) == ((np.dtype("S4"), 1, 0x403),)
    assert types_of((np.zeros(2, ">i4"),)) != types_of((np.zeros(2, "<i4"),))


def test_numba_and_a_call_agree_on_types():
    load_compiler()
    from numba import typeof

    array = np.zeros((2, 3), np.float32)
    still = array.copy()
    still.flags.writeable = False
    values = (array, array.T, array[:, 1:], still, 3, 2**63, False, 1.5, np.uint8(3), Point(1, array), (1, 2.0))
    signature = tuple(typeof(value) for value in values)
    assert kernel_image_making._types(signature) == types_of(values)
    assert kernel_image_making._types((typeof("text"),)) is None


@only_where_code_is_kept
def test_an_image_of_another_machine_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "machine-code"
    monkeypatch.setattr(kernel_image, "machine", lambda: "another")
    path.write_bytes(image_bytes({}, NOTHING, "1"))
    assert KernelImage(path, "1").kernels == {}
    with pytest.raises(ValueError, match="other kernels"):
        KernelImage(path, "2")
    monkeypatch.undo()
    with pytest.raises(ValueError, match="another processor"):
        KernelImage(path, "1")


def test_a_pipe_in_the_place_of_an_image_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "machine-code")
    with pytest.raises(FileNotFoundError):
        KernelImage(tmp_path / "machine-code", "1")


@only_where_code_is_kept
def test_an_image_survives_the_file(tmp_path: Path):
    path = tmp_path / "machine-code"
    types = types_of((Point(1, np.zeros(3)), 5))
    block = Block(b"abcdefgh" * 3, np.array([8]), {"memset": np.array([16, 3]), "exp": np.array([1])})
    path.write_bytes(image_bytes({"m.f": [{"types": types, "place": 8}]}, block, "1"))
    image = KernelImage(path, "1")
    (entry,) = image.kernels["m.f"]
    assert as_types(entry["types"]) == types
    assert entry["place"] == 8
    assert image.block.data == block.data
    assert image.block.inner.tolist() == [8]
    assert {name: places.tolist() for name, places in image.block.outer.items()} == {"memset": [16, 3], "exp": [1]}


@only_where_code_is_kept
def test_an_image_that_cannot_be_loaded_is_thrown_away(tmp_path: Path):
    path = tmp_path / "machine-code"
    kernel_image_making._replace(path, image_bytes({}, NOTHING, "1"), "1")
    before = path.read_bytes()
    broken = Block(bytes(64), np.empty(0, np.int64), {"no_such_function_anywhere": np.array([8])})
    with pytest.raises(ValueError, match="no_such_function_anywhere"):
        kernel_image_making._replace(path, image_bytes({}, broken, "1"), "1")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["machine-code"]
