"""What the window form of the program understands; loads no Qt: wrong usage is told before a display is looked for."""

from __future__ import annotations

import argparse

from simexplorer import __version__
from simexplorer.view_names import EVIDENCE, MORE_VIEWS, VIEWS

MODES = ("system", "light", "dark")  # of colours
EPILOG = """\
simexplorer scan PATH ... --help    all options of a run without a window
simexplorer query FILE --workspace W.simx    documents similar to FILE (- for standard input)
simexplorer cache [--clear] [--limit 2G]    what is kept between runs: its size and its limit
"""


def parser() -> argparse.ArgumentParser:
    """All options of the window."""
    made = argparse.ArgumentParser(
        prog="simexplorer",
        description="Open a folder of documents and see what they share.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"simexplorer {__version__}")
    made.add_argument("paths", nargs="*", metavar="PATH", help="a folder, files, or a saved workspace (*.simx)")
    made.add_argument("--screenshot", metavar="P.png", help="run, show the view, save the window as a picture, exit")
    made.add_argument(
        "--view",
        choices=(*VIEWS, *MORE_VIEWS, *EVIDENCE),
        default="clusters",
        metavar="NAME",
        help="the view to show for --screenshot: %(choices)s (%(default)s)",
    )
    made.add_argument(
        "--size",
        type=_pixels,
        default="1280x800",
        metavar="WxH",
        help="size of the window in the picture (%(default)s)",
    )
    made.add_argument("--theme", choices=MODES, help="colours of the window: light, dark, or as the system")
    return made


def _pixels(words: str) -> tuple[int, int]:
    """Width and height of ``WxH``."""
    width, _, height = words.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= 16_384 and 0 < int(height) <= 16_384):
        raise argparse.ArgumentTypeError(f"takes WIDTHxHEIGHT in pixels, for example 1280x800; got {words!r}")
    return int(width), int(height)
