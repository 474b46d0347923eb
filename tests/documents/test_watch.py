from __future__ import annotations

import os

from simexplorer.documents.options import ReadOptions
from simexplorer.documents.watch import collection_stamp


def test_a_stamp_changes_with_the_folder_and_with_nothing_else(tmp_path):
    def stamp():
        return collection_stamp([os.fsencode(tmp_path)], ReadOptions(exclude=("*.tmp",)))

    (tmp_path / "a.txt").write_text("one")
    seen = [stamp()]
    (tmp_path / "ignored.tmp").write_text("x")
    assert stamp() == seen[0]
    (tmp_path / "b.txt").write_text("two")
    seen.append(stamp())
    os.utime(tmp_path / "a.txt", ns=(5, 5))
    seen.append(stamp())
    os.rename(tmp_path / "b.txt", tmp_path / "c.txt")
    seen.append(stamp())
    (tmp_path / "c.txt").unlink()
    seen.append(stamp())
    assert len(set(seen)) == 5
    assert stamp() == seen[-1]
