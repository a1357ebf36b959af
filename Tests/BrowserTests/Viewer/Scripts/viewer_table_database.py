import os, sqlite3, sys, tempfile
path = tempfile.mktemp()
connection = sqlite3.connect(path)
connection.execute('CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT, tons REAL, remark TEXT)')
for i in range(300):
    connection.execute('INSERT INTO ship VALUES (?, ?, ?, ?)', (i + 1, 'ship %03d' % ((i * 7 + 150) % 300)
        + ('' if i < 200 else ' with a long name'), (i * 31 % 300) / 2, 'r' * 30))
connection.commit(); connection.close()
sys.stdout.buffer.write(open(path, 'rb').read()); os.remove(path)
