import io, os, sys, tarfile, unicodedata, zipfile
os.chdir(sys.argv[1])
names = [unicodedata.normalize('NFD', 'Caf\u00e9'), unicodedata.normalize('NFC', 'Caf\u00e9'), '\u65c5']
with zipfile.ZipFile('a.zip', 'w') as archive:
    for name in names: archive.writestr(name, 'x')
for kind in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
    with tarfile.open('a%d.tar' % kind, 'w', format=kind) as archive:
        for name in names + [os.fsdecode(b'bad\xff')]: archive.addfile(tarfile.TarInfo(name))
with zipfile.ZipFile('b.zip', 'w') as archive: archive.writestr('badNN', 'x')
data = open('b.zip', 'rb').read()
open('b.zip', 'wb').write(data.replace(b'badNN', b'bad\xff\xfe'))
