"""Why a document is compared with none, said in the same words wherever it is asked for."""

from __future__ import annotations

from simexplorer.documents.listing import Status
from simexplorer.pipeline.result import Result

_SAYS_ITSELF = ("no text", "not text")  # reasons that begin so tell that there was nothing to read


def why_not_compared(result: Result, row: int, name: str = "") -> str:
    """A clause about the document of this name, ``photo.jpg was not read (not text: a JPEG picture)``.

    Empty where it is compared. Without a name it is called the file.
    """
    if result.shingles[row]:
        return ""
    documents, called = result.documents, name or "the file"
    status, reason = documents.status[row], documents.reason_of(row)
    if status == Status.PENDING:
        return f"{called} was not read yet"
    if status == Status.SKIPPED:
        return f"{called} was not read" + (f" ({reason})" if reason else "")
    if status == Status.READ and documents.characters[row]:
        return f"nothing of {called} is left to compare under these settings"
    return f"there is no text in {called}" + (f" ({reason})" if reason and reason.startswith(_SAYS_ITSELF) else "")


def nothing_in(result: Result, row: int) -> str:
    """Why there is nothing to be seen of a document, to stand beside its path."""
    documents = result.documents
    reason, skipped = documents.reason_of(row), documents.status[row] == Status.SKIPPED
    if reason is None:
        return "not read" if skipped else "no text in it"
    if ": " in reason or reason.startswith(_SAYS_ITSELF):  # "damaged: the archive is incomplete"
        return reason
    return f"{'not read' if skipped else 'no text'}: {reason}"
