import struct, sys
path, fork, names = sys.argv[1], int(sys.argv[2]), [name.encode() for name in sys.argv[3:]]
entries = b""
start = 120 + sum((11 + len(name) + 1 + 3) & ~3 for name in names)
for name in names:
    entry = struct.pack(">IIHB", start, 1, 0, len(name) + 1) + name + b"\0"
    entries += entry + b"\0" * (-len(entry) % 4)
total = start + 1
attr = b"ATTR" + struct.pack(">IIII3IHH", 1, total, start, 1, 0, 0, 0, 0, len(names)) + entries + b"x"
head = struct.pack(">II16sH", 0x00051607, 0x00020000, b"Mac OS X", 2)
head += struct.pack(">III", 9, 50, total - 50) + struct.pack(">III", 2, total, fork)
with open(path, "wb") as file:
    file.write(head + bytes(34) + attr)
    file.truncate(total + fork)
