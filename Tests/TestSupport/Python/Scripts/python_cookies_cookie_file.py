import struct, sys
def record(domain, name, path, value, flags, expires, created):
    strings, offsets = b'', []
    for text in (domain, name, path, value):
        offsets.append(56 + len(strings))
        strings += text.encode() + b'\0'
    head = struct.pack('<IIII4I8xdd', 56 + len(strings), 0, flags, 0, *offsets, expires, created)
    return head + strings
def page(*records):
    start, offsets = 8 + 4 * len(records) + 4, []
    for one in records:
        offsets.append(start)
        start += len(one)
    return struct.pack('>I', 0x100) + struct.pack(f'<I{len(offsets)}II', len(offsets), *offsets, 0) + b''.join(records)
pages = [
    page(record('.example.com', 'id', '/', 'a,b', 5, 4000000000.5, 700000000.0),
         record('example.org', 'settings', '/app', '{"dark": true}', 0, 0.0, 700000001.0)),
    page(record('example.net', 'old', '/', 'grüße', 0x20, 600000000.0, 500000000.0)),
]
sizes = struct.pack(f'>4sI{len(pages)}I', b'cook', len(pages), *map(len, pages))
sys.stdout.buffer.write(sizes + b''.join(pages) + bytes(8))
