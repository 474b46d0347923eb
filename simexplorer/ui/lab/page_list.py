"""The pages of the lab in their order; each is imported when it is first opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from simexplorer.ui.lab.lab_page import LabPage


class PageEntry(Struct, frozen=True):
    """The name a page is opened with, its title in the list, and where its class comes from."""

    name: str
    title: str
    load: Callable[[], type[LabPage[Any]]]


def _way() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.way_page import WayPage

    return WayPage


def _shingles() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.shingles_page import ShinglesPage

    return ShinglesPage


def _minhash() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.minhash_page import MinhashPage

    return MinhashPage


def _bbit() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.bbit_page import BBitPage

    return BBitPage


def _simhash() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.simhash_page import SimHashPage

    return SimHashPage


def _bands() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.bands_page import BandsPage

    return BandsPage


def _families() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.families_page import FamiliesPage

    return FamiliesPage


def _tables() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.tables_page import TablesPage

    return TablesPage


def _joins() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.joins_page import JoinsPage

    return JoinsPage


def _distances() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.distances_page import DistancesPage

    return DistancesPage


def _scale() -> type[LabPage[Any]]:
    from simexplorer.ui.lab.scale_page import ScalePage

    return ScalePage


PAGES: tuple[PageEntry, ...] = (
    PageEntry("way", "The whole way", _way),
    PageEntry("shingles", "Shingles", _shingles),
    PageEntry("minhash", "Matrix and MinHash", _minhash),
    PageEntry("bbit", "b-bit MinHash", _bbit),
    PageEntry("simhash", "SimHash", _simhash),
    PageEntry("bands", "Bands and S-curve", _bands),
    PageEntry("families", "Families", _families),
    PageEntry("tables", "Fingerprint tables", _tables),
    PageEntry("joins", "Exact joins", _joins),
    PageEntry("distances", "Distances", _distances),
    PageEntry("scale", "Scale", _scale),
)

PAGE_NAMES = tuple(entry.name for entry in PAGES)
