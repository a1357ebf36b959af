import base64, json, os, subprocess, sys
program, root = sys.argv[1], os.fsencode(sys.argv[2]) + b'\xfd'
def run(*words):
    out = subprocess.run([program, *words], capture_output=True).stdout
    return [json.loads(line) for line in ([out] if out.startswith(b'{\n') else out.splitlines())]
def exact(row, key):
    return base64.b64decode(row[key + 'Bytes']) if key + 'Bytes' in row else row[key].encode()
rows = run('ls', '-R', '--json', root + b'/tmp')
assert [exact(r, 'path') for r in rows] == [b'tmp/d\xff', b'tmp/d\xff/e', b'tmp/d\xff/link'], rows
assert exact(rows[2], 'target') == b't\xfe', rows
assert exact(run('info', '--json', root)[0], 'path') == root
assert exact(run('apps', '--json', root)[0], 'path') == root
for words in (['explain'], ['verdict', 'delete'], ['advise']):
    row = run(*words, '--json', root + b'/tmp/d\xff/e')[0]
    assert exact(row, 'path') == b'tmp/d\xff/e', (words, row)
os.rename(root, os.fsencode(sys.argv[2]))
