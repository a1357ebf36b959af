"""Random changes of values made by the program: whether each changed its value alone, and whether undo brings the bytes back.

random_edits.py PROGRAM DIRECTORY FORM SEED COUNT: FORM is binary, xml, json or database. Prints a line for each mistake, and
at the end the number of changes.
"""
import datetime, json, os, plistlib, random, shutil, sqlite3, subprocess, sys

program, directory, form, seed, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
r = random.Random(seed)
documents = directory + '/App/Documents'
os.makedirs(documents)
os.makedirs(directory + '/App/Library')
plistlib.dump({'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2},
    open(directory + '/App/.com.apple.mobile_container_manager.metadata.plist', 'wb'))

TEXTS = ['', 'a', 'before', 'é', '日本', '🏝', 'a & b', '<tag>', 'x' * 40, '"quoted"', 'back\\slash', 'two\nlines', "it's",
    'a=b', 'tilde~', 'one/two', '8', 'true', ' blank ', '-dash', 'a:b', '*']


def text(): return r.choice(TEXTS) + (str(r.randrange(50)) if r.random() < .6 else '')


def scalar():
    kind = r.choice({'json': 'sifbn', 'binary': 'sifbtd', 'xml': 'sifbtd'}[form])
    if kind == 's': return text()
    if kind == 'i': return r.choice([0, 1, 255, 256, 65536, 2**31, 2**40, -1, -2**40, r.randrange(1000)])
    if kind == 'f': return r.choice([0.5, -1.25, 1e300, 3.14159, 1 / 3])
    if kind == 'b': return r.random() < .5
    if kind == 'n': return None
    if kind == 't': return datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=r.randrange(-10**9, 10**9))
    return bytes(r.randrange(256) for _ in range(r.choice([0, 1, 5, 100])))


def value(depth):
    if depth == 0 or r.random() < .5: return scalar()
    number = r.choice([0, 1, 2, 3, 5])
    if r.random() < .4: return [value(depth - 1) for _ in range(number)]
    return {text(): value(depth - 1) for _ in range(number)}


def same(a, b):
    """Whether values are equal with their types and the order of their keys."""
    if type(a) is not type(b): return False
    if isinstance(a, dict): return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list): return len(a) == len(b) and all(map(same, a, b))
    return a == b


def address(path):
    return '/'.join(str(key).replace('~', '~0').replace('/', '~1') or '~e' for key in path)


def run(state, *words):
    environment = {'PATH': os.environ['PATH'], 'HOME': directory, 'LC_ALL': 'C.UTF-8', 'TMPDIR': directory,
        'XDG_STATE_HOME': state, 'XDG_DATA_HOME': state + '/data'}
    return subprocess.run([program, *words], env=environment, cwd=directory, capture_output=True, stdin=subprocess.DEVNULL)


def tree_case(path):
    """Writes a file; returns the words of a change, and a function that says what is wrong after it."""
    v = {text() or 'k': value(3) for _ in range(r.choice([1, 2, 4, 8]))}
    if r.random() < .2: v = [v, *v.values()]
    if form == 'json':
        spaces = r.choice([{'indent': 2}, {'indent': '\t'}, {'separators': (',', ':')}, {}])
        data = json.dumps(v, ensure_ascii=r.random() < .5, **spaces).encode()
    else:
        data = plistlib.dumps(v, fmt=plistlib.FMT_BINARY if form == 'binary' else plistlib.FMT_XML, sort_keys=False)
    open(path, 'wb').write(data)
    expected = clone(v)
    chosen = [(p, x) for p, x in places(v) if p]
    groups = [(p, x) for p, x in places(v) if isinstance(x, (dict, list))]
    scalars = [(p, x) for p, x in chosen if type(x) in TYPES]
    way = r.choice(['set', 'set', 'set', 'type', 'json', 'add', 'append', 'delete'])

    def new(like=None):
        while True:
            found = scalar()
            if type(found) in TYPES and (like is None or type(found) is type(like)): return found
    if way == 'set' and not scalars: way = 'type'
    if way == 'append' and not any(isinstance(x, list) for _, x in groups): way = 'add'
    if way == 'set':
        place, old = r.choice(scalars)
        other = new(old)
        at(expected, place[:-1])[place[-1]] = other
        words = [written(other)]
        flags = []
    elif way == 'type':
        place, other = r.choice(chosen)[0], new()
        at(expected, place[:-1])[place[-1]] = other
        flags, words = ['--' + TYPES[type(other)]], [written(other)]
    elif way == 'json':
        place, other = r.choice(chosen)[0], r.choice([{'k': 'v', 'n': ['1', 2]}, ['a', ['b']], [], {}, 'text'])
        at(expected, place[:-1])[place[-1]] = other
        flags, words = ['--json-value'], [json.dumps(other)]
    elif way == 'add':
        place, other = r.choice(groups)[0], new()
        group = at(expected, place)
        if isinstance(group, dict):
            key = 'new ' + text()
            while key in group: key += '!'
            group[key] = other
        else:
            key = r.randrange(len(group) + 1)
            group.insert(key, other)
        place += (key,)
        flags, words = ['--add', '--' + TYPES[type(other)]], [written(other)]
    elif way == 'append':
        place, other = r.choice([(p, x) for p, x in groups if isinstance(x, list)])[0], new()
        at(expected, place).append(other)
        flags, words = ['--append', '--' + TYPES[type(other)]], [written(other)]
        if not place: return None
    else:
        place = r.choice(chosen)[0]
        del at(expected, place[:-1])[place[-1]]
        flags, words = ['--delete'], []

    def check():
        bytes = open(path, 'rb').read()
        found = json.loads(bytes) if form == 'json' else plistlib.loads(bytes)
        if (bytes[:8] == b'bplist00') != (form == 'binary'): return 'another form'
        return None if same(found, expected) else '%r instead of %r' % (found, expected)
    return flags + ['--', '%s:%s' % (path, address(place))] + words, check


