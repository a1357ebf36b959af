import json, plistlib, sqlite3, sys, os, zipfile, io
root = sys.argv[1]
archive = {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$objects': ['$null', {'secret': plistlib.UID(2),
    '$class': plistlib.UID(3)}, 'harbor master é', {'$classname': 'Pilot', '$classes': ['Pilot', 'NSObject']}],
    '$top': {'root': plistlib.UID(1)}}
archived = plistlib.dumps(archive, fmt=plistlib.FMT_BINARY)
inner = plistlib.dumps({'list': ['x', {'harbor key': 1}], 'n': 4711, 'archive': archived}, fmt=plistlib.FMT_BINARY)
outer = {'a/b~c': 'the harbor', 'data': inner, 'json': json.dumps({'k': ['h', 'harbor']}), 'other': 'x' * 80,
    'wide': 'harbor'.encode('utf-16-be'), 'bytes': b'\0\1harbor'}
for form in ['BINARY', 'XML']:
    with open(root + '/Library/Preferences/%s.plist' % form.lower(), 'wb') as file:
        plistlib.dump(outer, file, fmt=getattr(plistlib, 'FMT_' + form))
connection = sqlite3.connect(root + '/Library/Store.sqlite', isolation_level=None)
connection.execute('PRAGMA synchronous=OFF'); connection.execute('PRAGMA journal_mode=WAL'); connection.execute('PRAGMA wal_autocheckpoint=0')
connection.execute('CREATE TABLE entry(id INTEGER PRIMARY KEY, title TEXT, n REAL, blob BLOB)')
connection.execute('CREATE TABLE "odd/name"(k TEXT PRIMARY KEY, v) WITHOUT ROWID')
connection.execute('CREATE VIEW seen AS SELECT title FROM entry')
for row in [(3, 'in the log: harbor', 1.5, None), (7, 'none', 4711, inner), (9, None, None, b'\1\2harbor'),
    (11, 'x' * 20_000_000 + 'harbor', None, None), (12, 'behind harbor', None, None)]:
    connection.execute('INSERT INTO entry VALUES (?, ?, ?, ?)', row)
connection.execute("INSERT INTO \"odd/name\" VALUES ('a', 'x'), ('b', 'harbor')")
with zipfile.ZipFile(root + '/Documents/old.zip', 'w', zipfile.ZIP_DEFLATED) as zip:
    zip.writestr('sub/note.txt', 'one\ntwo harbor\n'); zip.writestr('p.plist', inner)
open(root + '/Documents/utf16.txt', 'w', encoding='utf-16').write('one\ntwo\nthree Harbor\n')
os._exit(0)
