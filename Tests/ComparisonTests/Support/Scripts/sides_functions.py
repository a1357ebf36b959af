import gzip, io, json, os, plistlib, shutil, sqlite3, struct, sys, zipfile, zlib
os.chdir(sys.argv[1])
os.mkdir('a'); os.mkdir('b')
clock = [1_000_000_000]
def write(path, data):
    if isinstance(data, str): data = data.encode()
    if os.path.dirname(path): os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file: file.write(data)
    clock[0] += 1
    os.utime(path, (clock[0], clock[0]))
def both(path, data):
    write('a/' + path, data); write('b/' + path, data)
    os.utime('b/' + path, ns=(os.stat('a/' + path).st_mtime_ns,) * 2)
def binary(value): return plistlib.dumps(value, fmt=plistlib.FMT_BINARY, sort_keys=False)
def xml(value): return plistlib.dumps(value, sort_keys=False)
def database(path, *statements, close=True):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute('PRAGMA synchronous=OFF')
    for statement in statements:
        if isinstance(statement, tuple): connection.execute(*statement)
        else: connection.execute(statement)
    if not close: return connection
    connection.close()
    clock[0] += 1
    os.utime(path, (clock[0], clock[0]))
def databases(first, one, other):
    for side, statements in (('a', one), ('b', other)): database(side + '/s.db', *first, *statements)
def archived(objects): return binary({'$archiver': 'NSKeyedArchiver', '$version': 100000,
    '$top': {'root': plistlib.UID(1)}, '$objects': ['$null'] + objects})
def png(width, height, color, *chunks):
    def chunk(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
    rows = b''.join(b'\0' + bytes(color) * width for _ in range(height))
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 6, 0, 0, 0))
        + b''.join(chunk(*one) for one in chunks) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
def zipped(files, level=9, time=(2024, 1, 1, 0, 0, 0)):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, time)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()
def cookies(*records):
    def record(domain, name, path, value):
        strings, offsets = b'', []
        for text in (domain, name, path, value):
            offsets.append(56 + len(strings))
            strings += text.encode() + b'\0'
        return struct.pack('<IIII4I8xdd', 56 + len(strings), 0, 5, 0, *offsets, 4e9, 7e8) + strings
    packed = [record(*one) for one in records]
    start, offsets = 8 + 4 * len(packed) + 4, []
    for one in packed:
        offsets.append(start)
        start += len(one)
    page = struct.pack('>I', 0x100) + struct.pack(f'<I{len(packed)}II', len(packed), *offsets, 0) + b''.join(packed)
    return struct.pack('>4sII', b'cook', 1, len(page)) + page + bytes(8)

