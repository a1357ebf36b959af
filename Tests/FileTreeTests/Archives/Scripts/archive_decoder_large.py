import hashlib, io, os, random, sys, tarfile, zipfile
path, name, data = sys.argv[1], os.path.basename(sys.argv[1]), random.Random(7)
block = data.randbytes(100_000)
large = b''.join(block[data.randrange(90_000):] for _ in range(60))
contents = {'large': large, 'page': block[:4096], 'none': b''}
if name.endswith('.zip'):
    method = {'stored': 0, 'deflated': 8, 'bzip2': 12, 'lzma': 14}[name[:-4]]
    # libarchive takes an empty entry in this format for a damaged one.
    if method == 14: del contents['none']
    with zipfile.ZipFile(path, 'w', method) as archive:
        for item, bytes in contents.items(): archive.writestr(item, bytes)
    with zipfile.ZipFile(path) as archive:
        for item in archive.namelist(): print(item, hashlib.sha256(archive.read(item)).hexdigest())
else:
    with tarfile.open(path, 'w' if name == 'a.tar' else 'w:' + name.rsplit('.', 1)[1]) as archive:
        for item, bytes in contents.items():
            info = tarfile.TarInfo(item)
            info.size = len(bytes)
            archive.addfile(info, io.BytesIO(bytes))
    with tarfile.open(path) as archive:
        for item in archive: print(item.name, hashlib.sha256(archive.extractfile(item).read()).hexdigest())
