import io, sys, tarfile, zipfile
path, zeros = sys.argv[1], bytes(8 << 20)
if path.endswith('.zip'):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('small', 'text')
        archive.writestr('zeros', zeros)
else:
    with tarfile.open(path, 'w:gz') as archive:
        for name, data in (('small', b'text'), ('zeros', zeros)):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
