import gzip, io, sys, tarfile
stream = io.BytesIO()
with tarfile.open(fileobj=stream, mode='w') as archive:
    for name in 'abc':
        info = tarfile.TarInfo(name)
        info.size = 3000
        archive.addfile(info, io.BytesIO(name.encode() * 3000))
data = stream.getvalue()
open(sys.argv[1], 'wb').write(gzip.compress(data[:5000]) + gzip.compress(data[5000:]))
