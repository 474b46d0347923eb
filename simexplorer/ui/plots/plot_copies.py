"""What leaves the window of a plot: a picture, a drawing, or its numbers; always dark on white, for paper and mail."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Sequence

from msgspec import Struct, field
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QPoint, QRect, QSize
from PySide6.QtGui import QAction, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QWidget

from simexplorer.reports.inert_text import spreadsheet_text

_SCALE = 2.0  # pixels of a copied picture for one of the screen
_MOST_PIXELS = 40_000_000  # of a copied picture, 160 MB: a plot many screens large is copied smaller
_MOST_EXACT = 2.0**63  # whole numbers from here on are the sums and powers of estimates


class Figures(Struct, frozen=True):
    """The table twin of a plot: titles, and columns of equal length, numbers or texts.

    similarity : columns that hold similarities; they are shown with three decimals. meanings : a sentence a column
    """

    titles: tuple[str, ...]
    columns: tuple[Sequence[float] | Sequence[str], ...]
    similarity: frozenset[int] = field(default_factory=frozenset)
    meanings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0


NO_FIGURES = Figures((), ())


def csv_of(figures: Figures) -> str:
    """The numbers with a point for decimals and commas between, one line a row under the titles."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(figures.titles)
    for row in range(len(figures)):
        writer.writerow([_plain(column[row]) for column in figures.columns])
    return text.getvalue()


def image_of(widget: QWidget) -> QImage:
    """The widget as it would look in light colours, at twice its size, or as large as a picture may be."""
    scale = min(_SCALE, math.sqrt(_MOST_PIXELS / max(1, widget.width() * widget.height())))
    image = QImage(widget.size() * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QWidget.render(widget, painter, QPoint())
    painter.end()
    return image


def svg_of(widget: QWidget, title: str) -> bytes:
    """The widget as a drawing whose lines and letters scale."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    size: QSize = widget.size()
    drawing.setSize(size)
    drawing.setViewBox(QRect(QPoint(), size))
    drawing.setTitle(title)
    painter = QPainter(drawing)
    QWidget.render(widget, painter, QPoint())
    painter.end()
    buffer.close()
    return bytes(data.data())


class Copier(Struct, frozen=True):
    """Copies one plot. ``light`` runs something while the plot wears light colours; ``figures`` gives its numbers."""

    widget: QWidget
    title: Callable[[], str]
    figures: Callable[[], Figures]
    light: Callable[[Callable[[], object]], object]

    def copy_image(self) -> None:
        """A picture to the clipboard."""
        image = self.light(lambda: image_of(self.widget))
        assert isinstance(image, QImage)
        QGuiApplication.clipboard().setImage(image)

    def copy_svg(self) -> None:
        """A drawing to the clipboard, also as plain text for editors."""
        drawing = self.light(lambda: svg_of(self.widget, self.title()))
        assert isinstance(drawing, bytes)
        data = QMimeData()
        data.setData("image/svg+xml", QByteArray(drawing))
        data.setText(drawing.decode("utf-8"))
        QGuiApplication.clipboard().setMimeData(data)

    def copy_csv(self) -> None:
        """The numbers to the clipboard."""
        text = csv_of(self.figures())
        data = QMimeData()
        data.setData("text/csv", QByteArray(text.encode()))
        data.setText(text)
        QGuiApplication.clipboard().setMimeData(data)

    def fill(self, menu: QMenu) -> dict[str, QAction]:
        """Put the three into a menu; returns them by name."""
        made = {}
        for name, text, act in (
            ("image", "Copy as image", self.copy_image),
            ("svg", "Copy as SVG", self.copy_svg),
            ("csv", "Copy numbers as CSV", self.copy_csv),
        ):
            made[name] = menu.addAction(text)
            made[name].setObjectName(f"copy_{name}")
            made[name].triggered.connect(lambda _checked=False, act=act: act())
        made["csv"].setEnabled(bool(self.figures().titles))
        return made


def _plain(value: float | str) -> str:
    """A cell, no formula; of a whole number every digit that it has, however many."""
    if isinstance(value, str):
        return spreadsheet_text(value)
    return str(int(value)) if abs(value) < _MOST_EXACT and value == int(value) else f"{value:.9g}"
