import random
random.seed(3)
rows = [(*(VALUES,), 'v%d' % n, n) for n in range(2400)]
names = [c.split()[0] for c in 'COLUMNS'.split(', ')]
def make(path, rows):
    c = sqlite3.connect(path)
    c.execute('CREATE TABLE t (COLUMNS, v TEXT, n INTEGER, PRIMARY KEY (KEY)) WITHOUT ROWID')
    c.executemany('INSERT INTO t VALUES (' + ', '.join('?' * len(rows[0])) + ')', rows)
    c.commit(); c.close()
before, after = rows[:2000], []
for i, row in enumerate(before):
    if i % 601 == 5: continue
    after.append((*row[:-2], row[-2] + '!', row[-1]) if i % 487 == 3 else row)
after += rows[2200:] + rows[2003:2009]
make('a/s.db', before); make('b/s.db', after)
c = sqlite3.connect('a/s.db'); c.execute("ATTACH 'b/s.db' AS o")
def show(row): return json.dumps(dict(zip(names + ['v', 'n'], row)), separators=(',', ':'))
same = ' AND '.join(f'x.{k} = y.{k}' for k in names)
def lacking(one, other): return c.execute(
    f'SELECT * FROM {one}.t x WHERE NOT EXISTS (SELECT 1 FROM {other}.t y WHERE {same})').fetchall()
order = [names.index(part.split()[0]) for part in 'KEY'.split(', ')]
def name(row): return ','.join(str(row[i]) for i in order)
with open('expected', 'w') as out:
    for row in lacking('main', 'o'): print(f'removed row s.db:t/{name(row)} {show(row)}', file=out)
    for row in c.execute(f'SELECT x.*, y.v FROM main.t x, o.t y WHERE {same} AND x.v <> y.v'):
        print(f'changed value s.db:t/{name(row)}/v "{row[-3]}" "{row[-1]}"', file=out)
    for row in lacking('o', 'main'): print(f'added row s.db:t/{name(row)} {show(row)}', file=out)
