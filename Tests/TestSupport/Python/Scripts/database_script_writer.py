# Moves the only needle, and the only date after 2030, from one row to another in each transaction, until it is killed.
# What a transaction changes besides does not fit into the cache: pages are written before its end.
import sqlite3, sys, time
connection = sqlite3.connect('live.db', isolation_level=None, timeout=60)
run = connection.execute
run('PRAGMA journal_mode=' + sys.argv[2])
run('PRAGMA cache_size=20')
run('CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)')
run('CREATE TABLE u(id INTEGER PRIMARY KEY, created_at TEXT)')
count = 5000
run('BEGIN')
for number in range(1, count + 1):
    run('INSERT INTO t VALUES (?, ?)', (number, 'needle' if number == 1 else 'filler %d' % number))
    run('INSERT INTO u VALUES (?, ?)', (number, '%d-01-01T00:00:00Z' % (2031 if number == 1 else 2020)))
run('COMMIT')
open('ready', 'w').close()
first, last = 1, count
while True:
    run('BEGIN IMMEDIATE')
    run("UPDATE t SET v = 'none' WHERE id = ?", (first,))
    run("UPDATE u SET created_at = '2020-02-02T00:00:00Z' WHERE id = ?", (first,))
    run("UPDATE t SET v = v || '' WHERE id % 50 = 0")
    run("UPDATE t SET v = 'needle' WHERE id = ?", (last,))
    run("UPDATE u SET created_at = '2031-01-01T00:00:00Z' WHERE id = ?", (last,))
    run('COMMIT')
    first, last = last, first
    time.sleep(float(sys.argv[3]))
