"""What a recipe says of reading, as the documents layer takes it."""

from __future__ import annotations

from simexplorer.documents.options import ReadOptions, encodings_of
from simexplorer.pipeline.recipe import Recipe


def read_options(recipe: Recipe) -> ReadOptions:
    """The slice of the recipe that decides which documents there are and how they become text."""
    return ReadOptions(
        include=recipe.include,
        exclude=recipe.exclude,
        hidden_files=recipe.hidden_files,
        follow_links=recipe.follow_links,
        max_bytes=recipe.max_bytes,
        strip_navigation=recipe.strip_navigation,
        strip_page_furniture=recipe.strip_page_furniture,
        archives=recipe.archives,
        encoding=recipe.encoding,
        encodings=encodings_of(recipe.encodings),
        text_column=recipe.text_column,
        id_column=recipe.id_column,
        table_header=recipe.table_header,
        items=recipe.shingle_kind == "item",
    )
