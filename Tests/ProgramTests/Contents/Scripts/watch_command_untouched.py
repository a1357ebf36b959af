connection = sqlite3.connect('App/Documents/s.db', isolation_level=None)
connection.execute('PRAGMA journal_mode = WAL')
connection.execute('CREATE TABLE t (a)')
def state():
    found = []
    for path, names, files in sorted(os.walk('App')):
        for name in [''] + files:
            status = os.lstat(os.path.join(path, name))
            # Linux has no way to read where a link leads without a new access time.
            read = 0 if stat.S_ISLNK(status.st_mode) else status.st_atime_ns
            found.append((path, name, read, status.st_mtime_ns, status.st_ctime_ns))
    return found
for path, names, files in os.walk('App'):
    for name in [''] + files: os.utime(os.path.join(path, name), ns=(1, 1), follow_symlinks=False)
before = state()
watch = Watch('App')
def wakes():
    with open('/proc/%d/status' % watch.process.pid) as file:
        return [line for line in file if 'ctxt_switches' in line]
def rests():
    # It goes to sleep some time after it has said that it watches.
    for attempt in range(20):
        first = wakes()
        time.sleep(1.5)
        if first == wakes(): return True
print(rests(), before == state())
watch.end()
