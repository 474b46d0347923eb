"""Whether a limit on this process leaves enough memory for the libraries that the program is made of."""

from __future__ import annotations

from simexplorer.errors import InputError

# name of the limit, option of ulimit, MB that a scan of a few documents takes, MB that a window on them takes
_LIMITS = (("RLIMIT_AS", "-v", 190, 1500), ("RLIMIT_DATA", "-d", 110, 400))


def require_room(*, window: bool = False) -> None:
    """InputError under limits where libraries end the program with words of their own, or leave it hanging."""
    import resource

    for name, option, scan, shown in _LIMITS:
        most, least = resource.getrlimit(getattr(resource, name))[0], shown if window else scan
        if 0 <= most < least << 20:  # -1 is none
            what, instead = ("a window", ", or without a window (simexplorer scan)") if window else ("any run", "")
            raise InputError(
                f"this process may take no more than {most >> 20} MB of memory (ulimit {option}), and {what} takes at "
                f"least {least:,}. Start it with a higher limit{instead}."
            )
