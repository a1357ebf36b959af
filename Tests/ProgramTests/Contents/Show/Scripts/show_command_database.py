import base64, csv, io, json, os, shutil, sqlite3, sys, tempfile
copy = tempfile.mkdtemp()
for end in ['', '-wal']:
    if os.path.exists(sys.argv[1] + end): shutil.copy(sys.argv[1] + end, copy + '/x' + end)
rows = sqlite3.connect(copy + '/x').execute('SELECT * FROM things ORDER BY id').fetchall()
plain = [[base64.b64encode(v).decode() if isinstance(v, bytes) else v for v in row] for row in rows]
if sys.argv[2] == 'json':
    print([list(json.loads(line).values()) for line in open(sys.argv[3])] == plain)
else:
    lines = list(csv.reader(open(sys.argv[3], newline='')))
    texts = [['' if v is None else str(v) for v in row] for row in plain]
    print(lines[0] == ['id', 'name', 'size', 'data'] and lines[1:] == texts)
shutil.rmtree(copy)
