"""How the columns of a list share the width that it has."""

from __future__ import annotations

LEAST_PATH = 128  # pixels: the end of a path that tells it from others; where it does not fit, the table scrolls


def shared_out(
    room: int, usual: dict[int, int], rest: int | None = None, least_path: int = LEAST_PATH, need: int | None = None
) -> dict[int, int]:
    """Widths of columns in proportion to their usual ones; none below what it needs, and the others pay for that.

    ``rest`` takes what the others leave of the room; they give way until it has its usual width, and grow no further,
    unless it does not ``need`` so much.
    """
    if rest in usual:
        others = {c: width for c, width in usual.items() if c != rest}
        wanted = usual[rest] if need is None else min(usual[rest], need)
        most = max(sum(others.values()), 0 if need is None else room - need)
        given = shared_out(min(most, room - wanted), others, None, least_path)
        return given | {rest: max(min(least_path, wanted), room - sum(given.values()))}
    shares: dict[int, int] = {}
    left = dict(usual)
    while left:
        whole = sum(left.values())
        low = {c: least for c, width in left.items() if room * width / whole < (least := min(least_path, width))}
        if not low:
            return shares | {c: int(room * width / whole) for c, width in left.items()}
        shares |= low
        room -= sum(low.values())
        left = {c: width for c, width in left.items() if c not in low}
    return shares
