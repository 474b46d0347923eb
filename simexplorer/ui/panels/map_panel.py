"""The map of all documents with its choices: what area and colour say, near misses, the table twin, copies."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from simexplorer.ui.models.map_table import MapTable
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.focus_mark import SHOWS_FOCUS
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.job_strip import JobStrip
from simexplorer.ui.panels.naming import below, caption_of, named, say_below, switch, tool_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.plots.collection_map_plot import CollectionMapPlot
from simexplorer.ui.plots.map_colours import COLOURINGS
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.tooltips import hint

AREAS = {"documents": "Documents", "bytes": "Bytes", "repeats": "Bytes that repeat"}
AREA_MEANING = (
    "What the area of a document is in proportion to, exactly.\nDocuments: the same for each. Bytes: its size. "
    "Bytes that repeat: the size of all documents in clusters but for one of each cluster; the others have no area."
)
COLOUR_MEANING = "What the colours say. The legend below the map spells it out."
NEAR_MEANING = (
    "Lines between documents that are verified to be similar and share no cluster: the most similar pair of each two "
    "clusters. Of many the most similar are drawn."
)


class MapPanel(FilledView):
    """Choices above; map or table below; words while there is nothing to show."""

    changed = Signal()  # area, colour or near misses, by hand

    def __init__(self) -> None:
        super().__init__("layers")
        named(self, "mapView", "Map")
        self.plot = named(CollectionMapPlot(), "mapPlot", "Map of all documents")
        self.plot.setProperty(SHOWS_FOCUS, True)
        self.model = MapTable()
        self.view = painted_list(self.model, "mapTable", "Map of all documents, as a table")
        self.strip = JobStrip("map", "Map")
        self.area = self._choice(AREAS, "mapArea", "What areas say", AREA_MEANING)
        self.colour = self._choice(COLOURINGS, "mapColour", "What colours say", COLOUR_MEANING)
        self.near = switch("Near misses", "mapNear", "Near misses between clusters", "link", NEAR_MEANING)
        self.nearer = self._button("+", "mapNearer", "Zoom in (+)", "plus")
        self.farther = self._button("−", "mapFarther", "Zoom out (−)", "minus")
        self.whole = self._button("All", "mapWhole", "Show all of the map (0)", "square")
        self.as_table = switch("Table", "mapAsTable", "Map: show as a table", "table")
        self.info = self._button("How to read it", "mapInfo", "How to read the map", "info")
        self.copy = self._button("Copy", "mapCopy", "Map: copy", "copy")
        self._lay_out()
        self.area.currentIndexChanged.connect(self.changed)
        self.colour.currentIndexChanged.connect(self.changed)
        self.near.toggled.connect(self.changed)
        self.nearer.clicked.connect(lambda: self.plot.zoom(1.5))
        self.farther.clicked.connect(lambda: self.plot.zoom(1 / 1.5))
        self.whole.clicked.connect(self.plot.fit)
        self.as_table.toggled.connect(self._on_twin)
        self.copy.clicked.connect(lambda: self.plot.menu_of_plot().popup(below(self.copy)))
        self.info.clicked.connect(lambda: say_below(self.info))

    def explain(self, words: str) -> None:
        """How the map is to be read, at the press of a button: a low window has no room for all of it below the map."""
        hint(self.info, words)

    def _on_twin(self, on: bool) -> None:
        self._stack.setCurrentIndex(1 if on else 0)
        for button in (self.nearer, self.farther, self.whole, self.near, self.colour):
            button.setEnabled(not on)

    @staticmethod
    def _choice(choices: dict[str, str], name: str, accessible: str, meaning: str) -> ChoiceField:
        made = named(ChoiceField(), name, accessible, meaning)
        made.fill(choices.items())
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        return made

    @staticmethod
    def _button(text: str, name: str, accessible: str, icon: str) -> QToolButton:
        return tool_button(text, name, accessible, icon, only_icon=True)

    def _lay_out(self) -> None:
        heading = ViewHeading()
        row = metrics.spaced(HeadingRow(heading), metrics.GAP, (12, 4, 8, 4))
        for text, field in (("Area", self.area), ("Colour", self.colour)):
            row.addWidget(caption_of(field, text, "muted"))
            row.addWidget(field)
        row.addWidget(self.near)
        row.addStretch(1)
        for button in (self.farther, self.nearer, self.whole, self.info, self.as_table, self.copy):
            row.addWidget(button)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.plot)
        self._stack.addWidget(self.view)
        filled = QWidget()
        column = metrics.spaced(QVBoxLayout(filled))
        column.addWidget(heading)
        self.strip.setContentsMargins(12, 0, 8, metrics.HAIR)
        column.addWidget(self.strip)
        column.addWidget(self._stack, 1)
        self.fill(filled, first=self.plot)
