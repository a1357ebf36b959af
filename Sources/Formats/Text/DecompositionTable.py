"""Prints DecompositionTable.swift.

Run it from the root of the package:

    python3 Sources/Formats/Text/DecompositionTable.py > Sources/Formats/Text/DecompositionTable.swift
"""

import unicodedata

HEADER = """\
// Made by DecompositionTable.py: the canonical mappings in the Unicode Character Database {version} (UAX #44), without
// those of Hangul syllables, which are computed. The scalars that have one are in runs of consecutive ones: `starts` has
// the first scalar of each run, `places` the index of its mapping. A mapping is a first scalar times 128, plus the index
// in `seconds` of the one behind it; the index 0 says that there is none.
extension CanonicalDecomposition {{"""
HANGUL = range(0xAC00, 0xD7A4)
COLUMNS = 120


def mappings():
    """Returns the scalars that have a mapping, with it."""
    found = {}
    for scalar in range(0x110000):
        fields = unicodedata.decomposition(chr(scalar)).split()
        # A tag in front makes it a compatibility mapping.
        if fields and scalar not in HANGUL and not fields[0].startswith("<"):
            found[scalar] = [int(field, 16) for field in fields]
    return found


def array(name, kind, numbers):
    """Returns the lines of an array, filled as swift-format fills them."""
    lines, line = [f"    static let {name}: [{kind}] = ["], 8 * " "
    for word in numbers:
        if len(line + word) + 1 > COLUMNS:
            lines.append(line.rstrip())
            line = 8 * " "
        line += word + ", "
    return [*lines, line.rstrip(), "    ]"]


table = mappings()
seconds = [0, *sorted({second for _, *rest in table.values() for second in rest})]
starts = [scalar for scalar in table if scalar - 1 not in table]
order = list(table)
values = [first << 7 | seconds.index(rest[0] if rest else 0) for first, *rest in table.values()]
print(HEADER.format(version=unicodedata.unidata_version))
print("\n".join(array("starts", "UInt32", map(hex, starts))))
print()
print("\n".join(array("places", "UInt16", map(str, [*map(order.index, starts), len(order)]))))
print()
print("\n".join(array("seconds", "UInt32", map(hex, seconds))))
print()
print("\n".join(array("mappings", "UInt32", map(hex, values))))
print("}")
