import sqlite3
file.close()
connection = sqlite3.connect(sys.argv[1])
connection.execute('PRAGMA page_size=512')
connection.execute('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)')
for n in range(3000): connection.execute('INSERT INTO t VALUES (?, ?)', (n, 'text %d' % n * 4))
connection.commit()
connection.close()
data = bytearray(open(sys.argv[1], 'rb').read())
# The first page of the table's rows behind the middle.
page = next(n for n in range(len(data) // 1024, len(data) // 512) if data[n * 512] == 13)
data[page * 512:page * 512 + 8] = b'\xff' * 8
open(sys.argv[1], 'wb').write(data)
