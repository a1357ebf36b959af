import json, random, sqlite3, subprocess, sys
random.seed(5)
program, path = sys.argv[1:]
connection = sqlite3.connect(path)
tables = {
    'five': 'fts5(title, "body text" UNINDEXED, tokenize = \'porter ascii\', prefix=\'2 3\')',
    'four': 'fts4(title, [body text], tokenize=porter, languageid="lid")',
    'three': 'fts3(title, "body text")',
    'tree': 'rtree(id, minX, maxX, minY, maxY, +label TEXT)',
    'numbers': 'rtree_i32(id, a, b)',
}
for name, module in tables.items():
    connection.execute('create virtual table "%s" USING %s' % (name, module))
words = lambda: ' '.join(random.choice(['harbor', 'tide', 'Größe', 'x']) for _ in range(5))
for number in range(700):
    for name in ['five', 'four', 'three']:
        connection.execute('insert into %s (title, "body text") values (?, ?)' % name, (words(), words()))
    x, y = sorted(random.uniform(-9, 9) for _ in range(2)), sorted(random.uniform(-9, 9) for _ in range(2))
    connection.execute('insert into tree values (?, ?, ?, ?, ?, ?)', (number * 3 + 1, *x, *y, words()))
    a, b = sorted(random.randrange(-10**6, 10**6) for _ in range(2))
    connection.execute('insert into numbers values (?, ?, ?)', (number + 1, a, b))
for name in ['five', 'four', 'three']: connection.execute('delete from %s where rowid %% 7 = 0' % name)
connection.execute('delete from tree where id % 5 = 0')
connection.commit()
for name in tables:
    key = 'id' if name in ['tree', 'numbers'] else 'rowid'
    wanted = connection.execute('select %s* from %s order by %s' % (
        '' if key == 'id' else 'rowid, ', name, key)).fetchall()
    shown = subprocess.run([program, 'show', '--as', 'json', '--table', name, path],
        capture_output=True, text=True)
    found = [list(json.loads(line).values())[:len(wanted[0])] for line in shown.stdout.splitlines()]
    print(name, shown.returncode, found == [list(row) for row in wanted], len(wanted) > 500)
