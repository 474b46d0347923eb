"""What several views say while they are empty: the same words, and the same press that helps."""

from __future__ import annotations

from simexplorer.ui.controllers.lacking import lacking, not_yet
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.panels.empty_state import Act, EmptyState


def say_lacking(empty: EmptyState, session: Session, least: int = 2) -> bool:
    """Say in an empty view what is lacking, if anything is."""
    lack = lacking(session, least)
    if lack is not None:
        empty.say(lack.title, lack.body)
    return lack is not None


def say_not_yet(empty: EmptyState, session: Session, analyse: Act, title: str, more: str = "") -> None:
    """Say in an empty view what comes before any result, with the button that brings one where that can be."""
    ready = bool(session.sources) and not session.running
    empty.say(title, f"{not_yet(session)} {more}".strip(), "Analyse" if ready else "", analyse)


def say_filtered_out(empty: EmptyState, clear: Act, title: str) -> None:
    """Say in an empty view that the filter leaves nothing of it."""
    empty.say(title, "Clear it to see all of them.", "Clear the filter", clear)
