import struct, sys, zipfile, zlib
def write(path, front, counts_front=False, zip64=False, comment=b''):
    shift = 0 if counts_front else len(front)
    out, directory = bytearray(front), b''
    for name, data in ((b'a.txt', b'first'), (b'd/b.txt', b'second')):
        offset, sum = len(out) - shift, zlib.crc32(data)
        sizes = struct.pack('<3I', sum, len(data), len(data))
        out += struct.pack('<4s5H', b'PK\3\4', 20, 0, 0, 0, 33) + sizes + struct.pack('<2H', len(name), 0) + name + data
        directory += struct.pack('<4s6H', b'PK\1\2', 0x314, 20, 0, 0, 0, 33) + sizes
        directory += struct.pack('<5H2I', len(name), 0, 0, 0, 0, 0, offset) + name
    start = len(out) - shift
    out += directory
    if zip64:
        place = len(out) - shift
        out += struct.pack('<4sQ2H2I4Q', b'PK\6\6', 44, 45, 45, 0, 0, 2, 2, len(directory), start)
        out += struct.pack('<4sIQI', b'PK\6\7', 0, place, 1)
    numbers = (0xffff, 0xffff, 0xffffffff, 0xffffffff) if zip64 else (2, 2, len(directory), start)
    out += struct.pack('<4s4H2IH', b'PK\5\6', 0, 0, *numbers, len(comment)) + comment
    with open(path, 'wb') as file: file.write(out)

