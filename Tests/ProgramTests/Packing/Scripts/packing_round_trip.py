import plistlib, sqlite3, sys
def rows(path):
    for row in sqlite3.connect(path + '/Manifest.db').execute('SELECT * FROM Files ORDER BY fileID'):
        objects = plistlib.loads(row[4])['$objects']
        fields = {k: v for k, v in objects[1].items() if isinstance(v, int)}
        for name in ['InodeNumber', 'Birth', 'LastStatusChange']: del fields[name]
        if not row[2].startswith('Documents'): del fields['LastModified']
        attributes = objects[1].get('ExtendedAttributes')
        yield row[:4], fields, attributes and plistlib.loads(objects[attributes.data])
one, two = [list(rows(path)) for path in sys.argv[1:3]]
print(one == two, len(one))
for row in one:
    if row[0][2] in ('Documents/complete', 'Documents/blocks'): print(row[0][2], row[1]['ProtectionClass'], row[2])
