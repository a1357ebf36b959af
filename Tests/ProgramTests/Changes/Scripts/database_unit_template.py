import shutil, sqlite3
def database(path, word, journal='wal'):
    base = path + '.live'
    connection = sqlite3.connect(base)
    connection.execute('pragma journal_mode=wal'); connection.execute('pragma wal_autocheckpoint=0')
    connection.execute('create table t(x)'); connection.execute('insert into t values (?)', (word + ' early',))
    connection.commit(); connection.execute('pragma wal_checkpoint(truncate)')
    for n in range(50): connection.execute('insert into t values (?)', (word + ' late %d' % n,))
    connection.commit()
    for ending in ['', '-wal', '-shm']: shutil.copy(base + ending, path + ending)
    connection.close()
    for ending in ['', '-wal', '-shm']:
        if os.path.exists(base + ending): os.unlink(base + ending)
database('App/Documents/s.sqlite', 'app'); database('host/o.sqlite', 'host')
write('App/Documents/.s_SUPPORT/_EXTERNAL_DATA/1', b'large value')
write('App/Documents/notes', b'no database'); write('App/Documents/notes-journal', b'no journal')
