"""What all pages of the lab do: compute in a thread what their fields say, and draw it step by step.

How to write a page
-------------------
1. The numbers come from a module in ``simexplorer.lab`` (no Qt): frozen structs of arrays, made by the very
   functions the program uses. Import it inside the function that ``work`` returns, which runs in a job's thread:
   kernels are never loaded or compiled on the main thread, and the page opens at once.
2. Subclass ``LabPage[R]`` in ``ui/lab/<name>_page.py``; R is that struct. Set ``name``, ``title``, ``explanation``
   (HTML of our own words), ``formula`` (``ui/lab/formula.py``), ``source``; ``examples`` are the worked examples to
   choose from, ``own_texts`` says how many selected documents the page can use (0: none, it ignores them);
   ``uses_collection`` says that it shows figures of the run; ``seeded`` and ``stepped`` show the seed and the
   player; ``symbols`` are the page's words for parameters that a failure names. Widgets are called ``lab…_<name>``.
3. ``build`` makes the widgets: ``add_field`` puts one into the row of controls, ``add_section``, ``add`` and
   ``add_row`` put figures on the page: ``GridView``, ``CurvePlot``, ``Facts``, or an own painter with ``tints``.
   A field that changes the numbers calls ``recompute``, one that changes only what is drawn calls ``redraw``.
   ``whole_field``, ``choice_field`` make fields that compute anew; ``choose`` sets those that go with an example.
   What was changed of them stays when another run makes the page anew; ``changed_beside`` tells of what is no field.
4. ``work`` reads the widgets and returns a function of the job's progress that returns R; of several only the latest
   counts. ``show_result`` gets R on the main thread (also kept as ``result``) and tells the player how many steps
   there are: ``self.player.set_steps(last)``. ``show_step`` draws one step, also after ``redraw``. A page without
   steps draws in ``show_step(0)`` all the same. ``twins`` gives what is on screen as tables.
5. Add a line to ``PAGES`` in ``page_list.py`` and a test under ``tests/ui/lab``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Signal

from simexplorer.lab.material import LabMaterial
from simexplorer.pipeline.progress import Progress, ProgressState
from simexplorer.ui.jobs import Job, JobRunner, sentence_of
from simexplorer.ui.lab.field_meanings import explain_fields
from simexplorer.ui.lab.kept_fields import KeptFields, put_back, values_of
from simexplorer.ui.lab.long_texts import left_out_words
from simexplorer.ui.lab.page_frame import PageFrame
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

R = TypeVar("R")

_LONG = 5.0  # seconds after which a page says how long it may take
_PATIENT = "; it takes half a minute, and longer while much else runs"
_PATIENCE = 250  # milliseconds until a page says that it computes


class LabPage(PageFrame, Generic[R]):
    """Base of every page; see the module's text."""

    page_wanted = Signal(str)  # another page, by its name

    def __init__(self, material: LabMaterial, kept: KeptFields | None = None) -> None:
        """kept : what a person changed on the page before this one"""
        super().__init__(material)
        self.result: R | None = None
        self._begins: dict[str, Any] = {}  # what fields said before a person changed them
        self._stood = (0, 0)  # the step of the page before this one, and its last
        self._setting, self._computing = True, False
        self.jobs = JobRunner(f"lab-{self.name}", self).hand_to(self._on_succeeded, self._on_failed)
        self._patience = after_pause(self, _PATIENCE, self._on_patience)
        self.switch.toggled.connect(self._on_switch)
        self.example.currentIndexChanged.connect(self._on_example)
        self.build()
        explain_fields(self)
        self._choose()
        if kept is not None:
            self._keep(kept)
        self._setting = False
        self.fill_up()
        self.player.moved.connect(self._on_moved)
        self.jobs.ended.connect(self._on_ended)
        self.jobs.progressed.connect(self._on_progressed)
        self.recompute()

    # what a page says ------------------------------------------------------------------------------------------------
    def build(self) -> None:
        """Make fields and figures."""
        raise NotImplementedError

    def choose(self) -> None:
        """An example or the person's documents were chosen: set the fields that go with it; called after ``build``."""

    def work(self) -> Callable[[Progress], R]:
        """What is to be computed, with the present fields; the function runs in a thread.

        One that takes longer than a moment asks ``progress.check()`` now and then: the page may be closed meanwhile.
        """
        raise NotImplementedError

    def show_result(self, result: R) -> None:
        """A new result is there: say how many steps it has."""
        raise NotImplementedError

    def show_step(self, result: R, step: int) -> None:
        """Draw a result at this step."""
        raise NotImplementedError

    def twins(self, result: R) -> Sequence[Twin]:
        """What is on screen of a result, as tables."""
        raise NotImplementedError

    def changed_beside(self) -> Any:
        """What a person changed on the page that is no field, for ``change_beside`` of one made anew."""

    def change_beside(self, changed: Any) -> None:
        """Take over what ``changed_beside`` told; the fields are put back already."""

    # what a page uses ------------------------------------------------------------------------------------------------
    def recompute(self) -> None:
        """Compute anew with the present fields; what goes on is stopped where it asks, the latest wish waits."""
        if self._setting:
            return
        if self._computing:  # not while kernels are compiled, which every wish needs
            self.jobs.stop()
        compute = self.work()
        self.limit.setVisible(any(len(text.text) > self.most_shingles > 0 for text in self.own))
        self.left_out.setText(left_out_words(self.cutting) if self.leaves_out else "")
        self.left_out.setVisible(bool(self.left_out.text()))

        def run(job: Job) -> R:
            from simexplorer.lab.warming import ensure_lab_kernels

            ensure_lab_kernels(job.progress)
            self._computing = True
            return compute(job.progress)

        self.problem.hide()
        self._computing = False
        self.jobs.start_after(run)
        self._patience.start()

    def redraw(self) -> None:
        """Draw the present step anew."""
        self._on_moved(self.player.step)

    def kept(self) -> KeptFields:
        """What a person changed."""
        now = values_of(self)
        changed = {name: (began, now[name]) for name, began in self._begins.items() if now[name] != began}
        step = self._stood if self.result is None else (self.player.step, self.player.last)
        return KeptFields(self.example.currentData(), changed, self.switch.isChecked(), step, self.changed_beside())

    # what happens ----------------------------------------------------------------------------------------------------
    def _choose(self) -> None:
        """A field that it leaves alone still begins with what it did."""
        before = values_of(self) if self._begins else {}
        self.choose()
        self._begins.update({name: value for name, value in values_of(self).items() if before.get(name) != value})

    def _keep(self, kept: KeptFields) -> None:
        """Fields that show something else of the new run show that."""
        place = self.example.findData(kept.example)
        if place not in (-1, self.example.currentIndex()):
            self.example.setCurrentIndex(place)
            self._choose()
        put_back(self, self._begins, kept.changed)
        self.change_beside(kept.beside)
        self.switch.setChecked(kept.as_table)
        self._stood = kept.step

    def _on_example(self) -> None:
        if self._setting:  # a page that sets its first example while it is made
            return
        self._setting = True
        self._choose()
        self._setting = False
        self.recompute()

    def _on_succeeded(self, result: R) -> None:
        first, self.result = self.result is None, result
        self.problem.hide()  # that of a wish which a later one did not wait for
        self.show_result(result)
        if first:
            step, last = self._stood
            if last and last == self.player.last:
                self.player.go_to(step)
            self._on_switch(self.switch.isChecked())

    def _on_moved(self, step: int) -> None:
        if self.result is None:
            return
        self.show_step(self.result, step)
        if not self.tables.isHidden():
            self.tables.show_twins(self.twins(self.result))

    def _on_failed(self, error: Exception) -> None:
        before = "" if self.result is None else " What is shown below is still that of the values before."
        symbols = dict(self.symbols)
        sentence = re.sub(r"\w+", lambda word: symbols.get(word[0], word[0]), sentence_of(error))
        self.problem.setText(f"{sentence}{before}")
        self.problem.show()

    def _on_ended(self) -> None:
        self._patience.stop()
        self.state.say("")

    def _on_patience(self) -> None:
        self.state.say("Computing …" if self.jobs.running else "")

    def _on_progressed(self, state: ProgressState) -> None:
        if not state.stage or not self.jobs.running:
            return
        so_far = numbers.seconds(state.elapsed_seconds)
        long = state.elapsed_seconds > _LONG
        stage, beside, remark = state.stage.partition(" (")  # which may be cut beside a long title, so it comes last
        self.state.say(f"{stage} … {so_far} so far{beside}{remark}{_PATIENT if long else ''}")

    def _on_switch(self, as_table: bool) -> None:
        if as_table and self.result is not None:
            self.tables.show_twins(self.twins(self.result))
        self.figures.setVisible(self.result is not None and not as_table)
        self.tables.setVisible(as_table)

    def shut_down(self) -> None:
        """Stop the thread and whatever plays."""
        self.player.pause()
        self._patience.stop()
        self.jobs.close()
