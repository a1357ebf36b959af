import os, sqlite3, sys, time
os.chdir(sys.argv[1])
def wait(name):
    while not os.path.exists(name): time.sleep(0.001)
db = sqlite3.connect('db', isolation_level=None)
db.execute('PRAGMA journal_mode = wal')
db.execute('PRAGMA wal_autocheckpoint = 0')
db.execute('CREATE TABLE t (text)')
open('one', 'w').close()
wait('go')
db.execute("INSERT INTO t VALUES ('two')")
open('two', 'w').close()
wait('end')
