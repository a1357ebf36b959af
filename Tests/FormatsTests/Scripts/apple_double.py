import struct, sys
attributes = [(b"com.apple.metadata:com_apple_backup_excludeItem", b"com.apple.MobileBackup"), (b"a", b"")]
entries, place = b"", 120
for name, value in attributes: place += (11 + len(name) + 1 + 3) & ~3
start, data = place, b""
for name, value in attributes:
    entry = struct.pack(">IIHB", start + len(data), len(value), 0, len(name) + 1) + name + b"\0"
    entries += entry + b"\0" * (-len(entry) % 4)
    data += value
total = start + len(data)
attr = b"ATTR" + struct.pack(">IIII3IHH", 1, total, start, len(data), 0, 0, 0, 0, len(attributes)) + entries + data
head = struct.pack(">II16sH", 0x00051607, 0x00020000, b"Mac OS X", 2)
head += struct.pack(">III", 9, 50, total - 50) + struct.pack(">III", 2, total, 0)
sys.stdout.buffer.write(head + bytes(34) + attr)
