"""Kernels alone, in memory and on one thread, beside what a library or plain Python does on the same input.

    python -m tests.benchmarks.kernels [--collection licences]

Times are processor seconds, the least of some rounds; a ratio says how many times slower the other way is.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel
from simexplorer.documents.extracted import Extracted, Job
from simexplorer.documents.rows_at_once import rows_at_once
from simexplorer.features.bags import sets_of
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.banding import candidates
from simexplorer.search.document_parts import Likeness
from simexplorer.search.fingerprint_design import BlockDesign
from simexplorer.search.fingerprint_tables import FingerprintTables
from simexplorer.search.hamming import pairs_within
from simexplorer.search.verify import Packer
from simexplorer.search.verify_units import plan_shares
from simexplorer.signatures.fss import fill_signatures, sketch_seeds
from simexplorer.signatures.text_signer import TextSigner
from tests.benchmarks.corpora import files_of, folder_of
from tests.benchmarks.measuring import PEERS, installed_peers
from tests.benchmarks.peers import text_of
from tests.benchmarks.stages import best

K, BANDS, ROWS = 128, 25, 5
IDS = 150_000  # of the sets that are sketched: in the cache, as they are when a text was just cut
_RENSA = """
import sys, time, numpy as np
from rensa import RMinHash
held = np.load(sys.argv[1])
for name in [name for name in held if name.startswith("ids")]:
    ids, offsets = held[name], held["offsets" + name[3:]]
    times = []
    for _ in range(5):
        began = time.process_time()
        RMinHash.digest_matrix_from_flat_token_hashes(ids, offsets, 128, 42)
        times.append(time.process_time() - began)
    print(name[3:], min(times))
