"""What several processes send of the parts of one file, taken turn by turn: its members in the file's order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simexplorer.documents import wire
from simexplorer.documents.extracted import Extracted
from simexplorer.documents.resuming import Resumption


def gathered(
    parts: int,
    answer: Callable[[int], tuple[int, dict[str, Any], bytes]],
    keep: Callable[[dict[str, Any], bytes], None],
    resumption: Resumption,
) -> Extracted:
    """The document itself: the first part's, or what the first one with a reason says.

    answer : the next answer about a part of the file; ``keep`` takes members, as they are packed
    resumption : of the file; once it is given up, the part that answers is the last one to be read
    """
    documents: dict[int, Extracted] = {}
    while len(documents) < parts:
        for part in range(parts):
            kind = wire.TURN if part in documents else wire.MEMBERS
            while kind == wire.MEMBERS:
                kind, meta, payload = answer(part)
                if kind == wire.MEMBERS:
                    keep(meta, payload)
                elif kind == wire.DOCUMENTS:
                    (documents[part],) = wire.unpack_documents(meta, payload)
                    if resumption.given_up:
                        return documents[part]
    ends = [documents[part] for part in range(parts)]
    return next((end for end in ends if end.reason), ends[0])
