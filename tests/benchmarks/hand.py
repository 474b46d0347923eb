"""The hand: how long the window of 100,000 documents and 1,000,000 pairs stands still, and how soon it answers.

    python -m tests.benchmarks.hand [--picture FILE]

A whole run, then sorting, filtering, scrolling, every view, a dragged threshold and an export, each done through the
real widgets while a timer of 5 ms runs in the main thread. Limits: no standstill above 50 ms; the picture after a step
of a drag within 16 ms of processor time of the main thread; lists within 100 ms; no more than 150 MB above `scan` of
the same folder. Qt's offscreen platform is used unless a display is named.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import psutil

from tests.benchmarks.corpora import ROOT, STORE
from tests.peak_memory import begin_peak, peak_megabytes

if "DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import (
    QEvent,
    QEventLoop,
    QObject,
    QPoint,
    QPointF,
    QSettings,
    Qt,
    QTimer,
)  # the platform is named before
from PySide6.QtTest import QTest

from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from simexplorer.view_names import EVIDENCE, MORE_VIEWS, VIEWS
from tests.ui.heartbeat import Heartbeat

DOCUMENTS, FAMILIES, MEMBERS, WORDS = 100_000, 500, 64, 100  # 500 * 64 * 63 / 2 pairs are 1,008,000
PATIENCE, _GLANCE = 60.0, 0.3  # seconds
_LOOK = 2  # milliseconds


def folder() -> Path:
    """100,000 texts of 100 words, 500 families of 64 in which up to three words of each are another; made once."""
    top = STORE / "hand"
    if (STORE / "hand.ready").exists():
        return top
    random = np.random.default_rng(7)
    vocabulary = np.array(["".join(random.choice([*"abcdefghijklmnopr"], random.integers(2, 10))) for _ in range(5000)])
    for number in range(DOCUMENTS):
        if number % 1000 == 0:
            below = top / f"part-{number // 1000:02}"
            below.mkdir(parents=True, exist_ok=True)
        if number >= FAMILIES * MEMBERS or number % MEMBERS == 0:
            original = vocabulary[random.integers(0, vocabulary.size, WORDS)]
        words = original.copy()
        words[random.integers(0, WORDS, number % 4)] = vocabulary[random.integers(0, vocabulary.size, number % 4)]
        (below / f"document-{number:06}.txt").write_text(" ".join([*words, str(number)]), "ascii")
    (STORE / "hand.ready").touch()
    return top


class Painted(QObject):
    """Notes that a widget was painted."""

    seen = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.seen = self.seen or event.type() is QEvent.Type.Paint
        return super().eventFilter(watched, event)


class Hand:
    """Does to a window what a person does, and notes what it takes."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self._heart = window, Heartbeat()
        self.peak = peak_megabytes()

    def wait(self, seconds: float) -> None:
        """Let the window live."""
        loop = QEventLoop()
        QTimer.singleShot(int(seconds * 1000), loop.quit)
        loop.exec()

    def until(self, true: Callable[[], bool]) -> float:
        """Seconds until something is so; the window lives meanwhile, and takes no processor time for the waiting."""
        began = time.monotonic()
        loop, look, reached = QEventLoop(), QTimer(), true()

        def look_again() -> None:
            nonlocal reached
            reached = true()
            if reached or time.monotonic() - began > PATIENCE:
                loop.quit()

        look.timeout.connect(look_again)
        if not reached:
            look.start(_LOOK)
            loop.exec()
            if not reached:
                raise SystemExit("the window did not come to rest")
        return time.monotonic() - began

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Print how long the window took to rest again, and its longest standstill on the way."""
        begin_peak()
        self._heart.start()
        began = time.monotonic()
        yield
        self.until(self.window.is_quiet)
        rested, longest = time.monotonic() - began, self._heart.stop() * 1e3
        memory, peak = psutil.Process().memory_info().rss >> 20, peak_megabytes()
        self.peak = max(self.peak, peak)
        held = f"{memory} MB, at most {peak:.0f}"
        print(f"{what:34} standstill {longest:5.1f} ms, done after {rested:5.2f} s, {held}", flush=True)

    def list_after(self, what: str, act: Callable[[], object], changed: Callable[[], object]) -> None:
        """Print how soon a list shows something else."""
        before = changed()
        with self.step(what):
            act()
            print(
                f"{what:34} the list answers after {self.until(lambda: changed() != before) * 1e3:5.1f} ms", flush=True
            )

    def drag(self) -> None:
        """Drag the threshold over the S-curve; print what a step takes until it is painted."""
        plot, painted = self.window.tuning.plot, Painted()
        view = plot.viewport()
        view.installEventFilter(painted)
        start = plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(plot.threshold, 0.5)))
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
        steps = []
        for pixels in (*range(6, 30), *range(28, 6, -1)) * 2:  # less than six begin no drag
            painted.seen, used = False, time.thread_time()
            QTest.mouseMove(view, start + QPoint(pixels, 0))
            self.until(lambda: painted.seen)
            steps.append(time.thread_time() - used)
            self.wait(0.016)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start)
        view.removeEventFilter(painted)
        median, worst = np.median(steps) * 1e3, max(steps) * 1e3
        print(f"{'a step of the drag is painted':34} in {median:.1f} ms (median of {len(steps)}), {worst:.1f} at most")


def walk(hand: Hand, output: Path) -> None:
    """Everything once."""
    window = hand.window
    with hand.step("a whole run"):
        window.run.analyse()
        hand.until(lambda: window.session.result is not None and not window.run.jobs.running)
    result = window.session.result
    assert result is not None
    print(f"{len(result.documents):,} documents, {result.at_threshold:,} pairs")
    for name in ("clusters", "pairs"):
        window.views.show_view(name)
        hand.until(window.is_quiet)
        view = window.pages[name].view
        model = view.model()
        for column in range(model.columnCount()):
            with hand.step(f"sorting {name} by column {column}"):
                view.sortByColumn(column, Qt.SortOrder.DescendingOrder)
        hand.list_after(f"filtering {name}", lambda: window.bar.filter.setText("part-07"), model.rowCount)
        hand.list_after(f"filtering {name} no more", window.bar.filter.clear, model.rowCount)
        with hand.step(f"scrolling {name}"):
            for step in range(50):
                view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() * step // 50)
                hand.wait(0.02)
        with hand.step(f"choosing 20 rows of {name}"):
            for row in range(0, 200, 10):
                view.setCurrentIndex(model.index(row, 0))
                hand.wait(0.05)
    for name in (*VIEWS, *MORE_VIEWS):
        with hand.step(f"showing {name}"):
            window.views.show_view(name)
            hand.wait(_GLANCE)
    window.views.show_view("clusters")
    for name in EVIDENCE:
        with hand.step(f"showing {name}"):
            window.evidence_tabs.show_view(name)
            hand.wait(_GLANCE)
        assert window.evidence_tabs.currentWidget().isVisible()
    with hand.step("choosing 20 rows beside a dendrogram"):
        for row in range(0, 200, 10):
            view = window.pages["clusters"].view
            view.setCurrentIndex(view.model().index(row, 0))
            hand.wait(0.05)
    hand.until(window.is_quiet)
    with hand.step("dragging the threshold"):
        hand.drag()
    for ending in (".html", ".csv", ".json"):
        with hand.step(f"exporting {ending}"):
            window.exporting.write(os.fspath(output / f"report{ending}"))


def scanned_megabytes(source: Path) -> float:
    """Peak memory of a scan of the same folder."""
    script = (
        "import sys\nfrom simexplorer.__main__ import main\nfrom tests.peak_memory import peak_megabytes\n"
        "main(['scan', sys.argv[1], '--no-cache', '--quiet'])\nprint(peak_megabytes(), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, os.fspath(source)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return float(done.stderr.split()[-1])


def main() -> None:
    """Be the person at the window."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", help="a file for what the window shows in the end")
    chosen = parser.parse_args()
    with ProcessPoolExecutor(1) as child:  # what making it takes is no memory of the window
        source = child.submit(folder).result()
    scan = scanned_megabytes(source)
    with tempfile.TemporaryDirectory() as own:
        os.environ.update(SIMEXPLORER_DATA=f"{own}/data", SIMEXPLORER_CACHE=f"{own}/cache")
        QSettings.setDefaultFormat(QSettings.Format.IniFormat)
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, own)
        window = app.build([os.fspath(source)])
        assert isinstance(window, MainWindow)
        window.show()
        hand = Hand(window)
        hand.until(window.is_quiet)
        hand.wait(1.0)
        walk(hand, Path(own))
        print(f"peak memory {hand.peak:.0f} MB, a scan of the same folder {scan:.0f} MB")
        if chosen.picture:
            window.grab().save(chosen.picture)
        window.close()


if __name__ == "__main__":
    main()
