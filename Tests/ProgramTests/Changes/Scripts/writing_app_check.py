import os, shutil, sqlite3, sys, tempfile
root = sys.argv[1]
places = [root] + sys.argv[2:]
wanted, gone = set(), set()
for line in open(root + 'app/ledger'):
    if line.startswith('W ') and line.endswith('\n'): wanted.add(line[2:].strip())
    elif line.endswith('\n'): gone.add(line[2:].strip())
wanted -= gone
raw, rows, problems = set(), set(), []
def tokens(data): return {'<' + w.split('>')[0] + '>' for w in data.decode('latin-1').split('<')[1:] if '>' in w}
for place in places:
    for path, names, files in os.walk(place):
        if '/keeps/' in path: continue
        for name in files:
            file = os.path.join(path, name)
            if name == 'ledger' or not os.path.isfile(file): continue
            data = open(file, 'rb').read()
            raw |= tokens(data)
            if not data.startswith(b'SQLite format 3'): continue
            with tempfile.TemporaryDirectory() as copy:
                for ending in ['', '-wal', '-journal']:
                    if os.path.exists(file + ending): shutil.copy(file + ending, copy + '/d' + ending)
                try:
                    c = sqlite3.connect(copy + '/d')
                    state = c.execute('pragma integrity_check').fetchone()[0]
                    found = {r[0].split('>')[0] + '>' for r in c.execute('select x from t')}
                    rows |= found
                    if state != 'ok': problems.append('%s: %s' % (file, state))
                except sqlite3.Error as e:
                    # The app may be killed before it has made its table.
                    if 'no such table' not in str(e): problems.append('%s: %r' % (file, e))
for text in sorted(wanted):
    if text[1] == 'q':
        if text not in rows: problems.append('lost row %s%s' % (text, ' (its bytes exist)' if text in raw else ''))
    elif text not in raw: problems.append('lost ' + text)
print(*problems, sep='\n')
