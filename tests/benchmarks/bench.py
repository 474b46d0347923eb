"""The benchmark: this program and its peers over the same folders, shingles, hash values and threshold.

    make bench                                                     everything: about an hour
    python -m tests.benchmarks.bench --collections licences --runs 1 --shingles char:9

Writes ``tests/benchmarks/landed.json`` (the figures), ``resources/benchmark.md`` (the table) and
``resources/benchmark.svg`` (the picture that the README shows). Collections and peers lie below ``build/bench``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path

from tests.benchmarks import peers
from tests.benchmarks.corpora import ROOT
from tests.benchmarks.measuring import Row, Task, installed_peers, measure
from tests.benchmarks.picture import picture
from tests.benchmarks.table import best_peers, console_table, markdown

COLLECTIONS = ("licences", "manuals", "contracts", *(f"generated-{n}" for n in (5_000, 20_000, 80_000, 320_000)))
LARGE = 40_000  # documents above which there are one or two runs
LANDED = Path(__file__).with_name("landed.json")


def engines_for(collection: str, there: list[str]) -> list[str]:
    """This program and the peers that end within some minutes on this collection."""
    size = int(collection.removeprefix("generated-")) if collection.startswith("generated") else 20_000
    return ["ours", *(peer for peer in there if size <= peers.MOST_DOCUMENTS.get(peer, size))]


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collections", default=",".join(COLLECTIONS))
    parser.add_argument("--shingles", default="char:9,word:3")
    parser.add_argument("--engines", default=",".join(peers.ENGINES), help="peers to run beside this program")
    parser.add_argument("--runs", type=int, default=5, help="fewer are made above 40,000 documents")
    parser.add_argument("--dry", action="store_true", help="print only, write nothing into the repository")
    chosen = parser.parse_args()
    wanted = [name for name in chosen.engines.split(",") if name not in ("", "ours")]  # this program always runs
    if unknown := [name for name in wanted if name not in peers.ENGINES]:
        parser.error(f"there is no engine {unknown[0]!r}: {', '.join(peers.ENGINES)}")
    there = installed_peers(wanted)
    for collection in chosen.collections.split(","):
        large = collection.startswith("generated") and int(collection.removeprefix("generated-")) > LARGE
        for shingle in chosen.shingles.split(","):
            if large and shingle != "char:9":
                continue
            task = Task(collection=collection, shingle=shingle)
            found = measure(task, engines_for(collection, there), min(chosen.runs, 2) if large else chosen.runs)
            print(f"\n{task.name}: {found[0].documents:,} documents, {found[0].megabytes:.1f} MB")
            print(console_table(found), flush=True)
            if not chosen.dry:
                keep(found)


def machine() -> str:
    """The processor and the number of cores that the figures hold for."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    processor = names[0] if names else platform.machine()
    load = f"load {os.getloadavg()[2]:.1f} of other and own work"
    return f"{processor}, {os.cpu_count()} cores, Python {platform.python_version()}, {load}"


def keep(rows: list[Row]) -> None:
    """Merge the rows with those of collections that were not run now, and write table and picture anew."""
    known = json.loads(LANDED.read_text("utf-8"))["rows"] if LANDED.exists() else []
    run_now = {(row.collection, row.shingle) for row in rows}
    merged = [Row(**row) for row in known if (row["collection"], row["shingle"]) not in run_now]
    here = machine()  # as they are kept: table and picture show no other digits
    merged += [Row(**{**row.to_json(), "machine": here}) for row in rows]
    order = {name: place for place, name in enumerate(COLLECTIONS)}
    merged.sort(key=lambda row: (order.get(row.collection, 99), row.shingle, -row.speed))
    content = {"rows": [row.to_json() for row in merged]}
    LANDED.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    (ROOT / "resources" / "benchmark.md").write_text(markdown(merged), "utf-8")
    (ROOT / "resources" / "benchmark.svg").write_text(picture(best_peers(merged)), "utf-8")


if __name__ == "__main__":
    main()
