import io, os, sys, tarfile, warnings, zipfile
warnings.simplefilter('ignore')
text = sys.argv[2].encode()
os.makedirs(sys.argv[1])
os.chdir(sys.argv[1])
rest = [('Documents/', b''), ('Library/', b''), ('tmp/', b''), ('Documents/notes.txt', b'tide\n')]
cases = {
    'same': [('Documents/a', text), ('Documents/a', b'last')],
    'slashes': [('Documents//a', text), ('Documents/a', b'last')],
    'dot': [('./Documents/a', text), ('Documents/./a', b'last')],
    'absolute': [('/Documents/a', text), ('Documents/a', b'last')],
    'backslash': [('Documents\\a', text), ('Documents/a', b'last')],
    'unicode': [('other', text), ('Documents/a', b'last')],
    'directory': [('Documents/d/', text), ('Documents/d/x', b'x')],
    'deflated': [('Documents/d/', text * 20)],
    'root': [('./', text)],
    'device': [('Documents/device', text)],
    'link': [('Documents/l', text)],
    'hard': [('Documents/b', b'b'), ('Documents/l', text)],
}
def write(path, case, hidden):
    if path.endswith('.zip'):
        out = io.BytesIO()
        with zipfile.ZipFile(out, 'w') as archive:
            for name, data in rest + hidden:
                info = zipfile.ZipInfo('x', (2024, 1, 1, 0, 0, 0))
                info.filename = name
                info.create_system = 0 if '\\' in name else 3
                mode = 0o40755 if name.endswith('/') else 0o20644 if case == 'device' and data is text else 0o100644
                info.external_attr = 0 if '\\' in name else mode << 16
                if case == 'unicode' and data is text:
                    path_field = b'\1' + zipfile.crc32(b'other').to_bytes(4, 'little') + b'Documents/a'
                    info.extra = b'\x75\x70' + len(path_field).to_bytes(2, 'little') + path_field
                info.compress_type = zipfile.ZIP_DEFLATED if case == 'deflated' else zipfile.ZIP_STORED
                # Python writes no contents of an entry whose name ends in a slash.
                with archive.open(info, 'w') as entry: entry.write(data)
        open(path, 'wb').write(out.getvalue())
    else:
        types = {'device': tarfile.CHRTYPE, 'link': tarfile.SYMTYPE, 'hard': tarfile.LNKTYPE}
        out = b''
        for name, data in rest + hidden:
            info = tarfile.TarInfo(name)
            info.type = tarfile.DIRTYPE if name.endswith('/') else types.get(case, b'0') if data is text else b'0'
            info.linkname = 'Documents/b' if info.type in (b'1', b'2') else ''
            info.mode, info.mtime, info.size = 0o755, 1700000000, len(data)
            if case == 'hard' and data is text: info.pax_headers = {'comment': 'its contents are its own'}
            out += info.tobuf(tarfile.PAX_FORMAT) + data + bytes(-len(data) % 512)
        open(path, 'wb').write(out + bytes(1024))
for case, hidden in cases.items():
    for ending in ('zip', 'tar'): write(case + '.' + ending, case, hidden)
