"""Whether kernels may be compiled in this process."""

from __future__ import annotations

import os

from simexplorer.errors import InputError


def require_compiling() -> None:
    """InputError where numba is told to leave kernels to Python, which lacks the processor's vectors they call."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise InputError(
            "NUMBA_DISABLE_JIT is set, and what compares documents runs only where it is compiled. Start it without "
            "that variable (env -u NUMBA_DISABLE_JIT simexplorer ...)."
        )
