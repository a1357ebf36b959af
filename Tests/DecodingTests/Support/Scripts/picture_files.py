import os, struct, sys, zlib
os.chdir(sys.argv[1])
W, H = 37, 23
def rgb(x, y): return ((x * 7 + y) & 255, y * 11 & 255, x * y & 255)
def alpha(x, y): return (x * 5 + y * 9) & 255
def gray(x, y): return (x * 7 + y * 11) & 255
def chunk(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
def pack(samples, depth):
    if depth == 16: return b''.join(struct.pack('>H', value) for value in samples)
    if depth == 8: return bytes(samples)
    bits = ''.join(format(value, f'0{depth}b') for value in samples)
    bits += '0' * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
def write(name, data, pixel):
    open(name, 'wb').write(data)
    open(name + '.rgba', 'wb').write(bytes(v for y in range(H) for x in range(W) for v in pixel(x, y)))
def png(name, color, depth, samples, pixel, extra=b'', interlaced=False):
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = b''
    for x0, y0, dx, dy in passes if interlaced else [(0, 0, 1, 1)]:
        for y in range(y0, H, dy):
            line = [v for x in range(x0, W, dx) for v in samples(x, y)]
            if line: rows += b'\0' + pack(line, depth)
    head = struct.pack('>IIBBBBB', W, H, depth, color, 0, 0, interlaced)
    packed = zlib.compress(rows)
    data = b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + extra
    data += chunk(b'IDAT', packed[:100]) + chunk(b'IDAT', packed[100:]) + chunk(b'IEND', b'')
    write(name, data, pixel)
png('rgb.png', 2, 8, rgb, lambda x, y: rgb(x, y) + (255,))
png('interlaced.png', 2, 8, rgb, lambda x, y: rgb(x, y) + (255,), interlaced=True)
png('rgba.png', 6, 8, lambda x, y: rgb(x, y) + (alpha(x, y),), lambda x, y: rgb(x, y) + (alpha(x, y),))
png('gray.png', 0, 8, lambda x, y: [gray(x, y)], lambda x, y: [gray(x, y)] * 3 + [255])
png('gray-alpha.png', 4, 8, lambda x, y: [gray(x, y), alpha(x, y)],
    lambda x, y: [gray(x, y)] * 3 + [alpha(x, y)])
png('gray-1.png', 0, 1, lambda x, y: [gray(x, y) >> 7], lambda x, y: [255 * (gray(x, y) >> 7)] * 3 + [255])
png('rgb-16.png', 2, 16, lambda x, y: [v * 257 for v in rgb(x, y)], lambda x, y: rgb(x, y) + (255,))
palette = [(i * 3 & 255, 255 - i, i * 5 & 255) for i in range(16)]
transparency = [i * 17 for i in range(16)]
index = lambda x, y: (x + y * 3) & 15
colors = chunk(b'PLTE', bytes(v for color in palette for v in color))
png('palette-4.png', 3, 4, lambda x, y: [index(x, y)], lambda x, y: palette[index(x, y)] + (transparency[index(x, y)],),
    extra=colors + chunk(b'tRNS', bytes(transparency)))
png('palette-8-interlaced.png', 3, 8, lambda x, y: [index(x, y)], lambda x, y: palette[index(x, y)] + (255,),
    extra=colors, interlaced=True)
# What Xcode makes of a PNG: no header and checksum of zlib, blue first, multiplied by alpha.
def cgbi(name, color, samples, pixel, interlaced=False):
    png(name, color, 8, samples, pixel, interlaced=interlaced)
    data = open(name, 'rb').read()
    end, place, packed = data[-12:], 33, b''
    while data[place + 4:place + 8] == b'IDAT':
        length = struct.unpack('>I', data[place:place + 4])[0]
        packed += data[place + 8:place + 8 + length]
        place += 12 + length
    mark = chunk(b'CgBI', bytes([0x50, 0, 0x20, 6]))
    body = chunk(b'IDAT', packed[2:90]) + chunk(b'IDAT', packed[90:-4])
    open(name, 'wb').write(data[:8] + mark + data[8:33] + chunk(b'gAMA', bytes(4)) + body + end)
def premultiplied(x, y): return [v * alpha(x, y) // 255 for v in rgb(x, y)[::-1]] + [alpha(x, y)]
def restored(x, y):
    b, g, r, a = premultiplied(x, y)
    return tuple(min(255, (v * 255 + a // 2) // a) if a else v for v in (r, g, b)) + (a,)
cgbi('xcode.png', 2, lambda x, y: rgb(x, y)[::-1], lambda x, y: rgb(x, y) + (255,))
cgbi('xcode-alpha.png', 6, premultiplied, restored)
cgbi('xcode-interlaced.png', 6, premultiplied, restored, interlaced=True)
def gif(name, order, transparent, pixel, interlaced=0):
    table = bytes(v for i in range(128) for v in ((i * 3 & 255, 255 - i, i * 5 & 255)))
    data = b'GIF89a' + struct.pack('<HHBBB', W, H, 0xf6, 0, 0) + table
    if transparent is not None: data += b'\x21\xf9\x04\x01\0\0' + bytes([transparent]) + b'\0'
    data += b'\x2c' + struct.pack('<HHHHB', 0, 0, W, H, 0x40 * interlaced) + b'\x07'
    codes = []
    for i, value in enumerate((x + y * 5) & 127 for y in order for x in range(W)):
        if i % 100 == 0: codes.append(128)
        codes.append(value)
    codes.append(129)
    blocks = bytes(codes)
    for i in range(0, len(blocks), 255): data += bytes([len(blocks[i:i + 255])]) + blocks[i:i + 255]
    write(name, data + b'\0\x3b', pixel)
def color(x, y):
    i = (x + y * 5) & 127
    return (i * 3 & 255, 255 - i, i * 5 & 255, 255)
straight = list(range(H))
woven = [y for first, step in [(0, 8), (4, 8), (2, 4), (1, 2)] for y in range(first, H, step)]
gif('plain.gif', straight, None, color)
gif('interlaced.gif', woven, None, color, interlaced=1)
gif('transparent.gif', straight, 9,
    lambda x, y: (0, 0, 0, 0) if (x + y * 5) & 127 == 9 else color(x, y))
open('picture.ppm', 'wb').write(b'P6 37 23 255\n' + bytes(v for y in range(H) for x in range(W) for v in rgb(x, y)))
# Four components of one block, each with a mean only: ITU-T T.81, annexes B and F. The means are 128 + d.
def cmyk(name, deltas, adobe):
    bits = ''
    for d in deltas:
        size = abs(d).bit_length()
        bits += format(size, '04b') + (format(d if d > 0 else d + (1 << size) - 1, f'0{size}b') if size else '') + '0'
    bits += '1' * (-len(bits) % 8)
    body = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8)).replace(b'\xff', b'\xff\0')
    segment = lambda marker, data: b'\xff' + bytes([marker]) + struct.pack('>H', len(data) + 2) + data
    data = b'\xff\xd8'
    if adobe: data += segment(0xee, b'Adobe\0\x64\0\0\0\0\0')
    data += segment(0xdb, b'\0' + b'\x08' * 64)
    data += segment(0xc0, struct.pack('>BHHB', 8, 8, 8, 4) + b''.join(bytes([i, 0x11, 0]) for i in range(1, 5)))
    data += segment(0xc4, b'\0' + bytes([0, 0, 0, 12] + [0] * 12) + bytes(range(12)))
    data += segment(0xc4, b'\x10' + bytes([1] + [0] * 15) + b'\0')
    data += segment(0xda, bytes([4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]))
    open(name, 'wb').write(data + body + b'\xff\xd9')
cmyk('cmyk.jpg', [72, -28, 0, 100], False)
cmyk('cmyk-adobe.jpg', [72, -28, 0, 100], True)
