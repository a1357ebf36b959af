import struct
def box(kind, *parts): return struct.pack('>I4s', 8 + sum(map(len, parts)), kind) + b''.join(parts)
def long_box(kind, data): return struct.pack('>I4sQ', 1, kind, 16 + len(data)) + data
def full(kind, *parts, version=0): return box(kind, bytes([version, 0, 0, 0]), *parts)
def data(kind, value): return box(b'data', struct.pack('>II', kind, 0), value)
def language(code): return struct.pack('>HH', sum((ord(c) - 0x60) << s for c, s in zip(code, (10, 5, 0))), 0)
def handler(kind): return full(b'hdlr', bytes(4), kind, bytes(13))
def movie_head(scale, length, created, version=0):
    times = struct.pack('>QQIQ' if version else '>IIII', created, created, scale, length)
    return full(b'mvhd', times, bytes(80), version=version)
def track(kind, entry, scale, length, samples, code='und'):
    head = full(b'mdhd', struct.pack('>IIII', 0, 0, scale, length), language(code))
    table = box(b'stbl', full(b'stsd', struct.pack('>I', 1), entry), full(b'stsz', struct.pack('>II', 0, samples)))
    return box(b'trak', full(b'tkhd', bytes(80)), box(b'mdia', head, handler(kind), box(b'minf', table)))
def video(codec, width, height):
    return box(codec, bytes(6), b'\0\1', bytes(16), struct.pack('>HH', width, height), bytes(50))
def sound(codec, channels, rate):
    return box(codec, bytes(6), b'\0\1', bytes(8), struct.pack('>HHIHH', channels, 16, 0, rate, 0))
def quicktime_metadata(**values):
    names = ['com.apple.quicktime.' + name.replace('_', '.') for name in values]
    keys = full(b'keys', struct.pack('>I', len(names)), *(box(b'mdta', name.encode()) for name in names))
    items = (box(struct.pack('>I', i + 1), data(1, text.encode())) for i, text in enumerate(values.values()))
    return box(b'meta', handler(b'mdta'), keys, box(b'ilst', *items))
def user_text(kind, text):
    text = text.encode()
    return box(b'\xa9' + kind, struct.pack('>HH', len(text), 0x15c7), text)
def itunes(*items): return full(b'meta', handler(b'mdir'), box(b'ilst', *items))
