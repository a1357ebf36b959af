import json, math, os, plistlib, sqlite3, struct, sys
path = sys.argv[1]
class date(float): pass
class pairs(list): pass
class wide(int): pass
uid = plistlib.UID
def write(path, top, options):
    objects = []
    def add(v):
        n = len(objects); objects.append(None)
        def head(kind, count):
            return bytes([kind | count]) if count < 15 else bytes([kind | 15, 0x12]) + struct.pack('>I', count)
        if v is None: b = b'\0'
        elif isinstance(v, bool): b = b'\x09' if v else b'\x08'
        elif isinstance(v, date): b = b'\x33' + struct.pack('>d', v)
        elif isinstance(v, float): b = b'\x23' + struct.pack('>d', v)
        elif isinstance(v, wide): b = b'\x14' + v.to_bytes(16, 'big', signed=True)
        elif isinstance(v, int): b = b'\x13' + struct.pack('>q', v)
        elif isinstance(v, uid): b = b'\x83' + struct.pack('>I', v.data)
        elif isinstance(v, str):
            try: b = head(0x50, len(v)) + v.encode('ascii')
            except UnicodeEncodeError:
                u = v.encode('utf-16-be'); b = head(0x60, len(u) // 2) + u
        elif isinstance(v, bytes): b = head(0x40, len(v)) + v
        elif isinstance(v, pairs):
            keys = [add(k) for k, _ in v]; values = [add(x) for _, x in v]
            b = head(0xd0, len(v)) + b''.join(struct.pack('>I', r) for r in keys + values)
        elif isinstance(v, dict):
            keys = [add(k) for k in v]; values = [add(x) for x in v.values()]
            b = head(0xd0, len(v)) + b''.join(struct.pack('>I', r) for r in keys + values)
        else:
            items = [add(x) for x in v]
            b = head(0xa0, len(v)) + b''.join(struct.pack('>I', r) for r in items)
        objects[n] = b
        return n
    add(top)
    data = b'bplist00'
    offsets = []
    for o in objects: offsets.append(len(data)); data += o
    table = len(data)
    for o in offsets: data += struct.pack('>I', o)
    data += bytes(6) + bytes([4, 4]) + struct.pack('>QQQ', len(objects), 0, table)
    open(path, 'wb').write(data)
