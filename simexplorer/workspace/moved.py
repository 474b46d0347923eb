"""What the log tells of files that were moved away and are not back; the disk is not asked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.workspace.deeds import BACK, BEGUN, DONE, GONE, TRASH, Deed, number_in, path_in

UNKNOWN = -1
_SAME_ACT = 60.0  # seconds: lines of logs that name no act belong together up to this pause


class Moved(Struct, frozen=True, kw_only=True):
    """One file that was moved away.

    number : its line in the log, from 1: what lines about putting it back name
    act : the same for all files that were moved at once; at : when, ISO 8601 in UTC
    path : as the collection listed it; file : where it was, absolute; shown : for people
    target : where it went, absolute; empty where the trash did not tell
    size, modified_ns : of the file as it went; UNKNOWN in logs that kept none; sha256 : of its bytes, in hex, or empty
    certain : whether the log tells that it went; else the program ended in the midst
    returning : a putting back was begun and its end is not told
    gone : it was found to be in the trash no longer, and never comes back
    """

    number: int
    act: str
    at: str
    to_trash: bool
    path: bytes
    file: bytes
    shown: str
    target: bytes
    size: int
    modified_ns: int
    sha256: str
    certain: bool
    returning: bool = False
    gone: bool = False


def moved_away(deeds: Sequence[Deed]) -> list[Moved]:
    """The files that are away by what the log says and may come back, in the order in which they were moved."""
    return [moved for moved in _away(deeds) if not moved.gone]


def _away(deeds: Sequence[Deed]) -> list[Moved]:
    away: dict[int, Moved] = {}
    begun: dict[str, int] = {}  # file: the line with which its moving began
    for number, (deed, act) in enumerate(zip(deeds, _acts(deeds), strict=True), 1):
        outcome = deed.get("outcome")
        if deed.get("action") == BACK:
            of = number_in(deed, "of")
            if outcome == DONE:
                away.pop(of, None)
            elif of in away:
                away[of] = replace(away[of], returning=outcome == BEGUN, gone=outcome == GONE)
            continue
        file = deed.get("file", "")
        if outcome == BEGUN:
            begun[file] = number
        else:  # the end of what was begun: its line is named where that was written after a crash
            away.pop(number_in(deed, "of") or begun.get(file, 0), None)
        if outcome in (BEGUN, DONE):
            away[number] = _moved(number, act, deed)
    return list(away.values())


def files_away(deeds: Sequence[Deed]) -> set[tuple[bytes, int, int]]:
    """(path as listed, size, time of last change) of files that this program moved away and did not put back."""
    return {(moved.path, moved.size, moved.modified_ns) for moved in _away(deeds) if moved.certain}


def _moved(number: int, act: str, deed: Deed) -> Moved:
    return Moved(
        number=number,
        act=act,
        at=deed.get("at", ""),
        to_trash=deed.get("action") == TRASH,
        path=path_in(deed, "path"),
        file=path_in(deed, "file"),
        shown=deed.get("shown", ""),
        target=path_in(deed, "target"),
        size=number_in(deed, "size", UNKNOWN),
        modified_ns=number_in(deed, "modified", UNKNOWN),
        sha256=deed.get("sha256", ""),
        certain=deed.get("outcome") == DONE,
    )


def _acts(deeds: Iterable[Deed]) -> Iterable[str]:
    """The act of each line; where lines name none, an action without a long pause is one."""
    act, action, before = "", None, None
    for deed in deeds:
        named = deed.get("act", "")
        at = seconds_of(deed.get("at", ""))
        pause = before is None or at is None or abs(at - before) > _SAME_ACT
        if not named and (pause or deed.get("action") != action or not act):
            act = f"{deed.get('action')} {deed.get('at')}"
        action, before = deed.get("action"), at
        yield named or act


def seconds_of(at: str) -> float | None:
    """The time of a line in seconds since 1970; None where it tells none."""
    try:
        return dt.datetime.fromisoformat(at).timestamp()
    except ValueError:
        return None
