"""Errors that nobody took care of: told once, and never the end of the window."""

from __future__ import annotations

import functools
import sys
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec

from simexplorer.errors import SimExplorerError

Given = ParamSpec("Given")

# what Qt asks for again and again while it lays out and paints: an error there comes back with every look at the place
_ASKED_AGAIN = frozenset(
    [
        "paintEvent",
        "paint",
        "data",
        "headerData",
        "rowCount",
        "columnCount",
        "boundingRect",
        "flags",
        "resizeEvent",
        "setGeometry",
        "sizeHint",
        "minimumSizeHint",
        "heightForWidth",
    ]
)
_MANY = 1000  # texts remembered


class Faults:
    """A hook for ``sys.excepthook``.

    count : errors heard
    tell : given the text of each; of those that come with every painting only the first time
    say : given instead what a failure that can be expected says to the person: it is no error in the program
    """

    def __init__(self, tell: Callable[[str], object], say: Callable[[str], object] | None = None) -> None:
        self.count = 0
        self._tell, self._say = tell, say
        self._told: set[str] = set()

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Tell of an error, and let go of all that it has passed."""
        text = "".join(traceback.format_exception(kind, error, trace))
        again = any(frame.name in _ASKED_AGAIN for frame in traceback.extract_tb(trace))
        let_go(error)
        if issubclass(kind, KeyboardInterrupt):
            sys.stderr.write(text)
            return
        self.count += 1
        if again and text in self._told:
            return
        if again and len(self._told) < _MANY:
            self._told.add(text)
        sys.stderr.write(text)
        if self._say is not None and isinstance(error, SimExplorerError):
            self._say(str(error))
        else:
            self._tell(text)


def told_and_survived(paint: Callable[Given, None]) -> Callable[Given, None]:
    """What paints for Qt, or answers another size, with its errors told by the hook and kept from Qt.

    What raised held its painter, and the traceback holds what raised: a painter that outlives its paint event ends the
    program. And where a call from Python asked for it (``repaint``, ``grab``, ``resize``), an error would wait for the
    end of that call, while Qt goes on with other widgets.
    """

    @functools.wraps(paint)
    def guarded(*given: Given.args, **named: Given.kwargs) -> None:
        try:
            paint(*given, **named)
        except Exception as error:  # noqa: BLE001 - of any kind, and the hook tells of it
            sys.excepthook(type(error), error, error.__traceback__)
            let_go(error)

    return guarded


def let_go(error: BaseException) -> None:
    """Empty the frames that an error, or one it came from, has passed: painters in them end."""
    seen: set[int] = set()
    left: list[BaseException | None] = [error]
    while left:
        one = left.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        traceback.clear_frames(one.__traceback__)
        left += [one.__cause__, one.__context__]
