"""The program with a window: build it, run it, take a picture of it."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache

from PySide6.QtCore import QEventLoop, QObject, QSettings, QTemporaryDir, QTimer
from PySide6.QtGui import QGuiApplication, QIcon, QImageWriter
from PySide6.QtWidgets import QApplication, QMainWindow

from simexplorer import __version__
from simexplorer.documents.sources import no_folder
from simexplorer.errors import InputError, UsageError
from simexplorer.pipeline.allocating import return_large_arrays
from simexplorer.ui.controllers.note_ready import note_ready
from simexplorer.ui.controllers.session import MakeAnalysis, make_analysis
from simexplorer.ui.dialogs.crash_dialog import CrashDialog
from simexplorer.ui.faults import Faults
from simexplorer.ui.interrupts import Interrupts
from simexplorer.ui.main_window import TITLE, MainWindow
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import icons, numbers
from simexplorer.window_arguments import parser

DESKTOP_FILE = "simexplorer"
SWITCH_INTERVAL = 0.0005  # seconds; with Python's 5 ms two busy threads keep the window waiting 40 ms and more


class MainThreadGarbage(QObject):
    """Collects cyclic garbage on the main thread only: a collection in a worker might delete a QObject there.

    What lives when the window is built, and what modules that come later bring with them (the compiler: a hundred
    thousand objects), is set aside, and new objects are looked through often, so that a collection takes milliseconds.
    """

    _EVERY = 100  # milliseconds
    _MIDDLE = 10  # every so many times the middle generation too
    _WHOLE = 300  # and the old one
    _LONG = 0.015  # seconds
    _MANY = 50_000  # new objects that would take about as long: so many within half a minute are the compiler's

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ticks, self._modules = 0, len(sys.modules)
        self._young = 0  # objects made and not deleted since all were looked through
        self._timer = QTimer(self)
        self._timer.setInterval(self._EVERY)
        self._timer.timeout.connect(self._collect)
        self._timer.start()
        gc.disable()
        gc.freeze()

    def _collect(self) -> None:
        self._ticks += 1
        self._young = 0 if self._ticks % self._WHOLE == 1 else self._young + gc.get_count()[0]
        if len(sys.modules) != self._modules or self._young > self._MANY:
            self._modules, self._young = len(sys.modules), 0
            gc.freeze()  # deletes nothing and looks at nothing: whatever is there lives as long as its references
        begun = time.thread_time()
        gc.collect(2 if self._ticks % self._WHOLE == 0 else 1 if self._ticks % self._MIDDLE == 0 else 0)
        if time.thread_time() - begun > self._LONG:
            gc.freeze()  # so much that has just proved to be in use need not be looked through again


def build(argv: Sequence[str], make: MakeAnalysis = make_analysis) -> QMainWindow:
    """The whole window with the paths of ``argv`` opened; neither shown nor running anything."""
    wanted = parser().parse_args(list(argv))
    window = _build(wanted, make)
    _open(window, wanted)
    return window


def _build(wanted: argparse.Namespace, make: MakeAnalysis) -> MainWindow:
    _application()
    sys.setswitchinterval(SWITCH_INTERVAL)
    return_large_arrays()
    window = MainWindow(_settings(bool(wanted.screenshot)), make)
    window.setWindowIcon(QIcon(str(icons.FOLDER / "layers.svg")))
    MainThreadGarbage(window)
    if wanted.theme:
        window.theme.set_mode(wanted.theme)
    window.commands.show_view(wanted.view if wanted.screenshot else "overview")
    return window


def _open(window: MainWindow, wanted: argparse.Namespace) -> None:
    """Open what was named, or go on with what was open last, once all of the window is there."""
    window.building.finish()
    if wanted.paths:
        window.opening.open([os.fsencode(path) for path in wanted.paths])
    elif not wanted.screenshot:
        window.kept.workspace.resume()
    if wanted.screenshot:
        window.commands.show_view(wanted.view)


def _analyse_as_kept(window: MainWindow) -> None:
    """Analyse what was named with the settings of its last run, once it is known whether one is kept."""

    def analyse() -> None:
        if window.session.running:  # somebody was faster
            return
        told = window.message.text() if window.message.isVisible() else ""
        window.run.analyse()
        if told:  # of the workspace, which still holds
            window.message.say(told)

    window.opening.once_kept(analyse)


def main(argv: Sequence[str]) -> int:
    """Run the window until it is closed; exit status as the interface promises.

    Whoever calls has made sure that there is a display and that the paths exist: it can be told before Qt is loaded.
    Raises UsageError or InputError where no picture can be written as it is named.
    """
    wanted = parser().parse_args(list(argv))
    if wanted.screenshot:
        _require_writable(wanted.screenshot)
    interrupts = Interrupts()
    application = _application()
    window = _build(wanted, make_analysis)
    if wanted.screenshot:
        _open(window, wanted)
        return Picture(window, wanted).take(interrupts)
    sys.excepthook = _faults_of(window)

    def go_on() -> None:
        _open(window, wanted)
        note_ready("window")
        if window.session.sources:  # a saved workspace is shown as it is
            _analyse_as_kept(window)

    window.building.finished.connect(go_on)
    window.building.begin_after(window)
    window.layout_controller.fit(window.screen().availableGeometry())
    window.show()
    application.aboutToQuit.connect(window.shut_down)
    # closed before the loop runs, the last window would not end it
    interrupts.then(lambda: QTimer.singleShot(0, window, window.close))
    status = application.exec()
    return 130 if interrupts.heard else status


def _faults_of(window: MainWindow) -> Faults:
    """What tells of errors that nobody took care of in this window."""
    return Faults(CrashDialog(window).report, window.message.say)


def _require_writable(path: str) -> None:
    """Tell what would keep a picture from being written before the run that it is to show.

    UsageError where its name has no ending of a picture, InputError where nothing can be written there.
    """
    folder, ending = os.path.dirname(os.path.abspath(path)), os.path.splitext(path)[1].lower().removeprefix(".")
    known = sorted(bytes(name.data()).decode() for name in QImageWriter.supportedImageFormats())
    if ending not in known:
        raise UsageError(
            f"{path}: the ending of a picture's name picks its format and must be one of {', '.join(known)}."
        )
    if lacking := no_folder(os.fsencode(folder)):
        raise InputError(f"{path}: {lacking}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{path}: {folder} does not allow new files. Choose another folder.")


class Picture:
    """Runs the collection, or opens what was kept, selects the first pair, and saves the view once all is quiet."""

    def __init__(self, window: MainWindow, wanted: argparse.Namespace) -> None:
        self._window, self._view, self._path = window, wanted.view, wanted.screenshot
        self._something = bool(wanted.paths)  # is to be seen
        window.resize(*wanted.size)
        self._failed = self._over = False
        self._faults = Faults(lambda _text: self._loop.quit())
        # a loop of its own: asking the application to quit would outlive this picture
        self._loop = QEventLoop()

    def take(self, interrupts: Interrupts) -> int:
        """Exit status 0, 1 with a line on standard error, or 130."""
        window = self._window
        interrupts.then(lambda: QTimer.singleShot(0, window, self._loop.quit))
        window.run.run_finished.connect(self._on_finished)
        hook, sys.excepthook = sys.excepthook, self._faults
        try:
            saved = self._saved(interrupts)
        finally:
            sys.excepthook = hook
        window.close()
        if interrupts.heard:
            sys.stderr.write("simexplorer: interrupted.\n")
            return 130
        if not saved:
            nothing = "nothing to take a picture of: no run is kept in what was named"
            reason = (window.message.text() or nothing) if self._failed else f"{self._path}: it could not be written"
            if self._faults.count:
                reason = "no picture was saved because of the error in the program above"
            sys.stderr.write(f"simexplorer: {reason}\n")
        return 0 if saved else 1

    def _saved(self, interrupts: Interrupts) -> bool:
        window = self._window
        window.show()
        if window.session.sources:
            window.run.analyse()
        else:
            self._when_quiet(self._on_shown)
        self._loop.exec()
        self._over = True
        if self._failed or interrupts.heard:
            return False
        picture = window.grab()
        return not self._faults.count and picture.save(self._path)

    def _on_finished(self, worked: bool) -> None:
        self._failed = not worked
        if not worked:
            self._loop.quit()
            return
        self._on_shown()

    def _on_shown(self) -> None:
        """All of a result is there: a kept one was shown in the view it was left in."""
        result = self._window.session.result
        if result is None and self._something:
            self._on_finished(worked=False)
            return
        if result is not None and result.at_threshold:
            self._window.selection.select((int(result.pairs.i[0]), int(result.pairs.j[0])))
        self._window.commands.show_view(self._view)
        self._when_quiet(self._loop.quit)

    def _when_quiet(self, then: Callable[[], None], painted: bool = False) -> None:
        """Go on once nothing runs, and nothing was begun by what the window painted after that."""
        if self._over:
            return
        if not self._window.is_quiet():
            self._wait(20, lambda: self._when_quiet(then))
        elif painted:
            then()
        else:
            self._wait(150, lambda: self._when_quiet(then, painted=True))

    def _wait(self, milliseconds: int, act: Callable[[], None]) -> None:
        """Let events in first; what waits goes with the window, should that be closed because of an error."""
        timer = after_pause(self._window, milliseconds, act)
        timer.timeout.connect(timer.deleteLater)
        timer.start()


def _application() -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    application = QApplication([TITLE])
    application.setApplicationName("simexplorer")
    application.setApplicationDisplayName(TITLE)
    application.setApplicationVersion(__version__)
    application.setOrganizationName("simexplorer")
    # without the name of the desktop file Wayland shows neither name nor icon
    QGuiApplication.setDesktopFileName(DESKTOP_FILE)
    numbers.use_plain_digits()
    return application


def _settings(forgetful: bool) -> QSettings:
    """The person's settings; for a picture an empty set in a folder of its own, so that it looks the same everywhere.

    Never a special file: settings are written beside and renamed, which would put a plain file in its place.
    """
    if forgetful:
        settings = QSettings(os.path.join(_scratch().path(), "settings.ini"), QSettings.Format.IniFormat)
        settings.clear()
        settings.setValue("keepWorkspaces", False)
        return settings
    return QSettings(QSettings.defaultFormat(), QSettings.Scope.UserScope, "simexplorer", "simexplorer")


@cache
def _scratch() -> QTemporaryDir:
    """A folder that goes when the program ends; Qt alone would make none where TMPDIR names a folder that is gone."""
    return QTemporaryDir(os.path.join(tempfile.gettempdir(), "simexplorer-XXXXXX"))
