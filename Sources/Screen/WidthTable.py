"""Prints WidthTable.swift.

Run it where the C library is the one to follow, from the root of the package:

    python3 Sources/Screen/WidthTable.py > Sources/Screen/WidthTable.swift
"""

import ctypes
import locale
import os

HEADER = """\
// Made by WidthTable.py: wcwidth(3) of glibc {version} in the locale C.UTF-8 for every scalar, since ncurses positions
// cells by it. Each number begins a run of scalars of one class: the first scalar times 4, plus 0 for scalars that take
// no cell, 1 and 2 for those that take one or two, 3 for those that cannot be shown (controls, unassigned).
extension CharacterWidth {{
    static let runs: [UInt32] = ["""
FOOTER = """\
    ]
}"""
INDENT = 8 * " "
COLUMNS = 120


def runs():
    """Returns the numbers of the table. ASCII and surrogates are not in it."""
    width = ctypes.CDLL(None).wcwidth
    found, last = [], None
    for scalar in (*range(0x80, 0xD800), *range(0xE000, 0x110000)):
        # -1, which means not printable, becomes 3.
        cells = width(ctypes.c_uint32(scalar)) % 4
        if cells != last:
            found.append(scalar << 2 | cells)
        last = cells
    return found


def filled(numbers):
    """Returns the numbers in lines as swift-format fills them."""
    lines, line = [], INDENT
    for word in (f"{number:#x}," for number in numbers):
        if len(line + word) > COLUMNS:
            lines.append(line.rstrip())
            line = INDENT
        line += word + " "
    return lines + [line.rstrip()]


locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
print(HEADER.format(version=os.confstr("CS_GNU_LIBC_VERSION").split()[1]))
print("\n".join(filled(runs())))
print(FOOTER)
