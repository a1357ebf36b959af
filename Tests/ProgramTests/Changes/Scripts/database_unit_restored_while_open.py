import os, sqlite3, subprocess, sys
root, program, checkpoint = sys.argv[1:4]
environment = dict(os.environ, **dict(word.split('=', 1) for word in sys.argv[4].split(chr(0))))
def run(*words): subprocess.run([program, *words], cwd=root, env=environment, check=True)
name = 'App/Documents/open%s.sqlite' % checkpoint
app = sqlite3.connect(root + name, isolation_level=None)
app.execute('pragma journal_mode=wal'); app.execute('pragma wal_autocheckpoint=0')
app.execute('create table t(x)')
for n in range(9): app.execute('insert into t values (?)', ('kept %d' % n,))
run('keep', 'App', '--name', 'open' + checkpoint)
if checkpoint: app.execute('pragma wal_checkpoint(passive)')
else: app.execute("insert into t values ('later')")
run('restore', 'open' + checkpoint, '--to', 'App')
app.execute("insert into t values ('last')"); app.execute('pragma wal_checkpoint(full)')
os._exit(0)
