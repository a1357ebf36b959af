records = []
for i, d in enumerate(dates):
    texts = [b'a.example\0', b'n%d\0' % i, b'/\0', b'v\0']
    at = 56
    places = []
    for t in texts: places.append(at); at += len(t)
    records.append(struct.pack('<IIII4IQdd', at, 0, 0, 0, places[0], places[1], places[2], places[3], 0, 1.5, d)
        + b''.join(texts))
at = 12 + 4 * len(records)
starts = []
for r in records: starts.append(at); at += len(r)
page = struct.pack('>I', 0x100) + struct.pack('<I', len(records)) + struct.pack('<%dI' % len(records), *starts)
page += struct.pack('<I', 0) + b''.join(records)
body = b'cook' + struct.pack('>II', 1, len(page)) + page
open(path, 'wb').write(body + struct.pack('>I', sum(page[::4]) & 0xffffffff) + bytes.fromhex('071720050000004b'))
