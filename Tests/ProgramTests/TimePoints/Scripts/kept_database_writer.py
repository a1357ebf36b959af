import os, sqlite3, sys, time
folder, mode = sys.argv[1:]
connection = sqlite3.connect(folder + 'App/Library/data.sqlite', isolation_level=None)
connection.execute('PRAGMA journal_mode = ' + mode)
connection.execute('PRAGMA wal_autocheckpoint = 400')
connection.execute('CREATE TABLE IF NOT EXISTS one (id INTEGER PRIMARY KEY, text)')
connection.execute('CREATE TABLE IF NOT EXISTS two (id INTEGER PRIMARY KEY, text)')
open(folder + 'begun', 'w').close()
number = 0
while not os.path.exists(folder + 'end') and number < 100000:
    number += 1
    connection.execute('BEGIN')
    connection.execute('INSERT INTO one VALUES (?, ?)', (number, 'x' * 900))
    connection.execute('INSERT INTO two VALUES (?, ?)', (number, 'y' * 900))
    connection.execute('COMMIT')
    time.sleep(0.001 if mode == 'wal' else 0.06)
