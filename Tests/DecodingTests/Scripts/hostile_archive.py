import bz2, gzip, io, lzma, os, random, struct, sys, tarfile, zipfile
os.chdir(sys.argv[1])
text, noise = b'harbor pilot ' * 400, random.Random(5).randbytes(3000)
for name, method in (('stored', 0), ('deflated', 8), ('bzip2', 12), ('lzma', 14)):
    with zipfile.ZipFile(name + '.zip', 'w', method) as archive:
        archive.writestr('d/text', text)
        archive.writestr('d/noise', noise)
        archive.writestr('\u00fcmlaut \u65e5', b'x')
        link = zipfile.ZipInfo('link')
        link.external_attr = 0o120777 << 16
        archive.writestr(link, 'd/text')
data = bytearray(open('deflated.zip', 'rb').read())
for mark, flags in ((b'PK\3\4', 6), (b'PK\1\2', 8)):
    place = data.find(mark)
    data[place + flags] |= 1
open('encrypted.zip', 'wb').write(data)
for name, format in (('ustar', tarfile.USTAR_FORMAT), ('gnu', tarfile.GNU_FORMAT), ('pax', tarfile.PAX_FORMAT)):
    with tarfile.open(name + '.tar', 'w', format=format) as archive:
        for path in ('d/text', 'd/' + ('n' * 90 + '/') * (1 if name == 'ustar' else 3) + 'x', 'd/\u00fc'):
            info = tarfile.TarInfo(path)
            info.size = len(text)
            if name == 'pax':
                info.pax_headers = {
                    'SCHILY.xattr.user.a': 'value', 'LIBARCHIVE.xattr.user.b': 'dmFsdWU', 'mtime': '1.5',
                    'hdrcharset': 'BINARY' if path == 'd/text' else 'ISO-IR 10646 2000 UTF-8',
                } if path != 'd/\u00fc' else {'SCHILY.xattr.user.a': 'value'}
            archive.addfile(info, io.BytesIO(text))
        link = tarfile.TarInfo('hard')
        link.type, link.linkname = tarfile.LNKTYPE, 'd/text'
        archive.addfile(link)
tar = open('pax.tar', 'rb').read()
open('a.gz', 'wb').write(gzip.compress(tar))
open('a.bz2', 'wb').write(bz2.compress(tar))
open('a.xz', 'wb').write(lzma.compress(tar))
open('crc32.xz', 'wb').write(lzma.compress(tar, check=lzma.CHECK_CRC32))
open('sha256.xz', 'wb').write(lzma.compress(tar, check=lzma.CHECK_SHA256))
