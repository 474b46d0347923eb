"""Values of a recipe that could have no effect, as an empty name: refused with the reason where a person gives them."""

from __future__ import annotations

import os

from simexplorer.errors import InputError, ParameterError, UsageError
from simexplorer.pipeline.recipe import Recipe

_NAMES = {
    "text_column": "the name of a column, several separated by commas, or *",
    "id_column": "the name of a column",
    "reference": "the name of a folder",
}


def require_known(recipe: Recipe) -> Recipe:
    """The recipe itself; ParameterError for an empty name or pattern, for one that cannot be spelled in a file name,
    and for a language of which no words are known; UsageError for an encoding that there is not.

    Recipes that were saved with a run do not come here: what an older version took is still to be opened.
    """
    for field in recipe.__struct_fields__:
        _require_spelling(field, getattr(recipe, field))
    for field, rule in _NAMES.items():
        value = getattr(recipe, field)
        if value is not None and not value.strip(" ,"):
            raise ParameterError(field, value, rule)
    for field in ("include", "exclude"):
        if not all(pattern.strip("/") for pattern in getattr(recipe, field)):
            raise ParameterError(
                field, list(getattr(recipe, field)), "made of patterns such as *.txt, none of them empty"
            )
    if recipe.encoding is not None or recipe.encodings:
        _require_encodings(recipe)
    if recipe.language is not None:
        from simexplorer.features.words import require_language

        require_language(recipe.language, stop_words=recipe.stop_words, stemming=recipe.stemming)
    return recipe


def _require_encodings(recipe: Recipe) -> None:
    from simexplorer.documents.decode import require_codec
    from simexplorer.documents.options import encodings_of

    try:
        for codec in [recipe.encoding, *encodings_of(recipe.encodings).values()]:
            require_codec(codec)
    except InputError as error:
        raise UsageError(str(error)) from error


def _require_spelling(field: str, value: object) -> None:
    """Raise ParameterError for a text with a NUL or half of a character, which JSON can spell and no file name."""
    for text in value if isinstance(value, tuple) else [value]:
        try:
            if isinstance(text, str) and b"\0" in os.fsencode(text):
                raise ParameterError(field, text, "a text without a NUL")
        except UnicodeEncodeError:
            raise ParameterError(field, text, "a text of whole characters") from None
