import tarfile, zipfile
with tarfile.open('a.tar', 'w') as archive:
    for name, kind in [('Documents', tarfile.DIRTYPE), ('Library', tarfile.DIRTYPE),
        ('Documents/pipe', tarfile.FIFOTYPE), ('Documents/device', tarfile.CHRTYPE),
        ('Documents/odd', b'Z'), ('Documents/file', tarfile.REGTYPE)]:
        info = tarfile.TarInfo(name)
        info.type = kind
        archive.addfile(info)
with zipfile.ZipFile('a.zip', 'w') as archive:
    archive.writestr('Library/x', 'x')
    info = zipfile.ZipInfo('Documents/whiteout')
    info.external_attr = 0o160644 << 16
    archive.writestr(info, 'w')
