import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
for info in archive.infolist():
    isMarked = info.flag_bits & 0x800 != 0
    raw = info.filename.encode('utf-8' if isMarked else 'cp437')
    if not raw.isascii(): print(isMarked, raw.replace(b'P.xcappdata/AppData/', b''))
double = archive.read('__MACOSX/P.xcappdata/AppData/Documents/._plain')
print([name in double for name in (b'kept\0', b'x\xfe\0', b'x\xff\0')])
