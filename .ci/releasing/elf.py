"""What a release needs to know of an ELF file."""

import struct
from pathlib import Path


def section(data: bytes, name: str) -> tuple:
    """Returns the place and the size of a section in a file of 64 bits, little-endian."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise SystemExit(".ci/release: the program is no ELF file of 64 bits")
    headers = struct.unpack_from("<Q", data, 40)[0]
    size, count, names = struct.unpack_from("<HHH", data, 58)
    texts = struct.unpack_from("<Q", data, headers + names * size + 24)[0]
    for index in range(count):
        header = headers + index * size
        start = texts + struct.unpack_from("<I", data, header)[0]
        if data[start : data.index(b"\0", start)] == name.encode():
            return struct.unpack_from("<QQ", data, header + 24)
    raise SystemExit(f".ci/release: the program has no section {name}")


def stamp(program: Path, output: Path, text: str) -> None:
    """Copies a program with a text in its section for the version (Sources/CRelease/release.c)."""
    data = bytearray(program.read_bytes())
    offset, size = section(data, ".sandglass.stamp")
    content = text.encode()
    if len(content) >= size:
        raise SystemExit(f".ci/release: the version does not fit into {size} bytes")
    data[offset : offset + size] = content.ljust(size, b"\0")
    output.write_bytes(data)
    output.chmod(0o755)


def build_id(program: Path) -> str:
    """Returns the build ID, in hexadecimal digits."""
    data = program.read_bytes()
    offset, size = section(data, ".note.gnu.build-id")
    name, description = struct.unpack_from("<II", data, offset)
    start = offset + 12 + (name + 3) // 4 * 4
    return data[start : start + description].hex()
