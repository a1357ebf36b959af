
import plistlib
def path(**fields): return plistlib.dumps(fields, fmt=plistlib.FMT_BINARY)
run('CREATE TABLE IDBDatabaseInfo (key TEXT NOT NULL ON CONFLICT FAIL UNIQUE ON CONFLICT REPLACE, value TEXT NOT NULL)')
run('CREATE TABLE ObjectStoreInfo (id INTEGER PRIMARY KEY NOT NULL ON CONFLICT FAIL UNIQUE ON CONFLICT FAIL,'
    ' name TEXT NOT NULL ON CONFLICT FAIL UNIQUE ON CONFLICT FAIL, keyPath BLOB NOT NULL ON CONFLICT FAIL,'
    ' autoInc INTEGER NOT NULL ON CONFLICT FAIL)')
connection.create_collation('IDBKEY', lambda one, other: (one > other) - (one < other))
run('CREATE TABLE Records (objectStoreID INTEGER NOT NULL ON CONFLICT FAIL, key TEXT COLLATE IDBKEY NOT NULL'
    ' ON CONFLICT FAIL, value NOT NULL ON CONFLICT FAIL, recordID INTEGER PRIMARY KEY)')
run('CREATE UNIQUE INDEX RecordsIndex ON Records (objectStoreID, key)')
run("INSERT INTO IDBDatabaseInfo VALUES ('DatabaseName', 'harbor'), ('DatabaseVersion', '3')")
run('INSERT INTO ObjectStoreInfo VALUES (1, ?, ?, 1), (2, ?, ?, 0)',
    ['notes', path(type=1, string='id'), 'settings', path(type=0)])
def put(store, name, item, **options):
    run('INSERT INTO Records (objectStoreID, key, value) VALUES (?, ?, ?)', [store, key(name), value(item, **options)])
put(1, 7, {'id': 7, 'title': 'Grüße 日本', 'tags': ['a', 'b', 'a'], 'done': False, 'made': Date(1549107062)})
put(2, 'theme', 'dark')
put(1, 8, {'id': 8, 'title': 'x' * 5000})
put(2, [1, 'a', Date(978307200)], None)
put(2, b'\x01\x02', b'\x00\x01')
run('INSERT INTO Records (objectStoreID, key, value) VALUES (2, ?, ?)', [b'bplist00', b'\xff\0\0\0\x04'])
