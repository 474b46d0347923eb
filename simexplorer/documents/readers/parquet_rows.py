"""Rows of Parquet: of the columns that are asked for, the others are not even unpacked."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import sub
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple

from simexplorer.documents import formats
from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.json_lines import Row

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

_BATCH = 1000  # rows
_BATCH_BYTES = 1 << 26  # of fewer rows, where they are long
_OFFSETS: dict[str, Literal["i", "q"]] = {"string": "i", "large_string": "q"}  # of Arrow's types


class ParquetRows(NamedTuple):
    """Some rows: the cells of each column as Arrow has them, None of a column that nobody asked for."""

    number: int
    columns: list[Any]

    def rows(self) -> list[Row]:
        """Each with a cell a column, null in place of what was not asked for; Refusal where one is damaged."""
        return list(map(list, zip(*map(self.cells, range(len(self.columns))), strict=True)))

    def cells(self, at: int) -> list[Any]:
        """Those of one column, null where there is none or nobody asked for it; Refusal where one is damaged."""
        column = self._column(at)
        with told_of_damage():
            return [None] * self.number if column is None else column.to_pylist()

    def joined(self, at: int, most_bytes: int) -> tuple[bytes, array[int]] | None:
        """All texts of one column in a row and the bytes of each, no object a row.

        None where it holds anything but texts in UTF-8 that say something, of at most ``most_bytes`` each.
        """
        column = self._column(at)
        offset = None if column is None else _OFFSETS.get(str(column.type))
        if column is None or offset is None or column.null_count:
            return None
        _, places, data = column.buffers()
        ends = memoryview(places).cast("B").cast(offset)[column.offset : column.offset + self.number + 1]
        texts = bytes(memoryview(data)[ends[0] : ends[-1]]) if data is not None else b""
        sizes = array("q", map(sub, ends[1:], ends[:-1]))
        begin = 0
        for size in sizes:
            if not 0 < size <= most_bytes:
                return None
            first = texts[begin]
            if first & 0xC0 == 0x80 or (first <= 0x20 and texts[begin : begin + size].isspace()):
                return None
            begin += size
        try:
            texts.decode()
        except UnicodeDecodeError:
            return None
        return texts, sizes

    def _column(self, at: int) -> Any | None:
        return self.columns[at] if at < len(self.columns) else None


def opened_parquet(stream: BinaryIO) -> ParquetFile:
    """The file, of which nothing but its end was read; Refusal where it is damaged or nothing is there to read it."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise Refusal("Parquet files need the optional package pyarrow", formats.PARQUET) from error
    try:
        return parquet.ParquetFile(stream)
    except (ArrowException, OSError) as error:
        raise Refusal("damaged: the Parquet file is incomplete", formats.PARQUET) from error


def parquet_rows(
    stream: BinaryIO, needed: Callable[[list[str]], list[str] | None]
) -> tuple[list[str], Iterator[ParquetRows]]:
    """(columns, all rows, some at a time), with what is ``needed`` of these columns (None: all are)."""
    file = opened_parquet(stream)
    from pyarrow import ArrowException

    try:
        columns = [str(name) for name in file.schema_arrow.names]
    except (ArrowException, OSError, ValueError) as error:
        raise Refusal("damaged: the columns of the Parquet file cannot be read", formats.PARQUET) from error
    chosen = needed(columns)
    if chosen is None or len(set(columns)) < len(columns) or any("." in name for name in chosen):
        chosen = columns  # of two of one name, and of names that may mean a part of one, all are unpacked
    return columns, _batches(file, columns, chosen)


def _batches(file: ParquetFile, columns: list[str], chosen: list[str]) -> Iterator[ParquetRows]:
    only = None if chosen == columns else chosen
    with told_of_damage():
        for batch in file.iter_batches(batch_size=rows_at_once(file, chosen), use_threads=False, columns=only):
            if only is None:
                yield ParquetRows(batch.num_rows, batch.columns)
            else:
                of_name = {name: batch.column(name) for name in chosen}
                yield ParquetRows(batch.num_rows, [of_name.get(name) for name in columns])


def rows_at_once(file: ParquetFile, chosen: list[str]) -> int:
    """How many rows of these columns memory holds, by what the file says of its longest group."""
    most = 1
    for number in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(number)
        parts = (group.column(at) for at in range(group.num_columns))
        size = sum(part.total_uncompressed_size for part in parts if part.path_in_schema.split(".")[0] in chosen)
        most = max(most, size // max(group.num_rows, 1))
    return max(1, min(_BATCH, _BATCH_BYTES // most))


@contextmanager
def told_of_damage() -> Iterator[None]:
    """Refusal in place of what is raised where the rows of the file are damaged."""
    from pyarrow import ArrowException

    try:
        yield
    except MemoryError:  # one of Arrow's as well: the file is sound
        raise
    except (ArrowException, OSError, ValueError) as error:
        raise Refusal("damaged: the rows of the Parquet file cannot be read", formats.PARQUET) from error
