"""The map of all documents: laid out in a thread when it is looked at, regrouped as the threshold moves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.progress import ProgressState
from simexplorer.ui.controllers.empty_views import say_lacking, say_not_yet
from simexplorer.ui.controllers.map_making import Details, Made, Wanted, alike, make_map, partner_of, same_documents
from simexplorer.ui.controllers.questions import QUIET_SECONDS
from simexplorer.ui.controllers.run_words import OF_BEFORE
from simexplorer.ui.controllers.words_in_plots import tell_words
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job

if TYPE_CHECKING:
    from simexplorer.ui.panels.map_panel import MapPanel
    from simexplorer.ui.plots.map_picture import MapPicture

_STEP = 1.2  # shapes of the room that share a layout: the next one has so many times its width
_LOOSE = 1.6  # steps that the room may change before all is laid out anew


class MapController(QObject):
    """Builds its view when it is first shown; draws only while it is in front."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._bench, self._session = workbench, workbench.session
        self.panel: MapPanel | None = None
        self._place = QWidget()
        QVBoxLayout(self._place).setContentsMargins(0, 0, 0, 0)
        self._made: Made | None = None
        self._details: Details | None = None
        self._asked: Wanted | None = None
        self._stopped = False
        self.jobs = workbench.jobs("map").hand_to(self._on_made, self._on_failed, self._on_stopped)
        self._pictures = workbench.jobs("map-picture").hand_to(self._on_picture, self._on_failed)
        self._listing = workbench.jobs("map-table").hand_to(self._on_details, self._on_failed)
        workbench.add_view("map", self._place)
        workbench.tabs.currentChanged.connect(self._look)
        workbench.session.show_with(self._look)
        workbench.session.running_changed.connect(self._look)
        workbench.session.sources_changed.connect(self._look)
        workbench.session.pairs_leaving.connect(self._on_leaving)
        workbench.filter.mask_changed.connect(self._look)
        workbench.theme.changed.connect(self._look)
        workbench.selection.changed.connect(self._show_selected)
        self.jobs.ended.connect(self._on_ended)
        self.jobs.progressed.connect(self._on_progressed)

    # building --------------------------------------------------------------------------------------------------------
    def _build(self) -> MapPanel:
        from simexplorer.ui.panels.map_panel import MapPanel

        panel = self.panel = MapPanel()
        layout = self._place.layout()
        assert layout is not None
        layout.addWidget(panel)
        self._place.setFocusProxy(panel)
        self._table = self._bench.table(panel.model)
        self._bench.selection.add(panel.view, self._table)
        self._bench.files.add(panel.view)
        self._bench.columns.add(panel.view)
        panel.changed.connect(self._on_changed)
        panel.as_table.toggled.connect(self._look)
        panel.strip.cancel_requested.connect(self._on_cancel)
        plot = panel.plot
        plot.figures_of = self._figures
        tell_words(plot, self._bench, self._document_at)
        plot.picture_wanted.connect(self._ask_picture)
        plot.resized.connect(self._look)
        plot.document_chosen.connect(self._on_chosen)
        plot.group_opened.connect(self._on_opened)
        return panel

    def _document_at(self, place: int) -> tuple[Paths, int] | None:
        scene = None if self.panel is None else self.panel.plot.scene
        return None if scene is None else (scene.result.documents.paths, int(scene.drawn.rows[place]))

    # looking ---------------------------------------------------------------------------------------------------------
    def _look(self) -> None:
        """Bring the map up to date if it is in front."""
        if self._session.result is None:
            self._forget()
        if self._bench.tabs.currentWidget() is not self._place:
            return
        panel = self.panel
        if panel is None:
            self._session.turns.add(self._begin)
            return
        result = self._session.result
        if result is None or self._session.growing:
            self._say()
            return
        room = panel.plot.room()
        shape = float(np.log(np.clip(room.width() / max(room.height(), 1.0), 0.2, 8.0)))
        aspect = float(_STEP ** np.rint(shape / np.log(_STEP)))
        if self._asked is not None and abs(shape - np.log(self._asked.aspect)) < _LOOSE * np.log(_STEP):
            aspect = self._asked.aspect  # a legend of another height moves no document
        wanted = Wanted(
            result,
            panel.area.value(),
            panel.colour.value(),
            aspect,
            self._bench.theme.colours.dark,
            self._bench.filter.mask(),
        )
        asked = self._asked
        # what was stopped is not taken up again because the room has changed
        if not (alike(wanted, asked) or (asked is not None and self._stopped and alike(wanted, asked, shape=False))):
            self._asked, self._stopped = wanted, False
            self._draw(wanted, at_once=asked is None or not same_documents(wanted, asked))
        self._say()

    def _begin(self) -> None:
        """Build the view, in a turn of its own."""
        self._build()
        self._session.turns.add(self._look)

    def _draw(self, wanted: Wanted, at_once: bool) -> None:
        """In the thread; ``at_once`` : what runs there is of no use any more."""
        assert self.panel is not None
        colours, made, plot = self._bench.theme.colours, self._made, self.panel.plot
        kept = made if made is not None and wanted.same_layout(made.scene.drawn, made.wanted.result) else None
        sight, ratio = (plot.sight if kept is not None else None), plot.devicePixelRatioF()
        room = plot.room()
        start = self.jobs.start if at_once else self.jobs.start_after
        start(lambda job: make_map(wanted, kept, sight, (room.width(), room.height(), ratio), colours, job))

    def _on_made(self, made: object) -> None:
        assert isinstance(made, Made)
        if self.panel is None or self._session.result is None:
            return
        self._made, self._details, self._stopped = made, None, False
        self.panel.plot.show_scene(made.scene, made.legend, self._reading(made))
        if made.picture is not None and made.picture.sight == self.panel.plot.sight:
            self.panel.plot.show_picture(made.picture)
        else:
            self._ask_picture()
        self._show_selected()
        self._ask_details()
        self._say()

    def _reading(self, made: Made) -> str:
        from simexplorer.ui.controllers.map_words import reading_of

        return reading_of(made.scene, made.legend, made.nearness)

    def _ask_picture(self) -> None:
        """The cells of what is in sight now."""
        made, panel = self._made, self.panel
        if made is None or panel is None or panel.plot.scene is None:
            return
        scene, tints, sight, ratio = made.scene, made.tints, panel.plot.sight, panel.plot.devicePixelRatioF()

        def paint(_job: Job) -> tuple[Made, MapPicture]:
            from simexplorer.ui.plots.map_picture import picture_of

            return made, picture_of(scene.cells, tints, sight, ratio)

        self._pictures.start_after(paint)

    def _on_picture(self, found: object) -> None:
        assert isinstance(found, tuple)
        made, picture = found
        if made is self._made and self.panel is not None:
            self.panel.plot.show_picture(picture)
            self._say()

    def _ask_details(self) -> None:
        """Table and near misses, once the threshold is let go."""
        made = self._made
        if made is None or (self._bench.run.drafted and not self._wants_details()):
            return
        scene = made.scene

        def list_all(_job: Job) -> Details:
            from simexplorer.pipeline.map_groups import bridges_on
            from simexplorer.ui.models.map_table import map_listed

            bridges = bridges_on(scene.drawn, scene.result)
            return Details(scene, map_listed(scene.drawn, scene.groups, scene.result, bridges), bridges)

        self._listing.start_after(list_all)

    def _wants_details(self) -> bool:
        return self.panel is not None and (self.panel.near.isChecked() or self.panel.as_table.isChecked())

    def _on_details(self, details: object) -> None:
        assert isinstance(details, Details)
        if self._made is None or details.scene is not self._made.scene or self.panel is None:
            return
        if self._session.result is None or details.scene.result.documents is not self._session.result.documents:
            return  # of other documents, which no filter fits any more: the map is about to be made anew
        self._details = details
        self._table.show(details.listing, self._bench.filter.mask())
        self._show_bridges()

    def _show_bridges(self) -> None:
        """Draw near misses, or no longer."""
        made, details, panel = self._made, self._details, self.panel
        if made is None or panel is None:
            return
        bridges = details.bridges if panel.near.isChecked() and details is not None else None
        shown = replace(made.scene, bridges=bridges)
        panel.plot.show_scene(shown, made.legend, self._reading(made))
        self._say()

    # what people do --------------------------------------------------------------------------------------------------
    def _on_changed(self) -> None:
        self._look()
        self._show_bridges()

    def _on_chosen(self, row: int, second: bool) -> None:
        """A member beside its representative, what is in no group beside its most similar partner, as the lists do."""
        result, made, selection = self._session.result, self._made, self._bench.selection
        there = () if made is None else selection.now(made.scene.result.documents.paths, (row,))
        if result is None or not there:
            return
        (row,), present = there, selection.documents
        if second and present and present[0] != row:
            selection.select((present[0], row))
            return
        partner = partner_of(result, row)
        selection.select((row,) if partner < 0 else (row, partner))

    def _on_opened(self, row: int) -> None:
        self._on_chosen(row, second=False)
        self._bench.views.show_view("clusters")

    def _draw_again(self) -> None:
        self._asked = None
        self._look()

    def _on_cancel(self) -> None:
        self._stopped = True
        self.jobs.stop()

    def _on_failed(self, error: Exception) -> None:
        self._on_stopped()
        raise error

    def _on_stopped(self) -> None:
        self._stopped = True
        self._say()

    def _on_progressed(self, state: ProgressState) -> None:
        if self.panel is not None and state.elapsed_seconds > QUIET_SECONDS:
            self.panel.strip.show_progress(state)

    def _on_ended(self) -> None:
        if self.panel is not None:
            self.panel.strip.hide()

    def _show_selected(self) -> None:
        if self.panel is not None and self._made is not None:
            paths = self._made.scene.result.documents.paths
            self.panel.plot.set_selected(self._bench.selection.among(paths))
            self._say()

    def _on_leaving(self) -> None:
        if self._made is not None and self._bench.tabs.currentWidget() is not self._place:
            self._forget()

    def _forget(self) -> None:
        """The documents are gone, or their pairs while nobody looks: the map is made anew when it is shown."""
        self._made = self._details = self._asked = None
        if self.panel is not None:
            from simexplorer.ui.plots.map_colours import MapLegend

            for jobs in (self.jobs, self._pictures, self._listing):
                jobs.cancel()
            self.panel.plot.show_scene(None, MapLegend(""), "")
            self._table.show(None, None)

    def _figures(self) -> Any:
        from simexplorer.ui.controllers.map_figures import figures_of
        from simexplorer.ui.plots.plot_copies import NO_FIGURES

        return NO_FIGURES if self._details is None else figures_of(self._details.listing)

    def _say(self) -> None:
        panel, made = self.panel, self._made
        if panel is None:
            return
        from simexplorer.ui.controllers.map_words import bridge_words, notice_of, summary_of

        current = made is not None and not self._session.growing and self._session.result is not None
        nothing = made is not None and not len(made.scene.drawn)
        filled = current and not nothing and not self._stopped
        drawing = self.jobs.running and self._session.result is not None and not self._session.growing
        panel.show_filled(filled or drawing)  # while it is drawn, how far it is and Cancel stand above
        if not filled:
            self._say_why(panel, nothing)
        if filled and made is not None:
            plot = panel.plot
            found = None if plot.scene is None else plot.scene.bridges
            near = bridge_words(made.scene.result.recipe, found, plot.bridges, bool(plot.selected))
            before = OF_BEFORE if self._session.shows_before else ""
            notice = " · ".join(filter(None, (before, notice_of(made.scene, plot.picture, near))))
            summary = summary_of(made.scene)
            panel.plot.sum_up(summary, notice)
            panel.explain(". ".join(filter(None, (summary, notice, self._reading(made)))))
            panel.plot.setAccessibleDescription(f"{summary}. {notice}. {self._reading(made)}")

    def _say_why(self, panel: MapPanel, nothing: bool) -> None:
        """What stands in place of the map; ``nothing`` : no document has an area."""
        empty, session, title = panel.empty, self._session, "A map of all documents appears here"
        if session.running:
            empty.say(title, "It is drawn when the run has ended.")
        elif session.result is None:
            say_not_yet(empty, session, self._bench.bar.analyse.click, title)
        elif self._stopped:
            empty.say("The map was stopped", "Nothing of the result is lost.", "Draw the map", self._draw_again)
        elif not len(session.result.documents):
            say_lacking(empty, session)
        elif nothing:
            words = "No document repeats another at this threshold. Choose another area."
            empty.say("Nothing has an area", words, "All documents", partial(panel.area.set_value, "documents"))
        else:
            empty.say(title, "It is being laid out.")
