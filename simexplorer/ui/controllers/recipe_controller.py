"""The recipe as a thing to hand on: copied as a command line, saved and opened as JSON."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from simexplorer.documents.listing import shown_path
from simexplorer.pipeline.command_line import command_line
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.recipe_file import read_recipe, recipe_text
from simexplorer.ui.controllers.work_queue import WorkQueue
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.save_dialog import ask_where_to_save
from simexplorer.ui.jobs import Job, sentence_of

FILES = "Recipes (*.json)"
_END = 2.0  # seconds that the window waits for what is written when it closes


class RecipeController(QObject):
    """Three actions of the menu Analysis."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._bench = workbench
        self.jobs = workbench.jobs("recipe")
        self._queue = WorkQueue(self.jobs, self)  # every recipe is written, also one that waits when the window closes
        workbench.enders.append(lambda: self._queue.finish(_END))
        menus = workbench.menus
        self.copy = menus.add("analysis", "Copy as command line", self.copy_command, "Ctrl+Shift+K", group="recipe")
        menus.add("analysis", "Save the recipe…", self.ask_where_to_save, group="recipe")
        menus.add("analysis", "Open a recipe…", self.ask_for_recipe, group="recipe")

    def recipe(self) -> Recipe:
        """The recipe of the result on screen; before a run, that of the fields."""
        result = self._bench.session.result
        return result.recipe if result is not None else self._bench.run.recipe

    def copy_command(self) -> None:
        """Put the command that repeats the run on the clipboard."""
        sources = self._bench.session.sources or (b"FOLDER",)
        QGuiApplication.clipboard().setText(command_line(self.recipe(), sources))
        self._bench.status.note("The command that repeats this run is on the clipboard.")

    def ask_where_to_save(self) -> None:
        """Let the person choose where the recipe goes."""
        proposed = str(Path.home() / "recipe.json")
        chosen = ask_where_to_save(self._bench.window, "Save the recipe", proposed, FILES, ".json")
        if chosen:
            self.save(os.fsencode(chosen))

    def save(self, path: bytes) -> None:
        """Write the recipe as JSON."""
        self._bench.message.withdraw(self)
        content = recipe_text(self.recipe()).encode()

        def write(_job: Job) -> str:
            from simexplorer.reports.writing import write_whole

            def fill(file: IO[bytes]) -> None:
                file.write(content)

            write_whole(path, fill)
            return f"Written: {shown_path(path)}"

        self._queue.add(write, self._bench.status.note, self._on_failed)

    def ask_for_recipe(self) -> None:
        """Let the person choose a recipe, or a JSON report that holds one."""
        chosen, _ = QFileDialog.getOpenFileName(self._bench.window, "Open a recipe", str(Path.home()), FILES)
        if chosen:
            self.open(os.fsencode(chosen))

    def open(self, path: bytes) -> None:
        """Put a recipe into all fields; it runs with the next press on Analyse."""
        self._bench.message.withdraw(self)
        self._queue.add(lambda _job: read_recipe(path), self._on_read, self._on_failed, kind="open")

    def _on_read(self, recipe: Recipe) -> None:
        self._bench.run.show_recipe(recipe)
        self._bench.tuning.heavy_changed.emit()
        self._bench.status.note("The recipe is in the fields. Analyse to run it.")

    def _on_failed(self, error: Exception) -> None:
        self._bench.message.say(sentence_of(error), self)
