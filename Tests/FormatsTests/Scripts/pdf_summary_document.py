import sys
version, pages, trailer, information, updated = sys.argv[1:6]
out = b'%PDF-' + version.encode() + b'\n%\xe2\xe3\xcf\xd3\n'
objects = ['<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [' + '4 0 R ' * int(pages) + '] /Count ' + pages + ' >>',
    '<< ' + information + ' /Producer (Python) >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10.5 10] >>']
offsets = []
for number, text in enumerate(objects, 1):
    offsets.append(len(out))
    out += b'%d 0 obj\n' % number + text.encode('latin-1') + b'\nendobj\n'
start = len(out)
out += b'xref\n0 %d\n0000000000 65535 f \n' % (len(objects) + 1)
for offset in offsets: out += b'%010d 00000 n \n' % offset
out += b'trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n' % (
    len(objects) + 1, trailer.encode(), start)
if updated:
    place, first = len(out), start
    out += b'3 0 obj\n<< ' + updated.encode('latin-1') + b' >>\nendobj\n'
    start = len(out)
    out += b'xref\n3 1\n%010d 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R %s /Prev %d >>\nstartxref\n%d\n%%%%EOF' % (
        place, trailer.encode(), first, start)
sys.stdout.buffer.write(out)
