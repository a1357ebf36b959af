import struct, sys
def write(path, attributes, fork):
    entries, values = b'', b''
    start = 120 + sum((11 + len(name) + 1 + 3) & ~3 for name, _ in attributes)
    for name, value in attributes:
        entry = struct.pack('>IIHB', start + len(values), len(value), 0, len(name) + 1) + name.encode() + b'\0'
        entries, values = entries + entry + bytes(-len(entry) % 4), values + value
    total = start + len(values)
    head = struct.pack('>II16sH', 0x00051607, 0x00020000, b'Mac OS X        ', 2)
    head += struct.pack('>III', 9, 50, total - 50) + struct.pack('>III', 2, total, len(fork)) + bytes(34)
    head += b'ATTR' + struct.pack('>IIII3IHH', 1, total, start, len(values), 0, 0, 0, 0, len(attributes))
    with open(path, 'wb') as file: file.write(head + entries + values + fork)
def read(path):
    data = open(path, 'rb').read()
    magic, version, filler, count = struct.unpack_from('>II16sH', data)
    assert (magic, version) == (0x00051607, 0x00020000), data[:8]
    entries = {kind: (at, size) for kind, at, size in
        (struct.unpack_from('>III', data, 26 + 12 * n) for n in range(count))}
    at, size = entries[9]
    assert at == 26 + 12 * count and at + size <= len(data)
    attr = at + 34
    tag, total, start, length, flags, number = struct.unpack_from('>4xIIII12xHH', data, attr)
    assert data[attr:attr + 4] == b'ATTR' and start + length == total <= len(data)
    found, place = [], attr + 36
    for _ in range(number):
        offset, size, flags, name = struct.unpack_from('>IIHB', data, place)
        assert place % 4 == 0 and start <= offset and offset + size <= total and data[place + 10 + name] == 0
        found.append(data[place + 11:place + 10 + name].decode() + ' ' + data[offset:offset + size].decode())
        place += (11 + name + 3) & ~3
    assert place == start
    fork, size = entries[2]
    return found + ['fork ' + data[fork:fork + size].decode()]

