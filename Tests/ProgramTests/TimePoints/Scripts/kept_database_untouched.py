import os, shutil, sqlite3, sys
os.chdir(sys.argv[1])
connection = sqlite3.connect('made.sqlite')
connection.execute('PRAGMA journal_mode = wal')
connection.execute('CREATE TABLE t (text)')
connection.execute("INSERT INTO t VALUES ('only in the log')")
connection.commit()
for name in ['', '-wal', '-shm']: shutil.copy('made.sqlite' + name, 'App/Library/store.sqlite' + name)
