"""Tooltips that show any text as it is: a file name may look like HTML to Qt."""

from __future__ import annotations

import html


def tooltip_of(text: str) -> str:
    """A tooltip that shows this text literally, in lines that wrap."""
    return f"<p style='white-space:pre-wrap'>{html.escape(text)}</p>"
