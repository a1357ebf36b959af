import struct
data, home = 'X.xcappdata/AppData/', b'\x03\x00'
directories = ['', 'Documents/', 'Library/', 'Library/Caches/', 'Library/Caches/Snapshots/', 'tmp/']
files = ['Documents/%s', 'Library/Caches/%s', 'Library/Caches/Snapshots/%s.png', 'tmp/%s']
names = ['X.xcappdata/'] + [data + name for name in directories]
names += [data + name % letter for name in files for letter in 'abc']
entries = index = b''
for name in map(str.encode, names):
    size, method, body, mode = 2**63 - 1, 8, home, 0o100644
    if name.endswith(b'/'): size, method, body, mode = 0, 0, b'', 0o40755
    zip64 = struct.pack('<HHQQ', 1, 16, size, len(body))
    common = struct.pack('<HHHHIIIHH', 0, method, 0, 0x21, 0, 2**32 - 1, 2**32 - 1, len(name), len(zip64))
    offset = len(entries)
    entries += b'PK\3\4' + struct.pack('<H', 45) + common + name + zip64 + body
    index += b'PK\1\2' + struct.pack('<HH', 45 | 3 << 8, 45) + common
    index += struct.pack('<HHHII', 0, 0, 0, mode << 16, offset) + name + zip64
end = struct.pack('<HHHHIIH', 0, 0, len(names), len(names), len(index), len(entries), 0)
with open('claims.zip', 'wb') as file: file.write(entries + index + b'PK\5\6' + end)
