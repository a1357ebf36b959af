import io, os, random, tarfile
random.seed(1)
out = io.BytesIO()
with tarfile.open(fileobj=out, mode='w:gz') as archive:
    for name, data in (('x', b'hello'), ('y', random.randbytes(200_000)), ('z', b'needle')):
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
whole = bytearray(out.getvalue())
open('whole.tgz', 'wb').write(whole)
wrong = whole[:]
wrong[-8] ^= 0xff
open('checksum.tgz', 'wb').write(wrong)
for place in range(100_000, 100_040): wrong[place] ^= 0xff
open('middle.tgz', 'wb').write(wrong)
