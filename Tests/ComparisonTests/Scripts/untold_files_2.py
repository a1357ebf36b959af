import tarfile
def one(hidden):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w') as tar:
        info = tarfile.TarInfo('d'); info.type = tarfile.DIRTYPE; tar.addfile(info)
        info = tarfile.TarInfo('x'); info.size = 1; tar.addfile(info, io.BytesIO(b'y'))
    data = bytearray(out.getvalue() + hidden)
    data[124:136] = b'00000010000\0'; data[148:156] = b' ' * 8
    data[148:156] = b'%06o\0 ' % sum(data[:512])
    return bytes(data)
write('a/t.tar', one(b'HIDDEN-A')); write('b/t.tar', one(b'HIDDEN-B'))
