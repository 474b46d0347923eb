"""Work that would not fit into free memory is refused with the reason, before the system ends the program for it."""

from __future__ import annotations

from simexplorer.errors import CapacityError

_GIGABYTE = 1e9


def physical_memory() -> int:
    """Bytes of memory that this computer has."""
    import psutil  # takes hundredths of a second, of which most runs need none

    return int(psutil.virtual_memory().total)


def require_memory(needed: int, what: str, remedy: str) -> None:
    """Raise CapacityError, which tells both figures, where ``needed`` bytes are more than this computer has free.

    what : begins the sentence, as "Comparing all shingles"; remedy : what to do instead, a sentence
    """
    import psutil  # takes hundredths of a second, of which most runs need none

    free = int(psutil.virtual_memory().available)
    if needed > free:
        raise CapacityError(
            f"{what} takes about {needed / _GIGABYTE:,.1f} GB of memory, "
            f"and {free / _GIGABYTE:,.1f} GB are free. {remedy}"
        )
