import sys, zlib, struct
data = open(sys.argv[1], 'rb').read()
assert data[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])
place, packed = 8, b''
while place < len(data):
    length, kind = struct.unpack('>I4s', data[place:place + 8])
    body = data[place + 8:place + 8 + length]
    assert zlib.crc32(kind + body) == struct.unpack('>I', data[place + 8 + length:place + 12 + length])[0]
    if kind == b'IHDR': width, height, depth, color, _, _, interlace = struct.unpack('>IIBBBBB', body)
    if kind == b'IDAT': packed += body
    place += 12 + length
assert (depth, color, interlace) == (8, 6, 0)
raw, before, pixels = zlib.decompress(packed), bytearray(width * 4), bytearray()
for row in range(height):
    kind = raw[row * (width * 4 + 1)]
    line = bytearray(raw[row * (width * 4 + 1) + 1:(row + 1) * (width * 4 + 1)])
    for index in range(len(line)):
        left = line[index - 4] if index >= 4 else 0
        up, corner = before[index], before[index - 4] if index >= 4 else 0
        guess = left + up - corner
        nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        line[index] = (line[index] + [0, left, up, (left + up) // 2, nearest][kind]) & 255
    pixels += line
    before = line
sys.stdout.buffer.write(struct.pack('>II', width, height) + pixels)
