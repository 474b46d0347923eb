"""Files that something is to be said of: which kind, why, and what can be done about them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton

from simexplorer.ui.models.problems_table import KIND_MEANINGS, KINDS, ProblemRows, ProblemsTable
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.naming import named, tool_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.letters import limit_width

_LONGEST = 64  # characters of a reason in the list of reasons
_MOST_REASONS = 100


class ProblemsPanel(ListPage):
    """The list of problems, narrowed by kind and reason, with what can be done about the selected ones."""

    narrowed = Signal()  # another kind or reason was chosen
    act_requested = Signal(str)  # "open", "show", "retry" or "encoding", for the selected rows

    def __init__(self) -> None:
        self.model = ProblemsTable()
        view = painted_list(
            self.model, "problemsView", "Files that were not read completely, or with a guessed encoding"
        )
        super().__init__(view, "circle-check")
        self.kind = _choice("problemKindCombo", "Kind of problem", "\n".join(KIND_MEANINGS))
        self.reason = _choice("problemReasonCombo", "Reason", "Only files with this reason.")
        self.buttons = self._make_buttons()
        self._add_filters()
        # the kinds say how many there are, and of what
        self._summary.hide()
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.reason.currentIndexChanged.connect(self.narrowed)
        view.selectionModel().selectionChanged.connect(self._enable)
        self._rows: ProblemRows | None = None
        self._enable()

    def show_choices(self, rows: ProblemRows) -> None:
        """The kinds and reasons that there are, with counts; what was chosen stays chosen where it still is there."""
        self._rows = rows
        counts = rows.counts()
        entries = [("", f"All · {numbers.count(rows.rows.size)}")]
        entries += [(str(n), f"{name} · {numbers.count(int(counts[n]))}") for n, name in enumerate(KINDS) if counts[n]]
        self.kind.fill(entries, self.kind.value())
        self._fill_reasons()

    def chosen(self) -> tuple[int | None, int | None]:
        """(kind, reason) that are wanted, None for all."""
        kind, reason = self.kind.value(), self.reason.value()
        number = next((n for n, _ in self._reasons() if self._word(n) == reason), None) if reason else None
        return (int(kind) if kind.isdigit() else None), number

    def clear_choices(self) -> None:
        """All kinds, all reasons."""
        self.kind.setCurrentIndex(0)
        self.reason.setCurrentIndex(0)

    def documents(self) -> list[int]:
        """Rows of the selected documents."""
        rows: list[int] = self.model.documents_of_all(np.array(self.view.chosen_entries(), np.int64)).tolist()
        return rows

    def _reasons(self) -> list[tuple[int, int]]:
        kind = self.kind.value()
        return [] if self._rows is None else self._rows.reasons_of(int(kind) if kind.isdigit() else None)

    def _word(self, number: int) -> str:
        return "" if self._rows is None else self._rows.reasons[number] or "no reason given"

    def _fill_reasons(self) -> None:
        entries = [("", "Any reason")]
        for number, count in self._reasons()[:_MOST_REASONS]:
            word = self._word(number)
            short = word if len(word) <= _LONGEST else f"{word[: _LONGEST - 1]}…"
            entries.append((word, f"{short} · {numbers.count(count)}"))
        self.reason.fill(entries, self.reason.value())

    def _on_kind(self) -> None:
        self._fill_reasons()
        self.narrowed.emit()

    def _enable(self) -> None:
        some = self.view.selectionModel().hasSelection()
        for button in self.buttons.values():
            button.setEnabled(some)

    def _make_buttons(self) -> dict[str, QToolButton]:
        made = {}
        for name, text, icon, hint in (
            ("open", "Open", "external-link", "Open the selected file in its program"),
            ("show", "Show in folder", "folder-search", "Show the selected file in its folder"),
            ("retry", "Retry", "refresh-cw", "Read the selected files again"),
            ("encoding", "Encoding…", "file-text", "Read the selected files in another encoding"),
        ):
            button = tool_button(text, f"{name}ProblemButton", hint, icon, only_icon=name in ("open", "show"))
            button.clicked.connect(lambda _checked=False, name=name: self.act_requested.emit(name))
            made[name] = button
        return made

    def _add_filters(self) -> None:
        row = self.heading_row
        row.insertWidget(0, self.kind, 2)
        row.insertWidget(1, self.reason, 3)
        row.addStretch(1)
        for button in self.buttons.values():
            row.addWidget(button)


def _choice(name: str, accessible: str, hint: str) -> ChoiceField:
    made = named(ChoiceField(), name, accessible, hint)
    made.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(12)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    limit_width(made, 280)
    made.addItem("All", "")
    return made
