"""Two files held by locks of the system while one of them moves and the other has to stay.

Two programs that clear the same folder may each have chosen what the other one keeps: without locks both look, find
the other's file in its place, and then move their own.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator

IN_USE = "another program holds or moves it or the document that stays for it"


@contextlib.contextmanager
def held(moving: bytes, staying: Iterable[bytes]) -> Iterator[bool]:
    """Whether no other program moves any of these files, nor needs ``moving`` to stay; true until the block ends.

    Files that cannot be opened, and file systems that know no locks, are not held: what is wrong there is said by the
    looks that follow, which have to come after this.
    """
    with contextlib.ExitStack() as opened:
        descriptors = [_opened(path, opened) for path in (moving, *staying)]
        yield _all_locked(descriptors)


def _opened(path: bytes, opened: contextlib.ExitStack) -> int:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return -1
    opened.callback(os.close, descriptor)
    return descriptor


def _all_locked(descriptors: list[int]) -> bool:
    """Whether nobody else has what we lock: the first for us alone, others for all who want them to stay."""
    moving = descriptors[0]
    for place, descriptor in enumerate(descriptors):
        if place and min(moving, descriptor) >= 0 and os.path.sameopenfile(moving, descriptor):
            continue
        try:
            if descriptor >= 0:
                fcntl.flock(descriptor, (fcntl.LOCK_SH if place else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            continue
    return True
