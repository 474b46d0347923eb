"""Whether a window can open here, asked before Qt is loaded: it ends the process where none can."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

_PLUGIN = Path("Qt", "plugins", "platforms", "libqxcb.so")  # in PySide6 as PyPI has it
_OURS = frozenset({"xcb", "wayland", "wayland-egl"})  # of Qt's platforms those that are asked here


def why_no_window() -> str | None:
    """The reason as the beginning of a sentence; None where nothing speaks against a window."""
    named = {one.partition(":")[0] for one in os.environ.get("QT_QPA_PLATFORM", "").split(";") if one}
    if sys.platform == "darwin" or named - _OURS:
        return None
    wayland, x = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
    if wayland and (not named or named != {"xcb"}) and _wayland_answers(wayland):
        return None
    if x and (not named or "xcb" in named):
        return _why_not_x(x)
    if wayland:
        return f"No window can open: the display {wayland} does not answer"
    return "There is no display to open a window on"


def _wayland_answers(name: str) -> bool:
    import socket

    with socket.socket(socket.AF_UNIX) as link:
        try:
            link.connect(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), name))
        except OSError:
            return False
    return True


def _why_not_x(name: str) -> str | None:
    import ctypes

    found = importlib.util.find_spec("PySide6")
    folder = Path(found.origin).parent if found is not None and found.origin is not None else Path()
    try:
        if (folder / _PLUGIN).exists():  # Qt would load it next
            ctypes.CDLL(str(folder / _PLUGIN))
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return f"No window can open: this system lacks {str(error).partition(':')[0]}, which Qt needs for that"
    xcb.xcb_connect.restype = ctypes.c_void_p
    link = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = xcb.xcb_connection_has_error(link)
    xcb.xcb_disconnect(link)
    return f"No window can open: the display {name} does not answer" if failed else None
