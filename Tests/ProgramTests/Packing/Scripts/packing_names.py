import hashlib, os, sqlite3, sys
backup, container = sys.argv[1:]
count = 0
for fileID, domain, path, flags in sqlite3.connect(backup + '/Manifest.db').execute(
        'SELECT fileID, domain, relativePath, flags FROM Files'):
    if fileID != hashlib.sha1((domain + '-' + path).encode()).hexdigest(): print('name', path)
    item = os.path.join(container, path)
    kind = 4 if os.path.islink(item) else 2 if os.path.isdir(item) else 1
    if kind != flags: print('flags', path)
    if kind == 1 and open(item, 'rb').read() != open(f'{backup}/{fileID[:2]}/{fileID}', 'rb').read():
        print('contents', path)
    count += 1
print(count > 40)
