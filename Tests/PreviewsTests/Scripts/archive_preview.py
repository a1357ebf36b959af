import io, json, plistlib, sys, tarfile, zipfile
def entries(inner): return [('Payload/App.app/Info.plist', plistlib.dumps({'CFBundleName': 'Harbor'})),
    ('notes.json', json.dumps({'a': 1}).encode()), ('a\x1b[2Jb', b'text'), ('inner.zip', inner)]
def zipped(items):
    data = io.BytesIO()
    with zipfile.ZipFile(data, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, contents in items:
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0)), contents)
    return data.getvalue()
def tarred(items):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode='w:gz') as archive:
        for name, contents in items:
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(contents), 1772366400
            archive.addfile(info, io.BytesIO(contents))
    return data.getvalue()
make = zipped if sys.argv[1] == 'zip' else tarred
sys.stdout.buffer.write(make(entries(zipped(entries(b'')))))
