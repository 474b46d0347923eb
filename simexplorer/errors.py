"""Every failure a person can expect, in one tree; each reads as a sentence that says what to do.

SimExplorerError
├── UsageError            an option or field is asked for that does not exist or cannot be understood
│   └── ParameterError    a parameter cannot work; ``field`` names it
├── InputError            a folder, file or recipe cannot be used
│   └── NotAtHandError    the documents that are asked about are not those that were read last
├── SchemeMismatchError   signatures of unlike scheme, seed or length
├── CapacityError         the answer would not fit; says how large it would be
├── ExportError           a report could not be written
├── WorkspaceError        a saved workspace cannot be opened or written
└── DecisionError         a decision would leave a cluster without a document, or cannot be made
Cancelled                 not an error: somebody asked to stop
"""

from __future__ import annotations

import errno

_NO_THREAD = "can't start new thread"  # Python's words
_NO_ROOM = ("failed to map segment", "cannot allocate memory")  # those of the system where a library finds no place


class SimExplorerError(Exception):
    """An expected failure whose text is shown to the person as it stands."""


class UsageError(SimExplorerError):
    """An option or a field of the recipe that does not exist or cannot be understood."""


_LONGEST = 60  # characters told of a value: one without a blank takes a line as wide as it is


class ParameterError(UsageError):
    """A parameter was given a value that cannot work; ``field`` marks the widget or option."""

    def __init__(self, field: str, value: object, rule: str) -> None:
        shown = f"{value:.12g}" if isinstance(value, float) else repr(value)  # 0.1 + 0.2 is 0.3 to a person
        if len(shown) > _LONGEST:
            shown = f"{shown[: _LONGEST // 2]}…{shown[-_LONGEST // 2 :]}"
        found = "it was not given" if value is None else f"got {shown}"
        super().__init__(f"{field} must be {rule}; {found}.")
        self.field = field
        self._value, self._rule = value, rule

    def called(self, name: str) -> ParameterError:
        """The same of a field that the person knows by another name."""
        return ParameterError(name, self._value, self._rule)


class InputError(SimExplorerError):
    """A folder, file or recipe that was named cannot be used."""


class NotAtHandError(InputError):
    """A run has begun to read others than the documents that are asked about."""

    def __init__(self) -> None:
        super().__init__("The documents are being read, or were not read to the end. Ask again when a run has ended.")


class SchemeMismatchError(SimExplorerError):
    """Signatures of unlike scheme, seed or length were put together."""


class CapacityError(SimExplorerError):
    """The answer would be larger than what was allowed for it."""


class ExportError(SimExplorerError):
    """A report could not be written; the old file is as it was."""


class WorkspaceError(SimExplorerError):
    """A saved workspace cannot be opened or written."""


class DecisionError(SimExplorerError):
    """A decision that must not or cannot be made; nothing was changed."""


def reason_of(error: BaseException) -> str:
    """Why something failed, as a clause: what the system says of it, else what the error says itself."""
    words = getattr(error, "strerror", None) or str(error)
    return words[:1].lower() + words[1:] if words else type(error).__name__


def lacks_memory(error: BaseException) -> bool:
    """Whether it says that there is not enough memory: for an array, a thread, a library, or what the system gives."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    if isinstance(error, ImportError):
        return any(words in str(error).lower() for words in _NO_ROOM)
    return isinstance(error, MemoryError) or str(error) == _NO_THREAD


class Cancelled(Exception):  # noqa: N818 - the word a reader expects; it is no error
    """Work ended because somebody asked it to."""
