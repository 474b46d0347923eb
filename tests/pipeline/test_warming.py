"""What first use compiles in its second process runs as it stands: an error there would only cost time, unseen."""

from __future__ import annotations

from simexplorer.pipeline.warming_rest import compile_reading, compile_search


def test_the_kernels_that_read_and_search_can_be_called_for_compiling(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Some words to read. " * 9, "utf-8")
    compile_reading(str(tmp_path))
    compile_search()
