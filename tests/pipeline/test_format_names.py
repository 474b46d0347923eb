"""Every format has a name that a person knows."""

from __future__ import annotations

import re

from simexplorer.documents.formats import MEDIA_TYPES, PDF
from simexplorer.pipeline.format_names import _NAMES, format_name


def test_no_format_is_called_by_its_media_type() -> None:
    names = {media_type: format_name(media_type) for media_type in MEDIA_TYPES}
    assert names[PDF] == "PDF"
    assert names["text/html"] == "HTML"
    assert [name for name in names.values() if not re.fullmatch(r"[A-Za-z+# -]{1,20}", name)] == []


def test_names_are_given_to_formats_that_are_known() -> None:
    assert {*_NAMES} - {*MEDIA_TYPES} == {""}


def test_one_file_is_told_in_the_singular() -> None:
    assert format_name("application/mbox", 1) == "mailbox"
    assert format_name("application/mbox", 2) == "mailboxes"
    assert format_name("text/csv", 1) == "CSV"
