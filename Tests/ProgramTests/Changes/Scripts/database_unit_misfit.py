import os, shutil, sqlite3, sys
os.chdir(sys.argv[1] + 'App/Documents')
how = sys.argv[2]
def database(name, size=4096):
    connection = sqlite3.connect(name, isolation_level=None)
    connection.execute('pragma page_size=%d' % size); connection.execute('pragma journal_mode=wal')
    connection.execute('create table t(x)'); connection.execute('pragma wal_checkpoint(truncate)')
    for n in range(5): connection.execute('insert into t values (randomblob(5000))')
    return connection
app = database('live')
for ending in ['', '-wal']: shutil.copy('live' + ending, 'm.sqlite' + ending)
log = bytearray(open('live-wal', 'rb').read())
if how == 'size':
    other = database('x', 1024)
    log = open('x-wal', 'rb').read()
if how == 'header': log[20] ^= 1
if how == 'frame': log[32 + 2 * 4120 + 500] ^= 1
if how in ('older', 'unused'):
    app.execute('pragma wal_checkpoint(truncate)')
    if how == 'unused': app.execute('pragma journal_mode=delete')
    else:
        # The counter of changes goes on with another connection.
        app = sqlite3.connect('live', isolation_level=None)
        app.execute('insert into t values (randomblob(9000))'); app.execute('pragma wal_checkpoint(truncate)')
    shutil.copy('live', 'm.sqlite')
open('m.sqlite-wal', 'wb').write(log)
