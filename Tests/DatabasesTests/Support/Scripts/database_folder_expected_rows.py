import os, shutil, sqlite3, struct, sys, tempfile
with tempfile.TemporaryDirectory() as copy:
    for suffix in ('', '-wal', '-journal'):
        if os.path.exists(sys.argv[1] + suffix): shutil.copy(sys.argv[1] + suffix, copy + '/a' + suffix)
    connection = sqlite3.connect(copy + '/a')
    connection.text_factory = bytes
    def cell(value, kind):
        if value is None: return 'n'
        if isinstance(value, int): return 'i%d' % value
        if isinstance(value, float): return 'r' + struct.pack('>d', value).hex()
        return kind[:1].decode() + value.hex()
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    for (table,) in tables.fetchall():
        table = table.decode()
        quoted = '"' + table.replace('"', '""') + '"'
        columns = [row[1].decode() for row in connection.execute('PRAGMA table_xinfo(%s)' % quoted)]
        names = ['"' + column.replace('"', '""') + '"' for column in columns]
        fields = ', '.join(names + ['typeof(%s)' % name for name in names])
        for row in connection.execute('SELECT %s FROM %s' % (fields, quoted)):
            half = len(columns)
            print(table, *[cell(v, k) for v, k in zip(row[:half], row[half:])])
