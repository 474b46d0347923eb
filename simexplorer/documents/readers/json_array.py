"""JSON of one array to the lines that JSON Lines would have of its values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from simexplorer.documents.extracted import Job
from simexplorer.documents.readers.table_text import TableText

_BETWEEN = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")
_LONGEST_DAMAGE = 1000  # characters of what is no JSON


class ArrayText(TableText):
    """The values of an array as lines; unlike those of other tables they are held as a whole.

    damage : what is amiss with the array, in words, once its values were gone through
    """

    def __init__(self, stream: BinaryIO, job: Job) -> None:
        super().__init__(stream, job, "\n")
        self._whole = "".join(super().lines())
        self._text.detach()  # or the stream would be closed with it
        self.damage = ""

    def lines(self) -> Iterator[str]:
        """The spelling of one value after the other; it ends with the first that is no JSON."""
        text, decoder = self._whole, json.JSONDecoder(parse_int=str, parse_float=str)  # numbers of any length
        place = text.index("[") + 1
        while True:
            place = _end_of_blanks(text, place)
            if text.startswith("]", place):
                self.damage = "what follows the end of its array was left out" if text[place + 1 :].strip() else ""
                return
            if place == len(text):
                self.damage = "damaged: its array does not end"
                return
            try:
                end = decoder.raw_decode(text, place)[1]
            except (ValueError, RecursionError):
                self.damage = "damaged: what follows one of its rows is not JSON"
                yield text[place : place + _LONGEST_DAMAGE]
                return
            yield text[place:end]
            place = end


def _end_of_blanks(text: str, place: int) -> int:
    found = _BETWEEN.match(text, place)
    return place if found is None else found.end()
