import struct
def double(name, value):
    record = struct.pack('>IIHB', 0, 0, 0, len(name) + 1) + name + b'\0'
    record += b'\0' * (-len(record) % 4)
    start = 120 + len(record)
    record = struct.pack('>IIHB', start, len(value), 0, len(name) + 1) + record[11:]
    head = struct.pack('>4sIIII3IHH', b'ATTR', 0, start + len(value), start, len(value), 0, 0, 0, 0, 1)
    info = b'\0' * 34 + head + record + value
    entries = struct.pack('>IIIIII', 9, 50, len(info), 2, 50 + len(info), 0)
    return struct.pack('>II16sH', 0x00051607, 0x00020000, b'', 2) + entries + info
open('Documents/kept', 'w').close()
open('Documents/._kept', 'wb').write(double(b'org.example.kept', b'value'))
open('Documents/._orphan', 'wb').write(double(b'org.example.kept', b'value'))
