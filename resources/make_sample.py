#!/usr/bin/env python3
"""Write the derived documents of the sample collection beside their originals, and what is known about them.

The originals in ``sample/`` are written by hand. This makes, from them and always the same way: later versions,
shuffled and re-wrapped copies, quotes, web pages, other encodings, identical twins, form letters and catalogue cards,
an empty, a blank and a binary file. ``sample_truth.json`` lists which of them belong together and why.

Run it again after a change to an original: ``python resources/make_sample.py [FOLDER]``.
"""

from __future__ import annotations

import html
import json
import re
import struct
import sys
import textwrap
import zlib
from pathlib import Path

HERE = Path(__file__).parent
ORIGINALS = HERE / "sample"

# derived document: original, kind of kinship, words to exchange
VERSIONS: dict[str, tuple[str, dict[str, str]]] = {
    "guides/lighthouse-2019.md": (
        "guides/lighthouse.md",
        {"thirty-one metres": "31 m", "every day but Monday": "daily", "ten to five": "eleven to four", "water": "tea"},
    ),
    "guides/net-loft-revised.md": (
        "guides/net-loft.md",
        {"six hundred litres": "about 600 litres", "Thursdays": "Fridays", "barrels": "kegs"},
    ),
    "recipes/rye-bread-double.txt": (
        "recipes/rye-bread.txt",
        {"500 g": "1000 g", "600 ml": "1200 ml", "100 g of": "200 g of", "20 g": "40 g", "two tins": "four tins"},
    ),
    "recipes/fish-soup-without-mussels.txt": (
        "recipes/fish-soup.txt",
        {", a handful of mussels,": "", " The mussels go in last. When they open, the soup is done.": ""},
    ),
    "letters/loan-request-draft.txt": (
        "letters/loan-request.txt",
        {"Henrike Vall\n": "H. V.\n", "With kind regards": "Regards", "in March": "in spring"},
    ),
    "letters/loan-request-draft-2.txt": (
        "letters/loan-request.txt",
        {"18 to 20": "17 to 21", "Ms Okafor": "Ngozi Okafor", "the end of January": "Easter"},
    ),
    "poems/tide-first-draft.txt": ("poems/tide.txt", {"a bicycle": "a kettle", "second one": "third one"}),
    "tools/tide-old.js": (
        "tools/tide.js",
        {"1.42": "1.38", "MEAN_LEVEL": "MIDDLE", "six minutes": "a tenth of an hour"},
    ),
    "translations/phare.fr.v2.txt": (
        "translations/phare.fr.txt",
        {"fut bâtie": "a été construite", "par nuit claire": "par temps clair"},
    ),
    "minutes/2024-02.txt": ("minutes/2024-01.txt", {"9 January": "13 February", "812": "776", "240": "198"}),
    "minutes/2024-03.txt": ("minutes/2024-01.txt", {"9 January": "12 March", "812": "1,043", "1,930": "2,610"}),
    "minutes/2024-04.txt": (
        "minutes/2024-01.txt",
        {
            "9 January": "9 April",
            "812": "1,377",
            "The roof of the net loft leaks again above the third window. Brandt asks two firms for an offer.": (
                "The roof of the net loft has been mended by the firm from Holm, which was the dearer of the two."
            ),
        },
    ),
}

CARDS = (
    ("Fog bell", "1883", "bronze", "It hung on the pilot cutter Meridian and was struck by hand every thirty seconds."),
    ("Hand lead", "about 1840", "lead and hemp", "The hollow in its foot took tallow, which brought up sand or mud."),
    ("Sextant", "1911", "brass, silver, glass", "A second mate scratched the names of four ships inside the lid."),
    ("Net needle", "about 1900", "boxwood", "Worn thin on one side: its owner was left-handed."),
    ("Ice saw", "1892", "steel, ash wood", "Three men pulled it; the fourth kept the horse from falling in."),
    ("Ship's biscuit", "1904", "flour", "Nobody has tried it. There are marks of teeth, and they are old."),
    ("Signal flags", "1938", "wool bunting", "Twenty-six of thirty-six are here; the letter Q went to a wedding."),
    ("Telegraph key", "1909", "brass, ebonite", "The operator's notebook says who called, and what the weather was."),
    ("Eel trap", "about 1920", "willow", "Made in one evening, used for one summer, mended every week."),
    ("Keeper's lamp", "1870", "tin, glass", "It lit the stairs, not the sea, and is blackened on the upper side."),
)

