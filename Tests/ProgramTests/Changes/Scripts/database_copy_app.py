import os, random, sqlite3, sys, time
path, mode, ledger = sys.argv[1:]
connection = sqlite3.connect(path, isolation_level=None)
connection.execute('pragma journal_mode=' + mode); connection.execute('pragma cache_size=4')
connection.execute('pragma wal_autocheckpoint=8'); connection.execute('pragma synchronous=off')
connection.execute('create table t(id, x)'); connection.execute('create index i on t(x)')
number = 0
while True:
    number += 1
    connection.execute('begin')
    for part in range(30):
        connection.execute('insert into t values (?, ?)', (number, os.urandom(300)))
        if part % 10 == 9: time.sleep(0.004)
    if number > 3: connection.execute('delete from t where id = ?', (number - 3,))
    connection.execute('commit')
    with open(ledger + '.new', 'w') as file: file.write(str(number))
    os.rename(ledger + '.new', ledger)
    time.sleep(random.choice([0, 0.02, 0.15]))
