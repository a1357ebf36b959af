# Prints generated queries on a copy of a database and, for each, the rows as Python's sqlite3 reads them, sorted.
import os, random, shutil, sqlite3, struct, sys, tempfile

source, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
choose = random.Random(seed)
columns = {'note': ['id', 'folder', 'title', 'body', 'size', 'made'], 'folder': ['id', 'name', 'parent'],
           'tag': ['note', 'word'], 'titles': ['id', 'title', 'name']}

def value():
    return choose.choice(['NULL', '0', '1', '7', '-3', '2.5', "'a'", "'n1'", "''", "x'00ff'", "'Äö'", '9e99'])

def scalar(names, depth=2):
    if depth == 0 or choose.random() < 0.35:
        return choose.choice(names) if choose.random() < 0.75 else value()
    one, other = scalar(names, depth - 1), scalar(names, depth - 1)
    form = choose.choice([
        '(%s + %s)', '(%s * %s)', '(%s || %s)', '(%s - %s)', 'coalesce(%s, %s)', 'nullif(%s, %s)', 'instr(%s, %s)',
        'substr(%s, 1, %s)', 'ifnull(%s, %s)', 'min(%s, %s)', 'max(%s, %s)', 'iif(%s, %s, 5)', "replace(%s, %s, 'z')",
        '(CASE %s WHEN %s THEN 1 ELSE 2 END)', '(%s IS %s)', 'upper(%s || %s)', 'length(%s) + length(%s)',
        'typeof(%s) || typeof(%s)', 'quote(%s) || hex(%s)', 'trim(%s, %s)', 'unicode(%s) + abs(%s)'])
    return form % (one, other)

def condition(names, depth=2):
    if depth == 0 or choose.random() < 0.5:
        form = choose.choice(['%s = %s', '%s < %s', '%s >= %s', '%s <> %s', '%s IS NOT %s', '%s LIKE %s', '%s GLOB %s',
                              '%s IN (1, %s)', '%s BETWEEN 0 AND %s'])
        return form % (scalar(names, 1), scalar(names, 1))
    return choose.choice(['(%s AND %s)', '(%s OR %s)', '(%s OR NOT %s)']) % (
        condition(names, depth - 1), condition(names, depth - 1))

def select():
    kind = choose.randrange(8)
    table = choose.choice(list(columns))
    names = ['t.' + name for name in columns[table]]
    listed = ', '.join(scalar(names) for _ in range(choose.randint(1, 4)))
    where = ' WHERE ' + condition(names) if choose.random() < 0.7 else ''
    if kind == 0:
        group = choose.choice(names)
        aggregate = choose.choice(['count(*)', 'sum(%s)', 'total(%s)', 'min(%s)', 'max(%s)', 'avg(%s)', 'count(DISTINCT %s)'])
        aggregate = aggregate % choose.choice(names) if '%' in aggregate else aggregate
        return 'SELECT %s, %s FROM %s t%s GROUP BY 1 HAVING count(*) > 1' % (group, aggregate, table, where)
    if kind == 1:
        both = names + ['f.id', 'f.name']
        return 'SELECT %s FROM %s t %sJOIN folder f ON %s' % (
            ', '.join(scalar(both) for _ in range(3)), table, choose.choice(['', 'LEFT ']), condition(both, 1))
    if kind == 2:
        return 'SELECT %s FROM %s t%s %s SELECT %s FROM note t' % (
            names[0], table, where, choose.choice(['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT']),
            't.' + choose.choice(columns['note']))
    if kind == 3:
        return ('WITH RECURSIVE n(x) AS (SELECT %d UNION ALL SELECT x + 1 FROM n WHERE x < %d) '
                'SELECT x, (SELECT count(*) FROM %s t WHERE t.%s = x) FROM n' % (
                    choose.randint(0, 3), choose.randint(4, 40), table, columns[table][0]))
    if kind == 4:
        return 'SELECT %s, row_number() OVER (ORDER BY t.%s, t.%s), sum(t.%s) OVER (PARTITION BY t.%s) FROM %s t%s' % (
            listed, columns[table][0], columns[table][1], columns[table][0], columns[table][1], table, where)
    if kind == 5:
        return 'SELECT %s FROM %s t WHERE EXISTS (SELECT 1 FROM tag WHERE tag.note = %s)' % (listed, table, names[0])
    if kind == 6:
        return "SELECT j.key, j.value, t.id FROM note t, json_each('[1, \"a\", null, {\"k\": 2}]') j WHERE t.id < 4"
    return 'SELECT %s%s FROM %s t%s' % (choose.choice(['', 'DISTINCT ']), listed, table, where)

with tempfile.TemporaryDirectory() as copy:
    for suffix in ('', '-wal'):
        if os.path.exists(source + suffix): shutil.copy(source + suffix, copy + '/a' + suffix)
    connection = sqlite3.connect(copy + '/a')
    connection.text_factory = lambda text: ('t', bytes(text))
    def cell(value):
        if value is None: return 'n'
        if isinstance(value, int): return 'i%d' % value
        if isinstance(value, float): return 'r' + struct.pack('>d', value).hex()
        if isinstance(value, tuple): return 't' + value[1].hex()
        return 'b' + value.hex()
    printed = 0
    while printed < count:
        query = select()
        try: rows = connection.execute(query).fetchall()
        except sqlite3.Error as error: continue
        printed += 1
        print(query + '\t' + '|'.join(sorted(' '.join(map(cell, row)) for row in rows)))
