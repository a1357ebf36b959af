import os, shutil, sqlite3, sys
container, host, home = sys.argv[1:]
def database(path, row):
    c = sqlite3.connect(path)
    c.execute('pragma journal_mode=wal')
    c.execute('create table t(x)'); c.execute('insert into t values (?)', (row,)); c.commit(); c.close()
database(container + '/Documents/s.sqlite', 'early')
database(host + '/new.sqlite', 'new')
copy = home + '/copy'
shutil.copy(container + '/Documents/s.sqlite', copy)
c = sqlite3.connect(copy)
c.execute("insert into t values ('late')"); c.commit()
shutil.copy(copy + '-wal', home + '/late.log')
other = home + '/other'
shutil.copy(host + '/new.sqlite', other)
d = sqlite3.connect(other)
d.execute("insert into t values ('later')"); d.commit()
shutil.copy(other + '-wal', home + '/later.log')
