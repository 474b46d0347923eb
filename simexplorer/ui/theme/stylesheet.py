"""The style sheet over Qt's Fusion style: flat, quiet, one accent; its colours are those of the palette."""

from __future__ import annotations

import re

from PySide6.QtGui import QFontMetrics, QGuiApplication

from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.colours import ROLES
from simexplorer.ui.theme.icons import FOLDER

_SHEET = """
QMainWindow::separator {{ background: {border}; width: 1px; height: 1px; margin: 0; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {field_border}; padding: 4px 6px; }}

QToolBar {{ border: none; padding: 0; margin: 0; spacing: 0; background: {window}; }}
#commandBar, #statusLine {{ background: {window}; }}
#commandBar {{ border-bottom: 1px solid {border}; }}
#statusLine {{ border-top: 1px solid {border}; }}

QToolButton, QPushButton {{
  background: {raised}; color: {text}; border: 1px solid {field_border}; border-radius: 5px; padding: 3px 10px;
  min-height: {line}px; }}
QToolButton:hover, QPushButton:hover {{ background: {hover}; }}
QToolButton:pressed, QPushButton:pressed, QToolButton:checked {{ background: {pressed}; }}
QToolButton:disabled, QPushButton:disabled {{ color: {faint}; background: {window}; border-color: {border}; }}
QToolButton:focus, QPushButton:focus {{ border-color: {accent}; }}
QToolButton[popupMode="1"] {{ padding-right: {beside_menu}px; }}
QToolButton::menu-button {{ border: none; border-left: 1px solid {border}; width: {side}px; }}
QToolButton::menu-arrow, QToolButton::menu-indicator {{ width: {arrow}px; height: {arrow}px; }}
QToolButton[popupMode="2"] {{ padding-right: {beside_arrow}px; }}
QToolButton::menu-indicator {{ subcontrol-origin: border; subcontrol-position: right center; right: 6px; }}
QToolButton[quiet="true"], QPushButton[quiet="true"] {{
  background: transparent; border-color: transparent; padding: 3px 5px; }}
QFileDialog QToolButton {{ padding: 1px; }}
QToolButton[flush="true"] {{ padding-left: 0; border-left-width: 0; }}
QToolButton[quiet="true"]:hover, QPushButton[quiet="true"]:hover {{ background: {hover}; }}
QToolButton[quiet="true"]:focus, QPushButton[quiet="true"]:focus {{ border-color: {accent}; }}
QPushButton[primary="true"] {{
  background: {accent}; color: {on_accent}; border-color: {accent}; font-weight: 600; padding: 3px 14px; }}
QPushButton[primary="true"]:hover {{ background: {accent_hover}; }}
QPushButton[primary="true"]:focus {{ border: 3px double {on_accent}; padding: 1px 12px; }}
QPushButton[primary="true"]:disabled {{ background: {window}; color: {faint}; border-color: {border}; }}

QLineEdit, QAbstractSpinBox, QComboBox {{
  background: {surface}; color: {text}; border: 1px solid {field_border}; border-radius: 5px; padding: 2px 6px;
  min-height: {line}px; selection-background-color: {accent}; selection-color: {on_accent}; }}
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{ border-color: {accent}; }}
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{
  color: {faint}; background: {window}; border-color: {border}; }}
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"] {{
  border-color: {warning}; background: {warning_surface}; }}
QLineEdit > QToolButton {{ background: transparent; border: none; padding: 0; min-height: 0; }}
QAbstractSpinBox {{ padding-right: {beside_spin}px; }}
QAbstractSpinBox > QLineEdit {{ border: none; background: transparent; padding: 0 4px; min-height: 0; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
  subcontrol-origin: border; width: {side}px; border: none; background: transparent; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin-top: 1px; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin-bottom: 1px; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {hover}; }}
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow {{ width: {small}px; height: {small}px; }}
QComboBox {{ padding-right: 2px; }}
QComboBox::drop-down {{ border: none; width: {beside_arrow}px; }}
QComboBox::down-arrow {{ width: {arrow}px; height: {arrow}px; }}
QComboBox QAbstractItemView {{
  background: {raised}; color: {text}; border: 1px solid {field_border}; selection-background-color: {selection};
  selection-color: {text}; outline: none; }}

QTabWidget::pane {{ border: none; }}
QTabBar {{ background: {window}; }}
QTabBar::tab {{
  background: transparent; color: {muted}; padding: 7px 12px 6px 12px; border: none; min-height: 20px;
  border-bottom: 2px solid transparent; }}
QTabBar::close-button {{ width: {box}px; height: {box}px; border-radius: 3px; }}
QTabBar::close-button:hover {{ background: {pressed}; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:selected {{ color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar::tab:focus {{
  color: {accent}; border: 1px solid {accent}; border-bottom-width: 2px; border-radius: 4px; padding: 6px 11px; }}
QTabBar::tear {{ width: 0; background: transparent; border: none; }}
QTabBar::scroller {{ width: 48px; }}
QTabBar QToolButton {{
  background: {window}; border: none; border-left: 1px solid {border}; border-radius: 0; padding: 0; min-height: 0; }}
QTabBar QToolButton:hover {{ background: {hover}; }}
QTabBar QToolButton::left-arrow, QTabBar QToolButton::right-arrow {{ width: 12px; height: 12px; }}

QTableView, QTreeView {{
  background: {surface}; color: {text}; border: none; gridline-color: {grid}; outline: none;
  selection-background-color: {selection}; selection-color: {text}; }}
QTreeView::item {{ height: {row}px; }}
QTableView::item, #movedView::item {{ padding: 0 5px; }}
QHeaderView {{ background: {window}; border: none; }}
QHeaderView::section {{
  background: {window}; color: {muted}; border: none; border-bottom: 1px solid {border}; padding: 4px 8px; }}
TableView QHeaderView::section:first {{ padding-left: 12px; }}
QHeaderView::section:hover {{ color: {text}; background: {hover}; }}
QHeaderView::up-arrow, QHeaderView::down-arrow {{ width: {small}px; height: {small}px; }}
QPlainTextEdit, QTextBrowser {{
  background: {surface}; color: {text}; border: none; selection-background-color: {accent};
  selection-color: {on_accent}; }}

QListWidget {{ background: {surface}; color: {text}; outline: none; padding: 4px; }}
QListWidget::item {{ padding: 3px 4px; border-radius: 4px; }}
QListWidget::item:selected {{ background: {selection}; color: {text}; }}
*[framed="true"] {{ border: 1px solid {border}; border-radius: 5px; }}

QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {field_border}; border-radius: 3px; margin: 3px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: {surface}; border: none; }}

QSlider::groove {{ background: {pressed}; height: 4px; border-radius: 2px; }}
QSlider::sub-page {{ background: {accent}; border-radius: 2px; }}
QSlider::handle {{ background: {accent}; width: 14px; margin: -5px 0; border-radius: 7px; }}
QSlider::handle:hover {{ background: {accent_hover}; }}
QSlider::handle:disabled, QSlider::sub-page:disabled {{ background: {field_border}; }}

QProgressBar {{ background: {pressed}; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}

QMenu {{ background: {raised}; color: {text}; border: 1px solid {field_border}; padding: 4px; }}
QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {selection}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}

QDockWidget {{ color: {muted}; icon-size: {icon}px; }}
QDockWidget::title {{ background: {window}; padding: 7px 8px 5px 8px; border: none; text-align: left; }}
QDockWidget::close-button {{ subcontrol-position: right center; right: 8px; }}
QDockWidget::float-button {{ subcontrol-position: right center; right: {beside_close}px; }}
QSplitter::handle {{ background: {border}; }}
QScrollArea, #tuningContent, #collectionContent {{ background: {window}; border: none; }}

QCheckBox {{ spacing: 6px; }}
QCheckBox::indicator, QListView::indicator, QTreeView::indicator {{
  width: {box}px; height: {box}px; border: 1px solid {field_border}; border-radius: 3px; background: {surface}; }}
QCheckBox::indicator:hover {{ border-color: {accent}; }}
QCheckBox::indicator:focus {{ border: 2px solid {text}; width: {in_focus}px; height: {in_focus}px; }}
QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked {{
  background: {accent}; border-color: {accent}; }}
QCheckBox::indicator:indeterminate, QTreeView::indicator:indeterminate {{ border-color: {accent};
  background: qlineargradient(x1: 0, y1: 0, x2: 0, y2: 1, stop: 0.39 {surface}, stop: 0.4 {accent},
    stop: 0.6 {accent}, stop: 0.61 {surface}); }}
QCheckBox:disabled {{ color: {faint}; }}
QRadioButton {{ spacing: 6px; }}
QRadioButton::indicator {{
  width: {box}px; height: {box}px; border: 1px solid {field_border}; border-radius: {half}px; background: {surface}; }}
QRadioButton::indicator:hover, QRadioButton:focus::indicator {{ border-color: {accent}; }}
QRadioButton::indicator:checked {{
  border: {ring}px solid {accent}; width: {in_ring}px; height: {in_ring}px; background: {surface}; }}
QRadioButton::indicator:focus {{ border-color: {text}; }}
QRadioButton:disabled {{ color: {faint}; }}

QLabel[role="heading"] {{ font-weight: 600; font-size: {heading}pt; }}
QLabel[role="section"] {{ color: {muted}; font-weight: 600; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="figure"] {{ font-size: {figure}pt; font-weight: 600; }}
QLabel[role="warning"] {{ color: {warning}; }}
QFrame[role="rule"] {{ background: {border}; border: none; max-height: 1px; min-height: 1px; }}
QFrame[role="card"] {{ background: {surface}; border: 1px solid {border}; border-radius: 8px; }}
QFrame[role="card"]:focus {{ border-color: {accent}; }}
#messageBar {{ background: {warning_surface}; border-bottom: 1px solid {border}; }}
#messageBar QLabel {{ color: {warning}; }}
QTabBar {{ qproperty-drawBase: 0; }}
#emptyState, #emptyStateContent, #overviewPage, QWidget[role="sheet"] {{ background: {surface}; }}
#viewHeading {{ background: {surface}; border-bottom: 1px solid {border}; }}
"""

