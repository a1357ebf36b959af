import os, sqlite3, sys, tempfile
path = tempfile.mktemp()
connection = sqlite3.connect(path)
connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, remark TEXT, data BLOB)')
connection.execute('INSERT INTO t VALUES (1, NULL, "short", NULL)')
connection.execute("INSERT INTO t VALUES (2, 'a	b', ?, x'00ff')", ('word ' * 30 + 'needle ' + 'x' * 500,))
connection.commit(); connection.close()
sys.stdout.buffer.write(open(path, 'rb').read()); os.remove(path)
