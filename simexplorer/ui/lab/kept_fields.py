"""What a person changed on a page, so that it stays when the page is made anew for another run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget

from simexplorer.ui.panels.number_fields import ChoiceField, DecimalField, WholeField

_KINDS = (WholeField, DecimalField, ChoiceField, QCheckBox, QLineEdit, QPlainTextEdit)


class KeptFields(Struct, frozen=True):
    """The choice of what is shown, and by name the fields that were changed: what they began with, and what they say.

    as_table : whether the page shows tables; beside : what was changed that is no field
    step : where the player stood, and its last step
    """

    example: Any
    changed: Mapping[str, tuple[Any, Any]]
    as_table: bool
    step: tuple[int, int]
    beside: Any = None


def fields_of(page: QWidget) -> dict[str, QWidget]:
    """The fields of a page by their names, but for the choice of what is shown."""
    found = {field.objectName(): field for field in page.findChildren(QWidget) if isinstance(field, _KINDS)}
    return {name: field for name, field in found.items() if name.startswith("lab") and "Example" not in name}


def values_of(page: QWidget) -> dict[str, Any]:
    """What all of them say."""
    return {name: _value(field) for name, field in fields_of(page).items()}


def put_back(page: QWidget, begins: Mapping[str, Any], changed: Mapping[str, tuple[Any, Any]]) -> None:
    """Have fields say what they said: those that begin with the same, for others show something of the new run."""
    for name, field in fields_of(page).items():
        began, value = changed.get(name, (None, None))
        if name in changed and begins.get(name) == began:
            _put(field, value)


def _value(field: QWidget) -> Any:
    if isinstance(field, DecimalField):
        return field.exact
    if isinstance(field, WholeField):
        return field.value()
    if isinstance(field, ChoiceField):
        return field.currentData()
    if isinstance(field, QCheckBox):
        return field.isChecked()
    return field.toPlainText() if isinstance(field, QPlainTextEdit) else field.property("text")


def _put(field: QWidget, value: Any) -> None:
    if isinstance(field, DecimalField):
        field.show_exactly(value)
    elif isinstance(field, WholeField):
        field.setRange(min(field.minimum(), value), max(field.maximum(), value))  # a page narrows it by its result
        field.setValue(value)
    elif isinstance(field, ChoiceField):
        field.setCurrentIndex(max(0, field.findData(value)))
    elif isinstance(field, QCheckBox):
        field.setChecked(value)
    elif isinstance(field, QPlainTextEdit):
        field.setPlainText(value)
    else:
        field.setProperty("text", value)
