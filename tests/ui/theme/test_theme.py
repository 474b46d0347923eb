"""Colours can be read, the similarity scale is even, icons may be missing, numbers say no more than is known."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSizeF, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QPushButton,
    QSlider,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from simexplorer.ui.plots.map_colours import _greys
from simexplorer.ui.theme import icons, numbers
from simexplorer.ui.theme.colours import DARK, LIGHT, ROLES, Colours, colours_of, palette_from
from simexplorer.ui.theme.similarity_scale import colour, scale_rgb
from simexplorer.ui.theme.stylesheet import PICTURES, TONE, TONES, in_sheet, style_sheet
from tests.ui.theme.wcag import contrast

BOTH = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


@BOTH
def test_writing_can_be_read_on_every_background(colours: Colours) -> None:
    for background in (colours.window, colours.surface, colours.raised, colours.selection, colours.hover):
        assert contrast(colours.text, background) >= 7
        assert contrast(colours.muted, background) >= 4.5
    for background in (colours.window, colours.surface, colours.raised):
        assert contrast(colours.faint, background) >= 4.5  # hints in fields, and buttons that say why they wait
        assert contrast(colours.field_border, background) >= 3
    assert contrast(colours.warning, colours.warning_surface) >= 4.5
    assert contrast(colours.warning, colours.selection) >= 4.5
    assert contrast(colours.warning, colours.surface) >= 4.5
    assert contrast(colours.on_accent, colours.accent) >= 4.5
    assert contrast(colours.accent, colours.surface) >= 3


@BOTH
def test_every_grey_of_the_map_is_seen_on_its_ground_and_told_from_the_others(colours: Colours) -> None:
    greys = [grey for grey, _ in _greys(colours)]
    assert all(contrast(grey, colours.surface) >= 1.6 for grey in greys)
    near, alone, _empty = greys
    assert contrast(near, alone) >= 1.6


def oklab_lightness(rgb: np.ndarray) -> np.ndarray:
    """Lightness of sRGB bytes; the inverse of the scale's own formula, from the published matrices."""
    s = rgb / 255.0
    linear = np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)
    lms = linear @ np.array(
        [
            [0.4122214708, 0.2119034982, 0.0883024619],
            [0.5363325363, 0.6806995451, 0.2817188376],
            [0.0514459929, 0.1073969566, 0.6299787005],
        ]
    )
    return np.cbrt(lms) @ [0.2104542553, 0.7936177850, -0.0040720468]


@pytest.mark.parametrize("dark", [False, True])
def test_equal_steps_of_similarity_look_equal(dark: bool) -> None:
    lightness = oklab_lightness(scale_rgb(dark).astype(float))
    steps = np.diff(lightness[::10])
    assert bool((steps > 0).all()) is dark
    assert bool((steps < 0).all()) is not dark
    assert np.abs(steps - steps.mean()).max() < 0.15 * abs(steps.mean())


def test_similarities_outside_are_clamped() -> None:
    assert colour(-1, False) == colour(0, False)
    assert colour(2, True) == colour(1, True)


@BOTH
def test_a_palette_leads_back_to_its_colours(colours: Colours) -> None:
    palette = palette_from(colours)
    assert colours_of(palette) is colours
    assert palette.color(QPalette.ColorRole.Text).name() == colours.text


def test_the_style_sheet_is_complete() -> None:
    sheet = style_sheet(10.0)
    assert "{" in sheet
    assert "{{" not in sheet
    for picture in PICTURES:
        for tone in TONES:
            assert (icons.FOLDER / f"{picture}-{tone}.svg").exists()


@BOTH
def test_every_named_colour_stands_in_a_role_of_its_own(colours: Colours) -> None:
    palette = palette_from(colours)
    assert len(set(ROLES.values())) == len(ROLES) == len(colours.__slots__) - 1  # all but "dark"
    for name, role in ROLES.items():
        assert palette.color(role).name() == getattr(colours, name)


@BOTH
def test_the_style_sheet_finds_every_colour_in_the_palette(qtbot: QtBot, colours: Colours, qapp: QApplication) -> None:
    before = qapp.palette()
    try:
        qapp.setPalette(palette_from(colours))
        for name, role in ROLES.items():
            patch = QFrame()
            qtbot.addWidget(patch)
            patch.setStyleSheet(f"QFrame {{ background: palette({in_sheet(role.name)}); border: none; }}")
            patch.resize(8, 8)
            assert patch.grab().toImage().pixelColor(4, 4).name() == getattr(colours, name), name
    finally:
        qapp.setPalette(before)


def test_every_icon_is_worn() -> None:
    drawn = {path.stem for path in icons.FOLDER.glob("*.svg") if not path.stem.endswith(tuple(f"-{t}" for t in TONES))}
    window = icons.FOLDER.parent
    words = {word for path in window.rglob("*.py") for word in re.findall(r'"([a-z0-9-]+)"', path.read_text("utf-8"))}
    assert drawn - words == set()


def test_a_missing_icon_leaves_the_button_its_text(qtbot: QtBot) -> None:
    button = QPushButton("Text")
    qtbot.addWidget(button)
    icons.dress(button, "no-such-icon")
    assert button.icon().isNull()
    assert icons.picture("no-such-icon", "#000000", 16) is None


def test_icons_take_the_tint(qtbot: QtBot) -> None:
    image = icons.picture("x", "#ff0000", 32).toImage()
    reds = {
        image.pixelColor(x, y).name() for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() == 255
    }
    assert reds == {"#ff0000"}


