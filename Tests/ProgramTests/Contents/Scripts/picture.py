import struct, sys, zlib
def chunk(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
def entry(tag, kind, count, value): return struct.pack('<HHI', tag, kind, count) + value.ljust(4, b'\0')
fraction = lambda *values: b''.join(struct.pack('<II', a, b) for a, b in values)
make = b'Apple\x1b[31m\0'
main = struct.pack('<H', 2) + entry(0x10f, 2, len(make), struct.pack('<I', 100)) + entry(0x8825, 4, 1, struct.pack('<I', 38)) + bytes(4)
place = struct.pack('<H', 4) + entry(1, 2, 2, b'N\0') + entry(2, 5, 3, struct.pack('<I', 120))
place += entry(3, 2, 2, b'E\0') + entry(4, 5, 3, struct.pack('<I', 144)) + bytes(4)
exif = (b'II*\0' + struct.pack('<I', 8) + main + place).ljust(100, b'\0') + make.ljust(20, b'\0')
exif += fraction((52, 1), (31, 1), (12, 1)) + fraction((13, 1), (243, 10), (0, 1))
rows = b''.join(b'\0' + bytes(30 * 3) + b'\xff' * (30 * 3) for y in range(40))
data = b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 60, 40, 8, 2, 0, 0, 0)) + chunk(b'eXIf', exif)
open(sys.argv[1], 'wb').write(data + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
