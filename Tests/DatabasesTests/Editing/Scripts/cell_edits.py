"""A database and random changes of its cells, and whether a program changed only those.

cell_edits.py make DIRECTORY MODE SEED COUNT: makes base.db in a journal mode, and prints a line for each change.
cell_edits.py check DIRECTORY MODE SEED COUNT: compares NUMBER.db with base.db, and prints "same" or what is wrong.
"""
import os, random, shutil, sqlite3, sys

mode, directory, journal, seed, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
base = directory + '/base.db'
r = random.Random(seed)
texts = ['', 'a', 'é', '日本 🏝', 'quote "\'', 'x' * 5000, 'two\nlines']


def cell(r):
    kind = r.choice('irtbn')
    return {'i': r.choice([0, 1, -1, 2**40, -2**63, 127]), 'r': r.choice([0.5, -1e300, 3.25]), 't': r.choice(texts),
            'b': bytes(r.randrange(256) for _ in range(r.choice([0, 3, 6000]))), 'n': None}[kind]


def rows(path):
    work = path + '.read'
    for end in ['', '-wal']:
        if os.path.exists(path + end): shutil.copy(path + end, work + end)
    connection = sqlite3.connect(work)
    assert connection.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
    found = {}
    for table in ['plain', 'indexed', 'Strange "name"']:
        quoted = table.replace('"', '""')
        for row in connection.execute('SELECT rowid, * FROM "%s"' % quoted): found[table, row[0]] = row[1:]
    schema = connection.execute('SELECT * FROM sqlite_schema').fetchall()
    connection.close()
    for end in ['', '-wal', '-shm']:
        if os.path.exists(work + end): os.remove(work + end)
    return found, schema


if mode == 'make':
    connection = sqlite3.connect(directory + '/made.db', isolation_level=None)
    connection.execute('PRAGMA journal_mode = ' + journal)
    connection.execute('PRAGMA wal_autocheckpoint = 0')
    connection.execute('CREATE TABLE plain(a, b)')
    connection.execute('CREATE TABLE indexed(id INTEGER PRIMARY KEY, a, b TEXT, c AS (length(b)))')
    connection.execute('CREATE INDEX i ON indexed(a, b)')
    connection.execute('CREATE TABLE "Strange ""name"""("a column", b)')
    connection.execute('CREATE TRIGGER t AFTER UPDATE ON plain BEGIN DELETE FROM indexed; END')
    for table in ['plain(a, b)', 'indexed(a, b)', '"Strange ""name"""("a column", b)']:
        for _ in range(30): connection.execute('INSERT INTO %s VALUES(?, ?)' % table, (cell(r), cell(r)))
    for end in ['', '-wal']:
        if os.path.exists(directory + '/made.db' + end): shutil.copy(directory + '/made.db' + end, base + end)
    connection.close()

columns = {'plain': ['a', 'b'], 'indexed': ['a', 'b'], 'Strange "name"': ['a column', 'b']}
before, schema = rows(base)
r = random.Random(seed + 1)
for index in range(count):
    table, row = r.choice(sorted(before))
    place = r.randrange(2)
    new = cell(r)
    if mode == 'make':
        kind = {int: 'i', float: 'r', str: 't', bytes: 'b', type(None): 'n'}[type(new)]
        text = new if isinstance(new, bytes) else str(new).encode()
        print(table.encode().hex(), row, columns[table][place].encode().hex(), kind, text.hex() or '-')
        continue
    try:
        after, now = rows('%s/%d.db' % (directory, index))
    except Exception as error:
        print('unreadable: %r' % error)
        continue
    if now != schema: print('another schema')
    elif set(after) != set(before): print('other rows')
    else:
        changed = []
        for key in before:
            for position, (old, value) in enumerate(zip(before[key], after[key])):
                if (type(old), old) != (type(value), value): changed.append((key, position))
        offset = 1 if table == 'indexed' else 0
        position = place + offset
        # Columns have affinities: SQLite itself says what it stores.
        check = sqlite3.connect(':memory:')
        check.execute('CREATE TABLE indexed(id INTEGER PRIMARY KEY, a, b TEXT)')
        check.execute('CREATE TABLE other(a, b)')
        name = 'indexed' if table == 'indexed' else 'other'
        check.execute('INSERT INTO %s(%s) VALUES(?)' % (name, 'ab'[place]), (new,))
        expected = check.execute('SELECT %s FROM %s' % ('ab'[place], name)).fetchone()[0]
        value = after[table, row][position]
        if (type(value), value) != (type(expected), expected): print('another value: %r' % (value,))
        elif any(key != (table, row) for key, _ in changed): print('other cells: %r' % changed)
        elif any(p not in (position, 3) for _, p in changed): print('other columns: %r' % changed)
        else: print('same')
