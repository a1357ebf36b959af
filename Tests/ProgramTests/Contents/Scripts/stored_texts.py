"""Values whose texts are not UTF-8 or have half surrogates, and what the program says of each.

Prints one line for each that is not told by diff, not found by grep, or shown without a remark.
"""
import os, plistlib, sqlite3, struct, subprocess, sys
program, root = sys.argv[1:]
def cookies(texts):
    strings, offsets = b'', []
    for text in texts:
        offsets.append(56 + len(strings))
        strings += text + b'\0'
    record = struct.pack('<IIII4I8xdd', 56 + len(strings), 0, 5, 0, *offsets, 4e9, 7e8) + strings
    page = struct.pack('>I', 0x100) + struct.pack('<III', 1, 16, 0) + record
    return struct.pack('>4sII', b'cook', 1, len(page)) + page + bytes(8)
def cookie(place):
    def write(path, odd):
        texts = [b'.a.example', b'sid', b'/', b'v']
        texts[place] = odd
        with open(path, 'wb') as out: out.write(cookies(texts))
    return write
def database(*statements):
    def write(path, odd):
        connection = sqlite3.connect(path)
        for statement in statements: connection.execute(statement.replace('ODD', f"CAST(x'{odd.hex()}' AS TEXT)"))
        connection.commit()
        connection.close()
    return write
def indexed(name, text):
    """A record of WebKit's IndexedDB; texts are UTF-16."""
    def half(odd): return odd.decode('latin-1').encode('utf-16-le').replace(b'\xff\0', b'\x3d\xd8').replace(b'\xfe\0', b'\x3e\xd8')
    def write(path, odd):
        key = b'\0\x60' + struct.pack('<I', 4) + (half(odd) if name else 'name'.encode('utf-16-le'))
        value = struct.pack('<I', 15) + (b'\x10' + struct.pack('<I', 4) + half(odd) if text else b'\x04')
        connection = sqlite3.connect(path)
        for statement, values in (
            ('CREATE TABLE IDBDatabaseInfo (key TEXT, value TEXT)', ()),
            ('CREATE TABLE ObjectStoreInfo (id INTEGER PRIMARY KEY, name TEXT, keyPath BLOB, autoInc INTEGER)', ()),
            ('CREATE TABLE Records (objectStoreID INTEGER, key TEXT, value, recordID INTEGER PRIMARY KEY)', ()),
            ('INSERT INTO ObjectStoreInfo VALUES (1, ?, ?, 0)', ('s', plistlib.dumps({}, fmt=plistlib.FMT_BINARY))),
            ('INSERT INTO Records VALUES (1, ?, ?, 1)', (key, value))): connection.execute(statement, values)
        connection.commit()
        connection.close()
    return write
STORAGE = 'CREATE TABLE ItemTable (key TEXT, value BLOB)'
SERVICES = ('CREATE TABLE alt_services (partition TEXT, host TEXT, alternateHost TEXT, port INTEGER, alternatePort INTEGER,'
    ' type INTEGER, creation_time INTEGER, expires_time INTEGER)')
# The name of a file: what writes it, and the address of the value, at which show ends with 65.
SAMPLES = {
    'domain.binarycookies': (cookie(0), '0'), 'name.binarycookies': (cookie(1), '0'),
    'path.binarycookies': (cookie(2), '0'), 'value.binarycookies': (cookie(3), '0'),
    'table.db': (database('CREATE TABLE t (id INTEGER PRIMARY KEY, a)', 'INSERT INTO t VALUES (1, ODD)'), 't'),
    'storage.db': (database(STORAGE, "INSERT INTO ItemTable VALUES (ODD, x'6100')"), ''),
    'services.db': (database(SERVICES, "INSERT INTO alt_services VALUES ('', 'h', ODD, 1, 2, 3, 4, 5)"), ''),
    'host.db': (database(SERVICES, "INSERT INTO alt_services VALUES ('', ODD, 'h', 1, 2, 3, 4, 5)"), ''),
    'record.db': (indexed(False, True), 's/1'), 'key.db': (indexed(True, False), None),
}
ONE, OTHER = b'odd\xff', b'odd\xfe'
def run(*words): return subprocess.run([program, *words], capture_output=True)
for name, (write, address) in SAMPLES.items():
    path, other = f'{root}/{name}', f'{root}/other-{name}'
    write(path, ONE)
    write(other, OTHER)
    changed = run('diff', path, other)
    if changed.returncode != 1 or b'changed' not in changed.stdout: print(f'diff: {name}: {changed}')
    if run('diff', path, path).returncode != 0: print(f'diff of the same: {name}')
    if address is not None:
        shown = run('show', path + (':' + address if address else ''))
        if shown.returncode != 65 or not shown.stderr: print(f'show: {name}: {shown}')
    if name not in ('record.db', 'key.db'):
        found = run('grep', ONE, path)
        if found.returncode != 0 or b':' not in found.stdout: print(f'grep: {name}: {found}')
        if run('grep', OTHER, path).returncode != 1: print(f'grep of other bytes: {name}')
    elif address and b'odd' not in run('grep', 'odd', path).stdout: print(f'grep: {name}')
