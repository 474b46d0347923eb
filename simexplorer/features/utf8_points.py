"""One character of valid UTF-8 (RFC 3629) out of eight loaded bytes, for kernels."""

from __future__ import annotations

from typing import Any

from simexplorer.compiled import Int, U, inlined

_SIX = U(0x3F)


@inlined
def decode(raw: Int) -> Any:
    """(bytes, code point) of the character of two bytes or more that the low end of ``raw`` begins with."""
    lead, second, third = raw & U(0xFF), (raw >> U(8)) & _SIX, (raw >> U(16)) & _SIX
    if lead < U(0xE0):
        return U(2), ((lead & U(0x1F)) << U(6)) | second
    if lead < U(0xF0):
        return U(3), ((lead & U(0x0F)) << U(12)) | (second << U(6)) | third
    return U(4), ((lead & U(0x07)) << U(18)) | (second << U(12)) | (third << U(6)) | ((raw >> U(24)) & _SIX)
