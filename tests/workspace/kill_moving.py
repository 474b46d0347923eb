"""Moves and puts back until it is killed, over and over; after each kill every file must be whole, and find its way.

Run as a program: ``kill_moving.py FOLDER KILLS SEED``. It forks a child a kill, kills it with SIGKILL at a random
instant, then looks: the bytes of every file stand in one place, and what is put back now makes the folder what it was.
Every other kill goes to moves between disks, which copy. Prints one line of JSON: faults, kills in the midst.
"""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import numpy as np

from simexplorer.documents import moving
from simexplorer.workspace.interrupted import close_gaps
from simexplorer.workspace.moved import moved_away
from simexplorer.workspace.putting_back import put_back
from simexplorer.workspace.returns import look
from tests.workspace.collected import BASE, scanned
from tests.workspace.desk import MovingDesk, tree_of

FILES = 30
LONG = BASE * 40  # copies take long enough to be hit


def write(folder):
    for k in range(FILES):
        path = folder / ("b" if k % 3 else "a") / f"{k:02}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LONG)
        os.utime(path, ns=(k, 10**17 + k))


def put_all_back(desk):
    going = [one.moved for one in look(moved_away(desk.log.deeds())) if one.goes]
    return [one.reason for one in put_back(going, desk.log) if not one.done]


def child(desk, folder, copies):
    desk.reopen()
    if copies:

        def another_disk(_path, _target):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

        moving.os.replace = another_disk
    while True:
        desk.move(folder)
        put_all_back(desk)


def faults(desk, place):
    """What is wrong after a kill."""
    desk.reopen()
    close_gaps(desk.log)
    away = moved_away(desk.log.deeds())
    found = put_all_back(desk)
    if tree_of(place) != desk.before:
        found.append("the folder is not what it was")
    if left := moved_away(desk.log.deeds()):
        found.append(f"{len(left)} files are still away by the log")
    return len(away), found


def main(folder, kills, seed):
    place = Path(folder) / "collection"
    write(place)
    os.environ["XDG_DATA_HOME"] = folder
    result = scanned(place)
    desk = MovingDesk(result, folder, np.arange(1, len(result.documents)))
    desk.before = tree_of(place)
    desk.move()  # what this needs is loaded before the first fork: a child that loads it is killed before it moves
    put_all_back(desk)
    desk.log.close()
    rng = random.Random(seed)
    wrong, midst = [], 0
    for kill in range(kills):
        process = os.fork()
        if process == 0:
            try:
                child(desk, None if kill % 3 == 0 else Path(folder) / f"moved {kill}", kill % 2)
            finally:
                os._exit(3)
        time.sleep(rng.uniform(0.01, 0.6))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if not os.WIFSIGNALED(status):
            wrong.append(f"kill {kill}: the child ended by itself")
        away, found = faults(desk, place)
        midst += away > 0
        wrong += [f"kill {kill}: {fault}" for fault in found]
    desk.log.close()
    sys.stdout.write(json.dumps({"faults": wrong, "in the midst": midst}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
