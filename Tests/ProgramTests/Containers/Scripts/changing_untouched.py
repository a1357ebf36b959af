db = sqlite3.connect('Library/Application Support/Store.sqlite')
db.execute('pragma journal_mode=wal'); db.execute('create table t (x)'); db.execute('insert into t values (1)')
db.commit()
os.symlink('../Documents', 'tmp/link')
try: os.setxattr('Documents/note 1.txt', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'1')
except OSError: pass
for directory, directories, files in os.walk('.', topdown=False):
    for name in directories + files:
        os.utime(os.path.join(directory, name), ns=(1, 2), follow_symlinks=False)
