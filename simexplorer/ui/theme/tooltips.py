"""Tooltips that show any text as it is: a file name may look like HTML to Qt."""

from __future__ import annotations

import html

from PySide6.QtWidgets import QWidget


def tooltip_of(text: str) -> str:
    """A tooltip that shows this text literally, in lines that wrap."""
    return f"<p style='white-space:pre-wrap'>{html.escape(text)}</p>"


def hint(widget: QWidget, text: str) -> None:
    """Tell this on hovering, and to a screen reader, which would read the tooltip with its marks."""
    widget.setToolTip(tooltip_of(text) if text else "")
    widget.setAccessibleDescription(text)
