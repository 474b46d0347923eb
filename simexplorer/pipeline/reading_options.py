"""What a recipe says of reading, as the documents layer takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from simexplorer.documents.listing import Paths
from simexplorer.documents.options import ReadOptions, encodings_of
from simexplorer.documents.sources import listed_under
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


def encodings_by_file(recipe: Recipe, paths: Paths, rows: Iterable[int]) -> dict[bytes, str]:
    """Encodings that the recipe sets for single ones of these files, by their absolute paths."""
    encodings = encodings_of(recipe.encodings)
    if not encodings:
        return {}
    return {paths.file(row): encodings[raw] for row in rows if (raw := paths.raw(row)) in encodings}


def options_anew(recipe: Recipe, named: Sequence[bytes], encodings: Mapping[bytes, str]) -> ReadOptions:
    """How files are read that are named one by one, whatever they are called: as the run reads, ``encodings`` by file.

    Under these sources a path is another one than in the collection.
    """
    return replace(read_options(recipe), include=(), exclude=(), encodings=listed_under(named, encodings))
