"""What several processes send of the parts of one file, taken turn by turn: its members in the file's order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simexplorer.documents import wire
from simexplorer.documents.extracted import Extracted
from simexplorer.documents.workers import Lease


def gathered(
    leases: Sequence[Lease], keep: Callable[[dict[str, Any], bytes], None], check: Callable[[], None]
) -> Extracted:
    """The document itself: the first part's, or what the first one with a reason says; WorkerDied if a process dies.

    leases : of processes that were each given their part of the file; ``keep`` takes members, as they are packed
    """
    documents: dict[int, Extracted] = {}
    while len(documents) < len(leases):
        for part, lease in enumerate(leases):
            kind = wire.TURN if part in documents else wire.MEMBERS
            while kind == wire.MEMBERS:
                kind, meta, payload = lease.worker().receive(check)
                if kind == wire.MEMBERS:
                    keep(meta, payload)
                elif kind == wire.DOCUMENTS:
                    (documents[part],) = wire.unpack_documents(meta, payload)
    ends = [documents[part] for part in range(len(leases))]
    return next((end for end in ends if end.reason), ends[0])
