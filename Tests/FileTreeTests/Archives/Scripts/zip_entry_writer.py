import random, struct, sys, zipfile, zlib
def write(path, entries, flags=8, in_header='sizes', descriptor=None, front=b'', zip64=False):
    out, records = bytearray(front), []
    for name, data, method in entries:
        name, offset = name.encode(), len(out) - len(front)
        packed = data
        if method == 8:
            one = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = one.compress(data) + one.flush()
        sum = zlib.crc32(data)
        known = {'sizes': (sum, len(packed), len(data)), 'nothing': (0, 0, 0), 'sizes alone': (0, len(packed), len(data))}
        out += struct.pack('<4s5H3I2H', b'PK\3\4', 20, flags, method, 0, 33, *known[in_header], len(name), 0) + name
        out += packed
        if descriptor == 'marked': out += b'PK\7\10'
        if descriptor: out += struct.pack('<3I', sum, len(packed), len(data))
        extra = struct.pack('<2HQ', 1, 8, offset) if zip64 else b''
        records.append(struct.pack('<4s6H3I5H2I', b'PK\1\2', 20, 20, flags, method, 0, 33, sum, len(packed), len(data),
            len(name), len(extra), 0, 0, 0, 0, 0xffffffff if zip64 else offset) + name + extra)
    start = len(out) - len(front)
    directory = b''.join(records)
    out += directory + struct.pack('<4s4H2IH', b'PK\5\6', 0, 0, len(records), len(records), len(directory), start, 0)
    open(path, 'wb').write(out)
text, noise = b'text ' * 40000, random.Random(1).randbytes(300000)
other = b'PK\3\4' + bytes(26) + b'no entry of this one'
entries = [('a.txt', text, 8), ('b.bin', noise, 0), ('c.bin', noise, 8), ('empty', b'', 0), ('d/short', b'x', 8)]
