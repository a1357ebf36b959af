import gzip, io, sys, tarfile, zipfile
path, count = sys.argv[1], int(sys.argv[2])
names = ('Documents/d%04d/file-%07d' % (n // 1000, n) for n in range(count))
if path.endswith('.zip'):
    with zipfile.ZipFile(path, 'w') as archive:
        archive.writestr('Library/x', 'x')
        for name in names: archive.writestr(zipfile.ZipInfo(name), b'')
        archive.writestr('Documents/last', 'last')
else:
    def header(name, size=0):
        info = tarfile.TarInfo(name)
        info.size = size
        return info.tobuf(tarfile.USTAR_FORMAT)
    with gzip.open(path, 'wb', 1) as file:
        file.write(header('Library/x'))
        for name in names: file.write(header(name))
        file.write(header('Documents/last', 4) + b'last' + bytes(508) + bytes(1024))
