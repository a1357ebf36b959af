import gzip, os, plistlib, sqlite3, sys
os.chdir(sys.argv[1])
os.makedirs('Library/Preferences')
data = gzip.compress(b'words' * 99)
for path in ('a.plist', 'Library/Preferences/a.plist'):
    plistlib.dump({'outer': [{'data': data}]}, open(path, 'wb'), fmt=plistlib.FMT_BINARY)
U = plistlib.UID
kind = {'$classname': 'Thing', '$classes': ['Thing', 'NSObject']}
plistlib.dump({'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': U(1)},
    '$objects': ['$null', {'$class': U(4), 'first': U(2), 'second': U(2)}, {'$class': U(4), 'data': U(3)}, data,
        kind]}, open('archive.plist', 'wb'), fmt=plistlib.FMT_BINARY)
connection = sqlite3.connect('a.db')
connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, data BLOB)')
connection.execute('INSERT INTO t VALUES (1, ?)', [data])
connection.commit()
