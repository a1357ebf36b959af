import struct, sys
count = int(sys.argv[2])
with open(sys.argv[1], 'wb') as file:
    file.write(struct.pack('<4s5H3L2H', b'PK\3\4', 20, 0, 0, 0, 33, 0, 0, 0, 1, 0) + b'x')
    begin = file.tell()
    entry = struct.pack('<4s6H3L5H2L', b'PK\1\2', 20, 20, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b'x'
    for _ in range(count // 10_000): file.write(entry * 10_000)
    size = file.tell() - begin
    file.write(struct.pack('<4s4H2LH', b'PK\5\6', 0, 0, 65535, 65535, size, begin, 0))
