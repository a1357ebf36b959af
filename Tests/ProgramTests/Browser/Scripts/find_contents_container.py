lines = ['line %d' % n for n in range(1, 301)]
lines[199] = 'here is the Needle'
open('Documents/long.txt', 'w').write('\n'.join(lines) + '\n')
open('Documents/two.txt', 'w').write('a needle\nand\nanother needle\n' + 'end\n' * 100)
with open('Library/Preferences/a.plist', 'wb') as f:
    plistlib.dump({'outer': {'inner': 'the needle 4711'}}, f, fmt=plistlib.FMT_BINARY)
with open('Library/Caches/bytes.bin', 'wb') as f: f.write(bytes(range(128, 256)) * 40 + b'needle')
db = sqlite3.connect('Library/Application Support/b.db')
db.execute('PRAGMA journal_mode=WAL')
db.execute('CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT)')
db.executemany('INSERT INTO item (title) VALUES (?)', [('row %d' % n,) for n in range(50)] + [('a needle row',)])
db.commit()
os.makedirs('Library/Secret')
