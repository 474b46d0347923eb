from __future__ import annotations

from collections.abc import Iterator

import pytest
from lxml import etree

from simexplorer.documents.extracted import BrokenXml
from simexplorer.documents.readers.xml_parts import elements


def test_want_of_memory_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> Iterator[object]:
        yield "end", etree.Element("b")
        raise etree.XMLSyntaxError("unknown error", etree.ErrorTypes.ERR_NO_MEMORY, 0, 0)

    with pytest.raises(BrokenXml, match="its XML cannot be read"):
        list(elements(b"<a><b></a>", "b"))
    monkeypatch.setattr(etree, "iterparse", greedy)
    with pytest.raises(MemoryError):
        list(elements(b"<a><b/></a>", "b"))