GUESTS = (("Mr Tran", "the drawings of your grandfather"), ("Ms Haddad", "the ice saw"), ("Dr Aldous", "the fog bell"))

INVITATION = """Dear {name},

on Saturday the first of June we open our summer exhibition "Signals at sea", and we should be very happy to have you
among our guests. The doors open at five o'clock. At half past five the mayor says a few words, at six the fog horn is
sounded for the first time since 1987, and after that there is soup in the yard until it is gone.

We owe {thing} to you, and everybody who comes up the stairs will see it first.

Please let us know how many you will be, so that there are enough bowls. There is a ramp at the north door, and a place
to park bicycles under the plane tree.

With kind regards,
Henrike Vall
Harbour Museum, Skerry Point
"""

NAVIGATION = (
    '<nav><a href="/">Home</a> <a href="/visit">Plan a visit</a> <a href="/shop">Shop</a> <a href="/en">English</a> '
    '<a href="/de">Deutsch</a></nav>'
)
FOOTER = "<footer>Harbour Museum, Skerry Point. Open April to October. <a href='/legal'>Legal notice</a></footer>"


class Sample:
    """The collection being written: documents into a folder, their kinship into a list."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kinship: list[dict[str, str]] = []

    def original(self, name: str) -> str:
        """The text of a document written by hand."""
        return (ORIGINALS / name).read_text(encoding="utf-8")

    def write(self, name: str, data: str | bytes, original: str | None = None, kind: str = "") -> None:
        """Write a document; with ``original`` note in which way the two belong together."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        if original:
            self.kinship.append({"a": original, "b": name, "kind": kind})

    def versions(self) -> None:
        """Later versions: a few words exchanged."""
        for name, (original, changes) in VERSIONS.items():
            text = self.original(original)
            for old, new in changes.items():
                if old not in text:
                    raise SystemExit(f"{original} no longer holds {old!r}, which {name} replaces.")
                text = text.replace(old, new)
            self.write(name, text, original, "version")
        ending = "\n## After your first month\n\nYou get a key of your own, and a hook for it with your name on it.\n"
        handbook = self.original("notes/volunteer-handbook.md")
        self.write("notes/volunteer-handbook-v2.md", handbook + ending, "notes/volunteer-handbook.md", "version")
        earlier = handbook[: handbook.index("## Closing")]
        self.write("notes/volunteer-handbook-v1.md", earlier, "notes/volunteer-handbook.md", "version")

    def rearranged(self) -> None:
        """The same words in another order, other line ends, other letters' case."""
        paragraphs = sorted(self.original("guides/lighthouse.md").strip().split("\n\n"))
        self.write("attic/lighthouse-shuffled.md", "\n\n".join(paragraphs) + "\n", "guides/lighthouse.md", "shuffled")
        shouted = self.original("guides/lighthouse.md").upper()
        self.write("guides/lighthouse-large-print.md", shouted, "guides/lighthouse.md", "same text")
        bread = self.original("recipes/rye-bread.txt").split("\n\n")
        narrow = "\n\n".join(textwrap.fill(paragraph, 60) for paragraph in bread) + "\n"
        self.write("recipes/rye-bread-annes-copy.txt", narrow, "recipes/rye-bread.txt", "same text")

    def quotes(self) -> None:
        """Documents that hold a part of another one, or all of it."""
        handbook = self.original("notes/volunteer-handbook.md")
        part = handbook[handbook.index("## At the counter") : handbook.index("## When something happens")]
        quoted = "".join(f"> {line}\n" if line else ">\n" for line in part.strip().splitlines())
        self.write(
            "notes/mail-to-the-new-ones.txt",
            "Hello all, from the handbook, for Saturday:\n\n" + quoted + "\nSee you then. Bring a jumper.\n",
            "notes/volunteer-handbook.md",
            "quote",
        )
        letters = [self.original(f"letters/{name}.txt") for name in ("loan-request", "thank-you")]
        self.write("attic/letters-2023.txt", "\n\n".join(letters), "letters/loan-request.txt", "quote")
        rules = self.original("guides/visitor-rules.md").split("\n")
        self.write("guides/visitor-rules-short.md", "\n".join(rules[:7]) + "\n", "guides/visitor-rules.md", "quote")

    def web_pages(self) -> None:
        """The guides as pages of a web site, all with the same navigation."""
        for name in ("lighthouse", "net-loft", "visitor-rules"):
            body = []
            for block in self.original(f"guides/{name}.md").strip().split("\n"):
                line = html.escape(block.strip())
                if line:
                    level = len(line) - len(line.lstrip("#"))
                    body.append(f"<h{level}>{line[level:].strip()}</h{level}>" if level else f"<p>{line}</p>")
            head = f"<head><meta charset='utf-8'><title>{name}</title><script>var page = '{name}';</script></head>"
            page = f"<!doctype html>\n<html lang='en'>{head}\n<body>{NAVIGATION}\n<main>\n" + "\n".join(body)
            self.write(
                f"web/{name}.html", page + f"\n</main>\n{FOOTER}</body></html>\n", f"guides/{name}.md", "web page"
            )

    def twins(self) -> None:
        """The same text, byte for byte or in another encoding."""
        rules = self.original("guides/visitor-rules.md")
        for copy in ("attic/visitor-rules (1).md", "attic/visitor-rules (2).md", "attic/Kopie von visitor-rules.md"):
            self.write(copy, rules, "guides/visitor-rules.md", "same text")
        german, japanese, spanish = (
            self.original(f"translations/{name}") for name in ("leuchtturm.de.txt", "toudai.ja.txt", "faro.es.txt")
        )
        self.write("attic/leuchtturm-1998.txt", german.encode("latin-1"), "translations/leuchtturm.de.txt", "same text")
        utf16 = b"\xff\xfe" + japanese.encode("utf-16-le")
        self.write("attic/toudai-utf16.txt", utf16, "translations/toudai.ja.txt", "same text")
        windows = b"\xef\xbb\xbf" + spanish.replace("\n", "\r\n").encode()
        self.write("attic/faro-windows.txt", windows, "translations/faro.es.txt", "same text")

    def forms(self) -> None:
        """Form letters and cards: one frame, other contents."""
        for name, thing in GUESTS:
            self.write(f"letters/invitation-{_slug(name)}.txt", INVITATION.format(name=name, thing=thing))
        invitations = [f"letters/invitation-{_slug(name)}.txt" for name, _ in GUESTS]
        self.kinship += [{"a": invitations[0], "b": other, "kind": "form"} for other in invitations[1:]]
        for number, (name, year, material, story) in enumerate(CARDS, 1):
            card = (
                f"# {name}\n\nInventory number: HM {number:04}\nMade: {year}\nMaterial: {material}\n"
                f"Place: hall two, on felt\n\n{story}\n\n"
                "Please report damage to the conservator before anything is moved. Loans are decided by the board.\n"
            )
            self.write(f"catalogue/{number:02}-{_slug(name)}.md", card)

    def odd_ones(self) -> None:
        """What every real folder holds as well: an empty file, a blank one, a picture."""
        self.write("attic/empty.txt", b"")
        self.write("attic/blank.txt", "  \n\n\t\n   \n")
        self.write("attic/logo.png", _picture())


def _slug(name: str) -> str:
    return re.sub(r"[^a-z]+", "-", name.lower()).strip("-")


def _picture(size: int = 32) -> bytes:
    """A small PNG with stripes like a lighthouse."""
    rows = b"".join(b"\0" + (b"\xc8\x28\x28" if y // 6 % 2 else b"\xff\xff\xff") * size for y in range(size))
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows, 0)))
    picture = b"\x89PNG\r\n\x1a\n"
    for kind, data in (*chunks, (b"IEND", b"")):
        picture += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return picture


def main(folder: Path, truth: Path) -> None:
    """Write all derived documents into ``folder`` and their kinship into ``truth``."""
    sample = Sample(folder)
    for step in (
        sample.versions,
        sample.rearranged,
        sample.quotes,
        sample.web_pages,
        sample.twins,
        sample.forms,
        sample.odd_ones,
    ):
        step()
    sample.kinship.sort(key=lambda entry: (entry["a"], entry["b"]))
    truth.write_text(json.dumps(sample.kinship, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ORIGINALS
    main(target, target.parent / "sample_truth.json")