"""


@kernel
def _merge(ids: NDArray[np.uint64], bounds: NDArray[np.int64], i: NDArray[np.int32], j: NDArray[np.int32]) -> int:
    """How many ids the pairs of sorted sets share in all: the way of a library that keeps sets as sorted arrays."""
    total = 0
    for p in range(i.size):
        a, b = bounds[i[p]], bounds[j[p]]
        while a < bounds[i[p] + 1] and b < bounds[j[p] + 1]:
            total += ids[a] == ids[b]
            step = ids[a] <= ids[b]
            b += ids[b] <= ids[a]
            a += step
    return total


def show(what: str, ours: float, unit: str, other: float, way: str) -> None:
    """One line: ours in this unit, and how many times slower the other way is."""
    print(f"{what:44} {ours:12,.2f} {unit:10} {way}: x{other / ours:,.1f}", flush=True)


def sketches() -> None:
    """One sketch a set, of fresh sets of random ids."""
    rng, seeds, ours, given = np.random.default_rng(1), sketch_seeds(1, K), {}, {}
    for size in (3000, 300, 30):
        ids = rng.integers(0, 1 << 63, IDS, np.uint64)
        offsets = np.arange(0, ids.size + 1, size)
        out = np.empty((offsets.size - 1, K), np.uint32)
        ours[size] = best(lambda ids=ids, offsets=offsets, out=out: fill_signatures(offsets, ids, seeds, out))
        given |= {f"ids{size}": ids, f"offsets{size}": offsets}
    with tempfile.TemporaryDirectory() as folder:
        held = Path(folder, "sets.npz")
        np.savez(held, **given)
        installed_peers(["rensa"])
        alone = {**os.environ, "RAYON_NUM_THREADS": "1"}
        command = [PEERS / "bin" / "python", "-c", _RENSA, held]
        told = subprocess.run(command, check=True, capture_output=True, text=True, env=alone).stdout
    for size, seconds in (line.split() for line in told.splitlines()):
        what = f"sketch of {size} ids, {K} values"
        show(what, ours[int(size)] / IDS * 1e9, "ns an id", float(seconds) / IDS * 1e9, "rensa's flat matrix")


def texts_to_sketches(texts: list[str]) -> None:
    """From the bytes of texts to their sketches, beside only the list of shingles in Python, or only its words."""
    data, offsets = join_texts([text.encode() for text in texts])
    size = int(offsets[-1])
    word = re.compile(r"\w+")
    for kind, k in (("char", 9), ("word", 3)):
        cutter = TextCutter(CutParams(kind=kind, size=k))
        signer, scratch = TextSigner(cutter, K, 1), cutter.scratch(1 << 20)
        ours = best(lambda signer=signer, scratch=scratch: signer.sign(data, offsets, scratch))

        def other(kind: str = kind, k: int = k) -> None:
            for text in texts:
                if kind == "char":
                    [text[i : i + k] for i in range(len(text) - k + 1)]
                else:
                    word.findall(text.lower())

        way = "Python's list of shingles alone" if kind == "char" else "Python's words alone"
        show(f"bytes to sketch, {kind}:{k}", ours / size * 1e9, "ns a byte", best(other) / size * 1e9, way)


def overlaps(folder: Path) -> None:
    """Exact overlaps of the pairs of the largest unit that a run over the collection verifies."""
    analysis = Analysis([os.fsencode(folder)])
    result = analysis.run(Recipe(), Progress())
    members = np.flatnonzero((result.groups.representative == np.arange(len(result.shingles))) & (result.shingles > 0))
    found = candidates(result.signatures.values, result.bands, result.rows, members=members, needed=84)
    shares = plan_shares(found.i, found.j, result.shingles, Likeness(found.equal))
    unit = max((share.unit() for share in shares), key=lambda one: one.pairs.size)
    ids, bounds = analysis.reader.shingles(unit.documents)
    sets, packer = sets_of(ids, bounds), Packer()
    analysis.close()

    def ours() -> int:
        packer.begin(unit.documents.size)
        packer.add(ids, bounds, unit.begins)
        return int(packer.shared(unit.left, unit.right).sum())

    def other() -> int:
        return int(_merge(sets.ids, sets.offsets, unit.left, unit.right))

    if ours() != other():
        sys.exit("the two disagree")
    what = f"overlaps of {unit.left.size:,} pairs, packing too"
    show(what, best(ours) / unit.left.size * 1e9, "ns a pair", best(other) / unit.left.size * 1e9, "merging sorted ids")


def buckets(count: int = 1_000_000) -> None:
    """All candidates of random signatures, a tenth of which stand twice."""
    rng = np.random.default_rng(2)
    values = rng.integers(0, 1 << 32, (count, K), np.uint32)
    values[: count // 10] = values[count // 2 : count // 2 + count // 10]
    ours = best(lambda: candidates(values, BANDS, ROWS, needed=84))
    part = values[: count // 20]

    def other() -> None:
        for band in range(BANDS):
            found = defaultdict(list)
            for row, key in enumerate(part[:, band * ROWS : band * ROWS + ROWS].tolist()):
                found[tuple(key)].append(row)

    show(f"candidates of {count:,} signatures", ours, "s", best(other) * 20, "Python's dict buckets")


def fingerprints(count: int = 1_000_000) -> None:
    """All pairs within three bits of random fingerprints, and one query."""
    rng = np.random.default_rng(3)
    words = rng.integers(0, 1 << 64, count, np.uint64)
    words[: count // 100] = words[count // 2 : count // 2 + count // 100] ^ U(5)
    print(f"{'pairs within 3 bits of ' + f'{count:,}':44} {best(lambda: pairs_within(words, 3)) * 1e3:12,.2f} ms")
    tables = FingerprintTables.build(words, BlockDesign(bits=64, radius=3, levels=(4,)))
    queries = words[:10_000].reshape(-1, 1)
    ours = best(lambda: tables.query_all(queries)) / queries.size
    alone = best(lambda: [tables.query(query) for query in queries[:100]]) / 100
    scan = best(lambda: [np.flatnonzero(np.bitwise_count(words ^ query) <= 3) for query in queries[:20, 0]]) / 20
    show("a query among many", ours * 1e6, "us", scan * 1e6, "numpy's scan")
    show("one query", alone * 1e6, "us", scan * 1e6, "numpy's scan")


def tables(texts: list[str]) -> None:
    """Rows of a table, one a line of some texts, beside Python's own readers of the same."""
    lines = [line for text in texts for line in text.splitlines() if line.strip()]
    out = io.StringIO()
    csv.writer(out).writerows([("n", "text"), *enumerate(lines)])
    objects = "\n".join(json.dumps({"n": n, "text": line}) for n, line in enumerate(lines))

    def other_csv() -> list[bytes]:
        return [row[1].encode() for row in csv.reader(io.StringIO(out.getvalue(), newline=""))]

    def other_json() -> list[bytes]:
        return [json.loads(line)["text"].encode() for line in io.StringIO(objects)]

    for name, table, other in (("t.csv", out.getvalue(), other_csv), ("t.jsonl", objects, other_json)):
        raw = table.encode()
        job, stream = Job(name=name.encode(), size=len(raw), text_column="text"), io.BytesIO(raw)

        def ours(job: Job = job, stream: io.BytesIO = stream) -> Extracted | None:
            stream.seek(0)
            return rows_at_once(stream, job, lambda _: None, lambda: None)

        if ours() is None:
            sys.exit("the rows are not cut by kernels")
        seconds, others = (best(one) / len(raw) * 1e9 for one in (ours, other))
        show(f"rows of {name[2:]}, {len(lines):,}", seconds, "ns a byte", others, f"Python's {other.__name__[6:]}")


def main() -> None:
    """Run them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collection", default="licences")
    folder = folder_of(parser.parse_args().collection)
    sketches()
    texts = [text_of(path) for path in files_of(folder)]
    texts_to_sketches(texts)
    tables(texts)
    overlaps(folder)
    buckets()
    fingerprints()


if __name__ == "__main__":
    main()
