"""The two palettes, light and dark. Colour means similarity, selection or warning; all else is one of these greys."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtGui import QColor, QPalette


class Colours(Struct, frozen=True, kw_only=True):
    """Named colours of one palette, as ``#rrggbb``.

    window : behind everything; surface : tables and texts; raised : buttons and cards
    text, muted, faint : three strengths of writing; faint is for hints and what is switched off, and can still be read
    border, field_border : lines between things, and around what can be filled in or ticked: it is known by that alone
    accent : selection and the one thing that can be acted on next; selection : behind selected rows
    """

    dark: bool
    window: str
    surface: str
    raised: str
    hover: str
    pressed: str
    border: str
    field_border: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_hover: str
    on_accent: str
    selection: str
    warning: str
    warning_surface: str
    grid: str


LIGHT = Colours(
    dark=False,
    window="#f3f4f6",
    surface="#ffffff",
    raised="#ffffff",
    hover="#e9ebef",
    pressed="#dde1e7",
    border="#dcdfe5",
    field_border="#868d99",
    text="#1a1d23",
    muted="#596170",
    faint="#69707d",
    accent="#3a56c5",
    accent_hover="#2f48ad",
    on_accent="#ffffff",
    selection="#dbe3fc",
    warning="#8f4e00",
    warning_surface="#fdf0d9",
    grid="#e9ebef",
)
DARK = Colours(
    dark=True,
    window="#15171b",
    surface="#1b1e24",
    raised="#242830",
    hover="#2a2f38",
    pressed="#333944",
    border="#2e333d",
    field_border="#69717f",
    text="#e7e9ee",
    muted="#a3abb8",
    faint="#878f9d",
    accent="#93a9ff",
    accent_hover="#aabbff",
    on_accent="#11141b",
    selection="#2c3a66",
    warning="#f0b65e",
    warning_surface="#38290f",
    grid="#282d36",
)


# Each named colour has a role of its own, by which the style sheet calls it: the sheet is the same for every palette.
# Qt's names fit where it draws by itself; the others lend their place.
ROLES = {
    "window": QPalette.ColorRole.Window,
    "surface": QPalette.ColorRole.Base,
    "raised": QPalette.ColorRole.Button,
    "hover": QPalette.ColorRole.Midlight,
    "pressed": QPalette.ColorRole.Light,
    "border": QPalette.ColorRole.Mid,
    "field_border": QPalette.ColorRole.Shadow,
    "text": QPalette.ColorRole.Text,
    "muted": QPalette.ColorRole.Dark,
    "faint": QPalette.ColorRole.PlaceholderText,
    "accent": QPalette.ColorRole.Accent,
    "accent_hover": QPalette.ColorRole.LinkVisited,
    "on_accent": QPalette.ColorRole.ToolTipText,
    "selection": QPalette.ColorRole.Highlight,
    "warning": QPalette.ColorRole.BrightText,
    "warning_surface": QPalette.ColorRole.ToolTipBase,
    "grid": QPalette.ColorRole.AlternateBase,
}
_WRITING = (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText, QPalette.ColorRole.HighlightedText)


def colours_of(palette: QPalette) -> Colours:
    """The named colours that belong to a widget's palette."""
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def palette_from(colours: Colours) -> QPalette:
    """A complete Qt palette: every named colour in its role, and the roles that only Qt's own drawing asks for."""
    palette = QPalette(QColor(colours.raised), QColor(colours.window))
    for name, role in ROLES.items():
        palette.setColor(role, QColor(getattr(colours, name)))
    for role in _WRITING:
        palette.setColor(role, QColor(colours.text))
    palette.setColor(QPalette.ColorRole.Link, QColor(colours.accent))
    for role in (QPalette.ColorRole.Text, *_WRITING):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.faint))
    return palette
