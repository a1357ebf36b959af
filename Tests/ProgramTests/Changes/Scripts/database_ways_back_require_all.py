
for path, names, files in os.walk(sys.argv[1]):
    for name in files:
        file = os.path.join(path, name)
        if '/keeps/' in file or open(file, 'rb').read(15) != b'SQLite format 3': continue
        with tempfile.TemporaryDirectory() as place:
            for ending in ['', '-wal']:
                if os.path.exists(file + ending): shutil.copy(file + ending, place + '/d' + ending)
            connection = sqlite3.connect(place + '/d')
            state = connection.execute('pragma integrity_check').fetchone()[0]
            if state != 'ok': print(file, state)
            else: print(*[x for x, in connection.execute('select x from t')], sep='\n')
