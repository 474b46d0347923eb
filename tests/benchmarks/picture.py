"""The picture that the README shows: this program and the best peer of each collection, documents a second."""

from __future__ import annotations

import math

WIDTH, LEFT, RIGHT, ROW, TOP = 860, 210, 130, 46, 66
OURS, PEER, INK, FAINT = "#2f6fb7", "#b9bfc6", "#20262c", "#737b84"


def picture(bars: list[tuple[str, float, str, float, list[str]]]) -> str:
    """An SVG with two bars a task on a logarithmic axis; on a ground of its own, for light and for dark pages."""
    height = TOP + ROW * len(bars) + 34
    speeds = [speed for _, ours, _, peer, _ in bars for speed in (ours, peer)] or [1.0]
    low = 10.0 ** math.floor(math.log10(min(speeds)))
    high = max(speeds) * 1.05
    scale = (WIDTH - LEFT - RIGHT) / math.log10(high / low)

    def x(speed: float) -> float:
        return LEFT + math.log10(speed / low) * scale

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
        _text(
            20,
            28,
            "From a folder to its near-duplicate pairs: documents a second of processor time",
            INK,
            "start",
            16,
            "600",
        ),
        _text(
            20, 47, "Similarity Explorer (every pair verified) and the fastest peer; logarithmic", FAINT, "start", 12
        ),
    ]
    for power in range(round(math.log10(low)), math.floor(math.log10(high)) + 1):
        at = x(10.0**power)
        parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP - 4}" y2="{height - 26}" stroke="#e6e9ec"/>')
        parts.append(_text(at, height - 9, f"{10**power:,}", FAINT, "middle", 11))
    for number, (task, ours, peer, peer_speed, accuracy) in enumerate(bars):
        y = TOP + ROW * number
        parts.append(_text(LEFT - 12, y + 21, task, INK, "end"))
        for offset, speed, colour in ((3, ours, OURS), (20, peer_speed, PEER)):
            parts.append(
                f'<rect x="{LEFT}" y="{y + offset}" width="{x(speed) - LEFT:.1f}" height="15" rx="2" fill="{colour}"/>'
            )
        parts.append(_text(x(ours) + 8, y + 15, f"{ours:,.0f}  (x{ours / peer_speed:.1f})", INK, "start", 12, "600"))
        words = ", ".join([f"{peer_speed:,.0f}  {peer}", *accuracy])
        parts.append(_text(x(peer_speed) + 8, y + 32, words, FAINT, "start", 12))
    return "\n".join([*parts, "</svg>\n"])


def _text(x: float, y: float, words: str, colour: str, anchor: str, size: int = 13, weight: str = "400") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}">{words}</text>'
    )
