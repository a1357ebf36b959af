"""Writes the tables of multi-byte encodings beside itself, from Python's codecs.

    python3 Sources/CCharacterSets/Tables/make_tables.py

Each file is raw DEFLATE data of 126 × 191 cells, for the first bytes 0x81…0xfe with the second bytes 0x40…0xfe. A cell is
the scalar of the two bytes, or 0 if they stand for none. So that they compress, cells are written as the difference from the
next scalar after that of the nearest mapped cell before, modulo 65536; first the high bytes of all cells, then the low ones.
Cells without a scalar, which are 0 whatever they would differ by, are found by a bit for each cell before the cells.

Behind the cells of GB18030 follow its ranges of four bytes in the Basic Multilingual Plane: pairs of big-endian numbers of
two bytes, the number of the first sequence of a range (81 30 81 30 is number 0) and its scalar; 0 for sequences without one.
"""

import pathlib
import struct
import zlib

FIRST = range(0x81, 0xFF)
SECOND = range(0x40, 0xFF)
# The sequences up to U+FFFF: 84 31 A4 39 is the last.
FOUR_BYTES = range(39420)
ENCODINGS = {"cp932": "cp932", "cp949": "cp949", "gb18030": "gb18030", "big5": "big5"}


def scalar(data, encoding):
    """Returns the scalar that bytes stand for as a whole; 0 if there is none."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def cells(encoding):
    """Returns the scalars of all sequences of two bytes."""
    found = [scalar(bytes((first, second)), encoding) for first in FIRST for second in SECOND]
    assert max(found) < 0x10000
    return found


def packed(scalars):
    """Returns the cells as they are written."""
    bits, high, low, expected = bytearray(), bytearray(), bytearray(), 0
    for start in range(0, len(scalars), 8):
        part = scalars[start : start + 8]
        bits.append(sum((value != 0) << place for place, value in enumerate(part)))
    for value in scalars:
        if not value:
            continue
        difference = (value - expected) % 0x10000
        high.append(difference >> 8)
        low.append(difference & 0xFF)
        expected = value + 1
    return bytes(bits + high + low)


def ranges():
    """Returns the ranges of four-byte sequences."""
    found, expected = bytearray(), None
    for number in FOUR_BYTES:
        data = bytes((
            0x81 + number // 12600, 0x30 + number // 1260 % 10, 0x81 + number // 10 % 126, 0x30 + number % 10))
        value = scalar(data, "gb18030")
        if value != expected:
            found += struct.pack(">HH", number, value)
        expected = value + 1 if value else 0
    return bytes(found)


for name, encoding in ENCODINGS.items():
    data = packed(cells(encoding)) + (ranges() if encoding == "gb18030" else b"")
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    path = pathlib.Path(__file__).with_name(name + ".table")
    path.write_bytes(compressor.compress(data) + compressor.flush())
