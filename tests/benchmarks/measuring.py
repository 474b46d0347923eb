"""Runs of engines in turn, each in a fresh process: medians of their times, recall and precision."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
import venv
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks import peers
from tests.benchmarks.corpora import ROOT, STORE, files_of, folder_of

PEERS = STORE / "peers"
_AS_IT_COMES = {"NPY_DISABLE_CPU_FEATURES": ""}  # NumPy for the peers
LIMIT_SECONDS = 3600
MOST_JOINED = 100_000  # documents for which an exact join is made: it holds all their shingles in memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is run: all engines over one collection under the same shingles and threshold."""

    collection: str
    shingle: str = "char:9"
    threshold: float = 0.8

    @property
    def name(self) -> str:
        """For tables and files."""
        return f"{self.collection} {self.shingle} {self.threshold:g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Medians of one engine in one task: seconds, megabytes, shares in [0, 1] (None where there is no exact answer).

    machine : on which it was measured, once it is kept
    """

    engine: str
    collection: str
    shingle: str
    documents: int
    megabytes: float
    runs: int
    start: float
    work: float
    cpu: float
    peak_mb: float
    recall: float | None
    precision: float | None
    machine: str = ""

    @property
    def speed(self) -> float:
        """Documents a second by the clock, start-up left out."""
        return self.documents / self.work

    @property
    def economy(self) -> float:
        """Documents a second of processor time, start-up left out: what else the machine does matters little."""
        return self.documents / self.cpu

    def to_json(self) -> dict[str, object]:
        """All fields, numbers to four digits."""
        return {name: float(f"{x:.4g}") if isinstance(x, float) else x for name, x in asdict(self).items()}


def installed_peers(wanted: list[str]) -> list[str]:
    """The wanted peers that there are wheels for, in an environment apart from the program's own; NumPy beside them."""
    if not (PEERS / "bin" / "python").exists():
        venv.create(PEERS, with_pip=True)
    there = []
    for name in wanted:
        command = [str(PEERS / "bin" / "python"), "-m", "pip", "install", "-q", "--only-binary", ":all:"]
        if subprocess.run([*command, "numpy", peers.PACKAGES[name]], capture_output=True, check=False).returncode == 0:
            there.append(name)
        else:
            print(f"{peers.PACKAGES[name]} cannot be installed here and is left out", file=sys.stderr)
    return there


def run_once(engine: str, task: Task, folder: Path, pairs: Path) -> dict[str, float] | None:
    """The times of one fresh process; None where it failed or took more than an hour."""
    python = sys.executable if engine == "ours" else str(PEERS / "bin" / "python")
    command = [python, "-m", "tests.benchmarks.one_run", engine, str(folder), task.shingle, str(task.threshold)]
    try:
        done = subprocess.run(
            [*command, str(pairs), repr(time.time())],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONHASHSEED": "0",
                **({} if engine == "ours" else _AS_IT_COMES),
            },
            capture_output=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        print(done.stderr.decode()[-2000:], file=sys.stderr)
        return None
    times: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return times


def _read_all(files: list[str]) -> int:
    """Bytes of all files, read before every run: nobody pays for a cold disk, nor for what the system forgot since."""
    size = 0
    for path in files:
        with open(path, "rb") as file:
            size += len(file.read())
    return size


def measure(task: Task, engines: list[str], runs: int) -> list[Row]:
    """A row for every engine; the engines take turns, so that what else the machine does meets all of them."""
    from tests.benchmarks.truth import Truth

    folder = folder_of(task.collection)
    files = files_of(folder)
    size = _read_all(files)
    truth = Truth(task.collection, folder, task.shingle, task.threshold) if len(files) <= MOST_JOINED else None
    times: dict[str, list[dict[str, float]]] = {engine: [] for engine in engines}
    scores: dict[str, tuple[float | None, float | None]] = {}
    for turn in range(runs):
        for engine in engines:
            pairs = STORE / f"pairs-{engine}.npz"
            _read_all(files)
            one = run_once(engine, task, folder, pairs)
            if one is None:
                continue
            print(f"  {task.name} {turn + 1}/{runs} {engine}: {one['work']:.2f} s", file=sys.stderr, flush=True)
            times[engine].append(one)
            scores[engine] = truth.score(pairs) if truth else (None, None)
            pairs.unlink()
    rows = []
    for engine in engines:
        if times[engine]:
            medians = {key: statistics.median(one[key] for one in times[engine]) for key in times[engine][0]}
            rows.append(
                Row(
                    engine=engine,
                    collection=task.collection,
                    shingle=task.shingle,
                    documents=len(files),
                    megabytes=size / 1e6,
                    runs=len(times[engine]),
                    recall=scores[engine][0],
                    precision=scores[engine][1],
                    **medians,
                )
            )
    return rows
