
import plistlib, shutil
def collation(one, other): return (one > other) - (one < other)
connection.create_collation('IDBKEY', collation)
run("CREATE TABLE own (id INTEGER PRIMARY KEY, note TEXT, data BLOB)")
run("INSERT INTO own VALUES (1, 'first', x'0102'), (2, 'second', NULL)")
run("CREATE VIEW look AS SELECT note FROM own WHERE id > 1")
tables = [row[0] for row in run("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")]
extended = next(t for t in tables if not t.startswith('sqlite_'))
run(f'ALTER TABLE "{extended}" ADD COLUMN extra TEXT')
run(f'UPDATE "{extended}" SET extra = rowid')
run("VACUUM INTO 'base.db'")
os.mkdir('v')
made = []
cursor = connection.cursor()
def change(label, statements, text=None):
    name = f'v/{len(made)}.db'
    shutil.copy('base.db', name)
    copy = sqlite3.connect(name, isolation_level=None)
    copy.create_collation('IDBKEY', collation)
    for statement in statements: copy.execute(*statement)
    copy.close()
    made.append((name, label, text or ''))
def forms(old):
    if isinstance(old, str): return [None, old.encode(), old + '\0x']
    if isinstance(old, bytes): return [None, '', b''] + ([old.decode()] if b'\0' not in old and old.isascii() else [])
    return ['', b''] + ([] if old is None else [None, old + 0.5, str(old) + 'x', str(old).encode()])
count = 0
for table in tables:
    columns = [row[1] for row in run(f'PRAGMA table_xinfo("{table}")')]
    keys = [row[1] for row in run(f'PRAGMA table_xinfo("{table}")') if row[5]]
    rows = run(f'SELECT * FROM "{table}"').fetchall()
    for column in columns:
        for row in rows:
            old = row[columns.index(column)]
            count += 1
            text = f'planted-{count}x'
            others = {type(other[columns.index(column)]) for other in rows}
            if isinstance(old, str): new = old + text
            elif isinstance(old, bytes): new = old + text.encode('utf-16-le' if table == 'ItemTable' else 'utf-8')
            elif isinstance(old, (int, float)): new, text = old + 1000 + count, None
            else: new = text
            place = keys or columns
            where = ' AND '.join(f'"{key}" IS ?' for key in place)
            values = [row[columns.index(key)] for key in place]
            change(f'{table}.{column}', [(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', [new] + values)], text)
            for form in forms(old):
                try:
                    cursor.execute('SAVEPOINT s')
                    cursor.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', [form] + values)
                except sqlite3.Error: continue
                finally: cursor.execute('ROLLBACK TO s'); cursor.execute('RELEASE s')
                change(f'{table}.{column}', [(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', [form] + values)])
            try: archive = plistlib.loads(old) if isinstance(old, bytes) else None
            except Exception: archive = None
            def leaves(value):
                for key, inner in (value.items() if isinstance(value, dict) else enumerate(value)):
                    if isinstance(inner, (dict, list)) and inner: yield from leaves(inner)
                    else: yield value, key
            for number in range(len(list(leaves(archive or [])))):
                copy = plistlib.loads(old)
                holder, key = list(leaves(copy))[number]
                count += 1
                text = f'planted-{count}x'
                holder[key] = text
                new = plistlib.dumps(copy, fmt=plistlib.FMT_BINARY)
                change(f'{table}.{column}:{number}',
                    [(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', [new] + values)], text)
    if table.startswith('sqlite_'): continue
    for row in rows[:1]:
        change(f'{table} row removed', [(f'DELETE FROM "{table}" WHERE rowid = (SELECT min(rowid) FROM "{table}")',)]
            if table != 'w' else [('DELETE FROM w WHERE b = ?', [row[1]])])
        text = f'planted-{count}r'
        new = [value + 5000 if isinstance(value, int) else text if value is None or isinstance(value, str)
            else text.encode() if isinstance(value, bytes) else value for value in row]
        change(f'{table} row added', [(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(new))})', new)],
            text if text in new or text.encode() in new else None)
    change(f'{table} column added', [(f'ALTER TABLE "{table}" ADD COLUMN planted TEXT',)], 'planted')
    if table == 'w': continue
    change(f'{table} default', [('PRAGMA writable_schema = ON',), (
        'UPDATE sqlite_schema SET sql = substr(sql, 1, length(sql) - 1) || ", CHECK (1 <> \'planted-c\'))" '
        "WHERE name = ?", [table])], 'planted-c')
change('table added', [('CREATE TABLE more (a)',), ("INSERT INTO more VALUES ('planted-t')",)], 'planted-t')
change('view changed', [('DROP VIEW look',), ("CREATE VIEW look AS SELECT note FROM own WHERE id > 'planted-v'",)],
    'planted-v')
change('view added', [("CREATE VIEW two AS SELECT 'planted-w'",)], 'planted-w')
change('index added', [('CREATE INDEX planted_index ON own (note)',)], 'planted_index')
change('trigger added', [("CREATE TRIGGER g AFTER DELETE ON own BEGIN SELECT 'planted-g'; END",)], 'planted-g')
change('user_version', [('PRAGMA user_version = 4711',)])
change('application_id', [('PRAGMA application_id = 4711',)])
open('list', 'w').write('\n'.join('\t'.join(one) for one in made))
