"""Object files as LLVM makes them, laid out as one block of machine code.

An object file is ELF for x86-64 (Tool Interface Standard 1.2, 1995; System V ABI, AMD64 supplement 1.0, section 4).
Only what code of the large model needs is known here; a file with anything else is refused.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.machine_code import ENVIRONMENT, Block

_MAGIC = b"\x7fELF\x02\x01\x01"  # 64 bits, little-endian, version 1
_RELOCATABLE, _X86_64, _ADDRESS_64 = 1, 62, 1
_PROGRAM, _SYMBOLS, _RELOCATIONS, _ZEROS = 1, 2, 4, 8  # kinds of sections
_WRITABLE, _IN_MEMORY = 1, 2  # flags of sections
_UNDEFINED, _COMMON = 0, 0xFFF2  # sections that are none
_ENVIRONMENT_NAME = "_ZN08NumbaEnv"
_ALIGNMENT = 64  # bytes
_HEADER = np.dtype(
    [("kind", "<u2"), ("machine", "<u2"), ("_1", "V20"), ("sections", "<u8"), ("_2", "V12"), ("count", "<u2")]
)
_SECTION = np.dtype(
    [
        *(("name", "<u4"), ("kind", "<u4"), ("flags", "<u8"), ("address", "<u8"), ("begin", "<u8"), ("size", "<u8")),
        *(("link", "<u4"), ("info", "<u4"), ("align", "<u8"), ("entry", "<u8")),
    ]
)
_SYMBOL = np.dtype(
    [("name", "<u4"), ("info", "u1"), ("other", "u1"), ("section", "<u2"), ("value", "<u8"), ("size", "<u8")]
)
_RELOCATION = np.dtype([("place", "<u8"), ("kind", "<u4"), ("symbol", "<u4"), ("addend", "<i8")])


class BlockMaker:
    """A block of machine code that grows by one object file after the other."""

    def __init__(self, begun: Block | None = None) -> None:
        self._data = bytearray(_ALIGNMENT) if begun is None else bytearray(begun.data)
        self._inner = [] if begun is None else begun.inner.tolist()
        self._outer = {} if begun is None else {name: places.tolist() for name, places in begun.outer.items()}

    def block(self) -> Block:
        """All that was added, as it stands."""
        outer = {name: np.array(places, np.int64) for name, places in self._outer.items()}
        return Block(bytes(self._data), np.array(self._inner, np.int64), outer)

    def add(self, file: bytes, function: str) -> int:
        """Take in an object file and return where this function of it begins.

        Raises ValueError, and takes in nothing, where the file is no such code as is known here.
        """
        read = _ObjectFile(file)
        data, places = read.laid_out(len(self._data))
        inner: list[int] = []
        outer: list[tuple[str, int]] = []
        for place, symbol, addend in read.addresses(places):
            value = addend
            if read.symbols["section"][symbol] == _UNDEFINED:
                outer.append((read.name(symbol), place))
            else:
                value += read.place(symbol, places)
                inner.append(place)
            begin = place - len(self._data)
            data[begin : begin + 8] = (value % 2**64).to_bytes(8, "little")
        begins = read.place(read.named(function), places)
        self._data += data
        self._inner += inner
        for name, place in outer:
            self._outer.setdefault(name, []).append(place)
        return begins


class _ObjectFile:
    """The tables of one file."""

    def __init__(self, file: bytes) -> None:
        self._file = file
        header = np.frombuffer(file, _HEADER, 1, 16)[0] if len(file) >= 16 + _HEADER.itemsize else None
        if (
            header is None
            or not file.startswith(_MAGIC)
            or (header["kind"], header["machine"]) != (_RELOCATABLE, _X86_64)
        ):
            raise ValueError("This is no object file for x86-64.")
        self.sections = np.frombuffer(file, _SECTION, int(header["count"]), int(header["sections"]))
        (table,) = np.flatnonzero(self.sections["kind"] == _SYMBOLS)
        self.symbols = self._table(int(table), _SYMBOL)
        self._names = self._bytes(int(self.sections["link"][table]))

    def laid_out(self, begin: int) -> tuple[bytearray, dict[int, int]]:
        """What is to be in memory from ``begin`` on, and the place of each section of it."""
        data = bytearray(-begin % _ALIGNMENT)
        places = {}
        for number in np.flatnonzero(self.sections["flags"] & _IN_MEMORY).tolist():
            section = self.sections[number]
            if section["kind"] not in (_PROGRAM, _ZEROS) or section["size"] == 0:
                continue  # what tells a debugger how to unwind
            if section["flags"] & _WRITABLE or section["align"] > _ALIGNMENT:
                raise ValueError("This object file wants memory that can be written.")
            data += bytes(-(begin + len(data)) % max(1, int(section["align"])))
            places[number] = begin + len(data)
            data += self._bytes(number) if section["kind"] == _PROGRAM else bytes(int(section["size"]))
        return data, places

    def addresses(self, places: dict[int, int]) -> list[tuple[int, int, int]]:
        """(place, symbol, addend) of every word that holds an address."""
        found = []
        for number in np.flatnonzero(self.sections["kind"] == _RELOCATIONS).tolist():
            target = places.get(int(self.sections["info"][number]))
            if target is None:
                continue
            table = self._table(number, _RELOCATION)
            if np.any(table["kind"] != _ADDRESS_64):
                raise ValueError("This object file holds addresses that are no whole words.")
            at = (table["place"].astype(np.int64) + target).tolist()
            found += list(zip(at, table["symbol"].tolist(), table["addend"].tolist(), strict=True))
        return found

    def place(self, symbol: int, places: dict[int, int]) -> int:
        """Where a symbol lies in the block; all environments are one, for the code looks nothing up in them."""
        section = int(self.symbols["section"][symbol])
        if section == _COMMON and self.name(symbol).startswith(_ENVIRONMENT_NAME):
            return ENVIRONMENT
        if section not in places:
            raise ValueError(f"This object file means {self.name(symbol)}, which is not in it.")
        return places[section] + int(self.symbols["value"][symbol])

    def name(self, symbol: int) -> str:
        """A symbol's name."""
        begin = int(self.symbols["name"][symbol])
        return self._names[begin : self._names.index(b"\0", begin)].decode("utf-8", "replace")

    def named(self, name: str) -> int:
        """The symbol of this name."""
        for symbol in range(self.symbols.size):
            if self.name(symbol) == name:
                return symbol
        raise ValueError(f"This object file has no {name}.")

    def _bytes(self, section: int) -> bytes:
        begin = int(self.sections["begin"][section])
        return self._file[begin : begin + int(self.sections["size"][section])]

    def _table(self, section: int, row: np.dtype[np.void]) -> NDArray[np.void]:
        return np.frombuffer(self._bytes(section), row)
