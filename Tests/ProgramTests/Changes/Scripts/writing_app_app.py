import ctypes, mmap, os, random, sqlite3, sys, time
root, seed = sys.argv[1], sys.argv[2]
random.seed(seed)
libc = ctypes.CDLL(None, use_errno=True)
documents = root + 'App/Documents/'
own = root + 'app/'
os.makedirs(own, exist_ok=True)
ledger = open(own + 'ledger', 'a', buffering=1)
count = 0
def token(kind):
    global count
    count += 1
    return '<%s%s-%06d>' % (kind, seed, count)
def wrote(text): ledger.write('W ' + text + '\n')
def removed(data):
    for word in data.decode('latin-1').split('<')[1:]: ledger.write('R <' + word.split('>')[0] + '>\n')
def renameat2(old, new, flags): return libc.renameat2(-100, old.encode(), -100, new.encode(), flags) == 0
def takeAway(path):
    place = own + 'taken-%d' % count
    if not renameat2(path, place, 1): return
    with open(place, 'rb') as f: removed(f.read())
def append():
    text = token('a')
    with open(documents + 'a.txt', 'a') as f: f.write(text + 'x' * random.randrange(3000) + '\n')
    wrote(text)
def replace():
    text = token('r')
    new = documents + 'r.txt.new'
    takeAway(new)
    with open(new, 'w') as f: f.write(text + 'y' * random.randrange(3000))
    if renameat2(new, documents + 'r.txt', 2):
        wrote(text)
        takeAway(new)
    elif renameat2(new, documents + 'r.txt', 1): wrote(text)
def create():
    text = token('n')
    path = documents + 'd/n%d.txt' % random.randrange(8)
    try:
        with open(path, 'x') as f: f.write(text)
        wrote(text)
    except OSError: pass
def remove(): takeAway(documents + 'd/n%d.txt' % random.randrange(8))
def rename(): renameat2(documents + 'd/n%d.txt' % random.randrange(8), documents + 'd/n%d.txt' % random.randrange(8), 1)
view = None
def mapped():
    global view
    if view is None or random.random() < 0.1:
        try:
            file = os.open(documents + 'map.bin', os.O_RDWR)
        except OSError: return
        view = mmap.mmap(file, 8192)
        os.close(file)
    text = token('m')
    place = random.randrange(128) * 64
    old = view[place:place + 64]
    view[place:place + 64] = text.encode().ljust(64, b'.')
    wrote(text)
    removed(old)
connections, all = {}, []
def insert(mode):
    text = token('q')
    try:
        if mode not in connections:
            path = documents + mode + ('.sqlite' if not any(m == mode for m, c in all) else '-%d.sqlite' % count)
            connection = sqlite3.connect(path, timeout=0.2)
            all.append((mode, connection))
            connection.execute('pragma journal_mode=' + mode)
            connection.execute('pragma wal_autocheckpoint=7')
            connection.execute('create table if not exists t(x)')
            connection.commit()
            connections[mode] = connection
        connection = connections[mode]
        connection.execute('insert into t values (?)', (text + 'z' * random.randrange(2000),))
        connection.commit()
        wrote(text)
    except sqlite3.Error as error:
        print(mode, repr(error), file=open(own + 'errors', 'a'))
        connections.pop(mode, None)
for mode in ['wal', 'delete']: insert(mode)
works = [append, replace, create, create, remove, rename, mapped, lambda: insert('wal'), lambda: insert('delete')]
round = 0
while True:
    try:
        random.choice(works)()
    except FileNotFoundError: pass
    except OSError as error: print(repr(error), file=open(own + 'errors', 'a'))
    round += 1
    if round == 40: open(own + 'ready', 'w').close()
    time.sleep(random.random() * 0.008)
