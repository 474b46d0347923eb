"""SimHash fingerprints beside their own peers: a 64-bit fingerprint a text, then all pairs within three bits.

    python -m tests.benchmarks.fingerprints [--collection generated-5000]

Both cut character 9-shingles of the same texts in memory. The peer is the PyPI package ``simhash`` (Python) on a part
of the collection, stretched to the whole; its search takes the fingerprints that this program made, as ours does.
Kept apart from the MinHash figures: fingerprints answer another question.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import venv

import numpy as np

from tests.benchmarks.corpora import STORE, files_of, folder_of
from tests.benchmarks.peers import text_of

PART = 200
BITS = 3
_PEER = """
import logging, sys, time
from simhash import Simhash, SimhashIndex
from tests.benchmarks.peers import text_of, cut
texts = [text_of(path) for path in sys.argv[2:]]
began = time.process_time()
prints = [Simhash(cut(text, "char:9"), f=64) for text in texts]
signed = time.process_time() - began
given = [Simhash(int(line)) for line in open(sys.argv[1])]
began = time.process_time()
rows = [(str(row), one) for row, one in enumerate(given)]
index = SimhashIndex(rows, f=64, k=3, log=logging.getLogger("none"))
pairs = sum(int(near) < row for row, one in enumerate(given) for near in index.get_near_dups(one))
print(signed, time.process_time() - began, pairs)
"""


def main() -> None:
    """Measure both, print seconds of processor time a thousand texts, and ratios."""
    from simexplorer.features.texts import CutParams, TextCutter, join_texts
    from simexplorer.search.hamming import pairs_within
    from simexplorer.signatures.text_signer import TextSigner

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collection", default="generated-5000")
    files = files_of(folder_of(parser.parse_args().collection))
    data, offsets = join_texts([text_of(path).encode() for path in files])
    cutter = TextCutter(CutParams())
    signer = TextSigner(cutter, 1, 1)
    signer.sign(data, offsets[:3], cutter.scratch())
    began = time.process_time()
    signed, _ = signer.sign(data, offsets, cutter.scratch())
    ours_sign = (time.process_time() - began) / len(files)
    pairs_within(signed.fingerprints[:100], BITS)
    began = time.process_time()
    found = pairs_within(signed.fingerprints, BITS)
    ours_pairs = (time.process_time() - began) / len(files)
    there = STORE / "fingerprint-peer"
    if not there.exists():
        venv.create(there, with_pip=True)
        subprocess.run([there / "bin" / "python", "-m", "pip", "install", "-q", "simhash==2.1.2"], check=True)
    prints = STORE / "fingerprints.txt"
    np.savetxt(prints, signed.fingerprints, "%d")
    step = max(1, len(files) // PART)
    command = [there / "bin" / "python", "-c", _PEER, prints, *files[::step]]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    peer_sign, peer_pairs, peer_found = (float(word) for word in done.stdout.split()[-3:])
    peer_sign, peer_pairs = peer_sign / len(files[::step]), peer_pairs / len(files)
    print(
        f"fingerprints: {ours_sign * 1e6:.1f} us a text, simhash {peer_sign * 1e6:.0f} us: x{peer_sign / ours_sign:.0f}"
    )
    print(f"all pairs within {BITS} bits of {len(files):,}: {ours_pairs * 1e6:.2f} us a text, simhash", end=" ")
    print(f"{peer_pairs * 1e6:.0f} us: x{peer_pairs / ours_pairs:.0f}; {found[0].size:,} and {peer_found:,.0f} pairs")
    if found[0].size != peer_found:
        sys.exit("the two disagree")


if __name__ == "__main__":
    main()
