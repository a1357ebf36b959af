import struct, zlib

def png(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, body = 8, b""
    while place < len(data):
        size, name = struct.unpack(">I4s", data[place:place + 8])
        chunk = data[place + 4:place + 8 + size]
        assert zlib.crc32(chunk) == struct.unpack(">I", data[place + 8 + size:place + 12 + size])[0]
        if name == b"IHDR": width, height, depth, color = struct.unpack(">IIBB", chunk[4:14])
        if name == b"IDAT": body += chunk[4:]
        place += 12 + size
    assert name == b"IEND" and color in (2, 3)
    row = (width * depth * (3 if color == 2 else 1) + 7) // 8 + 1
    assert len(zlib.decompress(body)) == row * height
    return width, height

def ktx(data):
    if data[:8] == b"AAPL\r\n\x1a\n": return apple(data)
    assert data[:16] == b"\xabKTX 11\xbb\r\n\x1a\n\x01\x02\x03\x04"
    kind, width, height, pairs = struct.unpack_from("<I4xII16xI", data, 0x1c)
    assert kind == 0x93b0 and b"Compression_APPLE\0APPL" in data[0x40:0x40 + pairs]
    size, sign, length = struct.unpack_from("<I4sI", data, 0x40 + pairs)
    place = 0x4c + pairs
    assert sign == b"LZFS" and size == length + 8 and place + length == len(data)
    return lzfse(data[place:], width, height)

# The newer layout: chunks with their sizes before their names.
def apple(data):
    place, chunks = 8, {}
    while place < len(data):
        size, name = struct.unpack_from("<I4s", data, place)
        chunks[name], place = data[place + 8:place + 8 + size], place + 8 + size
    assert list(chunks) == [b"HEAD", b"FILL", b"LZFS", b"END\0"] and place == len(data)
    kind, _, width, height = struct.unpack_from("<4I", chunks[b"HEAD"], 16)
    assert kind == 0x93b0 and struct.unpack_from("<I", chunks[b"LZFS"])[0] == len(chunks[b"LZFS"]) - 4
    return lzfse(chunks[b"LZFS"][4:], width, height)

# Each block says how long it is, and how many bytes come out of it.
def lzfse(data, width, height):
    place, blocks = 0, 0
    while data[place:place + 4] != b"bvx$":
        sign, raw, literals, matches, states = struct.unpack_from("<4sIQQQ", data, place)
        assert sign == b"bvx2"
        blocks += raw
        place += (states & 0xffffffff) + (literals >> 20 & 0xfffff) + (matches >> 40 & 0xfffff)
    assert place + 4 == len(data) and blocks == (width + 3) // 4 * ((height + 3) // 4) * 16
    return width, height

def jpeg(data):
    assert data[:2] == b"\xff\xd8" and data[-2:] == b"\xff\xd9"
    place, tables = 2, {}
    while True:
        marker, size = struct.unpack_from(">HH", data, place)
        body, place = data[place + 4:place + 2 + size], place + 2 + size
        if marker == 0xffc0:
            height, width, count = struct.unpack_from(">HHB", body, 1)
            sampling = {body[i]: (body[i + 1] >> 4) * (body[i + 1] & 15) for i in range(6, 6 + 3 * count, 3)}
            across, down = max(body[i + 1] >> 4 for i in range(6, 6 + 3 * count, 3)), max(body[i + 1] & 15 for i in range(6, 6 + 3 * count, 3))
        elif marker == 0xffc4:
            while body:
                code, at, table = 0, 17, {}
                for length in range(1, 17):
                    for _ in range(body[length]):
                        table[length, code] = body[at]
                        code, at = code + 1, at + 1
                    code *= 2
                tables[body[0]], body = table, body[at:]
        elif marker == 0xffda:
            scan = [(sampling[body[i]], body[i + 1] >> 4, body[i + 1] & 15) for i in range(1, 1 + 2 * body[0], 2)]
            break
    coded = data[place:-2]
    assert coded.count(b"\xff") == coded.count(b"\xff\0")
    bits, place = "".join(format(b, "08b") for b in coded.replace(b"\xff\0", b"\xff")), 0
    def symbol(table):
        nonlocal place
        for length in range(1, 17):
            value = table.get((length, int(bits[place:place + length], 2)))
            if value is not None:
                place += length
                return value
        raise ValueError("no such code")
    for _ in range(-(-width // (8 * across)) * -(-height // (8 * down))):
        for count, first, others in scan:
            for _ in range(count):
                size = symbol(tables[first])
                place += size
                index = 1
                while index < 64:
                    value = symbol(tables[0x10 | others])
                    if value == 0: break
                    place, index = place + (value & 15), index + (value >> 4) + 1
                assert index <= 64
    assert 0 <= len(bits) - place < 8 and "0" not in bits[place:]
    return width, height
