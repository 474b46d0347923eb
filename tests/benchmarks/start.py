"""How long the program takes to begin: `scan` of ten files, the window to its first picture, and to all of it.

    python -m tests.benchmarks.start [--runs 5]

Kernels are warm (one scan goes before). The window is opened with Qt's offscreen platform unless a display is named.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.corpora import ROOT

_WINDOW = """
import os, sys, time
from PySide6.QtWidgets import QMainWindow
painted = QMainWindow.paintEvent
def note():
    print(time.time(), time.process_time(), flush=True)
def once(self, event):
    painted(self, event)
    note()
QMainWindow.paintEvent = once
from simexplorer.__main__ import run
from simexplorer.ui import app
def ready(word):
    note()
    os._exit(0)
app.note_ready = ready
sys.argv = ["simexplorer"]
run()
"""


def seconds_of(command: list[str]) -> tuple[float, float]:
    """(clock, processor) seconds of one process."""
    began, before = time.perf_counter(), os.times()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, used


def until_painted(settings: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """(clock, processor) seconds from the command to the end of the main window's first painting, and to all of it.

    settings : a folder in which the program finds nothing that a person set or kept
    """
    platform = {} if os.environ.get("DISPLAY") else {"QT_QPA_PLATFORM": "offscreen"}
    own = {**os.environ, **platform, "XDG_CONFIG_HOME": settings, "SIMEXPLORER_DATA": ""}
    began = time.time()
    done = subprocess.run([sys.executable, "-c", _WINDOW], cwd=ROOT, env=own, capture_output=True, check=True)
    times = [float(word) for word in done.stdout.split()]
    return (times[0] - began, times[1]), (times[-2] - began, times[-1])


def main() -> None:
    """Print medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        for number in range(10):
            words = " ".join(f"word{number * 7 + i % (40 + number)}" for i in range(300))
            Path(folder, f"{number}.txt").write_text(words, "ascii")
        scan = [sys.executable, "-m", "simexplorer", "scan", folder, "--quiet"]
        seconds_of(scan)
        times = [seconds_of(scan) for _ in range(runs)]
    with tempfile.TemporaryDirectory() as settings:
        windows = [until_painted(settings) for _ in range(runs)]
    for what, limit, found in (
        ("scan of ten files", 1.5, times),
        ("window painted", 1.0, [painted for painted, _ in windows]),
        ("all of the window there", 1.5, [whole for _, whole in windows]),
    ):
        clock, used = (statistics.median(time[side] for time in found) for side in (0, 1))
        print(f"{what}: {clock:.2f} s by the clock, {used:.2f} s of processor time (limit {limit} s)")


if __name__ == "__main__":
    main()
