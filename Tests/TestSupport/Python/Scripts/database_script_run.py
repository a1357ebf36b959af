import os, sqlite3, struct, sys, time
os.chdir(sys.argv[1])
connection = sqlite3.connect('a.db', isolation_level=None)
run = connection.execute
run('PRAGMA synchronous=OFF')
def leave():
    sys.stdout.flush()
    os._exit(0)

