def patched(data, at, new): return data[:at] + new + data[at + len(new):]
def base(n, log=False):
    c = database('made.db', *(['PRAGMA journal_mode=WAL'] if log else []), 'CREATE TABLE t (a)',
        f'INSERT INTO t VALUES ({n})', close=False)
    data = open('made.db', 'rb').read()
    left = open('made.db-wal', 'rb').read() if log else b''
    c.close(); os.remove('made.db')
    return (data, left) if log else data

