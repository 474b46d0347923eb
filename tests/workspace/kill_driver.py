"""Saves and decides in a fixed order until it is killed, over and over; the state after each kill must be in order.

Run as a program: ``kill_driver.py FOLDER KILLS SEED``. It forks a child a kill (the slow imports happen once), kills it
with SIGKILL at a random instant, opens the workspace and compares everything with what that number of saves must give.
Prints one line of JSON: kills, faults, and how many fell in the middle of something.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from simexplorer.workspace.making import note_document
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.standing import standing_of
from tests.workspace.made import made

DOCUMENTS = 1500
WORDS = {f"folder/{k:05}.txt": f"word {k // 2}" for k in range(DOCUMENTS)}


def result_number(base, number):
    """The result that run ``number`` saves."""
    values = np.random.default_rng(number).integers(0, 2**32, (DOCUMENTS, 64)).astype(np.uint32)
    return replace(base, signatures=replace(base.signatures, values=values))


def take_step(workspace, base, standing, save):
    """The step that makes ``save`` saves: a result, two notes, one undone, and done again."""
    match save % 5:
        case 1:
            workspace.save_result(result_number(base, save // 5 + 1))
        case 2 | 3:
            workspace.decisions.record(note_document(standing, 0, str(save)))
        case 4:
            workspace.decisions.undo()
        case 0:
            workspace.decisions.redo()


def faults(path, base, acknowledged):
    """(saves, what is wrong with the workspace), given the saves that are known to be finished."""
    workspace = open_workspace(path)
    try:
        found = [f"notice: {notice}" for notice in workspace.notices]
        save = workspace.saves
        if not acknowledged <= save <= acknowledged + 1:
            found.append(f"{save} saves where {acknowledged} were acknowledged")
        cycles, step = divmod(save, 5)
        active = 2 * cycles + (0, 0, 1, 2, 1)[step]
        texts = [entry.text for entry in workspace.decisions.entries]
        if texts != [str(5 * (k // 2) + 2 + k % 2) for k in range(active)]:
            found.append(f"{save} saves, decisions {texts[-3:]} ({len(texts)} in place of {active})")
        newest = cycles + (step >= 1)
        if [run.number for run in workspace.runs] != list(range(1, newest + 1))[-20:]:
            found.append(f"{save} saves, runs {[run.number for run in workspace.runs]}")
        elif newest:
            kept, expected = workspace.result(), result_number(base, newest)
            same = np.array_equal(kept.signatures.values, expected.signatures.values)
            if not same or kept.documents.paths.names != expected.documents.paths.names:
                found.append(f"run {newest} holds something else")
        return save, found
    finally:
        workspace.close()


def child(path, base, standing):
    workspace = open_workspace(path)
    while True:
        take_step(workspace, base, standing, workspace.saves + 1)


def main(folder, kills, seed):
    path, ack = Path(folder) / "kept.simx", Path(folder) / "ack"
    os.environ["SIMEXPLORER_ACK"] = str(ack)
    base = made(WORDS)
    standing = standing_of(base, [])
    open_workspace(path, create=True).close()
    rng = random.Random(seed)
    wrong, stray, interrupted, save = [], 0, 0, 0
    for kill in range(10 * kills):
        if kill >= kills and save > kills // 4:
            break  # on a busy machine few saves come to their end before a kill
        process = os.fork()
        if process == 0:
            try:
                child(path, base, standing)
            finally:
                os._exit(3)
        time.sleep(rng.uniform(0.001, 0.15))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if not os.WIFSIGNALED(status):
            wrong.append(f"kill {kill}: the child ended by itself")
        stray = max(stray, len(os.listdir(folder)) - 3)  # the workspace, the acknowledgements, the lock
        interrupted += os.path.exists(f"{path}-journal")
        # the one before may have been killed between a save and its line
        finished = max(save, int(ack.read_text().split()[-1]) if ack.exists() else 0)
        save, found = faults(path, base, finished)
        wrong += [f"kill {kill}: {fault}" for fault in found]
    left = sorted(set(os.listdir(folder)) - {"kept.simx", "ack"})
    told = {"faults": wrong, "stray": stray, "left": left, "interrupted": interrupted, "saves": save}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
