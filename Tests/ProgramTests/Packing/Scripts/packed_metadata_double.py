import struct
def double(path, fork=b'', finder=b'\0' * 32, attributes={}):
    records, values = b'', b''
    sizes = sum((11 + len(name) + 1 + 3) & ~3 for name in attributes)
    start = 50 + 32 + 2 + 36 + sizes
    for name, value in attributes.items():
        raw = name.encode() + b'\0'
        record = struct.pack('>IIHB', start + len(values), len(value), 0, len(raw)) + raw
        records += record.ljust((len(record) + 3) & ~3, b'\0')
        values += value
    end = start + len(values)
    head = struct.pack('>II16sH', 0x51607, 0x20000, b'Mac OS X        ', 2)
    head += struct.pack('>III', 9, 50, end - 50) + struct.pack('>III', 2, end, len(fork)) + finder + b'\0\0'
    head += b'ATTR' + struct.pack('>IIII', 0, end, start, len(values)) + b'\0' * 12
    head += struct.pack('>HH', 0, len(attributes)) + records + values + fork
    with open(path, 'wb') as f: f.write(head)
