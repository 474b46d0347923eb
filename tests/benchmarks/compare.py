"""Is the working tree as fast as what landed? Ratios to a peer that runs beside it, so that the machine cancels out.

    python -m tests.benchmarks.compare            licences and 20,000 generated texts, three turns: some minutes
    python -m tests.benchmarks.compare --collections generated-20000 --runs 5

For every task it prints how many times faster than the peer the tree is now and was when ``landed.json`` was kept, by
processor time and by the clock; exits with 1 where the tree lost more than a tenth by both, found less than 0.999 of
the pairs or named a false one.
"""

from __future__ import annotations

import argparse
import json
import sys

from tests.benchmarks.bench import LANDED
from tests.benchmarks.measuring import Row, Task, installed_peers, measure

TOLERATED = 0.9
PEER = "rensa"


def ratios(rows: list[Row]) -> tuple[float, float]:
    """How many times less processor time and time this program takes than the peer."""
    by_engine = {row.engine: row for row in rows}
    ours, peer = by_engine["ours"], by_engine[PEER]
    return peer.cpu / ours.cpu, peer.work / ours.work


def main() -> None:
    """Measure both, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collections", default="licences,generated-20000")
    parser.add_argument("--shingles", default="char:9")
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    if not installed_peers([PEER]):
        raise SystemExit(f"{PEER} cannot be installed: there is nothing to compare with.")
    landed = [Row(**row) for row in json.loads(LANDED.read_text("utf-8"))["rows"]]
    slower = False
    for collection in chosen.collections.split(","):
        for shingle in chosen.shingles.split(","):
            now = measure(Task(collection=collection, shingle=shingle), ["ours", PEER], chosen.runs)
            then = [row for row in landed if (row.collection, row.shingle) == (collection, shingle)]
            cpu, clock = ratios(now)
            was_cpu, was_clock = ratios(then)
            ours = next(row for row in now if row.engine == "ours")
            print(
                f"{collection} {shingle}: x{cpu:.1f} {PEER}'s processor time (landed x{was_cpu:.1f}), "
                f"x{clock:.1f} by the clock (landed x{was_clock:.1f}), recall {ours.recall}, "
                f"precision {ours.precision}, {ours.peak_mb:,.0f} MB"
            )
            slower |= cpu < TOLERATED * was_cpu and clock < TOLERATED * was_clock
            slower |= (ours.recall or 0.0) < 0.999 or (ours.precision or 0.0) < 1.0
    if slower:
        sys.exit("slower than what landed, or no longer exact")


if __name__ == "__main__":
    main()
