import json, os, subprocess, sys
found = [json.loads(line) for line in sys.stdin]
assert len(found) == 6 and len({f['path'] for f in found}) == 6, found
for f in found:
    path = f['path']
    listed = subprocess.run(['find', path, '-printf', '%i %s %T@ %y\n'], capture_output=True, text=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    assert f['items'] == len(rows) - 1, f
    assert f['bytes'] == sum(size for _, size in {(r[0], int(r[1])) for r in rows if r[3] == 'f'}), f
    newest = max(int(float(r[2])) for r in rows)
    stamp = subprocess.run(['date', '-u', '-d', f'@{newest}', '+%Y-%m-%dT%H:%M:%SZ'],
                           capture_output=True, text=True).stdout.strip()
    assert f['lastChange'] == stamp, (f, stamp)
    assert f['source'] == 'simulator' and f['unreadable'] == 0, f
told = sorted((f['device']['name'], f['device']['system'], f['device']['identifier'], f['identifier'],
               f.get('version'), f['kind']) for f in found)
phone, pad = ('iPhone 15', 'iOS 17.2', 'AAAA'), ('iPad', 'iOS 16.4', 'BBBB')
kinds = ['bundle container', 'data container']
assert all(f['app'] == f['identifier'] and f['role'] == f['kind'].split()[0] for f in found), found
assert told == sorted(
    [pad + ('com.example.alone', '3', k) for k in kinds] +
    [phone + ('com.example.notes', '1.4', k) for k in kinds] +
    [phone + ('com.example.evil', '2', k) for k in kinds]), told
