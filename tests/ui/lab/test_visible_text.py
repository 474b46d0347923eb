"""What cannot be seen becomes a sign, one for one."""

from __future__ import annotations

from simexplorer.ui.lab.visible_text import visible


def test_every_character_stays_one_character() -> None:
    text = "".join(map(chr, range(0x3000)))
    assert len(visible(text)) == len(text)


def test_controls_blanks_and_marks_of_direction_are_seen() -> None:
    assert visible("a b\n\t\0\u202ec") == "a␣b⏎⇥␀•c"
    assert visible("a b", blanks=False) == "a b"
    assert visible("né漢字🐍") == "né漢字🐍"