# drawn by the sheet, in a light and a dark tone: no palette tints them
_PICTURES = """
{on} QToolButton::menu-arrow, {on} QToolButton::menu-indicator, {on} QComboBox::down-arrow,
{on} QAbstractSpinBox::down-arrow, {on} QHeaderView::down-arrow {{ image: url({down}); }}
{on} QAbstractSpinBox::up-arrow, {on} QHeaderView::up-arrow {{ image: url({up}); }}
{on} QTreeView::branch:has-children:closed {{ image: url({right}); }}
{on} QTreeView::branch:has-children:open {{ image: url({down}); }}
{on} QTabBar::close-button {{ image: url({close}); }}
{on} QTabBar QToolButton::left-arrow {{ image: url({left}); }}
{on} QTabBar QToolButton::right-arrow {{ image: url({right}); }}
{on} QCheckBox::indicator:checked, {on} QListView::indicator:checked,
{on} QTreeView::indicator:checked {{ image: url({check}); }}
{on} QToolButton[quiet="true"]::menu-indicator, {on} QAbstractSpinBox::up-arrow:off,
{on} QAbstractSpinBox::down-arrow:off, {on} QTabBar QToolButton::left-arrow:disabled,
{on} QTabBar QToolButton::right-arrow:disabled {{ image: none; }}
"""
_LINE = 20  # pixels of a line in buttons and fields
PICTURES = ("up", "down", "left", "right", "check", "close")
TONES = ("light", "dark")
TONE = "tone"  # dynamic property of the window that wears the sheet: which tone holds


