def double(path, attributes, fork=b'', behind=b''):
    records, values = b'', b''
    start = 120 + sum((11 + len(name) + 1 + 3) & ~3 for name in attributes)
    for name, value in attributes.items():
        raw = name.encode() + b'\0'
        record = struct.pack('>IIHB', start + len(values), len(value), 0, len(raw)) + raw
        records += record.ljust((len(record) + 3) & ~3, b'\0')
        values += value
    end = start + len(values)
    head = struct.pack('>II16sH', 0x51607, 0x20000, b'Mac OS X        ', 2)
    head += struct.pack('>III', 9, 50, end - 50) + struct.pack('>III', 2, end, len(fork)) + bytes(34)
    head += b'ATTR' + struct.pack('>IIII', 0, end, start, len(values)) + bytes(12)
    head += struct.pack('>HH', 0, len(attributes))
    write(path, head + records + values + fork + behind)
both('x', 'contents')

