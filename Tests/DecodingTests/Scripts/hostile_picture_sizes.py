import os, struct, sys, zlib
os.chdir(sys.argv[1])
def chunk(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
def png(name, width, height, interlaced=0, rows=b''):
    head = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, interlaced)
    open(name, 'wb').write(
        b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
png('none.png', 0, 10)
png('huge.png', 0x7fffffff, 0x7fffffff)
png('wide.png', 0x7fffffff, 1)
png('woven.png', 20000, 20000, 1)
# 15,000 × 15,000 pixels in 650 KB.
bomb = zlib.compressobj()
packed = b''.join(bomb.compress(bytes(15000 * 3 + 1)) for _ in range(15000)) + bomb.flush()
head = struct.pack('>IIBBBBB', 15000, 15000, 8, 2, 0, 0, 0)
open('bomb.png', 'wb').write(
    b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', packed) + chunk(b'IEND', b''))
open('huge.gif', 'wb').write(b'GIF89a' + struct.pack('<HHBBB', 65535, 65535, 0, 0, 0) + b'\x3b')
open('huge.jpg', 'wb').write(bytes.fromhex('ffd8ffc0000b08fffffff001011100ffda0008010100003f00') + b'\xff\xd9')
