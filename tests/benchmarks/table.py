"""The figures as text: one table for the terminal, one for the repository."""

from __future__ import annotations

from itertools import groupby

from tests.benchmarks.measuring import Row

NAMES = {
    "ours": "Similarity Explorer",
    "rensa": "rensa",
    "gaoya": "gaoya",
    "fastsketch": "FastSketchLSH",
    "hashed": "FastSketchLSH, hashed",
    "datasketch": "datasketch",
    "setsimilaritysearch": "SetSimilaritySearch",
}
HEADS = (
    "engine",
    "docs/CPU s",
    "docs/s",
    "MB/s",
    "work s",
    "start s",
    "CPU s",
    "peak MB",
    "recall",
    "precision",
    "times slower",
)
TEXT = """\
# Benchmark

Made by `make bench`; do not edit. From a folder of files to the pairs at a Jaccard similarity of 0.8 or more, 128 hash
values, every run in a fresh process, engines in turn, medians. *start* is what passes before an engine can begin
(interpreter, imports, machine code), *work* is from the folder to the pairs, *CPU* the processor time of the work.
How many times slower an engine is than Similarity Explorer is told by work, by processor time and by whole processes.
*FastSketchLSH, hashed* is what an expert can build of parts: shingles hashed by NumPy a thousand texts at a time, given
to FastSketchLSH as numbers; the others are used as their documentation shows.
Recall and precision are against an exact join; identical texts count once. Similarity Explorer also makes clusters,
the audit of its own recall and the histogram in that time. Where other work kept the machine busy (see its load),
times by the clock say little and ratios by processor time are the ones to read.
"""


def _cells(row: Row, ours: Row | None) -> list[str]:
    ratio = "-"
    if ours is not None and row.engine != "ours":
        whole = (row.work + row.start) / (ours.work + ours.start)
        ratio = f"{row.work / ours.work:.1f} work, {row.cpu / ours.cpu:.1f} CPU, {whole:.1f} whole"
    return [
        NAMES[row.engine],
        f"{row.economy:,.0f}",
        f"{row.speed:,.0f}",
        f"{row.megabytes / row.work:,.1f}",
        f"{row.work:.2f}",
        f"{row.start:.2f}",
        f"{row.cpu:.2f}",
        f"{row.peak_mb:,.0f}",
        *("-" if share is None else f"{share:.4f}" for share in (row.recall, row.precision)),
        ratio,
    ]


def console_table(rows: list[Row]) -> str:
    """Columns aligned by blanks, the fastest first."""
    ours = next((row for row in rows if row.engine == "ours"), None)
    lines = [list(HEADS), *(_cells(row, ours) for row in sorted(rows, key=lambda row: row.work))]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def markdown(rows: list[Row]) -> str:
    """All collections, one table each."""
    parts = [TEXT]
    for (collection, shingle), group in groupby(rows, key=lambda row: (row.collection, row.shingle)):
        found = list(group)
        ours = next((row for row in found if row.engine == "ours"), None)
        runs = "1 run" if found[0].runs == 1 else f"{found[0].runs} runs"
        size = f"{found[0].documents:,} documents, {found[0].megabytes:.0f} MB, {runs}; {found[0].machine}."
        parts.append(f"\n## {collection}, {shingle}\n\n{size}\n\n| {' | '.join(HEADS)} |\n|{' --- |' * len(HEADS)}\n")
        parts += [f"| {' | '.join(_cells(row, ours))} |\n" for row in sorted(found, key=lambda row: row.work)]
    return "".join(parts)


def best_peers(rows: list[Row]) -> list[tuple[str, float, str, float, list[str]]]:
    """(task, our documents a CPU second, best peer's name, its own, its recall and precision in words) to be drawn."""
    bars = []
    for (collection, shingle), group in groupby(rows, key=lambda row: (row.collection, row.shingle)):
        found = {row.engine: row for row in group}
        ours = found.pop("ours", None)
        if ours is not None and found:
            best = max(found.values(), key=lambda row: row.economy)
            shares = (("recall", best.recall), ("precision", best.precision))
            accuracy = [f"{name} {share:.2f}" for name, share in shares if share is not None]
            bars.append((f"{collection}, {shingle}", ours.economy, NAMES[best.engine], best.economy, accuracy))
    return bars
