import bz2, gzip, lzma, plistlib, random, struct, zlib
random.seed(4)
words = 'the tide table of the harbor 항구의 수위 港口的水位 潮位は高い naïve café'.split()
def text(n): return ' '.join(random.choices(words, k=n)).encode()
def varint(n): return (bytes([n & 127 | 128]) + varint(n >> 7)) if n > 127 else bytes([n])
def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
found = []
for n in range(1, 300):
    packed = [zlib.compress(text(9 * n)), gzip.compress(text(9 * n)), bz2.compress(text(9 * n)), lzma.compress(text(9 * n))]
    found += packed
    found += [data[at:at + 64 + n] for data in packed if len(data) > 128 for at in [random.randrange(len(data) - 64)] if len(data) - at >= 64]
    rows = b''.join(b'\0' + random.randbytes(30) for _ in range(9))
    found.append(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 10, 9, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
    found.append(plistlib.dumps({'k%d' % i: random.choice([random.randbytes(9), '수위' * 3, i * 1.5, i]) for i in range(n % 40 + 1)}, fmt=plistlib.FMT_BINARY))
    found.append(b'\xcf\xfa\xed\xfe' + struct.pack('<IIIIII', 0x100000c, 0, 2, 17, 1000, 0x85) + random.randbytes(n))
    found.append(b'\xca\xfe\xba\xbe' + struct.pack('>IIIIII', 2, 0x100000c, 0, 0x4000, 9999, 14) + random.randbytes(n))
    message = b''
    for _ in range(n % 9 + 2):
        data = random.choice([random.randbytes(20), text(3)])
        message += bytes([random.randrange(1, 16) << 3 | 2]) + varint(len(data)) + data + bytes([random.randrange(1, 16) << 3]) + varint(random.randrange(1 << 40))
    try: message.decode()
    except UnicodeDecodeError: found.append(message)
    found.append(random.randbytes(32))
for data in found: print(data.hex())
