"""One decision as it is kept: what was decided, about which texts or documents, in a form that outlives any run.

A text is named by its 128-bit hash; a document by that and a digest of its path, so that copies of one text can be
told apart. Nothing names a row, a threshold or a cluster: those change.
"""

from __future__ import annotations

import base64
import datetime as dt
import enum
import hashlib
import json
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.workspace.columns import MISREAD, DamagedError

Keys = NDArray[np.uint64]
SEPARATOR = "\x1e"  # between the names of one set and those of the next


class Mark(enum.IntEnum):
    """What is to become of a document."""

    NONE = 0
    KEEP = 1
    DUPLICATE = 2


class Kind(enum.StrEnum):
    """What an entry decides.

    MARK : ``values`` are the Marks of the documents in ``keys`` (m, 4)
    REVIEWED, APART : sets of texts in ``keys`` (m, 2), cut by ``offsets``; value 1 sets, 0 takes it back. Texts that
        stand apart are not duplicates of each other; ``text`` is what documents of each set were called.
    NOTE_DOCUMENT : ``text`` for the document in ``keys`` (1, 4); empty takes it back
    NOTE_PAIR, NOTE_CLUSTER : ``text`` for the set of texts in ``keys``
    PROTECT : ``folders`` are all the protected folders from now on, absolute
    """

    MARK = "mark"
    REVIEWED = "reviewed"
    APART = "apart"
    NOTE_DOCUMENT = "note-document"
    NOTE_PAIR = "note-pair"
    NOTE_CLUSTER = "note-cluster"
    PROTECT = "protect"


OF_DOCUMENTS = (Kind.MARK, Kind.NOTE_DOCUMENT)


def no_keys() -> Keys:
    """An empty table of the keys of texts."""
    return np.empty((0, 2), np.uint64)


class Entry(Struct, frozen=True, kw_only=True):
    """One step that undo takes back.

    words : what was done, for the list of steps; at : when, ISO 8601 in UTC
    keys : (m, 4) text hash and path digest, or (m, 2) text hash; sorted inside each set
    offsets : (s + 1,) int64, set ``i`` is ``keys[offsets[i]:offsets[i + 1]]``; values : (m,) or (s,) uint8
    """

    kind: Kind
    words: str
    at: str
    keys: Keys
    offsets: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))
    values: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, np.uint8))
    text: str = ""
    folders: tuple[bytes, ...] = ()

    @property
    def sets(self) -> int:
        """Number of sets of texts."""
        return self.offsets.size - 1

    def set_keys(self, number: int) -> Keys:
        """The texts of one set."""
        return self.keys[self.offsets[number] : self.offsets[number + 1]]

    def encoded(self) -> tuple[bytes, bytes]:
        """(body, data) for the file: a JSON object, and the numbers as little-endian bytes."""
        body = {
            "kind": self.kind.value,
            "words": self.words,
            "at": self.at,
            "text": self.text,
            "folders": [base64.b64encode(folder).decode("ascii") for folder in self.folders],
            "shape": [*self.keys.shape, self.offsets.size, self.values.size],
        }
        data = self.keys.astype("<u8").tobytes() + self.offsets.astype("<i8").tobytes() + self.values.tobytes()
        return json.dumps(body).encode(), data

    @classmethod
    def decoded(cls, body: bytes, data: bytes) -> Entry:
        """What ``encoded`` wrote; DamagedError for anything else."""
        try:
            told: dict[str, Any] = json.loads(body)
            m, width, ends, count = (int(number) for number in told["shape"])
            if min(m, width, ends - 1, count) < 0 or len(data) != 8 * (m * width + ends) + count:
                raise ValueError("lengths")
            numbers = np.frombuffer(data, "<u8", m * width).reshape(m, width)
            entry = cls(
                kind=Kind(told["kind"]),
                words=str(told["words"]),
                at=str(told["at"]),
                keys=numbers.astype(np.uint64),
                offsets=np.frombuffer(data, "<i8", ends, 8 * m * width).astype(np.int64),
                values=np.frombuffer(data, np.uint8, count, 8 * (m * width + ends)),
                text=str(told["text"]),
                folders=tuple(base64.b64decode(folder, validate=True) for folder in told["folders"]),
            )
        except MISREAD as error:
            raise DamagedError("A decision cannot be read.") from error
        entry.require_sound()
        return entry

    def require_sound(self) -> None:
        """DamagedError unless the arrays fit each other."""
        if self.kind in OF_DOCUMENTS:
            width, values = 4, self.keys.shape[0] if self.kind == Kind.MARK else 0
            sound = self.offsets.size == 1
        else:
            width, values = 2, self.sets if self.kind in (Kind.REVIEWED, Kind.APART) else 0
            ends_well = self.offsets[0] == 0 and self.offsets[-1] == self.keys.shape[0]
            sound = bool(ends_well and np.all(np.diff(self.offsets) >= 0))
        most = max(Mark) if self.kind == Kind.MARK else 1
        sound = sound and int(self.values.max(initial=0)) <= most
        if not sound or self.keys.shape[1] != width or self.values.size != values:
            raise DamagedError("A decision's numbers do not fit each other.")


def path_digest(path: bytes) -> bytes:
    """16 bytes that stand for a document's path as listed."""
    return hashlib.blake2b(path, digest_size=16).digest()


def now() -> str:
    """The present time in UTC, ISO 8601."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
