import struct, sys, zlib
M = 0xffffffff
def write(path, entries):
    directory = b''
    with open(path, 'wb') as file:
        for name, method, sum, packed, size, put in entries:
            offset = file.tell()
            file.write(struct.pack('<4s5H3I2H', b'PK\3\4', 20, 8, method, 0, 33, 0, 0, 0, len(name), 0) + name)
            put(file)
            file.write(struct.pack('<4s3I', b'PK\7\x08', sum, packed & M, size & M))
            directory += struct.pack('<4s6H3I5H2I', b'PK\1\2', 0x315, 20, 8, method, 0, 33, sum, packed & M, size & M,
                len(name), 0, 0, 0, 0, 0o100644 << 16, offset & M) + name
        start = file.tell()
        file.write(directory)
        file.write(struct.pack('<4s4H2IH', b'PK\5\6', 0, 0, len(entries), len(entries), len(directory), start & M, 0))
def text(name, data): return name, 0, zlib.crc32(data), len(data), len(data), lambda file: file.write(data)
# A hole: its checksum does not matter.
def hole(name, size): return name, 0, 0, size, size, lambda file: file.seek(size, 1)

