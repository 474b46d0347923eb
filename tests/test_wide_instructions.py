"""NumPy sorts without AVX-512 where that is slower, and only there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from simexplorer import wide_instructions
from simexplorer.wide_instructions import is_zen_4

LINUX = "processor\t: 0\nvendor_id\t: {}\ncpu family\t: {}\nmodel\t\t: {}\nmodel name\t: some 9999\nstepping\t: 1\n"
WINDOWS = "AMD64 Family {} Model {} Stepping 2, {}"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (LINUX.format("AuthenticAMD", 25, 17), True),  # Genoa
        (LINUX.format("AuthenticAMD", 25, 97), True),  # Raphael
        (LINUX.format("AuthenticAMD", 25, 117), True),  # Phoenix
        (LINUX.format("AuthenticAMD", 25, 160), True),  # Bergamo
        (WINDOWS.format(25, 97, "AuthenticAMD"), True),
        (LINUX.format("AuthenticAMD", 25, 1), False),  # Zen 3: Milan
        (LINUX.format("AuthenticAMD", 25, 80), False),  # Zen 3: Cezanne
        (WINDOWS.format(25, 33, "AuthenticAMD"), False),  # Zen 3: Vermeer
        (LINUX.format("AuthenticAMD", 26, 17), False),  # Zen 5
        (LINUX.format("GenuineIntel", 6, 143), False),
        (LINUX.format("GenuineIntel", 25, 17), False),
        ("", False),
        ("processor\t: 0\nBogoMIPS\t: 50.00\nCPU architecture: 8\n", False),
    ],
)
def test_the_processor_is_known_by_its_numbers(told: str, expected: bool) -> None:
    assert is_zen_4(told) is expected


def test_what_a_person_has_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wide_instructions, "_processor", lambda: LINUX.format("AuthenticAMD", 25, 17))
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", "")
    wide_instructions.leave_slow_ones_unused()
    assert os.environ["NPY_DISABLE_CPU_FEATURES"] == ""
    monkeypatch.delenv("NPY_DISABLE_CPU_FEATURES")
    wide_instructions.leave_slow_ones_unused()
    assert "AVX512" in os.environ["NPY_DISABLE_CPU_FEATURES"]


def test_numpy_has_nothing_to_complain_about() -> None:
    probe = (
        "import simexplorer; from simexplorer.wide_instructions import is_zen_4, _processor; "
        "from numpy._core._multiarray_umath import __cpu_features__ as has; "
        "assert not (is_zen_4(_processor()) and has['X86_V4'])"
    )
    clean = {name: value for name, value in os.environ.items() if name != "NPY_DISABLE_CPU_FEATURES"}
    subprocess.run([sys.executable, "-W", "error", "-c", probe], check=True, env=clean)
