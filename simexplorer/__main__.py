"""The command line: the window, and the commands ``scan`` (the same run without it), ``query`` and ``cache``."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Sequence

from simexplorer.commands.compiling import require_compiling
from simexplorer.commands.memory_limits import require_room
from simexplorer.commands.paths import require_existing
from simexplorer.errors import Cancelled, InputError, SimExplorerError, UsageError, lacks_memory, reason_of
from simexplorer.signals import answer_signals

# modules bring some hundred thousand objects that live to the end; what is bulky later is arrays
_RARELY = (100_000, 50, 100)
_NO_MEMORY = (
    "there is not enough memory for this. Fewer files at once, less of each (--max-size 8M) or fewer threads "
    "(--jobs 1) need less."
)
_STARTED_NOWHERE = "the folder this was started in is gone; start it in another one"
_NO_TEMPORARY = "No usable temporary directory"  # and for a disk that can only be read


def main(argv: Sequence[str]) -> int:
    """Run the command line; 0 done, 1 failed (one line on standard error says why), 2 wrong usage, 130 interrupted."""
    arguments = list(argv)
    if sys.platform == "win32":
        print("simexplorer: Windows is not supported yet; Linux is.", file=sys.stderr)
        return 1
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started this
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - until the end
        elif isinstance(stream, io.TextIOWrapper):  # not every terminal can spell every path
            stream.reconfigure(errors="backslashreplace")
    _have_home()
    try:
        _require_values(arguments)
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except SimExplorerError as error:
        print(f"simexplorer: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except SystemExit as stopped:  # how the parsers end: wrong usage, help, the version
        return stopped.code if isinstance(stopped.code, int) else 0
    except (Cancelled, KeyboardInterrupt):
        print("simexplorer: interrupted.", file=sys.stderr)
        return 130
    except (MemoryError, RuntimeError, OSError, ImportError) as error:
        if lacks_memory(error):
            print(f"simexplorer: {_NO_MEMORY}", file=sys.stderr)
            return 1
        if not isinstance(error, OSError):
            raise
        if _NO_TEMPORARY in str(error):
            print(f"simexplorer: {error.strerror}. Name one that can be written in TMPDIR.", file=sys.stderr)
        elif not isinstance(error, BrokenPipeError):
            place = _place_of(error)
            told = f"{place}: {reason_of(error)}" if place else _STARTED_NOWHERE
            print(f"simexplorer: {told}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left to write goes nowhere
        return 1


def _have_home() -> None:
    """Where neither HOME nor the list of users tells a home, as in containers, take the one of those who have none."""
    if not os.path.isabs(os.environ.get("HOME", "")):
        import pwd

        try:
            pwd.getpwuid(os.getuid())
        except KeyError:
            os.environ["HOME"] = "/"


def _require_values(arguments: list[str]) -> None:
    """UsageError for ``--option=--``, which argparse before Python 3.13 takes for an option without any value."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    for option in options:
        if option.startswith("--") and option.endswith("=--"):
            raise UsageError(f"{option.removesuffix('=--')}: nothing stands behind it but two dashes.")


def _interrupted(_number: int, _frame: object) -> None:
    """For as long as nothing is lost: raised amid imports, an interrupt crashes some and is another error of others."""
    try:
        print("simexplorer: interrupted.", file=sys.stderr, flush=True)
    finally:
        os._exit(130)


def _place_of(error: OSError) -> str:
    """What failed, in words: a file, or where it writes to; empty for the folder that the program was started in."""
    if error.filename is not None:
        from simexplorer.documents.listing import shown_path

        return shown_path(os.fsencode(error.filename))
    if isinstance(error, FileNotFoundError):
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = trace.tb_frame.f_globals["__name__"] if trace is not None else ""
    # commands print, and leave the writing of files to others
    prints = module == __name__ or module.startswith("simexplorer.commands.")
    return "standard output" if prints else "a file could not be read or written"


def _run(arguments: list[str]) -> int:
    match arguments[:1]:
        case ["scan"]:
            from simexplorer.commands.scan import run_scan

            return run_scan(arguments[1:])
        case ["cache"]:
            from simexplorer.commands.cache import run_cache

            return run_cache(arguments[1:])
        case ["query"]:
            from simexplorer.commands.query import run_query

            return run_query(arguments[1:])
    return _window(arguments)


def run() -> None:
    """Entry of the installed program."""
    answer_signals(_interrupted)  # until a command or the window hears them itself
    gc.set_threshold(*_RARELY)
    status = main(sys.argv[1:])
    answer_signals(signal.SIG_IGN)  # the answer stands; while the interpreter ends, they would kill it
    gc.freeze()  # what is left dies with the process; looking through it for garbage takes a third of a second
    sys.exit(status)


def _window(arguments: list[str]) -> int:
    from simexplorer.window_arguments import parser

    understood = parser()
    chosen, unknown = understood.parse_known_args(arguments)
    if unknown:
        understood.error(
            f"unrecognized arguments: {' '.join(unknown)}; a run without a window is `simexplorer scan PATH ...`, "
            "and `simexplorer scan --help` lists its options"
        )
    for path in chosen.paths:
        require_existing(path)
    from simexplorer.displays import why_no_window

    obstacle = why_no_window()
    if obstacle and (not chosen.screenshot or os.environ.get("QT_QPA_PLATFORM")):
        raise InputError(f"{obstacle}; use `simexplorer scan PATH --report report.html` instead.")
    if obstacle:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    require_room(window=True)
    require_compiling()
    from simexplorer.ui.app import main as open_window

    return open_window(arguments)


if __name__ == "__main__":
    run()
