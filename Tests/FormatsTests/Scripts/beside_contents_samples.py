import gzip, io, struct, tarfile, zipfile, zlib
def chunk(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
png = (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 6, 0, 0, 0))
    + chunk(b'tEXt', b'a\0b') + chunk(b'IDAT', zlib.compress(bytes(5))) + chunk(b'IEND', b'') + b'behind')
jpeg = (b'\xff\xd8\xff\xe0\0\x10JFIF' + bytes(10) + b'\xff\xfe\0\5abc'
    + b'\xff\xda\0\4xy' + b'data\xff\0\xff\xd0more' + b'\xff\xd9behind')
def riff(kind, body): return kind + struct.pack('<I', len(body)) + body + bytes(len(body) % 2)
body = b'WEBP' + riff(b'VP8L', b'/12345') + riff(b'EXIF', b'odd') + riff(b'ANMF', b'x' * 20) + riff(b'ANMF', b'y')
webp = b'RIFF' + struct.pack('<I', len(body)) + body + b'behind'
gif = (b'GIF89a' + struct.pack('<HHBBB', 1, 1, 0x80, 0, 0) + bytes(6) + b'!\xf9\4' + bytes(4) + b'\0'
    + b'!\xfe\3abc\0' + b',' + bytes(8) + b'\0\2\2ab\0' + b',' + bytes(8) + b'\0\2\1a\0' + b';behind')
out = io.BytesIO()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.writestr('a', 'b' * 50); archive.writestr('c/d', ''); archive.comment = b'note'
packed = out.getvalue()
out = io.BytesIO()
with tarfile.open(fileobj=out, mode='w', format=tarfile.PAX_FORMAT) as archive:
    info = tarfile.TarInfo('é' * 120); info.size = 600; archive.addfile(info, io.BytesIO(bytes(range(200)) * 3))
    info = tarfile.TarInfo('d'); info.type = tarfile.DIRTYPE; archive.addfile(info)
tar = out.getvalue()[:4096] + bytes(1024) + b'behind'
for name, data in (('png', png), ('jpeg', jpeg), ('webp', webp), ('gif', gif), ('zip', packed + b'behind'), ('tar', tar)):
    print(name, data.hex())