def test_an_icon_is_as_large_on_a_fine_screen_and_drawn_with_more_pixels(qtbot: QtBot) -> None:
    fine, coarse = icons.picture("x", "#ff0000", 16, 2.0), icons.picture("x", "#ff0000", 32)
    assert fine.deviceIndependentSize() == QSizeF(16, 16)
    assert coarse.deviceIndependentSize() == QSizeF(32, 32)
    image = coarse.toImage()
    image.setDevicePixelRatio(2.0)
    assert fine.toImage() == image


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (numbers.count(37169), "37,169"),
        (numbers.count(-37169), "−37,169"),
        (numbers.counted(1, "pair"), "1 pair"),
        (numbers.counted(2, "pair"), "2 pairs"),
        (numbers.similarity(0.8), "0.800"),
        (numbers.similarity(0.99996), "0.999"),
        (numbers.similarity(1.0), "1.000"),
        (numbers.similarity(math.nan), "–"),
        (numbers.similarity(-0.0543), "−0.054"),  # an estimate of b bits, of which more agree by accident than usual
        (numbers.decimal(-0.0004, 3), "0.000"),
        (numbers.estimate(0.914, 0.031), "0.914 ± 0.031"),
        (numbers.estimate(0.9999, 0.0096), "0.999 ± 0.010"),
        (numbers.estimate(0.996, 0.0055), "0.996 ± 0.005"),
        (numbers.estimate(0.996, 0.0003), "0.996 ± <0.001"),
        (numbers.estimate(1.0, 0.0), "1.000 ± 0.000"),
        (numbers.deviations(-1.24), "−1.2 σ"),
        (numbers.deviations(-0.04), "0.0 σ"),
        (numbers.deviations(0.06), "+0.1 σ"),
        (numbers.percent(0.9996), "99.96 %"),
        (numbers.percent(0.999999), "> 99.999 %"),
        (numbers.percent(1.0), "100 %"),
        (numbers.percent(0.5), "50 %"),
        (numbers.percent(0.0), "0 %"),
        (numbers.percent(0.0001), "0.01 %"),
        (numbers.percent(0.00084), "0.08 %"),
        (numbers.percent(0.0008), "0.08 %"),
        (numbers.percent(0.004), "0.4 %"),
        (numbers.percent(0.00001), "< 0.01 %"),
        (numbers.percent(0.0096), "1 %"),
        (numbers.about(0.134), "0.13"),
        (numbers.about(4.21), "4.2"),
        (numbers.about(812.4), "812"),
        (numbers.about(12345.0), "12,300"),
        (numbers.about(0.001), "< 0.01"),
        (numbers.about(0.0), "0"),
        (numbers.seconds(0.0), "0 s"),
        (numbers.seconds(0.0002), "1 ms"),
        (numbers.seconds(0.042), "42 ms"),
        (numbers.seconds(0.0996), "0.1 s"),
        (numbers.seconds(0.94), "0.9 s"),
        (numbers.seconds(12.4), "12 s"),
        (numbers.seconds(200), "3 min 20 s"),
        (numbers.seconds(7500), "2 h 5 min"),
        (numbers.size(41_300_000), "41 MB"),
        (numbers.size(3200), "3.2 kB"),
        (numbers.size(191_579_000_000_000_000), "191,579 TB"),
        (numbers.size(12), "12 bytes"),
        (numbers.size(1), "1 byte"),
    ],
)
def test_numbers_read_as_a_person_expects(made: str, expected: str) -> None:
    assert made == expected


def test_the_button_that_clears_a_field_stands_in_its_middle(qtbot: QtBot, qapp: QApplication) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    before = qapp.styleSheet()
    try:
        qapp.setStyleSheet(style_sheet(10.0))
        field.setClearButtonEnabled(True)
        field.setText("words")
        field.show()
        (button,) = field.findChildren(QToolButton)
        assert abs(button.geometry().center().y() - field.rect().center().y()) <= 1
        assert button.geometry().height() <= field.height()
    finally:
        qapp.setStyleSheet(before)


@BOTH
def test_a_slider_is_filled_up_to_its_handle(qtbot: QtBot, colours: Colours, qapp: QApplication) -> None:
    before = qapp.palette()
    qapp.setPalette(palette_from(colours))
    try:
        slider = QSlider(Qt.Orientation.Horizontal)
        qtbot.addWidget(slider)
        slider.setStyleSheet(style_sheet(10.0))
        slider.resize(200, 24)
        slider.setValue(50)
        image = slider.grab().toImage()
        assert [image.pixelColor(x, 12).name() for x in (20, 180)] == [colours.accent, colours.pressed]
    finally:
        qapp.setPalette(before)


def test_trees_open_by_strokes_as_the_list_of_clusters_does(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setProperty(TONE, "light")
    window.setStyleSheet(style_sheet(10.0))
    tree, folder = QTreeWidget(window), QTreeWidgetItem(["folder"])
    folder.addChild(QTreeWidgetItem(["below"]))
    tree.addTopLevelItem(folder)
    window.show()
    row = tree.visualItemRect(folder)
    image = tree.viewport().grab(QRect(0, row.top(), row.left(), row.height())).toImage()
    inked = [[x for x in range(image.width()) if image.pixelColor(x, y).value() < 220] for y in range(image.height())]
    first, *_, last = rows = [row for row in inked if row]
    # in its middle a filled triangle is widest; there two strokes meet, far from where they begin
    assert min(rows[len(rows) // 2]) > min(first) == min(last)
