import struct
class Undefined: pass
class Date:
    def __init__(self, seconds): self.seconds = seconds
class Map:
    def __init__(self, *pairs): self.pairs = pairs
class Set:
    def __init__(self, *items): self.items = items
class Big:
    def __init__(self, number): self.number = number
class View:
    def __init__(self, kind, data): self.kind, self.data = kind, data
class RegExp:
    def __init__(self, pattern, flags): self.pattern, self.flags = pattern, flags
def key(value): return b'\0' + part(value)
def part(value):
    if isinstance(value, Date): return b'\x40' + struct.pack('<d', value.seconds * 1000)
    if isinstance(value, (int, float)): return b'\x20' + struct.pack('<d', value)
    if isinstance(value, str):
        units = value.encode('utf-16-le')
        return b'\x60' + struct.pack('<I', len(units) // 2) + units
    if isinstance(value, bytes): return b'\x80' + struct.pack('<Q', len(value)) + value
    return b'\xa0' + struct.pack('<Q', len(value)) + b''.join(part(item) for item in value)
END = struct.pack('<I', 0xffffffff)
def value(item, version=15):
    texts, pool = [], []
    def index(number, count): return struct.pack('<B' if count <= 255 else '<H', number)
    def size(number): return struct.pack('<Q' if version >= 10 else '<I', number)
    def text(string):
        if string in texts: return struct.pack('<I', 0xfffffffe) + index(texts.index(string), len(texts))
        texts.append(string)
        try: data, flag, units = string.encode('latin-1'), 0x80000000, len(string)
        except UnicodeEncodeError:
            data = string.encode('utf-16-le')
            flag, units = 0, len(data) // 2
        return struct.pack('<I', units | flag) + data
    def seen(item):
        for number, other in enumerate(pool):
            if other is item: return b'\x13' + index(number, len(pool))
        pool.append(item)
    def members(pairs): return b''.join([text(name) + write(item) for name, item in pairs]) + END
    def write(item):
        if item is Undefined: return b'\x03'
        if item is None: return b'\x04'
        if item is True: return b'\x09'
        if item is False: return b'\x08'
        if isinstance(item, int):
            if item in (0, 1): return bytes([6 + item])
            return b'\x05' + struct.pack('<i', item)
        if isinstance(item, float): return b'\x0a' + struct.pack('<d', item)
        if isinstance(item, str): return b'\x10' + text(item) if item else b'\x11'
        if isinstance(item, Date): return b'\x0b' + struct.pack('<d', item.seconds * 1000)
        if isinstance(item, RegExp): return b'\x12' + text(item.pattern) + text(item.flags)
        if isinstance(item, Big):
            words, number = [], abs(item.number)
            while number: words, number = words + [number & (1 << 64) - 1], number >> 64
            head = b'\x2f' + struct.pack('<BI', item.number < 0, len(words))
            return head + b''.join(struct.pack('<Q', word) for word in words)
        if isinstance(item, View):
            pool.append(None)
            pool.append(item)
            head = b'\x16' + bytes([item.kind]) + size(1) + size(len(item.data) - 1)
            return head + b'\x15' + size(len(item.data)) + item.data
        known = seen(item)
        if known: return known
        if isinstance(item, bytes): return b'\x15' + size(len(item)) + item
        if isinstance(item, dict): return b'\x02' + members(item.items())
        if isinstance(item, Map):
            return b'\x1e' + b''.join([write(k) + write(v) for k, v in item.pairs]) + b'\x1f' + END
        if isinstance(item, Set): return b'\x1d' + b''.join([write(i) for i in item.items]) + b'\x20' + END
        head = b'\x01' + struct.pack('<I', len(item))
        for number, inner in enumerate(item):
            if inner is not Ellipsis: head += struct.pack('<I', number) + write(inner)
        return head + (END + END if version in (15, 0x100000c) else END)
    return struct.pack('<I', version) + write(item)
