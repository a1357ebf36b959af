for name, text in (('secret', 'hunter2-pass'), ('plain', 'nothing')):
    path = 'Documents/%s.sqlite' % name
    store = sqlite3.connect(path)
    store.execute('CREATE TABLE notes(text TEXT)')
    for n in range(2000): store.execute('INSERT INTO notes VALUES(?)', (text + ' %d' % n,))
    store.commit()
    store.close()
    with open(path, 'r+b') as f:
        f.seek(3 * 4096)
        f.write(b'\xff' * 300)
with open('Documents/a.plist', 'wb') as f: plistlib.dump({'password': 'hunter2-pass'}, f)
