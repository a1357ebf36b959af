import sqlite3
for side, token in (('one', 'old'), ('two', 'new')):
    os.makedirs(side)
    connection = sqlite3.connect(side + '/s.db')
    connection.executescript('CREATE TABLE t (k TEXT PRIMARY KEY, v); CREATE TABLE n (k INTEGER PRIMARY KEY, v)')
    connection.execute('INSERT INTO t VALUES (?, ?)', ('hunter2-key', token))
    connection.execute('INSERT INTO t VALUES (?, ?)', ('hunter2-' + token, 1))
    connection.execute('INSERT INTO n VALUES (17, ?)', (token,))
    connection.commit(); connection.close()
