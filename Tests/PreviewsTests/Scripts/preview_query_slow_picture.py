import struct, sys, zlib
def chunk(kind, body):
    return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
packer = zlib.compressobj()
packed = b''.join(packer.compress(bytes(15000 * 3 + 1)) for _ in range(15000)) + packer.flush()
head = struct.pack('>IIBBBBB', 15000, 15000, 8, 2, 0, 0, 0)
sys.stdout.buffer.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', packed)
    + chunk(b'IEND', b''))
