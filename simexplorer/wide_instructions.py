"""NumPy's widest vector instructions are left unused on the processors that they make slower.

NumPy sorts with AVX-512 by storing selected elements to memory, which AMD's Zen 4 does in microcode: a million words of
64 bits take 52 ms, with AVX2 11 ms. Zen 5 and Intel's processors are fast at it (numpy/x86-simd-sort, issue 6; OpenJDK
chose the same way out in JDK-8317976). NumPy reads the variable when it is imported.
"""

from __future__ import annotations

import os
import re

_VARIABLE = "NPY_DISABLE_CPU_FEATURES"
_AVX_512 = "X86_V4 AVX512_ICL"  # as NumPy calls what it has for Zen 4
_ZEN_4 = (0x1, 0x6, 0x7, 0xA)  # upper halves of the model numbers in family 25, which is that of Zen 3 too
_BEGINNING = 1 << 10  # bytes of what Linux tells about the first core


def leave_slow_ones_unused() -> None:
    """To be called before NumPy is imported; what a person has set stays."""
    if _VARIABLE not in os.environ and is_zen_4(_processor()):
        os.environ[_VARIABLE] = _AVX_512


def is_zen_4(told: str) -> bool:
    """Whether that is the processor which Linux (/proc/cpuinfo) or Windows (PROCESSOR_IDENTIFIER) tells about."""
    family = re.search(r"family\s*:? (\d+)", told, re.IGNORECASE)
    model = re.search(r"\bmodel\s*:? (\d+)", told, re.IGNORECASE)
    if "AuthenticAMD" not in told or family is None or model is None:
        return False
    return int(family[1]) == 25 and int(model[1]) >> 4 in _ZEN_4


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as stream:
            return stream.read(_BEGINNING)
    except OSError:
        return os.environ.get("PROCESSOR_IDENTIFIER", "")