def cell():
    kind = r.choice('irtbn')
    return {'i': r.choice([0, 1, -1, 2**40, -2**63, 127]), 'r': r.choice([0.5, -1e300, 3.25]), 't': text() * r.choice([1, 200]),
        'b': bytes(r.randrange(256) for _ in range(r.choice([0, 3, 6000]))), 'n': None}[kind]


TABLES = {'plain': ['a', 'b'], 'indexed': ['a', 'b'], 'Strange "name"': ['a column', 'b']}


def quoted(name): return '"%s"' % name.replace('"', '""')


def dump(connection):
    assert connection.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
    return {table: [tuple((type(x), x) for x in row)
        for row in connection.execute('SELECT rowid, * FROM %s ORDER BY 1' % quoted(table))] for table in TABLES}


def copied(path, name):
    """Opens a copy, since SQLite changes a log when it reads it."""
    for end in ['', '-wal', '-shm']:
        if os.path.exists(directory + '/' + name + end): os.remove(directory + '/' + name + end)
        if os.path.exists(path + end): shutil.copy(path + end, directory + '/' + name + end)
    return sqlite3.connect(directory + '/' + name)


def database_case(path):
    made = directory + '/made'
    for end in ['', '-wal', '-shm']:
        for old in [made + end, path + end]:
            if os.path.exists(old): os.remove(old)
    connection = sqlite3.connect(made, isolation_level=None)
    connection.execute('PRAGMA journal_mode = ' + r.choice(['wal', 'delete']))
    connection.execute('PRAGMA page_size = ' + r.choice(['512', '4096']))
    connection.execute('CREATE TABLE plain(a, b)')
    connection.execute('CREATE TABLE indexed(id INTEGER PRIMARY KEY, a, b TEXT, c AS (length(b)))')
    connection.execute('CREATE INDEX i ON indexed(a, b)')
    connection.execute('CREATE TABLE %s(%s, b)' % (quoted('Strange "name"'), quoted('a column')))
    for table, columns in TABLES.items():
        for _ in range(12):
            connection.execute('INSERT INTO %s(%s) VALUES(?, ?)' % (quoted(table), ', '.join(map(quoted, columns))), (cell(), cell()))
    for end in ['', '-wal']:
        if os.path.exists(made + end): shutil.copy(made + end, path + end)
    connection.close()
    table, row, other = r.choice(list(TABLES)), r.randrange(1, 13), cell()
    column = r.choice(TABLES[table])
    name = str(row) if table == 'indexed' else 'rowid=%d' % row
    expected = copied(path, 'expected')
    expected.execute('UPDATE %s SET %s = ? WHERE rowid = ?' % (quoted(table), quoted(column)), (other, row))
    expected.commit()
    wanted = dump(expected)
    expected.close()
    kinds = {int: 'int', float: 'real', str: 'string', bytes: 'data', type(None): 'null'}
    words = ['--' + kinds[type(other)], '--', '%s:%s' % (path, address([table, name, column]))]

    def check():
        found = copied(path, 'found')
        try:
            return None if dump(found) == wanted else 'other rows: %r %r %r' % (table, row, column)
        finally:
            found.close()
    return words + ([] if other is None else [written(other)]), check


def files():
    return {name: open(documents + '/' + name, 'rb').read() for name in sorted(os.listdir(documents))}


name = {'json': 'a.json', 'database': 'a.sqlite'}.get(form, 'a.plist')
changed = 0
for number in range(count):
    # The journal stays short.
    state = '%s/state%d' % (directory, number // 100)
    if number % 100 == 0 and number: shutil.rmtree('%s/state%d' % (directory, number // 100 - 1), ignore_errors=True)
    case = database_case(documents + '/' + name) if form == 'database' else tree_case(documents + '/' + name)
    if case is None: continue
    words, check = case
    before = files()
    made = run(state, 'set', *words)
    if made.returncode != 0:
        print('%d: %r: status %d: %s' % (number, words, made.returncode, made.stderr.decode(errors='replace').strip()))
        continue
    try:
        wrong = check()
    except Exception as error:
        wrong = repr(error)
    if wrong: print('%d: %r: %s' % (number, words, wrong))
    isSame = files() == before
    undone = run(state, 'undo', '--container', directory + '/App')
    if undone.returncode != 0 and not isSame:
        print('%d: %r: undo: %s' % (number, words, undone.stderr.decode(errors='replace').strip()))
    elif files() != before: print('%d: %r: undo brings other bytes' % (number, words))
    changed += 1
print(changed)
