"""Icons from SVG files, drawn in the colours of the palette."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QWidget

from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.colours import Colours, colours_of

FOLDER = Path(__file__).parent.parent / "icons"
NAME = "iconName"  # dynamic property of a button: which icon it wears
ROLE = "iconRole"  # dynamic property of a button: field of Colours that tints it


@cache
def icon(name: str, colours: Colours, role: str = "text") -> QIcon:
    """The icon ``name`` tinted; an empty icon if its file is missing, so that the button falls back to its text."""
    drawn = QIcon()
    for mode, tint in ((QIcon.Mode.Normal, getattr(colours, role)), (QIcon.Mode.Disabled, colours.faint)):
        for size in _sizes():
            pixmap = picture(name, tint, size)
            if pixmap is None:
                return QIcon()
            drawn.addPixmap(pixmap, mode)
    return drawn


@cache
def _sizes() -> tuple[int, ...]:
    """Device pixels of 16 and 20 points, and of those beside larger letters, on ordinary and on fine screens."""
    finest = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    usual = (16, 20, 32, 40) if finest <= 2.0 else (16, 20, 32, 40, 48, 64)
    return tuple(sorted({*usual, *(round(_beside_letters() * ratio) for ratio in (1.0, finest))}))


def _beside_letters() -> int:
    """The width of an icon beside the letters of the application, which a line of them is about as high as."""
    return metrics.taller(metrics.ICON, QGuiApplication.font())


@cache
def picture(name: str, tint: str, size: int, ratio: float = 1.0) -> QPixmap | None:
    """The icon ``name`` as a square picture of ``size`` points; None if its file is missing or no SVG.

    ratio : device pixels a point
    """
    source = _source(name)
    if source is None:
        return None
    renderer = QSvgRenderer(QByteArray(source.replace(b"currentColor", tint.encode())))
    if not renderer.isValid():
        return None
    pixmap = QPixmap(int(size * ratio), int(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(QPointF(), pixmap.deviceIndependentSize()))
    painter.end()
    return pixmap


def dress(button: QAbstractButton, name: str, role: str = "text") -> None:
    """Put an icon on a button; ``tint`` draws it anew after another palette."""
    if (button.property(NAME), button.property(ROLE)) != (name, role):
        button.setProperty(NAME, name)
        button.setProperty(ROLE, role)
        tint(button, colours_of(QGuiApplication.palette()))


def tint(widget: QWidget, colours: Colours) -> None:
    """Draw the icon of a button in these colours; of what wears none, nothing."""
    if isinstance(widget, QAbstractButton):
        name = widget.property(NAME)
        if name:
            widget.setIcon(icon(name, colours, widget.property(ROLE) or "text"))
            side = _beside_letters()
            widget.setIconSize(QSize(side, side) if side > metrics.ICON else QSize())


def forget_sizes() -> None:
    """Draw icons beside other letters from now on."""
    icon.cache_clear()
    _sizes.cache_clear()


def tint_all(top: QWidget, colours: Colours) -> None:
    """The same for all buttons below a widget."""
    for button in top.findChildren(QAbstractButton):
        tint(button, colours)


@cache
def _source(name: str) -> bytes | None:
    try:
        return (FOLDER / f"{name}.svg").read_bytes()
    except OSError:
        return None
