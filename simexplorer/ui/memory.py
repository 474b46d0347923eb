"""Texts of modules are not kept in memory."""

from __future__ import annotations

from types import ModuleType

import PySide6.QtCore  # noqa: F401 - the bindings bring what is changed here


def spare_sources() -> bool:
    """Have Qt's bindings leave the source texts of modules alone; True where they could be asked to.

    At every import they read the module's source to see whether it speaks of Qt, which matters to programs that spell
    Qt's names in another way (``from __feature__ import``). Python keeps what was read: 25 MB once the compiler is
    there, and a tenth of the time to the first picture.
    """
    try:
        from shibokensupport import feature  # type: ignore[import-not-found]  # part of the bindings, without types
    except ImportError:  # bindings that are made in another way
        return False
    if not hasattr(feature, "_mod_uses_pyside"):
        return False
    feature._mod_uses_pyside = _speaks_of_no_feature
    return True


def _speaks_of_no_feature(_module: ModuleType) -> bool:
    return False
