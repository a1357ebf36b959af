import io, os, stat, sys, tarfile, warnings, zipfile
warnings.simplefilter('ignore')
path, items = sys.argv[1], list(zip(*[iter(sys.argv[2:])] * 3))
if path.endswith('.zip'):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, kind, text in items:
            info = zipfile.ZipInfo(name + ('/' if kind == 'directory' else ''), (2020, 2, 2, 2, 2, 2))
            mode = {'file': stat.S_IFREG | 0o640, 'directory': stat.S_IFDIR | 0o750,
                    'link': stat.S_IFLNK | 0o777, 'whiteout': 0o160644}[kind]
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED if kind == 'file' else zipfile.ZIP_STORED
            archive.writestr(info, text)
else:
    types = {'file': tarfile.REGTYPE, 'directory': tarfile.DIRTYPE, 'link': tarfile.SYMTYPE,
             'hard': tarfile.LNKTYPE, 'fifo': tarfile.FIFOTYPE, 'block': tarfile.BLKTYPE,
             'character': tarfile.CHRTYPE, 'other': b'Z'}
    mode = 'w:' + path.rsplit('.', 1)[1] if not path.endswith('.tar') else 'w'
    with tarfile.open(path, mode) as archive:
        for name, kind, text in items:
            info = tarfile.TarInfo(name)
            info.type, info.mtime, info.mode = types[kind], 1580608922, 0o750 if kind == 'directory' else 0o640
            data = os.fsencode(text)
            if kind == 'file': info.size = len(data)
            if kind in ('link', 'hard'): info.linkname = text
            archive.addfile(info, io.BytesIO(data))
