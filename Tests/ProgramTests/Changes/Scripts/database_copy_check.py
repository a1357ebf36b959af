import os, shutil, sqlite3, sys, tempfile
path, least = sys.argv[1], int(sys.argv[2])
with tempfile.TemporaryDirectory() as place:
    for ending in ['', '-wal', '-journal']:
        if os.path.exists(path + ending): shutil.copy(path + ending, place + '/d' + ending)
    connection = sqlite3.connect(place + '/d')
    state = connection.execute('pragma integrity_check').fetchone()[0]
    if state != 'ok': print(state)
    counts = connection.execute('select id, count(*) from t group by id order by id').fetchall()
    if any(count != 30 for _, count in counts): print('half a transaction:', counts)
    if not counts or counts[-1][0] < least: print('transaction', least, 'is missing:', counts)