def style_sheet(point_size: float) -> str:
    """The sheet; ``point_size`` is that of the text, headings follow from it.

    Qt looks colours up in the palette when it polishes a widget: after another palette each has to be polished anew.
    """
    named = {name: f"palette({in_sheet(role.name)})" for name, role in ROLES.items()}
    letters = {"heading": round(point_size * 1.25, 1), "figure": round(point_size * 1.7, 1)}
    sheet = _SHEET.format(**named, **letters, **_marks())
    for tone in TONES:
        files = {name: (FOLDER / f"{name}-{tone}.svg").as_posix() for name in PICTURES}
        sheet += _PICTURES.format(on=f'*[{TONE}="{tone}"]', **files)
    return sheet


def _marks() -> dict[str, int]:
    """Pixels of boxes, arrows and rows, as much larger as the letters beside them; in focus a box is no larger."""
    font = QGuiApplication.font()
    small, arrow, box, side, ring, icon = (metrics.taller(usual, font) for usual in (8, 10, 14, 18, 5, metrics.ICON))
    whole = box + 2  # with its border
    return {
        "small": small,
        "arrow": arrow,
        "box": box,
        "side": side,
        "ring": ring,
        "in_focus": whole - 4,
        "in_ring": whole - 2 * ring,
        "half": whole // 2,
        "icon": icon,
        "beside_arrow": arrow + 10,
        "beside_close": icon + 12,
        "beside_menu": side + 4,
        "beside_spin": side - 2,
        "row": metrics.row_height(font),
        "line": max(_LINE, QFontMetrics(font).height()),  # else a low window cuts the words of buttons off below
    }


def in_sheet(role: str) -> str:
    """What style sheets call a role: ``PlaceholderText`` is ``placeholder-text``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", role.replace("ToolTip", "Tooltip")).lower()
