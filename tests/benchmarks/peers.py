"""Whole runs side by side: this program and its peers, each in a fresh process, from the folder to the pairs.

    pip install -e '.[bench]'
    python tests/benchmarks/peers.py FOLDER [--runs 3] [--engines ours,rensa,datasketch]

All read the same files, cut the same character 9-shingles (lower-cased, white space folded), use 128 hash values and
the threshold 0.8, two threads where they can. Peers report what their signatures say (16 bands of 8 rows, kept at an
estimate of 0.8 or more); recall and precision are told against the exact pairs, which ours verifies. Prints medians.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

K, SIZE, THRESHOLD, BANDS = 128, 9, 0.8, 16


def files_of(folder: str) -> list[str]:
    """All files below a folder, sorted."""
    return sorted(os.path.join(d, f) for d, _, names in os.walk(folder) for f in names)


def cut(path: str) -> list[str]:
    """Character shingles of a file as Python strings, which is what peers take."""
    with open(path, "rb") as file:
        text = " ".join(file.read().decode("utf-8", "replace").lower().split())
    if len(text) < SIZE:
        return [text] if text else []
    return [text[i : i + SIZE] for i in range(len(text) - SIZE + 1)]


def ours(folder: str) -> dict[tuple[str, str], float]:
    """The program's own command, its JSON report read back."""
    report = tempfile.mktemp(suffix=".json")
    command = [sys.executable, "-m", "simexplorer", "scan", folder, "--quiet", "--no-cache", "--report", report]
    subprocess.run(command, check=True)
    with open(report, encoding="utf-8") as file:
        return {(p["a"], p["b"]): p["jaccard"] for p in json.load(file)["pairs"]}


def rensa(folder: str) -> dict[tuple[str, str], float]:
    """rensa's RMinHash with its LSH: the mode of it that gives pairs."""
    from rensa import RMinHash, RMinHashLSH

    paths = files_of(folder)
    index, signatures = RMinHashLSH(threshold=THRESHOLD, num_perm=K, num_bands=BANDS), []
    for row, path in enumerate(paths):
        signature = RMinHash(num_perm=K, seed=42)
        signature.update(cut(path))
        signatures.append(signature)
        index.insert(row, signature)
    found = {}
    for row, signature in enumerate(signatures):
        for other in index.query(signature):
            if other < row and (value := signature.jaccard(signatures[other])) >= THRESHOLD:
                found[named(folder, paths[other]), named(folder, paths[row])] = value
    return found


def datasketch(folder: str) -> dict[tuple[str, str], float]:
    """datasketch's MinHash and MinHashLSH as its documentation shows them."""
    from datasketch import MinHash, MinHashLSH

    paths = files_of(folder)
    index, signatures = MinHashLSH(num_perm=K, params=(BANDS, K // BANDS)), []
    cuts = ([shingle.encode() for shingle in cut(path)] for path in paths)
    for row, signature in enumerate(MinHash.generator(cuts, num_perm=K)):
        signatures.append(signature)
        index.insert(row, signature, check_duplication=False)
    found = {}
    for row, signature in enumerate(signatures):
        for other in index.query(signature):
            if other < row and (value := signature.jaccard(signatures[other])) >= THRESHOLD:
                found[named(folder, paths[other]), named(folder, paths[row])] = value
    return found


def named(folder: str, path: str) -> str:
    """A path as reports spell it."""
    return os.path.relpath(path, folder)


ENGINES = {"ours": ours, "rensa": rensa, "datasketch": datasketch}


def timed(engine: str, folder: str) -> tuple[float, list[list[str]]]:
    """Seconds of one whole process, and its pairs."""
    output = tempfile.mktemp(suffix=".json")
    began = time.perf_counter()
    subprocess.run([sys.executable, __file__, folder, "--engine", engine, "--output", output], check=True)
    seconds = time.perf_counter() - began
    with open(output, encoding="utf-8") as file:
        return seconds, json.load(file)


def compare(folder: str, engines: list[str], runs: int) -> None:
    """Run all engines in turn and print their medians, recall and precision."""
    seconds: dict[str, list[float]] = {engine: [] for engine in engines}
    pairs: dict[str, set[tuple[str, ...]]] = {}
    for path in files_of(folder):  # so that nobody pays for a cold disk
        with open(path, "rb") as file:
            file.read()
    for _ in range(runs):
        for engine in engines:
            took, found = timed(engine, folder)
            seconds[engine].append(took)
            pairs[engine] = {tuple(pair) for pair in found}
    count = len(files_of(folder))
    truth = pairs.get("ours", set())
    for engine in engines:
        median = statistics.median(seconds[engine])
        hits = len(pairs[engine] & truth)
        print(
            f"{engine:12} {median:8.2f} s {count / median:10,.0f} documents/s   pairs {len(pairs[engine]):8,}"
            f"   recall {hits / max(1, len(truth)):.3f}   precision {hits / max(1, len(pairs[engine])):.3f}"
            f"   x{median / statistics.median(seconds[engines[0]]):.1f}"
        )


def main() -> None:
    """Compare, or be one engine of a comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--engine", help=argparse.SUPPRESS)
    parser.add_argument("--output", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.engine:
        found = ENGINES[chosen.engine](chosen.folder)
        with open(chosen.output, "w", encoding="utf-8") as file:
            json.dump(sorted(found), file)
    else:
        compare(chosen.folder, chosen.engines.split(","), chosen.runs)


if __name__ == "__main__":
    main()
