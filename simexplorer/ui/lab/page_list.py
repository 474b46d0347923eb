"""The pages of the lab in their order; each is imported when it is first opened."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from msgspec import Struct

from simexplorer.ui.lab.lab_page import LabPage


class PageEntry(Struct, frozen=True):
    """The name a page is opened with, which its module begins with, its title in the list, and what its class is."""

    name: str
    title: str
    kind: str

    def load(self) -> type[LabPage[Any]]:
        """The class of the page."""
        found: type[LabPage[Any]] = getattr(import_module(f"simexplorer.ui.lab.{self.name}_page"), self.kind)
        return found


PAGES: tuple[PageEntry, ...] = (
    PageEntry("way", "The whole way", "WayPage"),
    PageEntry("shingles", "Shingles", "ShinglesPage"),
    PageEntry("minhash", "Matrix and MinHash", "MinhashPage"),
    PageEntry("bbit", "b-bit MinHash", "BBitPage"),
    PageEntry("simhash", "SimHash", "SimHashPage"),
    PageEntry("bands", "Bands and S-curve", "BandsPage"),
    PageEntry("families", "Families", "FamiliesPage"),
    PageEntry("tables", "Fingerprint tables", "TablesPage"),
    PageEntry("joins", "Exact joins", "JoinsPage"),
    PageEntry("distances", "Distances", "DistancesPage"),
    PageEntry("scale", "Scale", "ScalePage"),
)
PAGE_NAMES = tuple(entry.name for entry in PAGES)
