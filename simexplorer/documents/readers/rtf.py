"""Rich Text Format to text."""

from __future__ import annotations

import re

from simexplorer.documents.decode import to_utf8
from simexplorer.documents.extracted import Refusal

_CELL_END = re.compile(rb"\\(?:nest)?cell(?![a-z])")


def rtf_text(content: bytes) -> bytes:
    """The text of an RTF file in UTF-8, a tab between the cells of a table."""
    from striprtf.striprtf import rtf_to_text

    # the library draws a bar between cells, which no other format has
    source = _CELL_END.sub(rb"\\tab", content).decode("latin-1")
    try:
        text: str = rtf_to_text(source, errors="replace")  # type: ignore[no-untyped-call]
    except (ValueError, LookupError, OverflowError) as error:
        raise Refusal("damaged: its escapes make no text") from error
    return to_utf8(text)
