import os, random, sqlite3, sys
root = sys.argv[1]
random.seed(int(sys.argv[2]))
print('at work', flush=True)
while True:
    name = root + '/Documents/%d.txt' % random.randrange(60)
    try:
        what = random.randrange(4)
        if what == 0: open(name, 'w').write('tide\n' * random.randrange(1, 40_000))
        elif what == 1: os.truncate(name, random.randrange(1, 100_000))
        elif what == 2: os.unlink(name)
        else:
            open(name + '~', 'w').write('tide\n' * 1_000)
            os.rename(name + '~', name)
        if random.randrange(30) == 0: os.truncate(root + '/Library/Notes.sqlite', random.randrange(40_960))
    except FileNotFoundError: pass
